"""Results of the grid of "line-rate", compared with the paper's Table II."""
import csv
import dataclasses
import io
import math
import os

from . import e1, e1_line, figures, whole_results
from .e1_outcome import MEASURES, Outcome, outcome
from .e1_report import average, delays, reductions, verdict
from .page import table, with_interval

CPU_SECONDS = {5000: 0.6, 20000: 1.5, 100000: 7}  # per run, on a processor of 2023; only for estimates shown to users
NAMED = {"mean": "average", "max": "maximum", "std": "deviation"}
NEAREST = 5  # cells shown
UNITS = "units"  # the set-up that repeats one of them
PAGE = "e1-line-rate.md"
FILE, RUNS = "e1-line-rate.csv", "e1-line-rate-runs.csv"
KEY = ["processors", "ahead", "weights", "packets", "seeds", "category"]
KEY_OF_RUN = ("system", "seed")


def how_long(cells, seeds):
    """Time on one processor, for both systems, as text."""
    minutes = sum(CPU_SECONDS.get(cell.packets, cell.packets / 14000) for cell in cells) * 2 * len(seeds) / 60
    return f"about {minutes / 60:.1f} hours" if minutes > 100 else f"about {math.ceil(minutes)} min"


def papers(category, name):
    """Its reduction in per cent, recomputed from its table."""
    k = MEASURES.index(name)
    return 100 * (1 - e1.PAPER["pcfq"][category][k] / e1.PAPER["wfq"][category][k])


def of_cell(of, name):
    """{category: (reduction, half width of its interval)}"""
    return {c: of.reductions[c, name] for c in e1.CATEGORIES}


def wins(of, name):
    """Numbers of categories that PCFQ lowers and raises beyond the interval."""
    found = of_cell(of, name).values()
    return sum(mean > half for mean, half in found), sum(-mean > half for mean, half in found)


def distance(of, measures=("mean", "max")):
    """Distance from the paper's reductions: root mean square, in percentage points."""
    squares = [(of_cell(of, name)[c][0] - papers(c, name)) ** 2 for name in measures for c in e1.CATEGORIES]
    return math.sqrt(sum(squares) / len(squares))


def distances(of):
    """From averages, maxima and both."""
    return [f"{distance(of, measures):.1f}" for measures in (["mean"], ["max"], ["mean", "max"])]


DISTANCES = ["distance: averages", "maxima", "both"]


def averages(of, system):
    """Average delay of each category, ms."""
    return [of.delays[system, c, "mean"][0] for c in e1.CATEGORIES]


def level(of, system):
    """Mean ratio of average delays to the paper's, over all categories."""
    ratios = [ms / e1.PAPER[system][c][1] for c, ms in zip(e1.CATEGORIES, averages(of, system))]
    return sum(ratios) / len(ratios)


def whole(value, digits=0):
    """Rounded, and never "-0"."""
    return f"{round(value, digits) + 0.0:.{digits}f}"


def span(values, digits=0):
    return f"{whole(min(values), digits)} to {whole(max(values), digits)}"


def groups(found):
    """[(packets, weights, {cell: outcome})] of the existing cells."""
    out = []
    for packets in sorted({cell.packets for cell in found}):
        for weights in e1_line.WEIGHTS:
            cells = {c: r for c, r in found.items() if (c.packets, c.weights) == (packets, weights)}
            if cells:
                out.append((packets, weights, cells))
    return out


def overview(found):
    rows = []
    for packets, weights, cells in groups(found):
        row = [f"{packets:,}", weights, str(len(cells))]
        for name in "mean", "max", "std":
            counts = [wins(of, name) for of in cells.values()]
            row.append(f"{sum(won == len(e1.CATEGORIES) for won, _ in counts)} / {sum(lost > 0 for _, lost in counts)}")
        rows.append(row + [span([ms for of in cells.values() for ms in averages(of, "wfq")], 2)])
    return table(["packets", "weights", "cells", "averages", "maxima", "deviations", "WFQ's averages, ms"], rows)


def maps(found, name):
    """Processors by packets handed out ahead: minimum and maximum reduction of a category."""
    out = []
    for packets, weights, cells in groups(found):
        rows = []
        for processors, *_ in e1_line.PROCESSORS:
            row = [processors]
            for ahead in e1_line.AHEAD:
                of = cells.get(e1_line.Cell(processors, ahead, weights, packets))
                row.append(span([mean for mean, _ in of_cell(of, name).values()]) if of else "not run")
            rows.append(row)
        header = ["processors"] + [f"{a} ahead" for a in e1_line.AHEAD]
        out.append(f"{packets:,} packets, weights {weights}:\n\n" + table(header, rows))
    return "\n".join(out)


