"""Heat maps as SVG: panels in rows and columns that share one diverging scale with 0 in the middle.

Blue is above 0 and orange below, which people with any colour vision distinguish; both darken symmetrically with the
distance from 0. A dot marks an uncertain value; a framed square inside another is a second source's value."""
import dataclasses
import math

EDGES = (1, 3, 10, 30)  # class boundaries, on either side of 0
NEUTRAL = 0xf6f6f4
ABOVE, BELOW = (0xc6dcf0, 0x7eb2dd, 0x2f77bd, 0x0b3a78), (0xfbdcb8, 0xf4ad62, 0xd06a14, 0x7e2e05)  # by class
SIZE = 9                # size of a value's square
LEFT, TOP, GAP_X, GAP_Y = 164, 62, 16, 20


@dataclasses.dataclass
class Value:
    value: float
    certain: bool = True
    second: float | None = None


@dataclasses.dataclass
class Row:
    """Panels beside each other: {(x, y): Value} by the axes' labels."""
    title: list[str]      # lines, the first one bold
    y_title: str
    y_labels: list[str]   # from bottom to top
    panels: list[dict]


def steps(value):
    """Signed number of classes away from 0."""
    away = sum(abs(value) >= edge for edge in EDGES)
    return away if value > 0 else -away


def colour(step):
    return f"#{((BELOW, ABOVE)[step > 0][abs(step) - 1] if step else NEUTRAL):06x}"


def squares(values, size):
    """One path per colour: {colour: path} from [(x, y, class)]. Adjacent squares in a row are one rectangle."""
    runs = []
    for x, y, step in sorted(values, key=lambda v: (v[1], v[0])):
        if runs and runs[-1][1:3] == [y, step] and runs[-1][0] + runs[-1][3] == x:
            runs[-1][3] += size
        else:
            runs.append([x, y, step, size])
    paths = {}
    for x, y, step, width in runs:
        paths.setdefault(colour(step), []).append(f"M{x:g} {y:g}h{width}v{size}h-{width}z")
    return paths


def text(x, y, words, anchor="middle", **more):
    extra = "".join(f' {k.replace("_", "-")}="{v}"' for k, v in more.items())
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{extra}>{words}</text>'


def panel(values, x_labels, y_labels, x0, y0):
    """Marks of a panel whose upper left corner is at x0, y0."""
    width, height = SIZE * len(x_labels), SIZE * len(y_labels)
    place = {(x, y): (x0 + SIZE * i, y0 + height - SIZE * (j + 1))
             for i, x in enumerate(x_labels) for j, y in enumerate(y_labels)}
    out = [f'<rect x="{x0}" y="{y0}" width="{width}" height="{height}" fill="url(#none)"/>']
    for fill, path in squares([(*place[at], steps(v.value)) for at, v in values.items()], SIZE).items():
        out.append(f'<path fill="{fill}" d="{"".join(path)}"/>')
    dots = "".join(f"M{place[at][0] + SIZE / 2:g} {place[at][1] + SIZE / 2:g}h0"
                   for at, v in values.items() if not v.certain and v.second is None)
    if dots:
        out.append(f'<path stroke="#333" stroke-width="1.8" stroke-linecap="round" d="{dots}"/>')
    inner = [(place[at][0] + 2, place[at][1] + 2, steps(v.second)) for at, v in values.items() if v.second is not None]
    for fill, path in squares(inner, SIZE - 4).items():
        out.append(f'<path fill="{fill}" stroke="black" stroke-width="0.9" d="{"".join(path)}"/>')
    out.append(f'<rect x="{x0}" y="{y0}" width="{width}" height="{height}" fill="none" stroke="black" stroke-width="0.7"/>')
    return out


def ticks(x_labels, x0, y, every):
    """The first words of labels."""
    return [text(x0 + SIZE * (i + 0.5), y, label.split()[0], font_size=9) for i, label in enumerate(x_labels) if i % every == 0]


