"""The regime map: its page and its CSV."""
import csv
import dataclasses
import functools
import io
import itertools
import math
import statistics
import sys

from . import e1, figures, regime, whole_results
from .e1_line_report import span, whole
from .experiment import Experiment, add_from_data, add_packets, from_row, whole as whole_number
from .page import opening, table
from .regime_numbers import MEASURES, WEIGHTS, level, of_arrivals, outcome, pairs

NAMED = {"poisson": "Poisson", "onoff": "on-off", "slower": "back to back, received 1 % slower",
         "line-rate": "back to back, line rate", "faster": "back to back, received 0.5 % faster"}
DATA, RUNS = "regime.csv", "data/regime-runs.csv"
WAITS = {"processors_ms": "wait for processors", "link_ms": "wait for the link"}
# Seconds on a processor of 2023 for 10,000 packets: of the model for all cells of one stream, of
# the chip for a run. Only for estimates shown to users.
CPU_SECONDS = {"model": 0.75, "chip": 0.9}


def how_long(part, runs, packets):
    minutes = max(1, round(CPU_SECONDS[part] * runs * packets / 10000 / 60))
    return f"{part}: {runs} runs, about {minutes} min of one processor"


def by_kind(found, name, said):
    """A row for each kind of arrivals and weights, a column for packets handed out ahead:
    said(outcomes of the cells)."""
    rows = []
    for arrivals, weights in itertools.product(regime.ARRIVALS, regime.WEIGHTS):
        row = [NAMED[arrivals], WEIGHTS[weights]]
        for ahead in regime.AHEAD:
            of = of_arrivals(found, [arrivals], weights, ahead).values()
            row.append(said([outcome(by_seed, name) for by_seed in of]) if of else "not run")
        rows.append(row)
    return table(["arrivals", "weights"] + [f"{a} ahead" for a in regime.AHEAD], rows)


def how_often(outcomes):
    """Numbers of cells in which PCFQ lowers all categories, and in which it raises one."""
    lower = sum(o.of[o.worst][0] > 0 for o in outcomes)
    won, lost = sum(o.wins() for o in outcomes), sum(o.loses() for o in outcomes)
    return f"{lower} ({won}) / {len(outcomes) - lower} ({lost})"


def certain(sources):
    """Numbers of cells that PCFQ wins and loses, by source and arrivals."""
    rows = []
    for source, arrivals, weights in itertools.product(sources, regime.ARRIVALS, regime.WEIGHTS):
        of = of_arrivals(sources[source], [arrivals], weights)
        if not of:
            continue
        row = [source, NAMED[arrivals], WEIGHTS[weights], str(len(of)), seeds_of(of)]
        for name in MEASURES:
            outcomes = [outcome(by_seed, name) for by_seed in of.values()]
            row += [str(sum(o.wins() for o in outcomes)), str(sum(o.loses() for o in outcomes))]
        rows.append(row)
    return table(["source", "arrivals", "weights", "cells", "seeds", *(f"{m}: {what}" for m in MEASURES.values() for what in ("won", "lost"))], rows)


def medians(outcomes):
    """Medians over the cells: of the worst category's reduction and of the mean reduction."""
    both = [o.of[o.worst][0] for o in outcomes], [o.mean[0] for o in outcomes]
    return " / ".join(whole(statistics.median(of)) for of in both)


