"""Data to rank: a demonstration that ships with scikit-learn, synthetic lists, files.

``load_digits_ranking`` turns scikit-learn's digit images into a retrieval problem,
``make_ranking`` draws lists of any number and size in the manner of
``sklearn.datasets.make_classification``, and ``load_ranking_file`` reads
learning-to-rank files. All give one group id per row, which is what every function
of this package takes.
"""

from sklearn_rankscore.datasets.digits import load_digits_ranking
from sklearn_rankscore.datasets.files import load_ranking_file
from sklearn_rankscore.datasets.synthetic import make_ranking

__all__ = ["load_digits_ranking", "load_ranking_file", "make_ranking"]
