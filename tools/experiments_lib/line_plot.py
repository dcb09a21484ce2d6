"""Line plots in panels, as an SVG image."""
import dataclasses
import math

LEFT, TOP, RIGHT, BETWEEN = 64, 34, 16, 58  # margins of a panel


@dataclasses.dataclass(frozen=True)
class Panel:
    title: str
    series: dict  # {name: (colour, [(x, y)])}
    x: str = "s"  # unit of x


def step(most):
    """A round tick distance that gives four to eight ticks."""
    power = 10 ** math.floor(math.log10(most / 4))
    return next(n * power for n in (1, 2, 5, 10) if most / (n * power) <= 8)


def marks(most):
    distance = step(most)
    return [n * distance for n in range(int(most / distance + 1e-9) + 1)]


def panel_lines(panel, x0, y0, width, height):
    most_x = max(x for _, points in panel.series.values() for x, _ in points)
    most_y = 1.05 * max(y for _, points in panel.series.values() for _, y in points) or 1
    out = [f'<text x="{x0}" y="{y0 - 18}" font-weight="bold">{panel.title}</text>',
           f'<path d="M{x0} {y0}v{height}h{width}" fill="none" stroke="black"/>']
    for y in marks(most_y):
        at = y0 + height * (1 - y / most_y)
        out.append(f'<text x="{x0 - 6}" y="{at + 4:.0f}" text-anchor="end">{y:g}</text>')
        if y:
            out.append(f'<path d="M{x0} {at:.1f}h{width}" stroke="#ddd"/>')
    for x in marks(most_x):
        out.append(f'<text x="{x0 + width * x / most_x:.0f}" y="{y0 + height + 16}" text-anchor="middle">{x:g}</text>')
    out.append(f'<text x="{x0 + width / 2:.0f}" y="{y0 + height + 32}" text-anchor="middle">{panel.x}</text>')
    at = x0 + width
    for name, (colour, points) in reversed(panel.series.items()):
        line = " ".join(f"{x0 + width * x / most_x:.1f},{y0 + height * (1 - y / most_y):.1f}" for x, y in points)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}"/>')
        out.append(f'<text x="{at}" y="{y0 - 4}" fill="{colour}" text-anchor="end">{name}</text>')
        at -= 7 * len(name) + 16
    return out


def page(panels, columns=1, width=880, height=170):
    """Panels, row by row."""
    rows = math.ceil(len(panels) / columns)
    across, down = LEFT + width + RIGHT, TOP + height + BETWEEN
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * across} {rows * down}" '
           'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="white"/>']
    for i, panel in enumerate(panels):
        row, column = divmod(i, columns)
        out += panel_lines(panel, LEFT + column * across, TOP + row * down, width, height)
    return "\n".join(out + ["</svg>"]) + "\n"