def decides(found):
    """The coarse grid with one rule changed at a time, in the model: median of the cells' mean
    reduction."""
    rows = []
    changed = {cell: {seed: of for seed, of in by_seed.items() if of.keys() > set(e1.SYSTEMS)} for cell, by_seed in found.items()}
    for arrivals, weights in itertools.product(regime.ARRIVALS, regime.WEIGHTS):
        both = {cell: by_seed for cell, by_seed in of_arrivals(changed, [arrivals], weights).items() if by_seed}
        row = [NAMED[arrivals], WEIGHTS[weights], str(len(both))]
        for name, system in itertools.product(MEASURES, ("pcfq", *regime.CHANGED)):
            means = [outcome(by_seed, name, (system, "wfq")).mean[0] for by_seed in both.values()]
            row.append(whole(statistics.median(means), 1) if means else "not run")
        for place in WAITS:
            of_system = [[statistics.fmean(r[system][place] for r in by_seed.values()) for by_seed in both.values()]
                         for system in e1.SYSTEMS]
            row.append(" / ".join(f"{statistics.median(ms):.2f}" for ms in of_system) if both else "not run")
        rows.append(row)
    header = ["PCFQ", "V four times as fast", "WFQ, then first come first served"]
    columns = [f"{MEASURES[name]}: {h}" for name in MEASURES for h in header] + list(WAITS.values())
    return table(["arrivals", "weights", "cells", *columns], rows)


def percentile(values, part):
    """By nearest rank."""
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]


def spans(values):
    """Range of the middle 90 %, and of all values."""
    return span([percentile(values, 0.05), percentile(values, 0.95)]), span(values)


def groups():
    """[(name, whether a cell belongs to it)]"""
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
                             whole(statistics.median(map(abs, of)), 1), *spans(of)])
    return table(["reduction of the", "cells with", "number", "mean", "median of its size", "90 % of them", "all of them"], rows)


def levels(found, chip):
    """Delays in the model relative to those on the chip, in per cent, for each category of each
    cell."""
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
                rows.append([MEASURES[name], system.upper(), whole(statistics.median(ratios), 1), *spans(ratios)])
    return table(["delay", "system", "median", "90 % of them", "all of them"], rows)


def agreement(found, chip):
    """Agreement of the model with the chip where the chip's result is significant."""
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


def data(sources):
    """A line per cell, for the model and for the chip."""
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
                row += [f"{statistics.fmean(r[system]['ms'][c][name] for r in by_seed.values() for c in e1.CATEGORIES):.3f}"
                        for system in e1.SYSTEMS]
            writer.writerow(row + [sum(r[s]["lost"] for r in by_seed.values() for s in e1.SYSTEMS)])
    return out.getvalue()


def data_of_runs(sources, packets):
    """A line per cell and seed, with the runs of all systems."""
    return whole_results.text([({"source": source} | dataclasses.asdict(cell.traffic)
                                | {"ahead": cell.ahead, "weights": cell.weights, "seed": seed, "packets": packets}, whole_results.rounded(of))
                               for source, found in sources.items() for cell, by_seed in found.items() for seed, of in by_seed.items()])


def cell_of(row):
    return regime.Cell(from_row(regime.Traffic, row), int(row["ahead"]), row["weights"])


def read(text):
    """{source: {cell: {seed: {system: delays}}}} from the CSV of data_of_runs."""
    sources = {"model": {}, "chip": {}}
    for key, of in whole_results.read(text):
        sources[key["source"]].setdefault(cell_of(key), {})[int(key["seed"])] = of
    return sources


def seeds_of(found):
    counts = sorted({len(by_seed) for by_seed in found.values()})
    return "none" if not counts else f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"


def done(sources, wanted):
    rows = [[source, f"{sum(map(len, found.values()))} of {wanted[source][1]}", f"{len(found)} of {wanted[source][0]}", seeds_of(found),
             str(sum(r[s]["lost"] for by_seed in found.values() for r in by_seed.values() for s in e1.SYSTEMS))]
            for source, found in sources.items()]
    return table(["source", "cells and seeds run", "cells run", "seeds of a cell", "packets dropped"], rows)


def rest(sources, wanted, packets):
    """Remaining work. A run of the model covers all cells of a stream, one of the chip one
    system."""
    cells_of_run = {"model": len(regime.cells(regime.traffics()[0])), "chip": 1 / len(e1.SYSTEMS)}
    missing = {source: round((wanted[source][1] - sum(map(len, found.values()))) / cells_of_run[source])
               for source, found in sources.items()}
    if not any(missing.values()):
        return ""
    left = "; ".join(how_long(source, runs, packets) for source, runs in missing.items() if runs)
    return ("\n**Not all of it has been run.** `tools/experiments regime` runs the rest and writes this page again; it resumes after\n"
            f"an interruption ({left}).\n")


