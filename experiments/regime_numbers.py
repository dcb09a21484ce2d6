"""Results of the cells of the regime map: reductions by PCFQ against two WFQ."""
import dataclasses
import math
import statistics

from . import e1
from .intervals import mean_and_half_width

MEASURES = {"mean": "average", "max": "maximum"}
WEIGHTS = {"demand": "by demand", "equal": "equal"}


@dataclasses.dataclass
class Outcome:
    """Reductions by PCFQ for a cell and a measure in per cent, with half widths of their 95 % intervals."""
    of: dict              # {category: (mean over the seeds, half width)}
    mean: tuple           # over the five categories

    @property
    def worst(self):
        return min(self.of, key=lambda c: self.of[c][0])

    def wins(self):
        return all(mean > half for mean, half in self.of.values())

    def loses(self):
        return any(-mean > half for mean, half in self.of.values())


def reductions(of_seed, name, systems=("pcfq", "wfq")):
    """{category: reduction} of one seed."""
    first, second = (of_seed[system]["ms"] for system in systems)
    return {c: 100 * (1 - first[c][name] / second[c][name]) for c in e1.CATEGORIES}


def outcome(by_seed, name, systems=("pcfq", "wfq")):
    each = [reductions(of_seed, name, systems) for of_seed in by_seed.values()]
    return Outcome({c: interval([r[c] for r in each]) for c in e1.CATEGORIES}, interval([statistics.fmean(r.values()) for r in each]))


def interval(values):
    """Mean and half width of the 95 % interval. A single value has no interval."""
    mean, half = mean_and_half_width(values)
    return mean, half if len(values) > 1 else math.inf


def of_arrivals(found, arrivals, weights=None, ahead=None):
    return {cell: by_seed for cell, by_seed in found.items() if cell.traffic.arrivals in arrivals
            and weights in (None, cell.weights) and ahead in (None, cell.ahead)}


def level(value):
    return f"{value / 100:.2f}" if float(value).is_integer() else f"{value / 100:.3f}"


def pairs(found, chip, name):
    """[(cell, category, chip's reduction, the model's)] over the same seeds."""
    out = []
    for cell, by_seed in chip.items():
        seeds = [seed for seed in by_seed if seed in found.get(cell, {})]
        if seeds:
            both = [outcome({seed: source[cell][seed] for seed in seeds}, name).of for source in (chip, found)]
            out += [(cell, c, both[0][c][0], both[1][c][0]) for c in e1.CATEGORIES]
    return out
