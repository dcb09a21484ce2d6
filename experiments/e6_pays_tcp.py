"""When preemption pays, in closed loop: P-SPF against SPF and 4-iSLIP over load and speedup with
TCP, beside packets of the paper's sizes or short packets of telephone calls."""
import csv
import dataclasses
import io

from . import e6_tcp, figures, runs
from .e6_report import NAMES
from .experiment import from_row
from .intervals import mean_and_half_width
from .page import certain, opening, shown, table, verdict, with_interval

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


TIMES = {"round_trip": "round trip", **{f"flow_{of}": f"flows of {of // 1000} KB" for of in SIZES}}
CELLS = [(traffic, load, speedup) for traffic in TRAFFIC for speedup in SPEEDUPS for load in LOADS]
ONE_PER_CENT = PACKET_INTERVAL / 100


class Measured:
    def __init__(self, by_run):
        self.by_run = by_run

    def of(self, column, scheduler, traffic, load, speedup):
        """Values of all seeds."""
        return [one[column] for one in self.by_run[Run(traffic, scheduler, load, speedup)]]

    def change(self, column, cell, pair=BOTH):
        """Per cent by which the first one's value is lower, run by run: (mean, half width)."""
        return mean_and_half_width([100 * (1 - a / b) for a, b in zip(*(self.of(column, s, *cell) for s in pair))])

    def difference(self, column, cell, pair):
        return mean_and_half_width([a - b for a, b in zip(*(self.of(column, s, *cell) for s in pair))])


def names(cells):
    return "; ".join(f"{traffic} {load:g} at speedup {speedup:g}" for traffic, load, speedup in cells) or "none"


def cells(**kept):
    return [cell for cell in CELLS if all(dict(zip(("traffic", "load", "speedup"), cell))[key] in values for key, values in kept.items())]


# ---- Predictions: [statement, measured, verdict]

def shorter_round_trips(measured):
    tried = cells(load=[load for load in LOADS if load <= 0.5])
    good = [cell for cell in tried if (pair := measured.change("round_trip", cell))[0] > pair[1]]
    return ["the round trip is shorter with P-SPF at all loads up to 0.5", f"in {len(good)} of {len(tried)} cells", verdict(good == tried)]


def more_with_speedup(measured):
    rows = {traffic: [measured.change("round_trip", (traffic, 0.7, speedup)) for speedup in SPEEDUPS] for traffic in TRAFFIC}
    good = all(pairs[-1][0] - pairs[-1][1] > pairs[0][0] + pairs[0][1] for pairs in rows.values())
    return ["at load 0.7 that gain is larger with the largest speedup than without",
            "; ".join(f"{traffic}: {', '.join(with_interval(*pair) for pair in pairs)} %" for traffic, pairs in rows.items()), verdict(good)]


def same_goodput(measured):
    tried = cells(load=[load for load in LOADS if load <= 0.8])
    changes = [measured.change("goodput", cell) for cell in tried]
    worst = max(abs(mean) + half for mean, half in changes)
    return ["goodput differs by less than 1 % at loads up to 0.8", f"at most {worst:.2f} %, interval included", verdict(worst < 1)]


def short_flows(measured):
    least = [cell for cell in cells(speedup=[1]) if (pair := measured.change(f"flow_{SIZES[0]}", cell))[0] > pair[1]]
    tried = cells(speedup=[SPEEDUPS[-1]], load=[load for load in LOADS if load >= 0.5])
    good = [cell for cell in tried if (pair := measured.change(f"flow_{SIZES[0]}", cell))[0] > pair[1]]
    return [f"flows of 2 KB complete earlier with P-SPF in no cell without speedup, and with {SPEEDUPS[-1]:g} at all loads from 0.5 on",
            f"without: {names(least)}; with: in {len(good)} of {len(tried)} cells", verdict(not least and good == tried)]


def short_packets_wait(measured):
    most = {s: max(mean_and_half_width(measured.of("short_waiting", s, *cell))[0] for cell in CELLS) for s in BOTH}
    return ["short packets wait less than 0.2 slots on average with P-SPF, and less than 100 with SPF",
            "; ".join(f"{NAMES[s]}: at most {value:.2f}" for s, value in most.items()), verdict(most["p-spf"] < 0.2 and most["spf"] < 100)]


def calls_notice(measured):
    late = {s: [cell for cell in cells(traffic=["calls"]) if max(measured.of("short_waiting_max", s, *cell)) > ONE_PER_CENT] for s in BOTH}
    expected = [cell for cell in cells(traffic=["calls"], speedup=[1]) if cell[1] >= 0.7]
    good = not late["p-spf"] and set(late["spf"]) >= set(expected)
    return [f"no short packet beside calls waits longer than 1 % of a call's interval, {ONE_PER_CENT:.0f} slots, with P-SPF; with SPF some do "
            "from load 0.7 on without speedup",
            "; ".join(f"{NAMES[s]}: longest {max(max(measured.of('short_waiting_max', s, *cell)) for cell in cells(traffic=['calls'])):.0f}, "
                      f"longer in {len(late[s])} of {len(cells(traffic=['calls']))} cells" for s in BOTH), verdict(good)]


def premise(measured):
    told = [cell for cell in CELLS
            if (pair := measured.difference("timeouts", cell, ("packet-islip", "p-spf")))[0] > pair[1]]
    return ["the paper's premise, more timeouts where short packets are blocked: 4-iSLIP in packet mode has more than P-SPF in no cell",
            f"more in {len(told)} of {len(CELLS)}" + (f": {names(told)}" if told else ""), verdict(not told)]


