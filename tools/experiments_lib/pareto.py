"""Scatter plots of cost against a loss, as an SVG image. A line is the front: points that no other
one beats in both."""
import math

WIDTH, HEIGHT, LEFT, TOP, BETWEEN, DOWN = 300, 240, 56, 44, 70, 54
FRONT, OTHER = "#1f77b4", "#777"


def front(points):
    """Names of {name: (cost, loss)} that no other point equals or beats in both, by cost."""
    best, names = math.inf, []
    for name, (_, loss) in sorted(points.items(), key=lambda item: item[1]):
        if loss < best:
            best = loss
            names.append(name)
    return names


def panel(title, points, x0):
    """A panel, its loss in a logarithmic scale from 1 to the next power of two."""
    most_x = 1.15 * max(cost for cost, _ in points.values())
    decades = max(1, math.ceil(math.log2(max(loss for _, loss in points.values()))))

    def place(cost, loss):
        return x0 + WIDTH * cost / most_x, TOP + HEIGHT * (1 - math.log2(max(loss, 1)) / decades)

    out = [f'<text x="{x0}" y="{TOP - 16}" font-weight="bold">{title}</text>',
           f'<path d="M{x0} {TOP}v{HEIGHT}h{WIDTH}" fill="none" stroke="black"/>',
           f'<text x="{x0 + WIDTH / 2:.0f}" y="{TOP + HEIGHT + 40}" text-anchor="middle">cycles a packet</text>']
    for power in range(decades + 1):
        y = place(0, 2 ** power)[1]
        out.append(f'<text x="{x0 - 6}" y="{y + 4:.1f}" text-anchor="end">{2 ** power}</text>')
    step = 200
    for cost in range(0, int(most_x) + 1, step):
        out.append(f'<text x="{place(cost, 1)[0]:.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{cost}</text>')
    best = front(points)
    line = " ".join("{:.1f},{:.1f}".format(*place(*points[name])) for name in best)
    out.append(f'<polyline points="{line}" fill="none" stroke="{FRONT}" stroke-dasharray="4 3"/>')
    for name, point in points.items():
        x, y = place(*point)
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{FRONT if name in best else OTHER}"/>',
                f'<text x="{x + 6:.1f}" y="{y - 5:.1f}">{name}</text>']
    return out


def svg(panels):
    """panels: {title: {name: (cost, loss)}}"""
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + len(panels) * (WIDTH + BETWEEN)} {TOP + HEIGHT + DOWN}" '
           'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="white"/>']
    for n, (title, points) in enumerate(panels.items()):
        out += panel(title, points, LEFT + n * (WIDTH + BETWEEN))
    return "\n".join(out + ["</svg>"]) + "\n"
