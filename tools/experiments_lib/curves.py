"""Plots of means over load as SVG images, with confidence intervals; the scale of values is logarithmic."""
import math

WIDTH, HEIGHT, LEFT, TOP, LEGEND = 560, 360, 70, 30, 190


def svg(title, x_name, y_name, series):
    """series: [(name, colour, dashed, [(x, mean, half width)])]. Values not above 0 are omitted."""
    series = [(name, colour, dashed, [p for p in points if p[1] > 0 and math.isfinite(p[1])])
              for name, colour, dashed, points in series]
    values = [p[1] for *_, points in series for p in points]
    if not values:
        raise RuntimeError(f"the plot '{title}' has no value above 0: the runs are too short")
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    xs = [p[0] for *_, points in series for p in points]
    x0, x1 = min(xs), max(xs)

    def place(x, y):
        share = (math.log10(max(y, 10 ** low)) - low) / (high - low)
        return LEFT + WIDTH * (x - x0) / (x1 - x0), TOP + HEIGHT * (1 - share)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + LEGEND} {TOP + HEIGHT + 50}" '
           'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="white"/>',
           f'<text x="{LEFT}" y="{TOP - 12}" font-weight="bold">{title}</text>',
           f'<text x="{LEFT + WIDTH / 2:.0f}" y="{TOP + HEIGHT + 40}" text-anchor="middle">{x_name}</text>',
           f'<text transform="translate(16 {TOP + HEIGHT / 2:.0f}) rotate(-90)" text-anchor="middle">{y_name}</text>']
    out += grid(low, high, sorted(set(xs)), place)
    for k, (name, colour, dashed, points) in enumerate(series):
        out += curve(colour, dashed, points, place)
        x, y = LEFT + WIDTH + 12, TOP + 14 + 18 * k
        dash = ' stroke-dasharray="5 3"' if dashed else ""
        out += [f'<path d="M{x} {y}h22" stroke="{colour}"{dash}/>', f'<text x="{x + 28}" y="{y + 4}">{name}</text>']
    return "\n".join(out + ["</svg>"]) + "\n"


def grid(low, high, xs, place):
    out = []
    for decade in range(low, high + 1):
        (left, y), (right, _) = place(xs[0], 10 ** decade), place(xs[-1], 10 ** decade)
        out += [f'<path d="M{left:.1f} {y:.1f}H{right:.1f}" stroke="#ddd"/>',
                f'<text x="{left - 6:.1f}" y="{y + 4:.1f}" text-anchor="end">{10 ** decade:g}</text>']
    bottom = place(xs[0], 10 ** low)[1]
    for x in xs:
        at = place(x, 1)[0]
        out += [f'<path d="M{at:.1f} {bottom:.1f}v4" stroke="black"/>',
                f'<text x="{at:.1f}" y="{bottom + 18:.1f}" text-anchor="middle">{x:g}</text>']
    return out


def curve(colour, dashed, points, place):
    dash = ' stroke-dasharray="5 3"' if dashed else ""
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(x, mean) for x, mean, _ in points))
    out = [f'<polyline points="{line}" fill="none" stroke="{colour}"{dash}/>']
    for x, mean, half in points:
        (at, top), (_, bottom) = place(x, mean + half), place(x, mean - half if mean > half else 0)
        if half:
            out.append(f'<path d="M{at:.1f} {top:.1f}V{bottom:.1f}" stroke="{colour}"/>')
    return out
