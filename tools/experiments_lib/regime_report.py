"""The regime map: its page, its images and its CSV."""
import csv
import dataclasses
import io
import math
import statistics

from . import e1, heat_map, regime
from .e1_report import table
from .intervals import mean_and_half_width

MEASURES = {"mean": "average", "max": "maximum"}
NAMED = {"poisson": "Poisson", "onoff": "on-off", "slower": "back to back, received 1 % slower", "line-rate": "back to back, line rate",
         "faster": "back to back, received 0.5 % faster"}
WEIGHTS = {"demand": "by demand", "equal": "equal"}
DATA = "regime.csv"
IMAGES = {("mean", "worst"): "regime-average-worst.svg", ("mean", "mean"): "regime-average-mean.svg",
          ("max", "worst"): "regime-maximum-worst.svg", ("max", "mean"): "regime-maximum-mean.svg"}
DIFFERENCE = "regime-chip.svg"
# Of one processor of 2023 for 10,000 packets: of the model for all cells of one stream, of the chip for a run. Only to
# tell people what to expect.
CPU_SECONDS = {"model": 0.75, "chip": 0.8}


@dataclasses.dataclass
class Outcome:
    """Of a cell and a measure: reductions by PCFQ in per cent, with half their 95 % intervals."""
    of: dict              # {category: (mean over the seeds, half)}
    mean: tuple           # of the five categories

    @property
    def worst(self):
        return min(self.of, key=lambda c: self.of[c][0])

    def wins(self):
        return all(mean > half for mean, half in self.of.values())

    def loses(self):
        return any(-mean > half for mean, half in self.of.values())


def how_long(part, runs, packets):
    return f"{part}: {runs} runs, about {max(1, round(CPU_SECONDS[part] * runs * packets / 10000 / 60))} min of one processor in all"


def reductions(of_seed, name, systems=("pcfq", "wfq")):
    """{category: reduction} of one seed."""
    first, second = (of_seed[system]["ms"] for system in systems)
    return {c: 100 * (1 - first[c][name] / second[c][name]) for c in e1.CATEGORIES}


def outcome(by_seed, name, systems=("pcfq", "wfq")):
    each = [reductions(of_seed, name, systems) for of_seed in by_seed.values()]
    return Outcome({c: interval([r[c] for r in each]) for c in e1.CATEGORIES}, interval([statistics.fmean(r.values()) for r in each]))


def interval(values):
    """Mean and half the 95 % interval. Of one value nothing is certain."""
    mean, half = mean_and_half_width(values)
    return mean, half if len(values) > 1 else math.inf


def of_arrivals(found, arrivals, weights=None, ahead=None):
    return {cell: by_seed for cell, by_seed in found.items() if cell.traffic.arrivals in arrivals
            and weights in (None, cell.weights) and ahead in (None, cell.ahead)}


def how_often(found, name):
    """Cells in which PCFQ lowers all categories, and in which it raises one, by arrivals, weights and packets ahead."""
    rows = []
    for arrivals in regime.ARRIVALS:
        for weights in regime.WEIGHTS:
            row = [NAMED[arrivals], WEIGHTS[weights]]
            for ahead in regime.AHEAD:
                outcomes = [outcome(by_seed, name) for by_seed in of_arrivals(found, [arrivals], weights, ahead).values()]
                lower = sum(o.of[o.worst][0] > 0 for o in outcomes)
                row.append(f"{lower} ({sum(o.wins() for o in outcomes)}) / {len(outcomes) - lower} ({sum(o.loses() for o in outcomes)})"
                           if outcomes else "not run")
            rows.append(row)
    return table(["arrivals", "weights"] + [f"{a} ahead" for a in regime.AHEAD], rows)


def median_mean(found, name):
    """The median over the cells of the mean category's reduction, and of the worst one's."""
    rows = []
    for arrivals in regime.ARRIVALS:
        for weights in regime.WEIGHTS:
            row = [NAMED[arrivals], WEIGHTS[weights]]
            for ahead in regime.AHEAD:
                outcomes = [outcome(by_seed, name) for by_seed in of_arrivals(found, [arrivals], weights, ahead).values()]
                row.append(f"{whole(statistics.median(o.of[o.worst][0] for o in outcomes))} / "
                           f"{whole(statistics.median(o.mean[0] for o in outcomes))}" if outcomes else "not run")
            rows.append(row)
    return table(["arrivals", "weights"] + [f"{a} ahead" for a in regime.AHEAD], rows)


