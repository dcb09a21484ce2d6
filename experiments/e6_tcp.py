"""Experiment E6 with TCP in closed loop: goodput and completion times of a 16 x 16 switch with and
without preemption. fabric/examples/tcp.toml and fabric/examples/tcp-endless.toml are the set-ups.
Also, in open loop, packet order in captures of real TCP and UDP."""
import dataclasses
import functools
import json
import os

from tools_lib import systems
from . import runs
from .e6 import PLAIN, PREEMPTIVE
from .e6_report import NAMES, curves, of_runs
from .intervals import mean_and_half_width
from .page import opening, shown, table, verdict

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


LOSS, SHORT_FIRST = {"input_cells": LOSS_CELLS}, {"line": "short-first"}
DATA = "TCP data"
VALUES = {
    "goodput": lambda stats: stats["tcp"]["goodput"]["mean"],
    "round trip": lambda stats: stats["tcp"]["round_trip"]["mean"],
    "ACKs wait": lambda stats: stats["packets"]["short"]["waiting"]["mean"],
    "timeouts": lambda stats: stats["tcp"]["timeouts"],
    "sent again": lambda stats: stats["tcp"]["segments_again"] / stats["tcp"]["segments"],
}


def sizes():
    return [size["bytes"] for size in systems.read(systems.ROOT + "/" + FLOWS)["tcp"]["sizes"]]


def completion(number, of="mean"):
    return lambda stats: stats["tcp"]["completion"][number][of] or 0  # null without flows


class Measured:
    """Means over seeds. Both schedulers of a pair get the same flows for a seed, so ratios are
    taken per seed."""

    def __init__(self, by_run):
        self.by_run = by_run

    def of(self, value, scheduler, **more):
        return mean_and_half_width([value(stats) for stats in self.by_run[Run(scheduler, **more)]])

    def ratio(self, value, preemptive, plain, **more):
        pairs = zip(self.by_run[Run(preemptive, **more)], self.by_run[Run(plain, **more)])
        try:
            return mean_and_half_width([value(a) / value(b) for a, b in pairs])
        except ZeroDivisionError:
            raise RuntimeError("the runs are so short that no flow of some size completed in one; raise --slots") from None


def called(number_of_bytes):
    return f"{number_of_bytes // 1000} KB"


# ---- Statements

def less(ratio):
    return ratio[0] + ratio[1] < 1


def more_than(ratio):
    return ratio[0] - ratio[1] > 1


def where(values, good):
    """Lists of the better, the undecided and the worse values."""
    better = [x for x, ratio in values.items() if good(ratio)]
    worse = [x for x, ratio in values.items() if (more_than if good is less else less)(ratio)]
    open_ = [x for x in values if x not in better and x not in worse]
    parts = [f"{word} at {', '.join(f'{x:g}' for x in xs)}" for word, xs in
             (("yes", better), ("not told apart", open_), ("no", worse)) if xs]
    return "; ".join(parts), verdict(len(better) == len(values))


def statement(text, measured, value, good, pair, setups):
    ratios = {x: measured.ratio(value, *pair, **more) for x, more in setups.items()}
    worst, best = sorted((r[0] for r in ratios.values()), reverse=good is less)[::len(ratios) - 1]
    found, said = where(ratios, good)
    return [text, f"{NAMES[pair[0]]} over {NAMES[pair[1]]}: {worst:.3f} to {best:.3f}; {found}", said]


def at_loads(**more):
    return {load: {"load": load} | more for load in LOADS}


def statements(measured):
    counts = {count: {"endless": count} for count in COUNTS}
    rows = [in_order(measured), captures_in_order(measured)]
    for pair in PAIRS.items():
        rows.append(statement("round trips are shorter with preemption (by load)", measured, VALUES["round trip"], less, pair,
                              at_loads()))
    for number, of in enumerate(sizes()):
        for pair in PAIRS.items():
            rows.append(statement(f"flows of {called(of)} complete earlier (by load)", measured, completion(number), less, pair,
                                  at_loads()))
    for pair in PAIRS.items():
        rows.append(statement("endless flows get more (by flows a port)", measured, VALUES["goodput"], more_than, pair, counts))
    return table(["with preemption", "measured", ""], rows)


def in_order(measured):
    stats = [one for run, found in measured.by_run.items() if not run.input_cells and not run.captures for one in found]
    ahead, segments = (sum(one["tcp"][key] for one in stats) for key in ("segments_ahead", "segments"))
    dropped = sum(one["tcp"]["dropped"] for one in stats)
    return ["TCP data arrive in order", f"without loss, all runs: {ahead} of {segments} segments came behind a hole, {dropped} "
            "packets dropped", verdict(ahead == 0)]


def late(stats, packets, behind):
    return sum(entry["late"] for one in stats for entry in one["order"]["late"]
               if (entry["packets"], entry["behind"]) == (packets, behind))


def captures_in_order(measured):
    stats = [one for run in ORDERS for one in measured.by_run[run]]
    wrong, all_of_them = late(stats, DATA, DATA), sum(one["order"]["left"].get(DATA, 0) for one in stats)
    return ["TCP data of real captures leave in order", f"{wrong} of {all_of_them} packets with data left behind later data of their "
            "flow", verdict(wrong == 0)]


# ---- Tables

def table_of_order(measured):
    rows = []
    for run in ORDERS:
        stats = measured.by_run[run]
        kinds = sorted({(entry["packets"], entry["behind"]) for one in stats for entry in one["order"]["late"]})
        for packets, behind in kinds or [("none", "")]:
            left = sum(one["order"]["left"].get(packets, 0) for one in stats)
            rows.append([NAMES[run.scheduler], packets, behind, f"{late(stats, packets, behind)} of {left}" if kinds else ""])
    return table(["scheduler", "late packets", "behind", "how many"], rows)


