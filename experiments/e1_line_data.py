"""Results of the cells of "line-rate", and the CSV file that stores them: one line per cell and category. The pages are
generated from the file, so cells that were not run this time are kept."""
import csv
import dataclasses
import io
import os

from . import e1, e1_line, whole_results
from .e1_outcome import MEASURES, Outcome, outcome
from .e1_report import average

FILE, RUNS = "e1-line-rate.csv", "e1-line-rate-runs.csv"
KEY = ["processors", "ahead", "weights", "packets", "seeds", "category"]
KEY_OF_RUN = ("system", "seed")


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