def whole(value, digits=0):
    """Rounded, and never "-0"."""
    return f"{round(value, digits) + 0.0:.{digits}f}"


def decides(found, changed):
    """The coarse grid with one rule changed at a time, in the model: median over its cells of the mean category."""
    rows = []
    for arrivals in regime.ARRIVALS:
        for weights in regime.WEIGHTS:
            both = {cell: {seed: found[cell][seed] | of_seed for seed, of_seed in by_seed.items() if seed in found.get(cell, {})}
                    for cell, by_seed in of_arrivals(changed, [arrivals], weights).items()}
            both = {cell: by_seed for cell, by_seed in both.items() if by_seed}
            row = [NAMED[arrivals], WEIGHTS[weights], str(len(both))]
            for name in MEASURES:
                row += [whole(statistics.median(outcome(by_seed, name, (system, "wfq")).mean[0] for by_seed in both.values()), 1)
                        if both else "not run" for system in ("pcfq", *regime.CHANGED)]
            rows.append(row)
    header = ["PCFQ", "V four times as fast", "WFQ, then first come first served"]
    return table(["arrivals", "weights", "cells"] + [f"{MEASURES[name]}: {h}" for name in MEASURES for h in header], rows)


def level(value):
    return f"{value / 100:.2f}" if float(value).is_integer() else f"{value / 100:.3f}"


def panel(found, chip, arrivals, ahead, weights, value):
    """Of a map: {(x, y): heat_map.Value}."""
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

    rows = []
    for weights in regime.WEIGHTS:
        for title, arrivals, y_title, y_values in (("Poisson", ["poisson"], "link load", regime.LINK), ("on-off", ["onoff"], "link load", regime.LINK),
                                                   ("back to back", list(regime.PACES), "rx / tx", regime.PACES.values())):
            rows.append(heat_map.Row([title, f"weights {WEIGHTS[weights]}"], y_title, [level(y) for y in y_values],
                                     [panel(found, chip, arrivals, ahead, weights, value) for ahead in regime.AHEAD]))
    what = "worst of five categories" if which == "worst" else "mean of five categories"
    return heat_map.figure(f"Reduction of the {MEASURES[name]} delay by PCFQ against two WFQ: {what}", "per cent; above 0: PCFQ is better",
                           [f"{a} handed out ahead" for a in regime.AHEAD], "processor load", [level(c) for c in regime.CPU], rows,
                           [(heat_map.DOT, "undecided at 95 %"), (heat_map.FRAMED, "framed: the chip"), (heat_map.ABSENT, "not run")])


def pairs(found, chip, name):
    """[(cell, category, chip's reduction, the model's)] over the same seeds."""
    out = []
    for cell, by_seed in chip.items():
        seeds = [seed for seed in by_seed if seed in found.get(cell, {})]
        if seeds:
            both = [outcome({seed: source[cell][seed] for seed in seeds}, name).of for source in (chip, found)]
            out += [(cell, c, both[0][c][0], both[1][c][0]) for c in e1.CATEGORIES]
    return out


def percentile(values, part):
    """By nearest rank."""
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]


def groups():
    """[(name, whether a cell is of it)]"""
    return ([(NAMED[a], lambda cell, a=a: cell.traffic.arrivals == a) for a in regime.ARRIVALS]
            + [("0 ahead", lambda cell: cell.ahead == 0), ("1 ahead or more", lambda cell: cell.ahead > 0),
               ("1 ahead or more, processors to 0.90", lambda cell: cell.ahead > 0 and cell.traffic.cpu <= 90)])


