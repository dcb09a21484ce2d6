"""Parts of the pages of all experiments."""


def table(header, rows):
    """A table in Markdown; all cells are texts."""
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def with_interval(mean, half, digits=1):
    """The text of a value with its interval, in italics if that is wider."""
    text = f"{mean:.{digits}f} ± {half:.{digits}f}"
    return f"*{text}*" if float(f"{half:.{digits}f}") > abs(float(f"{mean:.{digits}f}")) else text


OPENING = ("Question", "Answer", "Ours, the paper's", "How sure", "Not as in the paper")


def opening(title, *texts):
    """A page's title, and the lines of OPENING that begin each page."""
    return f"# {title}\n\n" + "".join(f"- **{name}:** {text}\n" for name, text in zip(OPENING, texts, strict=True))


def certain(mean, half, digits=1, unit=" %"):
    """The text of a value with its interval, unless that is wider."""
    text = with_interval(mean, half, digits)
    return "not distinguishable" if text.startswith("*") else text + unit


def verdict(good):
    return "confirmed" if good else "**not confirmed**"


def shown(pair, digits=2):
    """The text of a mean and the half width of its interval; 0: without the latter."""
    mean, half = pair
    return f"{mean:.{digits}f}" + (f" ± {half:.{digits}f}" if half else "")
