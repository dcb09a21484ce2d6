"""The regime map's images."""
from . import heat_map, regime
from .regime_numbers import MEASURES, WEIGHTS, level, of_arrivals, outcome, pairs

IMAGES = {("mean", "worst"): "regime-average-worst.svg", ("mean", "mean"): "regime-average-mean.svg",
          ("max", "worst"): "regime-maximum-worst.svg", ("max", "mean"): "regime-maximum-mean.svg"}
DIFFERENCE = "regime-chip.svg"
CLIP = {"mean": 50, "max": 100}  # per cent, ends of the axes of DIFFERENCE


def panel(found, chip, arrivals, ahead, weights, value):
    """Values of a map: {(x, y): heat_map.Value}."""
    out = {}
    for cell, by_seed in of_arrivals(found, arrivals, weights, ahead).items():
        number, certain = value(by_seed)
        second = value(chip[cell])[0] if cell in chip else None
        out[level(cell.traffic.cpu), level(cell.traffic.link)] = heat_map.Value(number, certain, second)
    return out


def heat_maps(found, chip, name, which):
    def value(by_seed):
        of = outcome(by_seed, name)
        if which == "worst":
            return of.of[of.worst][0], of.wins() or of.loses()
        return of.mean[0], abs(of.mean[0]) > of.mean[1]

    kinds = [("Poisson", ["poisson"], "link load", regime.LINK), ("on-off", ["onoff"], "link load", regime.LINK),
             ("back to back", list(regime.PACES), "rx / tx", regime.PACES.values())]
    rows = [heat_map.Row([title, f"weights {WEIGHTS[weights]}"], y_title, [level(y) for y in y_values],
                         [panel(found, chip, arrivals, ahead, weights, value) for ahead in regime.AHEAD])
            for weights in regime.WEIGHTS for title, arrivals, y_title, y_values in kinds]
    what = "worst of five categories" if which == "worst" else "mean of five categories"
    notes = [(heat_map.DOT, "undecided at 95 %"), (heat_map.FRAMED, "framed: the chip"), (heat_map.ABSENT, "not run")]
    return heat_map.figure(f"Reduction of the {MEASURES[name]} delay by PCFQ against two WFQ: {what}",
                           "per cent; above 0: PCFQ is better", [f"{a} ahead" for a in regime.AHEAD],
                           "processor load", [level(c) for c in regime.CPU], rows, notes)


def along(value, most):
    """Position on an axis from -most to most: 0 to 1."""
    return (max(-most, min(most, value)) + most) / (2 * most)


def difference_plot(found, chip):
    """The model's reductions over the chip's, one mark per cell and category; averages left, maxima right."""
    size, left, top, gap = 330, 56, 46, 70
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + 2 * size + gap + 24} {top + size + 84}" '
           'font-family="sans-serif" font-size="11">', '<rect width="100%" height="100%" fill="white"/>']
    kinds = [("Poisson, on-off", heat_map.colour(3), ("poisson", "onoff")),
             ("back to back", heat_map.colour(-3), tuple(regime.PACES))]
    for i, name in enumerate(MEASURES):
        x0, most = left + (size + gap) * i, CLIP[name]
        out.append(heat_map.text(x0 + size / 2, top - 14, f"Reduction of the {MEASURES[name]}, %", font_size=13,
                                 font_weight="bold"))
        out.append(f'<path d="M{x0} {top + size / 2}h{size}M{x0 + size / 2} {top}v{size}" stroke="#bbb" stroke-width="0.7"/>'
                   f'<path d="M{x0} {top + size}L{x0 + size} {top}" stroke="#444" stroke-width="0.8"/>'
                   f'<rect x="{x0}" y="{top}" width="{size}" height="{size}" fill="none" stroke="black" stroke-width="0.7"/>')
        for k in range(-2, 3):
            label = f"{'−' * (k < 0)}{abs(k) * most // 2}"
            out += [heat_map.text(x0 + size * (k + 2) / 4, top + size + 14, label, font_size=10),
                    heat_map.text(x0 - 5, top + size * (2 - k) / 4 + 4, label, "end", font_size=10)]
        out.append(heat_map.text(x0 + size / 2, top + size + 31, "on the chip"))
        out.append(heat_map.text(0, 0, "in the model", transform=f"translate({x0 - 36} {top + size / 2}) rotate(-90)"))
        for _, fill, arrivals in kinds:
            path = "".join(f"M{x0 + size * along(x, most) - 1.5:.1f} {top + size * (1 - along(y, most)) - 1.5:.1f}h3v3h-3z"
                           for cell, _, x, y in pairs(found, chip, name) if cell.traffic.arrivals in arrivals)
            if path:
                out.append(f'<path d="{path}" fill="{fill}" fill-opacity="0.55"/>')
    for i, (words, fill, _) in enumerate(kinds):
        out += [f'<rect x="{left + 130 * i}" y="{top + size + 54}" width="9" height="9" fill="{fill}"/>',
                heat_map.text(left + 14 + 130 * i, top + size + 62, words, "start")]
    words = "a mark for each category of each cell; beyond an axis: at its end"
    return "\n".join(out + [heat_map.text(left + 290, top + size + 62, words, "start"), "</svg>"]) + "\n"