def differences(found, chip):
    rows = []
    for name in MEASURES:
        every = pairs(found, chip, name)
        for group, has in groups():
            of = [model - on_chip for cell, _, on_chip, model in every if has(cell)]
            if of:
                rows.append([MEASURES[name], group, str(len(of) // len(e1.CATEGORIES)), whole(statistics.fmean(of), 1),
                             whole(statistics.median(map(abs, of)), 1), f"{whole(percentile(of, 0.05))} to {whole(percentile(of, 0.95))}",
                             f"{whole(min(of))} to {whole(max(of))}"])
    return table(["reduction of the", "cells with", "number", "mean", "median of its size", "90 % of them", "all of them"], rows)


def levels(found, chip):
    """Delays in the model over those on the chip, per cent more, of each category of each cell."""
    rows = []
    for name in MEASURES:
        for system in e1.SYSTEMS:
            ratios = []
            for cell, by_seed in chip.items():
                seeds = [seed for seed in by_seed if seed in found.get(cell, {})]
                for c in e1.CATEGORIES if seeds else []:
                    totals = [sum(source[cell][seed][system]["ms"][c][name] for seed in seeds) for source in (found, chip)]
                    ratios.append(100 * (totals[0] / totals[1] - 1))
            if ratios:
                rows.append([MEASURES[name], system.upper(), whole(statistics.median(ratios), 1),
                             f"{whole(percentile(ratios, 0.05))} to {whole(percentile(ratios, 0.95))}",
                             f"{whole(min(ratios))} to {whole(max(ratios))}"])
    return table(["delay", "system", "median", "90 % of them", "all of them"], rows)


def agreement(found, chip):
    """How often the model says the same as the chip where the chip is certain."""
    lines = []
    for name in MEASURES:
        same, certain = 0, 0
        for cell, by_seed in chip.items():
            on_chip = outcome(by_seed, name)
            if cell in found and (on_chip.wins() or on_chip.loses()):
                model = outcome({seed: found[cell][seed] for seed in by_seed if seed in found[cell]} or found[cell], name)
                certain += 1
                same += (model.of[model.worst][0] > 0) == on_chip.wins()
        lines.append(f"{MEASURES[name]}: in {same} of {certain} cells")
    return "; ".join(lines)


CLIP = {"mean": 50, "max": 100}


def along(value, most):
    """Where it is on an axis from -most to most: 0 to 1."""
    return (max(-most, min(most, value)) + most) / (2 * most)


def difference_plot(found, chip):
    """The model's reductions over the chip's, a mark for each category of each cell; averages left, maxima right."""
    size, left, top, gap = 330, 56, 46, 70
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + 2 * size + gap + 24} {top + size + 84}" '
           'font-family="sans-serif" font-size="11">', '<rect width="100%" height="100%" fill="white"/>']
    kinds = [("Poisson, on-off", heat_map.colour(3), ("poisson", "onoff")), ("back to back", heat_map.colour(-3), tuple(regime.PACES))]
    for i, name in enumerate(MEASURES):
        x0, most = left + (size + gap) * i, CLIP[name]
        out.append(heat_map.text(x0 + size / 2, top - 14, f"Reduction of the {MEASURES[name]}, %", font_size=13, font_weight="bold"))
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
    return "\n".join(out + [heat_map.text(left + 290, top + size + 62, "a mark for each category of each cell; beyond an axis: at its end",
                                          "start"), "</svg>"]) + "\n"


def data(sources):
    """A line for each cell, of the model and of the chip."""
    header = ["source", "arrivals", "link_load", "processor_load", "ahead", "weights", "seeds"]
    for measure in MEASURES.values():
        header += [f"{measure}_worst", f"{measure}_worst_ci", f"{measure}_worst_category", f"{measure}_mean", f"{measure}_mean_ci",
                   f"{measure}_pcfq_ms", f"{measure}_wfq_ms"]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header + ["dropped"])
    for source, found in sources.items():
        for cell, by_seed in found.items():
            t = cell.traffic
            row = [source, t.arrivals, level(t.link), level(t.cpu), cell.ahead, cell.weights, len(by_seed)]
            for name in MEASURES:
                of = outcome(by_seed, name)
                row += [f"{x:.1f}" for x in of.of[of.worst]] + [of.worst] + [f"{x:.1f}" for x in of.mean]
                row += [f"{statistics.fmean(r[s]['ms'][c][name] for r in by_seed.values() for c in e1.CATEGORIES):.3f}" for s in e1.SYSTEMS]
            writer.writerow(row + [sum(r[s]["lost"] for r in by_seed.values() for s in e1.SYSTEMS)])
    return out.getvalue()


def seeds_of(found):
    counts = sorted({len(by_seed) for by_seed in found.values()})
    return "none" if not counts else f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"


