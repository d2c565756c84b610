"""What models from files are called, so that no two have one name."""

from pathlib import Path


def model_names(paths):
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


def _told_apart(paths, stem):
    folders = [path.absolute().parts[:-1] for path in paths]
    lasts = [stem] * len(paths), [path.name for path in paths]
    for depth in range(1 + max(map(len, folders))):
        for last in lasts:
            ends = [parts[len(parts) - depth :] for parts in folders]
            names = ["/".join((*e, n)) for e, n in zip(ends, last, strict=True)]
            if len(set(names)) == len(names):
                return names
    return lasts[0]


def rename(models, names):
    """Call models by `names`, one each and in order, or refuse two of one name.

    Parameters
    ----------
    models : list of ModelRows
    names : sequence of str
        Empty to keep their names.

    Returns
    -------
    models : list of ModelRows
    """
    found = [name for rows in models for name in rows.scores]
    if names and len(names) != len(found):
        raise ValueError(
            f"--names must give one name per model. Got {len(names)} for the "
            f"{len(found)} models {found}."
        )
    chosen = list(names) or found
    twice = next((name for name in chosen if chosen.count(name) > 1), None)
    if twice is not None:
        remedy = "" if names else ": name them by --names, one name per model"
        raise ValueError(
            f"Models must have different names. Got {twice!r} twice among "
            f"{chosen}{remedy}."
        )
    left = iter(chosen)
    return [
        rows._replace(scores={next(left): column for column in rows.scores.values()})
        for rows in models
    ]