def per_cent(values):
    return ", ".join(level(v) for v in values)


def first_lines(sources):
    """The beginning of the page: cells with weights by demand whose averages PCFQ wins."""
    parts = []
    for source, arrivals in itertools.product(sources, regime.ARRIVALS):
        of = of_arrivals(sources[source], [arrivals], "demand")
        parts += [f"{source}, {NAMED[arrivals]} {sum(outcome(by_seed, 'mean').wins() for by_seed in of.values())} of {len(of)}"] * bool(of)
    return opening(
        "Where PCFQ beats two WFQ schedulers: a map", "In which loads, arrivals and weights does PCFQ lower all delays against two WFQ schedulers?",
        "In averages only with frames back to back no faster than the link and weights by demand; there gains are small.",
        "cells won in averages, weights by demand: " + ("; ".join(parts) or "not run") + "; the paper has one cell.",
        "Beyond 95 % intervals over the seeds of a cell, which are few; grid and seeds were chosen after a first one.",
        "No counterpart: the paper does not print its loads and weights.")


def page(sources, wanted, packets):
    found, chip = sources.values()
    out = [f"""{first_lines(sources)}
Experiment [E1](e1.md)'s sixteen flows under loads, arrivals, bounds and weights that its papers do not print: the reduction of
average and maximum delay of a category by literal PCFQ against two WFQ with the same packets at the same times. **The
[comments](#comments) summarise its gains, its losses and their causes.** Written by `tools/experiments regime`;
[{DATA}]({DATA}) has every cell, [{RUNS}]({RUNS}) every run.

- Reductions are in per cent, PCFQ against WFQ, run by run, then averaged over the seeds; "worst" is the minimum of the five
  categories, "mean" their mean. PCFQ *wins* a cell when it lowers all five beyond the 95 % interval (Student's t over the seeds), and *loses* it
  when it raises at least one beyond it. The minimum of five noisy numbers is low also by chance.
- The fine grid is a [model on the host](e1-model.md), the coarse one the emulated chip with work slept through. Both
  get the same packets from the same seeds. About {packets:,} packets a run: at loads near 1 delays and their differences grow with the
  length of a run.
- A cell is *certain* when PCFQ wins or loses it. Without any difference between the systems a cell would be lost by chance in at most
  12 % of cases (2.5 % for each of five categories), and hardly ever won.
- Seeds {regime.SEEDS[0]} and on are used nowhere else. A grid with twice as many loads on each axis, one or two seeds on the chip and two to four
  in the model was decided before its first run. **This one has fewer loads and more seeds: it was chosen after the results of that one.**
  On the chip, cells with frames back to back and weights by demand have up to {regime.CHIP_SEEDS} seeds, as gains are claimed for them; others have
  {regime.OTHER_CHIP_SEEDS} at most.

| axis | model | chip |
|---|---|---|
| processors, offered work (the chip adds 800 cycles a packet: 0.02 at a full link) | {per_cent(regime.CPU[:2])}, ..., {level(regime.CPU[-1])} | {per_cent(regime.CHIP_CPU)} |
| link, Poisson and on-off arrivals | {per_cent(regime.LINK[:2])}, ..., {level(regime.LINK[-1])} | {per_cent(regime.CHIP_LINK)} |
| link, frames back to back | their pace over the link's: {per_cent(regime.PACES.values())} | the same |
| packets handed out ahead of the processors | {", ".join(map(str, regime.AHEAD))} (SR-2 holds 64) | {" and ".join(map(str, regime.CHIP_AHEAD))}; back to back: all |
| weights | by demand, equal | the same |

Frames back to back have no link load to choose: it is the rate at which they arrive over the rate at which they leave. At line rate
(1.00) that is E1's first reading of the paper. Frames 1 % slower or 0.5 % faster arrive one after the other at 49.5
or 50.25 Mbit/s, the link sends 50. Poisson and on-off arrivals use a line of 1000 Mbit/s; an on-off flow sends bursts of
{regime.ONOFF_BURST} packets on average at {regime.ONOFF_PEAK} times its average rate.

{done(sources, wanted)}{rest(sources, wanted, packets)}"""]
    if not found:
        return out[0]
    out.append(f"## Certain cells\n\n{certain(sources)}")
    for name in MEASURES:
        out.append(f"## {MEASURES[name].capitalize()} delay\n\nCells of the model in which PCFQ lowers all five "
                   f"categories / raises at least one; in brackets those beyond the 95 % intervals, which PCFQ wins / loses:\n\n{by_kind(found, name, how_often)}")
        out.append(f"Median over the cells, per cent: worst / mean category.\n\n{by_kind(found, name, medians)}")
        for which in "worst", "mean":
            out.append(f"![Reduction of the {MEASURES[name]} delay, {which} category](regime-{IMAGES[name, which]}.svg)\n")
    out.append(f"""## Causes

The coarse grid in the model with one rule changed at a time, median over its cells of the mean category's reduction against
two WFQ, per cent: PCFQ as published; PCFQ with V four times as fast, so that it keeps up; WFQ for the processors alone, with
the link first come first served. Then the waiting times of packets by resource on average, ms, PCFQ / two WFQ.

{decides(found)}""")
    if chip:
        out.append(f"""## Model and chip

Model minus chip, points of per cent, each category of each cell of the coarse grid, the same packets in both:

{differences(found, chip)}
Delays in the model, per cent above the chip's:

{levels(found, chip)}
In cells where PCFQ wins or loses on the chip, the sign of the worst category is the same in the model: {agreement(found, chip)}.
`ctest -R regime` fails when a small grid drifts apart.

![The model's reductions over the chip's](regime-{DIFFERENCE}.svg)
""")
    return "\n".join(out)


