"""The regime map's figures."""
from . import figures, regime
from .regime_numbers import MEASURES, WEIGHTS, level, of_arrivals, outcome, pairs

IMAGES = {("mean", "worst"): "average-worst", ("mean", "mean"): "average-mean",
          ("max", "worst"): "maximum-worst", ("max", "mean"): "maximum-mean"}
DIFFERENCE = "chip"
CLIP = {"mean": 50, "max": 100}  # per cent, ends of the axes of DIFFERENCE


def panel(found, chip, kind, ahead, weights, value):
    """A map of one kind of arrivals."""
    _, arrivals, y_title, y_values = kind
    rows = []
    for cell, by_seed in of_arrivals(found, arrivals, weights, ahead).items():
        number, certain = value(by_seed)
        rows.append({"processor": level(cell.traffic.cpu), "link": level(cell.traffic.link), "value": number, "certain": certain,
                     "second": value(chip[cell])[0] if cell in chip else None})
    return figures.cells(f"{ahead} ahead", figures.names("processor", "processor load", map(level, regime.CPU)),
                         figures.names("link", y_title, map(level, sorted(y_values, reverse=True))), rows,
                         "per cent; above 0: PCFQ is better")


def heat_maps(found, chip, name, which):
    def value(by_seed):
        of = outcome(by_seed, name)
        if which == "worst":
            return of.of[of.worst][0], of.wins() or of.loses()
        return of.mean[0], abs(of.mean[0]) > of.mean[1]

    kinds = [("Poisson", ["poisson"], "link load", regime.LINK), ("On-off", ["onoff"], "link load", regime.LINK),
             ("Back to back", list(regime.PACES), "rx / tx", regime.PACES.values())]
    what = "worst of five categories" if which == "worst" else "mean of five categories"
    return figures.figure({f"{kind[0]}, weights {WEIGHTS[weights]}": [panel(found, chip, kind, ahead, weights, value) for ahead in regime.AHEAD]
                           for weights in regime.WEIGHTS for kind in kinds},
                          title=f"Reduction of the {MEASURES[name]} delay by PCFQ against two WFQ: {what}",
                          subtitle=f"{figures.UNDECIDED}; a circle: the chip; no colour: not run")


def difference_plot(found, chip):
    """The model's reductions over the chip's, one mark per cell and category; averages, then maxima."""
    kinds = {name: "back to back" if name in regime.PACES else "Poisson, on-off" for name in ("poisson", "onoff", *regime.PACES)}

    def panel_of(name):
        most = CLIP[name]
        rows = [{"chip": max(-most, min(most, x)), "model": max(-most, min(most, y)), "arrivals": kinds[cell.traffic.arrivals]}
                for cell, _, x, y in pairs(found, chip, name)]
        ends = [{"chip": end, "model": end} for end in (-most, most)]
        return figures.panel(f"Reduction of the {MEASURES[name]}, %", figures.numbers("chip", "on the chip", -most, most, nice=False),
                             figures.numbers("model", "in the model", -most, most, nice=False), [
            figures.layer(("circle", {"size": 9}), rows, color=figures.names("arrivals", None, ["Poisson, on-off", "back to back"])),
            figures.layer(("line", {"color": "#595959", "strokeDash": [6, 4]}), ends)], 330, 330)
    return figures.figure([panel_of(name) for name in MEASURES], 2, "The model against the chip",
                          "a mark for each category of each cell; beyond an axis: at its end")
