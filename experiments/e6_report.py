"""The page of experiment E6: measurements compared with the paper's statements."""
from . import e6, figures
from .intervals import mean_and_half_width
from .page import opening, shown, table, verdict

NAMES = {"islip": "4-iSLIP, cells", "packet-islip": "4-iSLIP, packets", "msm": "MSM, cells", "packet-msm": "MSM, packets",
         "mwm-ql": "MWM-QL, cells", "packet-mwm-ql": "MWM-QL, packets", "mwm-ca": "MWM-CA, cells",
         "packet-mwm-ca": "MWM-CA, packets", "p-spf": "P-SPF", "p-msm": "P-MSM", "p-mwm-ql": "P-MWM-QL", "p-mwm-ca": "P-MWM-CA",
         "short-first-in-voq": "short first in VOQ", "spf": "SPF", "p-spf-voqs": "P-SPF, short VOQs"}
PLOTTED = [*e6.PREEMPTIVE, *e6.PLAIN, "short-first-in-voq", "spf"]
SIZE = {"width": 640, "height": 360}
STABLE = [load for load in e6.LOADS if load < 1]
WHEN = {"saturated": "from the first slot on", "half": "from the middle on"}
COINCIDE = 0.1  # relative to their mean: the paper only says "coincide"
PRINTED = 0.0005 # half of the last decimal that the paper prints
HOLDS = 0.1     # a closed form holds if the measured time differs by less than this fraction
FIGURES = {"short": ("waiting", "short packets: waiting time"), "long": ("waiting", "long packets: waiting time"),
           "all": ("delay", "all packets: delay")}


class Measured:
    """Means over seeds."""

    def __init__(self, by_run):
        self.by_run = by_run

    def of(self, value, scheduler, load, **more):
        """(mean, half width) of a value of statistics."""
        return mean_and_half_width([value(stats) for stats in self.by_run[e6.Run(scheduler, load, **more)]])

    def time(self, kind, name, scheduler, load, **more):
        return self.of(lambda stats: stats["packets"][kind][name]["mean"], scheduler, load, **more)

    def through(self, scheduler, count, **more):
        return self.of(lambda stats: stats["throughput"]["mean"], scheduler, 1.0, count=count, **more)

    def most(self, value, scheduler, **more):
        """The maximum over all loads and seeds."""
        return max(value(stats) for run, results in self.by_run.items() for stats in results
                   if run.scheduler == scheduler and all(getattr(run, k) == v for k, v in more.items()))


# ---- Tables

def table_1(measured):
    rows = []
    for scheduler in e6.SATURATED:
        paper = e6.TABLE_1.get(scheduler)
        rows.append([NAMES[scheduler], f"{paper:.3f}" if paper else ""])
        for count in e6.COUNTS:
            found = measured.through(scheduler, count)
            rows[-1] += [shown(found, 4), f"{found[0] - paper:+.4f}" if paper else ""]
    return table(["scheduler", "paper", "from the first slot on", "less the paper's", "from the middle on", "less the paper's"],
                 rows)


def table_of_sizes(measured):
    rows = []
    for n in e6.SIZES:
        form = e6.highest_throughput(n)
        rows.append([str(n), f"{form:.4f}"])
        for count in e6.COUNTS:
            found = measured.through("p-spf", count, ports=n)
            rows[-1] += [shown(found, 4), f"{found[0] - form:+.4f}"]
    return table(["N", "T_max", "from the first slot on", "difference", "from the middle on", "difference"], rows)


def table_of_forms(measured, enter):
    rows = []
    for load in STABLE:
        forms = e6.Forms(load)
        row = [f"{load:g}"]
        for kind, form, scheduler in (("short", forms.short, "p-spf"), ("long", forms.long, "p-spf"),
                                      ("all", forms.preemptive, "p-spf"), ("all", forms.plain, "packet-islip")):
            digits = 4 if kind == "short" else 2
            row += [f"{form:.{digits}f}", shown(measured.time(kind, "waiting", scheduler, load, enter=enter), digits)]
        rows.append(row)
    return table(["load", "E[W_s]", "P-SPF, short", "E[W_l]", "long", "E[W_p]", "all", "E[W_G]", "4-iSLIP, packets: all"], rows)


