"""Experiment E6 with TCP in closed loop: goodput and completion times of a 16 x 16 switch with and without preemption.
fabric/examples/tcp.toml and fabric/examples/tcp-endless.toml are the set-ups. Also, in open loop, packet order in captures of real
TCP and UDP."""
import dataclasses
import functools
import json
import os

from tools_lib import systems
from . import runs
from .e6 import PLAIN, PREEMPTIVE

FLOWS, ENDLESS, CAPTURES = "fabric/examples/tcp.toml", "fabric/examples/tcp-endless.toml", "fabric/examples/captures.toml"
LOADS = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]  # total of TCP and background
TCP_PART = 6 / 7                                  # share of the load, as in FLOWS
COUNTS = [1, 2, 4, 8, 16]                         # endless flows at each port
PAIRS = dict(zip(PREEMPTIVE, PLAIN))
SCHEDULERS = [*PREEMPTIVE, *PLAIN, "spf"]
FEW = ["p-spf", "packet-islip", "spf"]
LOSS_CELLS = 2000  # capacity of an input in runs with losses


@dataclasses.dataclass(frozen=True)
class Run:
    """Random flow arrivals at a load; endless flows, `count` per port; or captures at a load."""
    scheduler: str
    load: float = 0
    endless: int = 0
    line: str = "fifo"
    input_cells: int = 0
    captures: bool = False

    def name(self):
        return "-".join((made_of_captures() if self.captures else "tcp", self.scheduler, str(self.load), str(self.endless),
                         self.line, str(self.input_cells)))

    def file(self):
        return CAPTURES if self.captures else ENDLESS if self.endless else FLOWS

    def shown(self):
        """Patterns of the statistics of the page."""
        if self.captures:
            return ("order.*",)
        return ("packets.short.waiting.mean", "tcp.goodput.mean", "tcp.round_trip.mean", "tcp.timeouts", "tcp.segments*", "tcp.dropped",
                "tcp.completion.?.mean", "tcp.completion.?.percentile_*")

    def changes(self, slots):
        if self.captures:
            return {"scheduler.name": self.scheduler, "slots": slots, "traffic.load": self.load, "traffic.destinations": "flows"}
        changes = {"scheduler.name": self.scheduler, "slots": slots, "tcp.line": self.line, "input_cells": self.input_cells}
        if self.endless:
            return changes | {"tcp.endless": self.endless}
        of_tcp = round(self.load * TCP_PART, 6)
        return changes | {"tcp.load": of_tcp, "traffic.load": round(self.load - of_tcp, 6)}


ORDERS = [Run(s, 0.7, captures=True) for s in [*PREEMPTIVE, "packet-islip", "spf"]]


@functools.cache
def made_of_captures():
    named = (os.path.join(systems.ROOT, "fabrics", path) for path in systems.read(os.path.join(systems.ROOT, CAPTURES))["traffic"]
             ["captures"])
    return "captures-" + runs.made_of(os.path.join(systems.ROOT, CAPTURES), *named)


def grid():
    return ([Run(s, load) for s in SCHEDULERS for load in LOADS]
            + [Run(s, endless=count) for s in SCHEDULERS for count in COUNTS]
            + [Run(s, load, **more) for more in ({"line": "short-first"}, {"input_cells": LOSS_CELLS})
               for s in FEW for load in LOADS]
            + ORDERS)


def run_one(binaries, run, slots, seed):
    stats = json.loads(systems.call([os.path.join(binaries, "ixpfabric"), os.path.join(systems.ROOT, run.file()), "--json",
                                     "--seed", str(seed), *systems.settings(run.changes(slots))]))
    del stats["fabric"]
    return stats


def measure(experiment, slots, seeds):
    """{run: [statistics of each seed]}"""
    return experiment.runs.over_seeds(grid(), seeds, lambda run, seed: (
        f"{slots}/{run.name()}-{seed}", run_one, experiment.binaries, run, slots, seed))
