"""Figures of the experiments in the part of Vega-Lite that `ixplog draw` draws (base/figure.h).

A panel has lines, points or cells; figure() joins panels to a file that the Vega editor opens."""
SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
LIMITS = (-30, -10, -3, -1, 1, 3, 10, 30)  # of the classes of cells, %
# Orange is below 0 and blue above, which people with any colour vision distinguish.
CLASSES = ("#7e2e05", "#d06a14", "#f4ad62", "#fbdcb8", "#f6f6f4", "#c6dcf0", "#7eb2dd", "#2f77bd", "#0b3a78")
CELL = 14  # pixels
UNDECIDED = "a dot: undecided at 95 %"


def figure(panels, columns=1, title="", subtitle=""):
    """Panels in rows of `columns`, or rows with titles of their own from {title: panels}."""
    rows = panels.items() if isinstance(panels, dict) else [("", panels[n:n + columns]) for n in range(0, len(panels), columns)]
    head = {"title": {"text": title, "subtitle": subtitle}} if title else {}
    return {"$schema": SCHEMA, **head, "vconcat": [({"title": of} if of else {}) | {"hconcat": row} for of, row in rows]}


def numbers(field, title, low, high, nice=True, log=False):
    """The channel of an axis from low to high."""
    return {"field": field, "type": "quantitative", "title": title,
            "scale": {"type": "log" if log else "linear", "domain": [low, high], "nice": nice}}


def names(field, title, domain, **scale):
    return {"field": field, "type": "nominal", "title": title, "sort": None, "scale": {"domain": list(domain), **scale}}


def layer(mark, values, **encoding):
    kind, *properties = mark if isinstance(mark, tuple) else (mark, {})
    return {"mark": {"type": kind, **properties[0]}, "data": {"values": values}, "encoding": encoding}


def panel(title, x, y, layers, width=420, height=140):
    return {"title": title, "width": width, "height": height, "encoding": {"x": x, "y": y}, "layer": layers}


def lines(title, x, y, series, log=False, dashed=(), **size):
    """A line for each {name: [(x, y) or (x, mean, half width of its interval)]}; `dashed`: names
    of dashed lines. On a logarithmic axis values not above 0 are omitted."""
    rows = [{"series": name, "x": at, "y": mean} | ({"low": max(mean - half[0], 0), "high": mean + half[0]} if half else {})
            for name, points in series.items() for at, mean, *half in points if mean > 0 or not log]
    if not rows:
        raise RuntimeError(f"the plot '{title}' has no value above 0: the runs are too short")
    values = [row["y"] for row in rows]
    of = {"color": names("series", None, series), "strokeDash": names("series", None, series, range=[
        [5, 3] if name in dashed else [1, 0] for name in series])}
    intervals = [row for row in rows if row.get("high", 0) > row["y"]]
    bars = [layer("rule", intervals, y={"field": "low"}, y2={"field": "high"}, color=of["color"])] if intervals else []
    most_x = max(row["x"] for row in rows)
    return panel(title, numbers("x", x, min(row["x"] for row in rows) if log else 0, most_x, nice=False),
                 numbers("y", y, min(values) if log else 0, max(values) or 1, log=log), [layer("line", rows, **of), *bars], **size)


def cells(title, x, y, values, unit, part=None):
    """A heat map of reductions in %, over the channels x, `part` of x and y. values: rows of their
    fields, `value`, `certain` and `second`, a second source's value or None."""
    colour = {"type": "quantitative", "title": unit, "scale": {"type": "threshold", "domain": LIMITS, "range": CLASSES}}
    more = {"xOffset": part} if part else {}
    undecided = [row for row in values if not row["certain"] and row.get("second") is None]
    both = [row for row in values if row.get("second") is not None]
    across = len(x["scale"]["domain"]) * (len(part["scale"]["domain"]) if part else 1)
    return panel(title, x, y, [layer("rect", values, color=colour | {"field": "value"}, **more),
                               layer(("circle", {"size": 10, "color": "#222222", "stroke": "#ffffff"}), undecided, **more),
                               layer(("circle", {"size": 55, "stroke": "#000000"}), both, color=colour | {"field": "second"})],
                 CELL * across, CELL * len(y["scale"]["domain"]))