def verdicts_of_forms(measured, enter):
    """The range of loads in which each form holds."""
    rows = []
    for name, value, kind, scheduler in (("E[W_s], short packets of P-SPF", "short", "short", "p-spf"),
                                         ("E[W_l], its long packets", "long", "long", "p-spf"),
                                         ("E[W_p], all of its packets", "preemptive", "all", "p-spf"),
                                         ("E[W_G], all packets of packet mode", "plain", "all", "packet-islip")):
        over = {load: measured.time(kind, "waiting", scheduler, load, enter=enter)[0] / getattr(e6.Forms(load), value)
                for load in STABLE if load <= 0.9}
        rows.append([name, ", ".join(f"{x:.2f} at {load:g}" for load, x in over.items()), up_to(over)])
    over = {load: gain(measured, load, "waiting", enter=enter) / e6.Forms(load).gain for load in STABLE if load <= 0.9}
    rows.append(["G = E[W_G] / E[W_p]", ", ".join(f"{x:.2f} at {load:g}" for load, x in over.items()), up_to(over)])
    return table(["form", "measured over the form", ""], rows)


def up_to(ratios):
    """The verdict on a form: the range of loads, from the lowest up, in which it holds."""
    holds = 0
    for load, ratio in ratios.items():
        if abs(ratio - 1) >= HOLDS:
            break
        holds = load
    if holds == max(ratios):
        return "confirmed"
    return (f"confirmed up to {holds:g}, " if holds else "") + "**not confirmed**" + (" above" if holds else "")


def gain(measured, load, name, **more):
    plain, preemptive = (measured.time("all", name, s, load, **more)[0] for s in ("packet-islip", "p-spf"))
    return plain / preemptive


def table_of_gains(measured):
    rows = [[f"{load:g}", f"{e6.Forms(load).gain:.2f}", *(f"{gain(measured, load, name):.2f}" for name in
                                                         ("waiting", "crossing", "delay"))] for load in STABLE]
    return table(["load", "closed form", "waiting", "crossing", "delay"], rows)


def table_of_baseline(measured):
    rows = []
    for load in (0.4, 0.6, 0.8, 0.9):
        for scheduler in ("packet-islip", "short-first-in-voq", "spf", "p-spf-voqs", "p-spf"):
            rows.append([f"{load:g}", NAMES[scheduler]] + [shown(measured.time(kind, name, scheduler, load)) for kind, name in
                                                           (("short", "waiting"), ("long", "waiting"), ("all", "waiting"),
                                                            ("all", "delay"))])
    return table(["load", "scheduler", "short: waiting", "long: waiting", "all: waiting", "all: delay"], rows)


def short_first(measured):
    """A sentence: effect of short packets first in the same queues."""
    less = []
    for load in (0.4, 0.6, 0.8, 0.9):
        plain, first = (measured.time("short", "waiting", s, load)[0] for s in ("packet-islip", "short-first-in-voq"))
        less.append(f"{1 - first / plain:.0%} less at load {load:g}")
    return (f"Short first in the same queues \"cannot significantly improve\" short packets, the paper says. Here they wait "
            f"{', '.join(less)} than in plain packet mode.")


def table_of_spf(measured):
    """P-SPF compared with the authors' earlier scheduler."""
    rows = []
    for load in STABLE:
        row = [f"{load:g}"]
        for name in "delay", "waiting":
            preemptive, plain = (measured.time("all", name, s, load) for s in ("p-spf", "spf"))
            apart = abs(preemptive[0] - plain[0]) > preemptive[1] + plain[1]
            lower = "P-SPF" if preemptive[0] < plain[0] else "SPF"
            row += [shown(preemptive), shown(plain), lower if apart else "not distinguishable"]
        rows.append(row)
    return table(["load", "delay: P-SPF", "SPF", "lower", "waiting: P-SPF", "SPF", "lower"], rows)


def table_of_coincidence(measured):
    rows = []
    for load in e6.LOADS:
        row = [f"{load:g}"]
        for kind in "short", "long", "all":
            row.append(f"{spread(measured, kind, load):.1%}")
        rows.append(row)
    return table(["load", "short: waiting", "long: waiting", "all: waiting"], rows)


