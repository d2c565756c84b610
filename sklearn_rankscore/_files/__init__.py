"""Files in and out, without a loss.

In: paths of tables, LETOR files and predictions, TREC runs; finished pages.
Out: rows and the scores of models, by name; a page in its place, or what was there.

Read ``models`` first: what a file is and which models it holds. ``tables`` reads
CSV, TSV and Parquet, ``names`` says what models are called, ``outputs`` puts pages
into place.
"""