def heat_panel(found, packets, weights, name):
    """Each category of each cell, side by side for a number of packets handed out ahead."""
    rows = [{"ahead": str(cell.ahead), "category": c, "load": cell.processors.split()[0], "value": mean, "certain": abs(mean) > half}
            for cell, of in found.items() if (cell.packets, cell.weights) == (packets, weights)
            for c, (mean, half) in of_cell(of, name).items()]
    return figures.cells(f"{packets:,} packets", figures.names("ahead", "handed out ahead, each with five categories", map(str, e1_line.AHEAD)),
                         figures.names("load", "load", [p[0].split()[0] for p in reversed(e1_line.PROCESSORS)]), rows,
                         "per cent; above 0: PCFQ is better", figures.names("category", None, e1.CATEGORIES))


def plot(found):
    lengths_ = sorted({cell.packets for cell in found})
    return figures.figure({f"{NAMED[name].capitalize()}, weights {weights}": [heat_panel(found, packets, weights, name) for packets in lengths_]
                           for name in ("mean", "max") for weights in e1_line.WEIGHTS},
                          title="Reduction by PCFQ against two WFQ at line rate", subtitle=figures.UNDECIDED)


def nearest(found):
    """First the cell without a load to choose."""
    rows = []
    by_distance = sorted(found, key=lambda cell: distance(found[cell]))
    for cell in dict.fromkeys([cell for cell in found if cell == e1_line.FREE] + by_distance[:NEAREST]):
        of = found[cell]
        row = [cell.processors, str(cell.ahead), cell.weights, f"{cell.packets:,}"]
        for name in "mean", "max":
            row.append(", ".join(with_interval(*pair, 0) for pair in of_cell(of, name).values()))
        row += distances(of)
        rows.append(row + [f"{level(of, 'wfq'):.2f}"])
    its = [", ".join(f"{papers(c, name):.0f}" for c in e1.CATEGORIES) for name in ("mean", "max")]
    rows.append(["", "", "", "the paper", *its, "", "", "", "1"])
    return table(["processors", "ahead", "weights", "packets", "averages, %", "maxima, %", *DISTANCES, "WFQ's level"], rows)


def lengths(found, cells):
    """One cell by run length: delay grows."""
    rows = []
    for packets in sorted({cell.packets for cell in cells}):
        of = found.get(e1_line.shown(packets))
        if not of:
            rows.append([f"{packets:,}", "not run", "", "", "", ""])
            continue
        for system in e1.SYSTEMS:
            rows.append([f"{packets:,}", system.upper(), span(averages(of, system), 3), f"{level(of, system):.2f}",
                         of.idle_us[system], of.inside[system]])
    return table(["packets", "system", "averages, ms", "over the paper's", "link idle, µs", "inside after each quarter"], rows)


def done(found, cells):
    """Existing runs, by length and weights."""
    rows = []
    for packets, weights in dict.fromkeys((c.packets, c.weights) for c in cells):
        all_of_it = [c for c in cells if (c.packets, c.weights) == (packets, weights)]
        rows.append([f"{packets:,}", weights, f"{sum(c in found for c in all_of_it)} of {len(all_of_it)}"])
    return table(["packets", "weights", "cells run"], rows)


def command(cells, found, seeds):
    missing = [c for c in cells if c not in found]
    if not missing:
        return "The grid is complete."
    return (f"**Not all of it has been run.** `tools/experiments e1 --setup line-rate` runs the rest, {how_long(missing, seeds)} of one\n"
            "processor, and writes this anew; it goes on where it is interrupted, and `--cell` chooses cells.")


def of_runs(found, runs, folder=""):
    """Sentences: cells whose runs are kept, and the others."""
    name, kept = RUNS, sum(cell in runs for cell in found)
    text = f"[{name}]({folder}{name}) has the runs of {kept} of {len(found)} cells, with their seeds and digests. " if kept else ""
    absent = f"Runs, seeds and digests of {len(found) - kept} cells are absent: their campaign kept means and intervals."
    return (text + absent * (kept < len(found))).rstrip()