class Regime(Experiment, name="regime", help="where PCFQ wins: maps over loads, arrivals, weights"):
    made_of = e1.MADE_OF

    @staticmethod
    def options(parser):
        add_packets(parser, regime.PACKETS, regime.PACKETS)
        for name, of, usual in ("--seeds", "model", regime.MODEL_SEEDS), ("--chip-seeds", "chip", regime.CHIP_SEEDS):
            parser.add_argument(name, type=whole_number(1, 99), default=usual, metavar="N", help=f"of the {of} ({usual})")
        add_from_data(parser)
        parser.add_argument("--fine", action="store_true", help="the chip on the model's grid too, which takes a day")
        parser.add_argument("--part", choices=["model", "chip", "page"], help="makes this part only; the page has what is there")
        parser.add_argument("--traffic", metavar="PATTERN", default="*", help="makes only cells whose traffic matches, such as "
                            "poisson-link96-*; the page has what is there")

    @staticmethod
    def check(given, error):
        if not regime.matching(regime.traffics(), given.traffic):
            error(f"--traffic: none matches {given.traffic}; names are such as {regime.traffics()[0].name()}")

    @functools.cached_property
    def model_runs(self):
        return self.kept(["ixpgen"], ["experiments/e1_model.py", "traces/flows/table1.toml"], "model-")

    def wanted_model(self, traffic, seed):
        name = f"{traffic.name()}/{seed}-{self.given.packets}"
        return name, regime.model_run, self.binaries, traffic, seed, self.given.packets, regime.cells(traffic), e1.SYSTEMS

    def wanted_changed(self, traffic, seed):
        name, coarse = f"{traffic.name()}/changed-{seed}-{self.given.packets}", [c for c in regime.chip_cells() if c.traffic == traffic]
        return name, regime.model_run, self.binaries, traffic, seed, self.given.packets, coarse, regime.CHANGED

    def wanted_chip(self, cell, system, seed):
        name = f"regime/{cell.name()}/{system}-{seed}-{self.given.packets}"
        return name, regime.chip_run, self.binaries, cell, system, seed, self.given.packets

    def run_model(self, chosen, seeds):
        """Makes missing runs, seed by seed, so that an interrupted campaign covers the grid."""
        coarse = {cell.traffic for cell in regime.chip_cells()}
        self.model_runs.all([wanted(traffic, seed) for seed in seeds for wanted in (self.wanted_model, self.wanted_changed)
                             for traffic in chosen if wanted == self.wanted_model or traffic in coarse], in_python=True)

    def run_chip(self, chosen):
        """Cells with most seeds first, then seed by seed."""
        seeds = {cell: regime.chip_seeds(cell, self.given.chip_seeds) for cell in chosen}
        most = max(map(len, seeds.values()))
        pairs = [(cell, seed) for seed in regime.SEEDS[:most] for cell, of in seeds.items() if seed in of]
        pairs.sort(key=lambda pair: len(seeds[pair[0]]) < most)
        self.runs.all([self.wanted_chip(cell, system, seed) for cell, seed in pairs for system in e1.SYSTEMS])

    def chip_runs(self, cells):
        """Number of cells times seeds."""
        return sum(len(regime.chip_seeds(cell, self.given.chip_seeds)) for cell in cells)

    def found_model(self, seeds):
        """{cell: {seed: {variant: delays}}} of results, each with all of e1.SYSTEMS."""
        kept, found = self.model_runs, {}
        for traffic, seed in itertools.product(regime.traffics(), seeds):
            cells = {cell.name(): cell for cell in regime.cells(traffic)}
            names = [wanted(traffic, seed)[0] for wanted in (self.wanted_model, self.wanted_changed)]
            for name in itertools.takewhile(kept.has, names):
                for cell, delays_of in kept.read(name).items():
                    found.setdefault(cells[cell], {}).setdefault(seed, {}).update(delays_of)
        return found

    def found_chip(self, seeds):
        kept, found = self.runs, {}
        for cell, seed in itertools.product(regime.chip_cells(fine=True), seeds):
            names = {system: self.wanted_chip(cell, system, seed)[0] for system in e1.SYSTEMS}
            if all(map(kept.has, names.values())):
                found.setdefault(cell, {})[seed] = {system: kept.read(name) for system, name in names.items()}
        return found

    def make(self, seeds, chip_cells):
        """Makes missing runs, and the text of the CSV of all."""
        given = self.given
        chosen = regime.matching(regime.traffics(), given.traffic)
        if given.part in (None, "model"):
            print(how_long("model", len(chosen) * len(seeds), given.packets), "in all", file=sys.stderr)
            self.run_model(chosen, seeds)
        if given.part in (None, "chip"):
            chip_chosen = [cell for cell in chip_cells if cell.traffic in set(chosen)]
            print(how_long("chip", len(e1.SYSTEMS) * self.chip_runs(chip_chosen), given.packets), "in all", file=sys.stderr)
            self.run_chip(chip_chosen)
        found = {"model": self.found_model(seeds), "chip": self.found_chip(regime.SEEDS[:given.chip_seeds])}
        return data_of_runs(found, given.packets)

    def main(self):
        """Writes maps and CSVs beside the page."""
        given, seeds, chip_cells = self.given, regime.SEEDS[:self.given.seeds], regime.chip_cells(self.given.fine)
        sources = read(self.data(RUNS, lambda: self.make(seeds, chip_cells)))
        if sources["model"]:
            images = {name: heat_maps(*sources.values(), *of) for of, name in IMAGES.items()}
            self.pictures(images | {DIFFERENCE: difference_plot(*sources.values())})
            self.write_beside(DATA, data(sources))
        grid = regime.chip_cells(fine=True)
        wanted = {"model": (len(grid), len(grid) * len(seeds)), "chip": (len(chip_cells), self.chip_runs(chip_cells))}
        return page(sources, wanted, given.packets)


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
    """The model's reductions over the chip's, one mark per cell and category; averages, then
    maxima."""
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
