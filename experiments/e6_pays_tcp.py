"""When preemption pays, in closed loop: P-SPF against SPF and 4-iSLIP over load and speedup with
TCP, beside packets of the paper's sizes or short packets of telephone calls."""
import csv
import dataclasses
import io

from . import e6_tcp, runs
from .experiment import from_row

SLOTS, SEEDS = 500_000, range(9101, 9106)
SPEEDUPS = [1, 1.1, 1.25]
LOADS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
BOTH = ["p-spf", "spf"]
SCHEDULERS = [*BOTH, "packet-islip"]
# A call sends 20 bytes of speech and 40 of headers each 20 ms: a cell. 1,953 calls load a line of
# 1 Gbit/s by 0.05.
CALLS_LOAD = 0.05
PACKET_INTERVAL = 39062.5  # slots of 512 ns in 20 ms
TRAFFIC = {"sizes": "packets of the paper's sizes", "calls": "calls"}
DATA = "e6-pays-tcp.csv"

SIZES = (2000, 20_000, 200_000)  # of flows, as in e6_tcp.FLOWS
COLUMNS = {
    "goodput": lambda stats: stats["tcp"]["goodput"]["mean"],
    "round_trip": lambda stats: stats["tcp"]["round_trip"]["mean"],
    "timeouts": lambda stats: stats["tcp"]["timeouts"],
    "short_waiting": lambda stats: stats["packets"]["short"]["waiting"]["mean"],
    "short_waiting_max": lambda stats: stats["packets"]["short"]["waiting"]["max"],
    "all_delay": lambda stats: stats["packets"]["all"]["delay"]["mean"],
    **{f"flow_{of}": lambda stats, of=of: completion(stats, of)["mean"] for of in SIZES},
    **{f"flow_{of}_99": lambda stats, of=of: completion(stats, of)["percentile_99"] for of in SIZES},
}


def completion(stats, of):
    return next(one for one in stats["tcp"]["completion"] if one["bytes"] == of)


@dataclasses.dataclass(frozen=True)
class Run:
    traffic: str
    scheduler: str
    load: float  # total of TCP and the other traffic
    speedup: float

    def name(self):
        return "-".join(map(str, dataclasses.astuple(self)))

    def file(self):
        return e6_tcp.FLOWS

    def changes(self, slots):
        if self.traffic == "sizes":
            return e6_tcp.Run(self.scheduler, self.load).changes(slots) | {"speedup": self.speedup}
        return {"scheduler.name": self.scheduler, "slots": slots, "speedup": self.speedup, "tcp.load": round(self.load - CALLS_LOAD, 6),
                "traffic.load": CALLS_LOAD, "traffic.packets": [{"cells": 1, "share": 1}]}


def grid():
    return [Run(traffic, s, load, speedup) for traffic in TRAFFIC for speedup in SPEEDUPS for load in LOADS for s in SCHEDULERS]


def measure(experiment, slots, seeds):
    """{run: [statistics of each seed]}"""
    return experiment.runs.over_seeds(grid(), seeds, lambda run, seed: (
        f"pays-tcp/{slots}/{run.name()}-{seed}", e6_tcp.run_one, experiment.binaries, run, slots, seed))


def data(measured, slots, seeds):
    """One line per run; times in slots. The digest is of all of its statistics."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["traffic", "scheduler", "load", "speedup", "slots", "seed", *COLUMNS, "digest"])
    for run, results in measured.items():
        for seed, stats in zip(seeds, results):
            rows.writerow([*dataclasses.astuple(run), slots, seed, *(f"{value(stats):.6g}" for value in COLUMNS.values()), runs.digest_of(stats)])
    return out.getvalue()


def read(text):
    """({run: [{column: number} of each seed]}, slots, seeds) from the CSV."""
    found, seeds = {}, {}
    for row in csv.DictReader(io.StringIO(text)):
        found.setdefault(from_row(Run, row), []).append({name: float(row[name]) for name in COLUMNS})
        seeds[int(row["seed"])] = int(row["slots"])
    return found, next(iter(seeds.values())), list(seeds)
