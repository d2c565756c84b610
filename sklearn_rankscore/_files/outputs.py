"""Files that are written: finished elsewhere, then put into place in one step."""

import errno
import os
import secrets
import stat
import sys
from collections.abc import Iterable
from contextlib import suppress
from os import PathLike
from pathlib import Path


def write_page(path: str | PathLike[str], text: str) -> None:
    """Write an HTML page, so that a failure leaves what stood there.

    The page is written to a file beside the target, which then takes its name. A link
    stays and its target is replaced. What is no regular file, such as a pipe or a
    terminal, is written to directly, and so is a file that is the standard output.

    Parameters
    ----------
    path : str or path-like
    text : str
        What UTF-8 cannot hold is written as a character reference.

    Raises
    ------
    OSError
        If the file cannot be written; its name is that of `path`.
    """
    try:
        _put(path, text)
    except OSError as error:
        # What fails may be the file beside it, or have no name.
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error


def _put(path: str | PathLike[str], text: str) -> None:
    before: os.stat_result | None
    try:
        before = os.stat(path)
    except FileNotFoundError:
        before = None
    if is_standard_output(path):
        sys.stdout.flush()
        # Its own descriptor shares the place up to which was written, a new one not.
        _write(os.dup(sys.stdout.fileno()), text)
    elif before is not None and not stat.S_ISREG(before.st_mode):
        _write(path, text)
    else:
        _replace(Path(os.path.realpath(path)), before, text)


def is_standard_output(path: str | PathLike[str]) -> bool:
    """Tell whether a path leads to where this process prints."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(sys.stdout.fileno()))
    except (AttributeError, OSError, ValueError):
        # No standard output, one without a descriptor, or no such file.
        return False


def refuse_inputs(
    output: str | PathLike[str], option: str, inputs: Iterable[str | PathLike[str]]
) -> None:
    """Refuse to write over a file that is read, by whatever name it goes.

    Parameters
    ----------
    output : str or path-like
    option : str
        What the message calls the output.
    inputs : iterable of str or path-like
        What is read; a file that is not there is none.

    Raises
    ------
    ValueError
        If the output is one of them, also by a link or another spelling.
    """
    for path in inputs:
        with suppress(OSError):
            read, written = os.stat(path), os.stat(output)
            if os.path.samestat(read, written) and stat.S_ISREG(read.st_mode):
                raise ValueError(
                    f"{option} must not be a file that is read: it would be "
                    f"overwritten. Got {os.fspath(output)!r}, which is "
                    f"{os.fspath(path)!r}."
                )


def _write(file: int | str | PathLike[str], text: str) -> None:
    with open(file, "w", encoding="utf-8", errors="xmlcharrefreplace") as opened:
        opened.write(text)


def _replace(target: Path, before: os.stat_result | None, text: str) -> None:
    """Finish the text in a file beside the target, then let it take its place."""
    if before is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    beside = target.with_name(f".rankscore-{secrets.token_hex(8)}.part")
    try:
        # As open() makes files: what the mask of the process leaves of 0o666.
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        _write(os.open(beside, flags, 0o666), text)
        if before is not None:
            with suppress(AttributeError, PermissionError):
                os.chown(beside, before.st_uid, before.st_gid)
            os.chmod(beside, stat.S_IMODE(before.st_mode))
        os.replace(beside, target)
    finally:
        beside.unlink(missing_ok=True)
