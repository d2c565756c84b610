"""What is installed, and whether the compiled kernel answers."""

import platform
from importlib.metadata import PackageNotFoundError, version

from sklearn_rankscore import _ranks

_PACKAGES = (
    "sklearn-rankscore",
    "numpy",
    "scipy",
    "scikit-learn",
    "narwhals",
    "lightgbm",
    "xgboost",
    "xgboost-cpu",
    "catboost",
    "pytrec_eval-terrier",
    "ranx",
    "ir-measures",
    "torchmetrics",
    "pandas",
    "polars",
    "matplotlib",
)


def kernel_in_use():
    """Return "compiled" or "numpy": what ranks the rows of the lists.

    Returns
    -------
    kernel : str
        Both give the same rows, hence the same numbers; compiled is faster.
    """
    return "numpy" if _ranks.compiled is None else "compiled"


def show_versions():
    """Print the versions of this package and what it works with.

    The line "ranking kernel" says whether the compiled code or its NumPy twin ranks:
    both give the same numbers. Put the output into a bug report.

    Examples
    --------
    >>> from sklearn_rankscore import show_versions
    >>> show_versions()
    python ...
    ranking kernel ...
    """
    print(f"{'python':20} {platform.python_version()} on {platform.platform()}")
    print(f"{'ranking kernel':20} {kernel_in_use()}")
    for package in _PACKAGES:
        try:
            print(f"{package:20} {version(package)}")
        except PackageNotFoundError:
            continue
