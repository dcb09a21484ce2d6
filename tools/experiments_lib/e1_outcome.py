"""Results of runs of PCFQ and of two WFQ: means over the seeds, each with the half width of its 95 % confidence
interval."""
import dataclasses
import math

from . import e1
from ixp.intervals import mean_and_half_width

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
            reductions[c, measure] = mean_and_half_width([100 * (1 - p / w) for p, w in zip(of["pcfq"], of["wfq"])])
    return Outcome(len(by_system["wfq"]), delays, reductions)


def of_category(runs, category, measure):
    return [(r["ms"][category] if category != ALL else all_packets(r["ms"]))[measure] for r in runs]


def all_packets(ms):
    """Mean, maximum and deviation over the packets of all categories."""
    rows = list(ms.values())
    n = sum(r["frames"] for r in rows)
    mean = sum(r["frames"] * r["mean"] for r in rows) / n
    square = sum(r["frames"] * (r["std"] ** 2 + r["mean"] ** 2) for r in rows) / n
    return {"mean": mean, "max": max(r["max"] for r in rows), "std": math.sqrt(square - mean ** 2), "frames": n}