def done(sources, wanted):
    rows = [[source, str(wanted[source][1]), f"{len(found)} of {wanted[source][0]}", seeds_of(found),
             str(sum(r[s]["lost"] for by_seed in found.values() for r in by_seed.values() for s in e1.SYSTEMS))]
            for source, found in sources.items()]
    return table(["source", "seeds wanted", "cells run", "seeds of a cell", "packets dropped"], rows)


def per_cent(values):
    return ", ".join(level(v) for v in values)


def page(found, changed, chip, wanted, packets):
    sources = {"model": found, "chip": chip}
    out = [f"""# Where PCFQ beats two WFQ schedulers: a map

Experiment [E1](e1.md)'s sixteen flows under loads, arrivals, bounds and weights that its papers do not print: by how much literal
PCFQ lowers average and maximum delay of a category against two WFQ with the same packets at the same times. **The
[comments](#comments) say in three sentences where it wins, where it loses and what decides.** Written by `tools/experiments regime`;
[{DATA}]({DATA}) has every cell.

- Reductions are in per cent, PCFQ against WFQ, run by run, then averaged over the seeds; "worst" is the least of the five categories,
  "mean" their mean. PCFQ *wins* a cell when it lowers all five beyond the 95 % interval (Student's t over the seeds), and *loses* it
  when it raises at least one beyond it. Of five noisy numbers the least is low also by chance.
- The fine grid is a [model on the host](e1-model.md), the coarse one the emulated chip with work slept through. Both
  get the same packets from the same seeds. About {packets:,} packets a run: at loads near 1 delays and their differences grow with the
  length of a run.
- The grid below was decided and written down before any of it was run; seeds {regime.SEEDS[0]} and on, which nothing else uses.

| axis | model | chip |
|---|---|---|
| processors, offered work (the chip adds 800 cycles a packet: 0.02 at a full link) | {per_cent(regime.CPU[:2])}, ..., {level(regime.CPU[-1])} | {per_cent(regime.CHIP_CPU)} |
| link, Poisson and on-off arrivals | {per_cent(regime.LINK[:2])}, ..., {level(regime.LINK[-1])} | {per_cent(regime.CHIP_LINK)} |
| link, frames back to back | their pace over the link's: {per_cent(regime.PACES.values())} | the same |
| packets handed out ahead of the processors | {", ".join(map(str, regime.AHEAD))} (SR-2 holds 64) | {" and ".join(map(str, regime.CHIP_AHEAD))}; back to back: all |
| weights | by demand, equal | the same |

Frames back to back have no link load to choose: it is the rate at which they come over the rate at which they leave. At line rate
(1.00) that is E1's first reading of the paper. Frames 1 % slower or 0.5 % faster come one after the other at 49.5 or 50.25
Mbit/s, the link sends 50. Poisson and on-off arrivals come on a line of 1000 Mbit/s; an on-off flow sends bursts of {regime.ONOFF_BURST} packets on
average at {regime.ONOFF_PEAK} times its average rate.

{done(sources, wanted)}"""]
    if not found:
        return out[0]
    for name in MEASURES:
        out.append(f"## {MEASURES[name].capitalize()} delay\n\nCells of the model in which PCFQ lowers all five "
                   f"categories / raises at least one; in brackets those beyond the 95 % intervals, which PCFQ wins / loses:\n\n{how_often(found, name)}")
        out.append(f"Median over the cells, per cent: worst / mean category.\n\n{median_mean(found, name)}")
        for which in "worst", "mean":
            out.append(f"![Reduction of the {MEASURES[name]} delay, {which} category]({IMAGES[name, which]})\n")
    out.append(f"""## What decides

The coarse grid in the model with one rule changed at a time, median over its cells of the mean category's reduction
against two WFQ, per cent: PCFQ as published; PCFQ whose V is four times as fast, so that it keeps up; WFQ for the processors alone, with the
link first come first served.

{decides(found, changed)}""")
    if chip:
        out.append(f"""## Model and chip

Model minus chip, points of per cent, each category of each cell of the coarse grid, the same packets in both:

{differences(found, chip)}
Delays in the model, per cent above the chip's:

{levels(found, chip)}
Where the chip says that PCFQ wins or loses, the sign of the worst category is the same in the model: {agreement(found, chip)}.
`ctest -R regime` fails when a small grid drifts apart.

![The model's reductions over the chip's]({DIFFERENCE})
""")
    return "\n".join(out)