def described(seeds):
    return f"""Media interfaces receive and transmit at the same rate, as the paper says, and frames come back to back, in random order of
the flows (the order of their Poisson arrivals). The queue never drains then: the backlog is the amount that the link
could have sent while it was idle, and a system that keeps the link busier has lower delays for all categories.
Both systems get the same frames at the same times; nothing is dropped.

Parameters that the paper does not print form a grid, decided before the first run: processors loaded to {', '.join(p[0] for p in e1_line.PROCESSORS)}
("ticks": a unit of Table I is 16 cycles, and the line rate 64 Mbit/s, so that frames alone are 50; else 50 Mbit/s on the line);
{', '.join(map(str, e1_line.AHEAD))} packets handed out ahead of the processors ("ring": the whole of SR-2); {', '.join(f'{p:,}' for p in e1_line.PACKETS)}
packets; weights by demand or equal. Seeds {seeds[0]} to {seeds[-1]}, used nowhere else. **The results of two cells by demand were known from
trials before the grid was decided, 0.85 with 4 ahead and ticks with 1 ahead; so no cell is a prediction, and the grid counts as a whole.**
[{PAGE}](data/{PAGE}) has every cell, [{FILE}](data/{FILE}) every category of every cell."""


def section(found, cells, seeds, runs, picture):
    """Section of docs/experiments/e1.md."""
    out = [f"{described(seeds)}\n{of_runs(found, runs, 'data/')}\n\n{done(found, cells)}\n{command(cells, found, seeds)}\n"]
    if not found:
        return out[0]
    out.append("Number of cells in which PCFQ lowers all five categories / raises at least one, beyond the 95 % interval. The\n"
               "paper's WFQ averages are 0.68 to 0.79 ms.\n\n" + overview(found))
    out.append(f"""Reduction by PCFQ in each category of each cell, categories in the order {', '.join(e1.CATEGORIES)}. The
paper has 10 to 19 % for averages and 5 to 25 % for maxima; [{PAGE}](data/{PAGE}) has the same as tables.

![Reduction by PCFQ at line rate]({picture})
""")
    out.append("Matches of the paper's ten reductions of averages and maxima; distance: root mean square, points of per cent. The first\n"
               "line, ticks with none ahead by demand, has no load to choose; it was chosen after its results were seen, and\n"
               f'"{UNITS}" runs it again on fresh seeds. Then the nearest cells by both, also selected afterwards: intervals of maxima are\n'
               'wide, so noise takes part in that choice. In italics: not distinguishable from 0. Categories in the order\n'
               f"{', '.join(e1.CATEGORIES)}.\n\n" + nearest(found))
    processors, ahead, weights = e1_line.SHOWN
    out.append(f"Delay grows with the length of a run: processors {processors}, {ahead} ahead, weights {weights}.\n\n" + lengths(found, cells))
    longest = [e1_line.shown(p) for p in sorted({c.packets for c in cells}) if e1_line.shown(p) in found]
    if longest:
        of = found[longest[-1]]
        out.append(f"Table II in that cell, {longest[-1].packets:,} packets, {of.seeds} seeds.\n\n{delays(of)}")
        out.append(f"{reductions(of)}\n{verdict(of)}")
    return "\n".join(out)


def page(found, cells, seeds, runs):
    rows = []
    for cell, of in found.items():
        row = [cell.processors, str(cell.ahead), cell.weights, f"{cell.packets:,}"]
        for name in "mean", "max":
            row += [with_interval(mean, half) for mean, half in of_cell(of, name).values()]
        for system in e1.SYSTEMS:
            row += [of.idle_us[system], of.inside[system], f"{level(of, system):.2f}"]
        rows.append(row)
    header = ["processors", "ahead", "weights", "packets"]
    header += [f"{c}, {NAMED[name]}" for name in ("mean", "max") for c in e1.CATEGORIES]
    header += [f"{s.upper()}: {what}" for s in e1.SYSTEMS for what in ("link idle, µs", "inside", "level")]
    ranges = "\n".join(f"Reduction of the {NAMED[name]} by PCFQ, per cent, minimum to maximum of the five categories.\n\n{maps(found, name)}"
                       for name in ("mean", "max"))
    return f"""# E1 at line rate: every cell

Reductions by PCFQ in per cent with 95 % confidence intervals over {len(seeds)} seeds, in italics if wider than the value; idle time of the link from the first
arrival to the last departure; packets inside at the end of each quarter of a run; average delays over the paper's
("level"). [e1.md](../e1.md) describes the cells, [{FILE}]({FILE}) has the delays and deviations. Written
by `tools/experiments e1 --setup line-rate` from that file; cells that it does not run again are unchanged.
{of_runs(found, runs)}

{done(found, cells)}
{command(cells, found, seeds)}

{table(header, rows) if rows else ''}
{ranges}"""