def table_of_completions(measured, schedulers, **more):
    rows = []
    for load in LOADS:
        for scheduler in schedulers:
            row = [f"{load:g}", NAMES[scheduler]]
            for number, _ in enumerate(sizes()):
                row += [shown(measured.of(completion(number), scheduler, load=load, **more), 0),
                        shown(measured.of(completion(number, "percentile_99"), scheduler, load=load, **more), 0)]
            row += [shown(measured.of(VALUES[v], scheduler, load=load, **more), digits)
                    for v, digits in (("round trip", 0), ("ACKs wait", 2), ("goodput", 4), ("timeouts", 1))]
            rows.append(row)
    heads = [head for of in sizes() for head in (called(of), "99 %")]
    return table(["load", "scheduler", *heads, "round trip", "ACKs wait", "goodput", "timeouts"], rows)


def table_of_endless(measured):
    rows = []
    for scheduler in SCHEDULERS:
        rows.append([NAMES[scheduler]] + [shown(measured.of(VALUES["goodput"], scheduler, endless=count), 4)
                                          for count in COUNTS])
    for preemptive, plain in PAIRS.items():
        rows.append([f"{NAMES[preemptive]} over {NAMES[plain]}"] + [
            shown(measured.ratio(VALUES["goodput"], preemptive, plain, endless=count), 3) for count in COUNTS])
    return table(["scheduler", *map(str, COUNTS)], rows)


# ---- Plots

def plots(measured):
    """{part of a file name: figure}"""
    out = {f"completion-{number}": plot(measured, f"Flows of {called(of)}: completion time", completion(number))
           for number, of in enumerate(sizes())}
    out["round-trip"] = plot(measured, "Round trip", VALUES["round trip"])
    out["endless"] = curves("Endless flows: goodput", {
        s: [(count, *measured.of(VALUES["goodput"], s, endless=count)) for count in COUNTS] for s in SCHEDULERS},
        "flows a port", "of the lines", log=False)
    return out


def plot(measured, title, value):
    return curves(title, {s: [(load, *measured.of(value, s, load=load)) for load in LOADS] for s in SCHEDULERS})


def first_lines(measured):
    at = {load: ", ".join(shown(measured.of(VALUES["round trip"], s, load=load), 0) for s in FEW) for load in (0.6, 0.9)}
    return opening(
        "E6, TCP: effect of preemption on flows", "Does preemption improve TCP in closed loop?",
        "Round trips are shorter than in packet mode; against the authors' earlier SPF they are not distinguishable at 0.6 and 0.9.",
        f"round trip ({'; '.join(NAMES[s] for s in FEW)}) " + "; ".join(f"{of} slots at {load:g}" for load, of in at.items())
        + "; the paper has no figures of TCP.", "Means of several runs with 95 % intervals, on the same flows.",
        "The model of TCP lacks SACK; sizes of flows are ours; SPF is not in the paper.")


def report(measured, slots, seeds, images, csv_file):
    """The page; plots and data are files beside it."""
    figures = "".join(f"![{image}]({image})\n" for image in images)
    return f"""{first_lines(measured)}
The switch of [E6](e6.md) with TCP in closed loop ([ixpfabric](../fabric.md)): senders wait for ACKs, which cross the same switch in
the other direction, as short packets. {of_runs(seeds)} of {slots} slots, a tenth of them before statistics begin, with 95 %
confidence intervals (Student's t over runs), times in slots (512 ns at 1 Gbit/s). Written by `tools/experiments e6 --setup tcp`;
[{csv_file}]({csv_file}) has the numbers of each run. The paper has no figures of TCP: by its title TCP's performance is improved, by its text
short packets are mostly ACKs. This page tests that.

[tcp.toml](../../fabric/examples/tcp.toml): flows of {", ".join(map(called, sizes()))} begin at random between all ports; six sevenths of the load
are theirs, one is background of the paper's sizes. [tcp-endless.toml](../../fabric/examples/tcp-endless.toml): the given number of
flows from each port, without end and background. Inputs are unlimited unless stated otherwise; receivers take 44 segments.

## Expected effects of preemption, and measurements

{statements(measured)}
Ratios are of runs with the same flows (one seed), their means over seeds; "yes" if the interval of 95 % has only the better side of
1, "confirmed" if that is so everywhere.

{figures}
## Completion times

From a flow's beginning until its last byte is at the receiver: mean, and the 99th percentile of the flows.

{table_of_completions(measured, SCHEDULERS)}
## Goodput of endless flows

Data in order at receivers as a share of the lines; headers and the last cell's rest take 0.0494 of a full segment's cells.

{table_of_endless(measured)}
## Lines in that send ACKs first

As output lines of such a switch do; above they keep order, so that ACKs wait in hosts behind data.

{table_of_completions(measured, FEW, **SHORT_FIRST)}
## Inputs of {LOSS_CELLS} cells

Cells that do not fit are dropped.

{table_of_completions(measured, FEW, **LOSS)}
## Order

Packets of the captures in [captures.toml](../../fabric/examples/captures.toml), real TCP and UDP, at load {ORDERS[0].load}: late
packets left after a packet of their flow (addresses, protocol, ports) that arrived after them. All runs
together.

{table_of_order(measured)}
## Choices

| of the model | here |
|---|---|
| lines | 100 slots in each direction, 51 microseconds at 1 Gbit/s: with longer ones the switch's part of a round trip is smaller |
| timeouts | at least 20,000 slots (10 ms), ACKs delayed 2000 at most: hosts of a data centre |
| connections | open when a flow begins; data in one direction |
| not implemented | SACK, limited transmit, pacing, windows that receivers change |
"""