def spread(measured, kind, load):
    """For the four preemptive schedulers: (maximum - minimum) / mean."""
    means = [measured.time(kind, "waiting", s, load)[0] for s in e6.PREEMPTIVE]
    return (max(means) - min(means)) / (sum(means) / len(means)) if any(means) else 0


# ---- Statements

def statements(measured):
    return table(["the paper says", "measured", ""], [row for part in (
        throughputs, short_packets, long_packets, overall, with_speedup, coincidence) for row in part(measured)])


def throughputs(measured):
    for scheduler, paper in e6.TABLE_1.items():
        found = [measured.through(scheduler, count) for count in e6.COUNTS]
        good = [abs(mean - paper) <= PRINTED + half for mean, half in found]
        yield [f"Table 1: {NAMES[scheduler].partition(',')[0]} {paper:.3f}",
               f"{NAMES[scheduler]}: {shown(found[0], 4)}; from the middle on {shown(found[1], 4)}",
               verdict(good[0]) + ("" if good[0] == good[1] else "; from the middle on " + verdict(good[1]))]
    for count in e6.COUNTS:
        off = {n: measured.through("p-spf", count, ports=n)[0] - e6.highest_throughput(n) for n in e6.SIZES}
        worst = max(off, key=lambda n: abs(off[n]))
        yield ["T_max has the closed form above", f"P-SPF, N from 2 to 64, {WHEN[count]}: farthest from it {off[worst]:+.4f}, at "
               f"N = {worst}", verdict(abs(off[worst]) <= PRINTED)]


def short_packets(measured):
    most = {s: max(measured.time("short", "waiting", s, load)[0] for load in e6.LOADS) for s in e6.PREEMPTIVE}
    text = ", ".join(f"{NAMES[s]} {m:.3f}" for s, m in most.items())
    yield ["short packets wait nearly not at all under preemption", f"slots on average, at the worst load: {text}",
           verdict(max(most.values()) < 0.1)]
    queue = {s: measured.most(lambda stats: stats["queues"]["input_short"]["max"], s, ports=e6.PORTS) for s in e6.PREEMPTIVE}
    text = ", ".join(f"{NAMES[s]} {m}" for s, m in queue.items())
    yield ["their FIFO stays under 7 cells", f"at most, all loads and seeds: {text}", verdict(max(queue.values()) < 7)]


def lost(measured, load, plain="packet-islip", preemptive="p-spf"):
    return measured.time("long", "waiting", preemptive, load)[0] - measured.time("long", "waiting", plain, load)[0]


def long_packets(measured):
    pairs = dict(zip(e6.PREEMPTIVE, e6.PLAIN))
    losses = {s: lost(measured, 0.8, plain, s) for s, plain in pairs.items()}
    text = ", ".join(f"{NAMES[s]} {x:.1f}" for s, x in losses.items())
    yield ["at load 0.8 long packets lose about 40 cells", f"waiting time against the same scheduler in packet mode: {text}",
           verdict(all(30 <= x <= 50 for x in losses.values()))]
    below = {load: lost(measured, load) for load in e6.LOADS if load < 0.8}
    text = ", ".join(f"{x:.1f} at {load:g}" for load, x in below.items())
    yield ["and little below it", f"P-SPF: {text}", verdict(max(below.values()) < 20)]


def better(measured, name, **more):
    """Loads at which P-SPF's overall time is shorter than that of packet mode without speedup."""
    return [load for load in e6.LOADS if measured.time("all", name, "p-spf", load, **more)[0]
            < measured.time("all", name, "packet-islip", load)[0]]


