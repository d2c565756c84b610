"""Text files and the numbers in them: decompressed by name, and errors name them."""

import bz2
import gzip
import lzma
import os
import zlib
from contextlib import contextmanager
from decimal import Decimal
from numbers import Real
from pathlib import Path
from typing import Any

_OPENERS: dict[str, Any] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}


def suffix_of(path):
    """Return the suffix of a file in small letters, that of compression left out."""
    path = Path(path)
    if path.suffix.lower() in _OPENERS:
        path = path.with_suffix("")
    return path.suffix.lower()


@contextmanager
def open_text(path):
    """Open a text file, decompressed by its name; errors name it."""
    opener = _OPENERS.get(Path(path).suffix.lower(), open)
    try:
        with opener(path, "rt", encoding="utf-8-sig", newline="") as lines:
            yield lines
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{os.fspath(path)!r} must be text in UTF-8. Got the byte "
            f"{error.object[error.start]:#04x}, which is none."
        ) from error
    except (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile) as error:
        raise ValueError(
            f"{os.fspath(path)!r} must be compressed as its name says. Got: {error}."
        ) from error


def as_number(cell):
    """Return the number in a cell, None where it holds none; 1_000 is none."""
    if isinstance(cell, str) and "_" in cell:
        return None
    if not isinstance(cell, str | Real | Decimal) or isinstance(cell, bool):
        return None
    try:
        return float(cell)
    except (ValueError, OverflowError):
        return None