PREDICTIONS = [shorter_round_trips, more_with_speedup, same_goodput, short_flows, short_packets_wait, calls_notice, premise]


# ---- Tables and figure

def of_times(measured, traffic):
    rows = [[f"{load:g}", f"{speedup:g}", *(with_interval(*measured.change(column, (traffic, load, speedup))) for column in TIMES)]
            for speedup in SPEEDUPS for load in LOADS]
    return table(["load", "speedup", *TIMES.values()], rows)


def of_short_packets(measured):
    def row(cell):
        out = [f"{cell[1]:g}", f"{cell[2]:g}"]
        for s in SCHEDULERS:
            out += [shown(mean_and_half_width(measured.of("short_waiting", s, *cell))), f"{max(measured.of('short_waiting_max', s, *cell)):.0f}"]
        return out
    heads = [head for s in SCHEDULERS for head in (NAMES[s], f"{NAMES[s]}: longest")]
    return table(["load", "speedup", *heads], [row(cell) for cell in cells(traffic=["calls"])])


def of_timeouts(measured):
    rows = [[traffic, f"{load:g}", f"{speedup:g}",
             *(shown(mean_and_half_width(measured.of("timeouts", s, traffic, load, speedup)), 1) for s in SCHEDULERS)]
            for traffic, load, speedup in CELLS if any(any(measured.of("timeouts", s, traffic, load, speedup)) for s in SCHEDULERS)]
    return table(["beside", "load", "speedup", *(NAMES[s] for s in SCHEDULERS)], rows)


def plot(by_run):
    measured = Measured(by_run)

    def panel(traffic, column, name):
        found = {(load, speedup): measured.change(column, (traffic, load, speedup)) for speedup in SPEEDUPS for load in LOADS}
        rows = [{"load": f"{load:g}", "speedup": f"{speedup:g}", "value": mean, "certain": abs(mean) > half}
                for (load, speedup), (mean, half) in found.items()]
        return figures.cells(name, x, y, rows, "per cent; above 0: P-SPF is better")

    x = figures.names("load", "load", [f"{load:g}" for load in LOADS])
    y = figures.names("speedup", "speedup", [f"{s:g}" for s in reversed(SPEEDUPS)])
    return figures.figure({"TCP beside " + about: [panel(traffic, *of) for of in TIMES.items()] for traffic, about in TRAFFIC.items()},
                          title="TCP with P-SPF against SPF: times lower by", subtitle=figures.UNDECIDED)


def report(by_run, slots, seeds, picture):
    """Generated part of the page."""
    measured = Measured(by_run)
    gains = {speedup: certain(*measured.change("round_trip", (next(iter(TRAFFIC)), LOADS[-1], speedup))) for speedup in SPEEDUPS[:2]}
    first = opening(
        "When preemption pays for TCP, and for calls", "At which loads and speedups are TCP's round trips shorter with preemption than with SPF?",
        f"With a speedup of {SPEEDUPS[1]:g} at all loads; without speedup hardly, and beside calls not at high loads.",
        f"reduction of the round trip at load {LOADS[-1]:g}: " + ", ".join(f"{of} (speedup {speedup:g})" for speedup, of in gains.items())
        + "; the paper has no figures of TCP.", f"{len(seeds)} runs in each of {len(by_run)} cells; predictions first.",
        "The paper does not run SPF, and names calls as its next topic.")
    return f"""{first}
P-SPF lets short packets interrupt long ones; SPF, its authors' earlier scheduler, serves short ones first without interrupting
(Li, Liu, Shi, Xu, Wu, IWQoS 2005). [In open loop](e6-pays.md) speedup decides which is better. Here both run with TCP in closed loop, as in
[E6, TCP](e6-tcp.md), whose ACKs are short packets, with 4-iSLIP in packet mode beside them. The other traffic is of the paper's sizes
(a seventh of the load), or of calls, the paper's next topic. A call sends 20 bytes of speech and 40 bytes of headers every 20 ms. On each line 1,953
calls take {CALLS_LOAD:g} of its rate. {len(seeds)} runs of {slots} slots (512 ns) in each of {len(by_run)} cells, seeds {seeds[0]} to {seeds[-1]}, compared run by run
on the same flows; ± is a 95 % interval (Student's t), in italics if wider than the value: not distinguishable. Written by
`tools/experiments e6 --setup pays-tcp`; [{DATA}](data/{DATA}) has every run. All runs take about 5 minutes of one processor.

## Predictions and measurements

Written down before these runs. Known then, of other seeds: the page on TCP without speedup, and one run of P-SPF and SPF beside calls at load 0.7
with speedup 1.1 (round trips of 1606 and 1733 slots, goodput alike).

{table(["prediction", "measured", ""], [part(measured) for part in PREDICTIONS])}
![TCP with P-SPF against SPF]({picture})

## Times with TCP beside packets of the paper's sizes

P-SPF's lower than SPF's by, per cent: the round trip that senders measure, and the time from a flow's beginning until its last byte arrives.

{of_times(measured, "sizes")}
## Times with TCP beside calls

{of_times(measured, "calls")}
## Short packets beside calls

Waiting of packets of calls and of ACKs at the inputs, in slots: mean, and the longest of all runs. A call's packets are {PACKET_INTERVAL:.0f} slots apart.

{of_short_packets(measured)}
## Timeouts of TCP

In a run, no packet being lost. Only cells that have some.

{of_timeouts(measured)}"""