def overall(measured):
    for name in "delay", "crossing", "waiting":
        wins = better(measured, name)
        expected = [load for load in e6.LOADS if load < 0.85]
        pair = (measured.time("all", name, s, 0.85) for s in ("p-spf", "packet-islip"))
        yield ["overall delay is better than without preemption below load 0.85",
               f"{name}: better at loads {', '.join(f'{x:g}' for x in wins)}; at 0.85 {' against '.join(map(shown, pair))}",
               verdict(set(expected) <= set(wins)) + (", and at higher loads" if set(expected) < set(wins) else "")]


    lowest = {load: min(measured.time("all", "delay", s, load)[0] for s in e6.PLAIN) for load in e6.LOADS}
    wins = [load for load in e6.LOADS if measured.time("all", "delay", "p-spf", load)[0] < lowest[load]]
    yield ["(the same, against the best of the four in packet mode)", f"delay: better at loads {', '.join(f'{x:g}' for x in wins)}",
           verdict(set(expected) <= set(wins))]


def with_speedup(measured):
    for name in "delay", "crossing":
        wins = better(measured, name, speedup=e6.SPEEDUP)
        yield [f"with speedup {e6.SPEEDUP} it is at every load", f"{name}, packet mode without speedup: better at "
               f"{len(wins)} of {len(e6.LOADS)} loads", verdict(wins == e6.LOADS)]
        both = [load for load in e6.LOADS if measured.time("all", name, "p-spf", load, speedup=e6.SPEEDUP)[0]
                < measured.time("all", name, "packet-islip", load, speedup=e6.SPEEDUP)[0]]
        yield ["(the same, where packet mode has that speedup, too)", f"{name}: better at {len(both)} of {len(e6.LOADS)} loads",
               verdict(both == e6.LOADS)]
    for name in "delay", "crossing", "waiting":
        found = measured.time("all", name, "p-spf", 1.0, speedup=e6.SPEEDUP)
        yield ["at load 1.0 P-SPF's average overall delay with it is below 100 cells", f"{name}: {shown(found, 1)}",
               verdict(found[0] < 100)]


def coincidence(measured):
    for limit in 0.85, 0.9:
        worst = max((load for load in e6.LOADS if load <= limit), key=lambda load: spread(measured, "all", load))
        found = spread(measured, "all", worst)
        yield ["the four preemptive curves coincide", f"up to load {limit}: overall waiting times differ by at most {found:.1%} of "
               f"their mean (at {worst:g})", verdict(found < COINCIDE)]


# ---- Plots

def plots(measured):
    """{part of a file name: figure}"""
    out = {}
    for kind, (name, title) in FIGURES.items():
        out[kind] = curves(f"{title[0].upper()}{title[1:]}", {s: points(measured, kind, name, s) for s in PLOTTED})
    fast = {NAMES[s] + (f", {speedup}" if speedup > 1 else ""): points(measured, "all", "delay", s, speedup=speedup)
            for s in e6.FAST for speedup in (1, e6.SPEEDUP)}
    out["speedup"] = figures.figure([figures.lines(f"All packets: delay, with and without speedup {e6.SPEEDUP}", "load", "slots", fast,
                                                   True, [NAMES[s] for s in e6.FAST], **SIZE)])
    return out


def curves(title, series, x="load", y="slots", log=True):
    """A figure of {scheduler: points}; those without preemption are dashed."""
    return figures.figure([figures.lines(title, x, y, {NAMES[s]: of for s, of in series.items()}, log,
                                         [NAMES[s] for s in series if s not in e6.PREEMPTIVE], **SIZE)])


def points(measured, kind, name, scheduler, **more):
    return [(load, *measured.time(kind, name, scheduler, load, **more)) for load in e6.LOADS]


def first_lines(measured):
    found, paper = measured.through("p-spf", "half"), e6.TABLE_1["p-spf"]
    at = {load: [shown(measured.time("all", "delay", s, load)) for s in ("p-spf", "packet-islip")] for load in (0.85, 0.9)}
    return opening(
        "E6: short packets interrupt long ones", "Does preemption of long packets lower delays of a switch at a throughput near 1?",
        "Yes against packet mode, up to between 0.85 and 0.9 of load; the authors' earlier SPF is better from 0.85 on.",
        f"throughput of P-SPF {shown(found, 4)} from the middle on, the paper {paper:.3f}; delay "
        + ", ".join(f"{of[0]} against {of[1]} slots at {load:g}" for load, of in at.items()) + ", the paper's crossing 0.85.",
        "Means of several runs with 95 % intervals; each claim of the text has its line below.",
        "The paper counts throughput from empty queues, and does not plot SPF.")