def legend(x, y, unit, notes):
    """(the scale's classes in a row, then the marks; where they end)"""
    width, out = 34, [text(x, y - 6, unit, "start")]
    ends = [-e for e in reversed(EDGES)] + list(EDGES)
    for i, step in enumerate(range(-len(EDGES), len(EDGES) + 1)):
        out.append(f'<rect x="{x + width * i}" y="{y}" width="{width}" height="11" fill="{colour(step)}" stroke="#888" '
                   'stroke-width="0.4"/>')
    out += [text(x + width * (i + 1), y + 22, f"{'−' * (end < 0)}{abs(end)}", font_size=9) for i, end in enumerate(ends)]
    at = x + width * (2 * len(EDGES) + 1) + 24
    for mark, words in notes:
        out += [f'<g transform="translate({at} {y + 1})">{mark}</g>', text(at + SIZE + 5, y + 9, words, "start")]
        at += SIZE + 20 + 5.6 * len(words)
    return out, at


def square(step):
    return f'<rect width="{SIZE}" height="{SIZE}" fill="{colour(step)}" stroke="#888" stroke-width="0.4"/>'


DOT = square(1) + f'<path stroke="#333" stroke-width="1.8" stroke-linecap="round" d="M{SIZE / 2} {SIZE / 2}h0"/>'
FRAMED = square(1) + (f'<rect x="2" y="2" width="{SIZE - 4}" height="{SIZE - 4}" fill="{colour(2)}" stroke="black" '
                      'stroke-width="0.9"/>')
ABSENT = f'<rect width="{SIZE}" height="{SIZE}" fill="url(#none)" stroke="#888" stroke-width="0.4"/>'


def row_of_panels(row, x_labels, y):
    """A row with its labels at the left."""
    height, out = SIZE * len(row.y_labels), []
    for i, values in enumerate(row.panels):
        out += panel(values, x_labels, row.y_labels, column_at(i, x_labels), y)
    every = 1 if len(row.y_labels) < 6 else 2
    out += [text(LEFT - 5, y + height - SIZE * (j + 0.5) + 3, label, "end", font_size=9)
            for j, label in enumerate(row.y_labels) if j % every == 0]
    middle = y + height / 2
    out.append(text(0, 0, row.y_title, font_size=10, transform=f"translate({LEFT - 34} {middle:g}) rotate(-90)"))
    for k, line in enumerate(row.title):
        weight = "normal" if k else "bold"
        out.append(text(6, middle + 14 * (k - (len(row.title) - 1) / 2) + 3, line, "start", font_weight=weight))
    return out


def column_at(i, x_labels):
    return LEFT + (SIZE * len(x_labels) + GAP_X) * i


def figure(title, unit, columns, x_title, x_labels, rows, notes, x_every=4):
    """The whole image. Each of `rows` has a panel for each of `columns`, and all panels share the x axis."""
    body, y, middle = [], TOP, SIZE * len(x_labels) / 2
    for i, column in enumerate(columns):
        body.append(text(column_at(i, x_labels) + middle, TOP - 10, column))
    for row in rows:
        body += row_of_panels(row, x_labels, y)
        y += SIZE * len(row.y_labels) + GAP_Y
    y -= GAP_Y
    for i in range(len(columns)):
        body += ticks(x_labels, column_at(i, x_labels), y + 12, x_every)
        body.append(text(column_at(i, x_labels) + middle, y + 27, x_title, font_size=10))
    scale, end = legend(LEFT, y + 60, unit, notes)
    body += scale
    width, height = max(column_at(len(columns), x_labels), math.ceil(end)), y + 92
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">',
        '<defs><pattern id="none" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="4" height="4" fill="white"/>'
        '<path d="M0 4L4 0" stroke="#bbb" stroke-width="0.6"/></pattern></defs>',
        '<rect width="100%" height="100%" fill="white"/>', text(width / 2, 22, title, font_size=14, font_weight="bold"),
        *body, "</svg>"]) + "\n"
