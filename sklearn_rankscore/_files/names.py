"""What models from files are called, so that no two have one name."""

from collections.abc import Sequence
from pathlib import Path


def model_names(paths: Sequence[str]) -> list[str]:
    """Return a name for each file: its own, with as much of its path as tells it apart.

    Parameters
    ----------
    paths : sequence of str

    Returns
    -------
    names : list of str
        The name up to its first dot where that is nobody else's; for the others the
        whole name, or the shortest end of the path, such as ``"x/run"`` and
        ``"y/run"``.

    Raises
    ------
    ValueError
        If a file is given twice.
    """
    for at, path in enumerate(paths):
        if Path(path).absolute() in [Path(p).absolute() for p in paths[:at]]:
            raise ValueError(
                f"Every model needs a file of its own. Got {path!r} twice."
            )
    names = [Path(path).name.split(".")[0] or Path(path).name for path in paths]
    for stem in {name for name in names if names.count(name) > 1}:
        alike = [at for at, name in enumerate(names) if name == stem]
        told = _told_apart([Path(paths[at]) for at in alike], stem)
        for at, name in zip(alike, told, strict=True):
            names[at] = name
    return names


def _told_apart(paths: Sequence[Path], stem: str) -> list[str]:
    folders = [path.absolute().parts[:-1] for path in paths]
    lasts = [stem] * len(paths), [path.name for path in paths]
    for depth in range(1 + max(map(len, folders))):
        for last in lasts:
            ends = [parts[len(parts) - depth :] for parts in folders]
            names = ["/".join((*e, n)) for e, n in zip(ends, last, strict=True)]
            if len(set(names)) == len(names):
                return names
    return lasts[0]