def of_runs(seeds):
    return f"Means over {seeds} runs each" if seeds > 1 else "One run each"


def report(measured, slots, seeds, images, csv_file):
    """The page; plots and data are files beside it."""
    figures = "".join(f"![{image}]({image})\n" for image in images)
    return f"""{first_lines(measured)}
The switch of Li, Liu, Shi, Xu, Wu, "Preemptive Packet-Mode Scheduling to Improve TCP Performance" (IWQoS 2005), in
[ixpfabric](../fabric.md): 16 x 16 ports, on-off arrivals, packets of 1, 9 and 24 cells, uniform destinations
([paper.toml](../../fabric/examples/paper.toml)). {of_runs(seeds)} of {slots} slots (where times
are measured, a tenth of them before statistics begin) with their 95 % confidence intervals (Student's t over runs), times in slots.
Written by `tools/experiments e6`; [{csv_file}]({csv_file}) has the numbers of each run.

## The paper's statements, and measurements

{statements(measured)}
A throughput is confirmed when the paper's figure, rounded to its three decimals, is in our interval; "about 40" when it is 30 to
50; "little" below 20; T_max within
0.0005; "nearly not at all" below 0.1; "coincide" within {COINCIDE:.0%}. If the paper is ambiguous, each reading has a line:
iSLIP, MSM and MWM by cells or by packets; delay until the packet has left (`delay`), until it has crossed (`crossing`), at the
input (`waiting`).

## Table 1: highest throughput

Load 1, from empty queues: counted from the first slot on, the literal reading of the paper, and from the middle of the run on, a
reading that was added after the results of the first were known. Output queues that are served whenever they hold a
cell would reach {e6.ideal_throughput(slots):.4f} from the first slot on: at load 1 some output is occasionally idle.

{table_1(measured)}
Highest throughput by size: `T_max = 1 - l (1 - 1/N) (1 - l/N)^(N-1)`, l = {e6.Forms(1).rate_s:.4f} short cells a slot at load 1.

{table_of_sizes(measured)}
## Waiting times against the closed forms

For P-SPF: short, long, all; for packet mode: all. The forms ignore conflicts at inputs and broken matches.

{table_of_forms(measured, "cells")}
A form is confirmed as long as the measurement is within {HOLDS:.0%} of it, from the lowest load on:

{verdicts_of_forms(measured, "cells")}
The same where packets enter with their last cell, and wait from then on:

{table_of_forms(measured, "packets")}
{verdicts_of_forms(measured, "packets")}
## Figures

The paper's curves are not available, only its text: its Figure 3 is of short packets, 4 of long ones, 5 of all, 6 of all with speedup.
Figure 6 has all algorithms: [E6 with speedup](e6-speedup.md).

{figures}
Distance of the four preemptive schedulers, maximum minus minimum over their mean:

{table_of_coincidence(measured)}
## Gain

Overall time of 4-iSLIP in packet mode over that of P-SPF. The closed form is of waiting times.

{table_of_gains(measured)}
## Short first without preemption

"Short first in VOQ": packet mode, short packets before long ones that have not begun, in the same queues. SPF: queues of their own
for short packets, which are matched first. P-SPF with short VOQs: with preemption, queues for each output instead of the FIFO.

{table_of_baseline(measured)}
{short_first(measured)}

## P-SPF and SPF

SPF is the same authors' earlier scheduler, without preemption; their paper plots no SPF. Averages over all packets, without speedup;
"lower" if the intervals are apart.

{table_of_spf(measured)}
## Choices

| left open | here |
|---|---|
| when a packet may begin to cross | with its first cell; the other reading, with its last, is below |
| matches in the step in which a short packet interrupts | the ports of an interrupted packet are not given to another long one: its pair stays |
| iterations of P-SPF | four, as iSLIP's |
| which maximum matching | by chance: ports are taken in turn from a random one on |
| load 1 | lines are never idle; queues grow, times at load 1 say how long the run was |
| speedup {e6.SPEEDUP} | 1176 steps of the crossbar in 1000 slots |

TCP in closed loop, with sources that answer delays: [E6, TCP](e6-tcp.md).
"""
