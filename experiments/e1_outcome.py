"""Results of runs of PCFQ and of two WFQ: means over the seeds, each with the half width of its 95 % confidence
interval."""
import dataclasses
import math

from . import e1
from .intervals import mean_and_half_width

ALL = "all packets"
MEASURES = ("max", "mean", "std")  # as in the paper's table


@dataclasses.dataclass
class Outcome:
    seeds: int
    delays: dict      # {(system, category, measure): (ms, half)}
    reductions: dict  # {(category, measure): (reduction by PCFQ against WFQ in per cent, run by run; half width)}

    def categories(self):
        """In the paper's order, then all packets, as far as available."""
        return [c for c in e1.CATEGORIES + [ALL] if (c, "mean") in self.reductions]


def outcome(by_system):
    """From {system: [result of each seed]}."""
    delays, reductions = {}, {}
    for c in e1.CATEGORIES + [ALL]:
        for measure in MEASURES:
            of = {system: of_category(by_system[system], c, measure) for system in e1.SYSTEMS}
            delays |= {(system, c, measure): mean_and_half_width(values) for system, values in of.items()}
            reductions[c, measure] = mean_and_half_width([reduction(p, w) for p, w in zip(of["pcfq"], of["wfq"])])
    return Outcome(len(by_system["wfq"]), delays, reductions)


def reduction(pcfq, wfq):
    """By PCFQ in per cent. Deviations of equal delays are 0: 0 % if both are, else not a number."""
    if wfq == 0:
        return 0.0 if pcfq == 0 else math.nan
    return 100 * (1 - pcfq / wfq)


def of_category(runs, category, measure):
    return [(r["ms"][category] if category != ALL else all_packets(r["ms"]))[measure] for r in runs]


def all_packets(ms):
    """Mean, maximum and deviation over the packets of all categories."""
    rows = list(ms.values())
    n = sum(r["frames"] for r in rows)
    mean = sum(r["frames"] * r["mean"] for r in rows) / n
    square = sum(r["frames"] * (r["std"] ** 2 + r["mean"] ** 2) for r in rows) / n
    variance = max(square - mean ** 2, 0)  # rounding makes that of equal delays negative
    return {"mean": mean, "max": max(r["max"] for r in rows), "std": math.sqrt(variance), "frames": n}
