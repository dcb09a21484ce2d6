"""Experiment E6: a 16 x 16 switch that lets short packets interrupt long ones, after the simulation of Li, Liu, Shi, Xu, Wu
(Preemptive Packet-Mode Scheduling to Improve TCP Performance, IWQoS 2005). fabric/examples/paper.toml is the switch."""
import dataclasses
import json
import os

from tools_lib import systems
from . import whole_results
from .experiment import from_row

FABRIC = os.path.join(systems.ROOT, "fabric/examples/paper.toml")
PORTS, SPEEDUP = 16, 1.176
LOADS = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0]
COUNTS = ["saturated", "half"]
SIZES = [2, 4, 8, 16, 32, 64]  # ports of the switches

# The paper's Table 1. If it does not say whether cells or packets are matched, both variants are listed.
TABLE_1 = {"islip": 0.996, "packet-islip": 0.996, "msm": 0.997, "packet-msm": 0.997, "mwm-ql": 0.997, "packet-mwm-ql": 0.997,
           "mwm-ca": 0.998, "packet-mwm-ca": 0.998, "p-spf": 0.940, "p-msm": 0.940, "p-mwm-ql": 0.940, "p-mwm-ca": 0.940}
PREEMPTIVE = ["p-spf", "p-msm", "p-mwm-ql", "p-mwm-ca"]
PLAIN = ["packet-islip", "packet-msm", "packet-mwm-ql", "packet-mwm-ca"]  # packet mode
BESIDE = ["short-first-in-voq", "spf", "p-spf-voqs"]                      # not in the paper's table
SATURATED = [*TABLE_1, *BESIDE]
CURVES = [*PREEMPTIVE, *PLAIN, *BESIDE]
FAST = ["p-spf", "packet-islip"]   # also run with speedup
WHOLE = ["p-spf", "packet-islip"]  # also run with packets that enter whole
WHOLE_LOADS = [load for load in LOADS if load < 1]


@dataclasses.dataclass(frozen=True)
class Run:
    scheduler: str
    load: float
    ports: int = PORTS
    speedup: float = 1
    enter: str = "cells"
    count: str = "curve"  # or, for throughput, "saturated": from the first slot on; "half": from the middle on

    def name(self):
        return "-".join((self.scheduler, str(self.load), str(self.ports), str(self.speedup), self.enter, self.count))

    def shown(self):
        """Patterns of the statistics of the page."""
        return "throughput.mean", "packets.*.mean", "queues.input_short.max"

    def changes(self, slots):
        changes = {"scheduler.name": self.scheduler, "traffic.load": self.load, "ports": self.ports, "speedup": self.speedup,
                   "traffic.enter": self.enter, "slots": slots}
        if self.count != "curve":
            changes["warmup"] = slots // 2 if self.count == "half" else 0
        return changes


def saturation():
    """Table 1."""
    return [Run(s, 1.0, count=count) for count in COUNTS for s in SATURATED]


def sizes():
    """T_max: switches of all sizes."""
    return [Run("p-spf", 1.0, ports=n, count=count) for count in COUNTS for n in SIZES]


def curves():
    """Figures 3 to 6, with additional runs for speedup and packets that enter whole."""
    return ([Run(s, load) for s in CURVES for load in LOADS]
            + [Run(s, load, speedup=SPEEDUP) for s in FAST for load in LOADS]
            + [Run(s, load, enter="packets") for s in WHOLE for load in WHOLE_LOADS])


def grid():
    return list(dict.fromkeys(saturation() + sizes() + curves()))


def run_one(binaries, run, slots, seed):
    stats = json.loads(systems.call([os.path.join(binaries, "ixpfabric"), FABRIC, "--json", "--seed", str(seed),
                                     *systems.settings(run.changes(slots))]))
    del stats["fabric"]
    return stats


def measure(experiment, slots, seeds):
    """{run: [statistics of each seed]}"""
    return experiment.runs.over_seeds(grid(), seeds, lambda run, seed: (
        f"{slots}/{run.name()}-{seed}", run_one, experiment.binaries, run, slots, seed))


def data(measured, slots, seeds):
    """CSV with one line per run, times in slots."""
    return whole_results.text([(dataclasses.asdict(run) | {"slots": slots, "seed": seed}, whole_results.part(stats, run.shown()))
                               for run, results in measured.items() for seed, stats in zip(seeds, results)])


def read(text, cls=Run):
    """({run: [statistics of each seed]}, slots, seeds) from the CSV."""
    found, seeds = {}, {}
    for key, stats in whole_results.read(text):
        found.setdefault(from_row(cls, key), []).append(stats)
        seeds[int(key["seed"])] = int(key["slots"])
    return found, next(iter(seeds.values())), list(seeds)


class Forms:
    """The paper's closed forms for a load, in slots. They ignore conflicts at inputs and broken matches."""

    def __init__(self, load, ports=PORTS):
        kinds = systems.read(FABRIC)["traffic"]["packets"]
        of_all = moments(kinds)
        short, long = (moments([k for k in kinds if (k["cells"] == 1) == is_short]) for is_short in (True, False))
        rate = load / of_all[1]  # packets per slot and output
        self.rate_s, self.rate_l = (rate * part[0] / of_all[0] for part in (short, long))
        rho_s = self.rate_s * short[1]
        residual = (self.rate_s * short[2] + self.rate_l * long[2]) / (2 * (1 - load)) if load < 1 else float("inf")
        self.short = (ports - 1) / ports * self.rate_s / (2 * (1 - rho_s))
        self.long = (long[1] + residual) / (1 - rho_s) - long[1]
        of_limit = self.short * ports / (ports - 1)  # the paper's overall form lets N go to infinity
        self.preemptive = (self.rate_s * of_limit + self.rate_l * self.long) / rate
        self.plain = rate * of_all[2] / (2 * (1 - load)) if load < 1 else float("inf")
        self.gain = self.plain / self.preemptive if load < 1 else float("nan")


def moments(kinds):
    """(shares, mean, mean square) of the cells of some packet kinds."""
    share = sum(k["share"] for k in kinds)
    return share, *(sum(k["share"] * k["cells"] ** n for k in kinds) / share for n in (1, 2))


def highest_throughput(ports):
    """T_max: throughput if the input of an interrupted packet sends elsewhere and no other input replaces it."""
    short = Forms(1, ports).rate_s
    return 1 - short * (1 - 1 / ports) * (1 - short / ports) ** (ports - 1)


def ideal_throughput(slots, ports=PORTS):
    """Throughput of an output-queued switch started empty at load 1: its queues are random walks reflected at 0, which
    idle sqrt(2 V T / pi) slots of T on average. V is the variance of the cells that arrive for an output in a slot:
    for packets of S cells with random arrivals E[S^2] / E[S], less the 1 / N by which a packet occupies its line."""
    _, mean, square = moments(systems.read(FABRIC)["traffic"]["packets"])
    variance = square / mean * (1 - 1 / ports)
    return 1 - (2 * variance / (3.141592653589793 * slots)) ** 0.5