def beside(by_system):
    """One run of both systems compared with the paper's Table II, for a terminal."""
    lines = [f"{'average delay, ms':<18}{'PCFQ':>8}{'WFQ':>8}{'reduction':>11}{'the paper: PCFQ':>18}{'WFQ':>6}{'reduction':>11}"]
    for c in e1.CATEGORIES:
        ours = [by_system[s][0]["ms"][c]["mean"] for s in e1.SYSTEMS]
        its = [e1.PAPER[s][c][1] for s in e1.SYSTEMS]
        lines.append(f"{c:<18}{ours[0]:>8.3f}{ours[1]:>8.3f}{100 * (1 - ours[0] / ours[1]):>9.0f} %{its[0]:>18.2f}{its[1]:>6.2f}"
                     f"{papers(c, 'mean'):>9.0f} %")
    idle = ", ".join(f"{s.upper()} {by_system[s][0]['idle_ms']:.2f} ms" for s in e1.SYSTEMS)
    lines.append(f"The link was idle for: {idle} (the backlog, and so everybody's delay, is what it could have sent then).")
    return "\n".join(lines) + "\n"


@dataclasses.dataclass
class LineOutcome(Outcome):
    idle_us: dict  # {system: text}: idle time of the link
    inside: dict   # {system: text}: packets inside at the end of each quarter


def line_outcome(by_system):
    """From {system: [result of each seed]}."""
    idle = {s: f"{1000 * average(runs, lambda r: r['idle_ms']):.0f}" for s, runs in by_system.items()}
    inside = {s: " ".join(f"{average(runs, lambda r, k=k: r['inside'][k]):.0f}" for k in range(e1_line.QUARTERS))
              for s, runs in by_system.items()}
    return LineOutcome(**vars(outcome(by_system)), idle_us=idle, inside=inside)


def runs_text(found):
    """CSV with a line per run, from {cell: {system: [result of each seed]}}."""
    return whole_results.text([
        (dataclasses.asdict(cell) | {name: run[name] for name in KEY_OF_RUN}, whole_results.rounded(
            {name: value for name, value in run.items() if name not in ("cell", *KEY_OF_RUN)}))
        for cell, of in found.items() for runs in of.values() for run in runs])


def read_runs(path, seeds):
    """`found` of runs_text from the file, for cells with that number of seeds."""
    if not os.path.exists(path):
        return {}
    found = {}
    with open(path, encoding="utf-8") as f:
        for key, run in whole_results.read(f.read()):
            cell = cell_of(key)
            found.setdefault(cell, {}).setdefault(key["system"], []).append(run | {"system": key["system"], "seed": int(key["seed"])})
    return {cell: of for cell, of in found.items() if all(len(runs) == seeds for runs in of.values())}


def cell_of(row):
    ahead = row["ahead"] if row["ahead"] == "ring" else int(row["ahead"])
    return e1_line.Cell(row["processors"], ahead, row["weights"], int(row["packets"]))


def header():
    pairs = [f"{name}{part}" for name in [f"{s}_{m}_ms" for s in e1.SYSTEMS for m in MEASURES] +
             [f"reduction_{m}" for m in MEASURES] for part in ("", "_ci")]
    return KEY + pairs + [f"{s}_{what}" for s in e1.SYSTEMS for what in ("link_idle_us", "inside_mean_at_quarters")]


def text(found):
    """Delays in ms, reductions in per cent, each with the half width of its interval."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header())
    for cell, of in found.items():
        for c in of.categories():
            row = [cell.processors, cell.ahead, cell.weights, cell.packets, of.seeds, c]
            row += [f"{x:.5f}" for s in e1.SYSTEMS for m in MEASURES for x in of.delays[s, c, m]]
            row += [f"{x:.3f}" for m in MEASURES for x in of.reductions[c, m]]
            writer.writerow(row + [x for s in e1.SYSTEMS for x in (of.idle_us[s], of.inside[s])])
    return out.getvalue()


def pair(row, name):
    return float(row[name]), float(row[name + "_ci"])


def read(path, seeds):
    """{cell: outcome} from the file, for cells with that number of seeds."""
    if not os.path.exists(path):
        return {}
    with open(path, newline="", encoding="utf-8") as f:
        rows = list(csv.DictReader(f))
    found = {}
    for row in rows:
        if row.keys() != set(header()):
            raise ValueError(f"{path} has other columns than this writes; remove it, or run the cells that it holds again")
        if int(row["seeds"]) != seeds:
            continue
        of = found.setdefault(cell_of(row), LineOutcome(seeds, {}, {}, {}, {}))
        for s in e1.SYSTEMS:
            of.delays |= {(s, row["category"], m): pair(row, f"{s}_{m}_ms") for m in MEASURES}
            of.idle_us[s], of.inside[s] = row[f"{s}_link_idle_us"], row[f"{s}_inside_mean_at_quarters"]
        of.reductions |= {(row["category"], m): pair(row, f"reduction_{m}") for m in MEASURES}
    return found


def in_order(found, cells):
    """In the order of the grid; cells of other lengths follow."""
    return {cell: found[cell] for cell in [*cells, *found] if cell in found}
