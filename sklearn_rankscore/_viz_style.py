"""What all displays share: axes, and looks that survive grey paper and weak eyes."""

# Okabe and Ito's colours, those first that stand out; neighbours differ in lightness,
# and each goes with a line and a marker of its own.
ON_LIGHT = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9")
ON_DARK = ("#56B4E9", "#D55E00", "#CC79A7", "#009E73", "#E69F00", "#F0E442")
LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)))
MARKERS = ("o", "s", "^", "D", "v", "P")


def axes_of(ax, display, **figure_options):
    """Return the axes to draw on; matplotlib is only imported here.

    Parameters
    ----------
    ax : matplotlib Axes or None
        None makes a figure.
    display : str
        What an error message calls the caller.
    **figure_options
        For ``matplotlib.pyplot.subplots``.
    """
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"{display}.plot needs matplotlib. Install it with the package's extra: "
            f"pip install 'sklearn-rankscore[plot]'"
        ) from error
    return plt.subplots(layout="constrained", **figure_options)[1]


def colour(ax, number):
    """Return the colour of the curve with this number, by the ground it stands on."""
    red, green, blue, _ = ax.get_facecolor()
    dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.5
    palette = ON_DARK if dark else ON_LIGHT
    return palette[number % len(palette)]


def curve(ax, number):
    """Return colour, line and marker of the curve with this number."""
    return {
        "color": colour(ax, number),
        "linestyle": LINES[number % len(LINES)],
        "marker": MARKERS[number % len(MARKERS)],
    }


def ink(ax):
    """Return the colour of what is neither data nor ground."""
    return ax.spines["bottom"].get_edgecolor()


def plain(text):
    """Return text that matplotlib neither takes for a formula nor hides."""
    text = str(text).replace("$", r"\$")
    # A legend leaves out what begins with an underscore.
    return f" {text}" if text.startswith("_") else text
