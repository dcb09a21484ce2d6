"""Experiment E6 with speedup, Figure 6 of Li, Liu, Shi, Xu, Wu (IWQoS 2005): all of its eight
algorithms, and SPF; and the loads at which P-SPF's overall time crosses the one of others."""
import csv
import io
import itertools
import os

from tools_lib import systems
from . import e6, e6_report, e6_tcp, runs
from .e6_report import NAMES
from .experiment import from_row
from .intervals import mean_and_half_width
from .page import opening, shown, table, verdict

SLOTS, SEEDS = 400_000, range(8801, 8806)
LINKS = 1.25  # speedup of four links of 3.125 Gbit/s, which the paper names
FIGURE = [*e6.PREEMPTIVE, *e6.PLAIN, "spf"]
OF_LINKS = ["p-spf", "packet-islip", "spf"]
RIVALS = [*e6.PLAIN, "spf"]
FINE = [round(0.78 + 0.01 * n, 2) for n in range(15)]  # 0.85 of the paper, and around it
FIRST = "short-first-in-voq"
FIRST_LOADS = [0.4, 0.6, 0.8, 0.9]
DATA = "e6-speedup.csv"
CLASSES, TIMES = ("short", "long", "all"), ("waiting", "crossing", "delay")


def grid():
    return list(dict.fromkeys(
        [e6.Run(s, load, speedup=e6.SPEEDUP) for s in FIGURE for load in e6.LOADS]
        + [e6.Run(s, load, speedup=LINKS) for s in OF_LINKS for load in e6.LOADS]
        + [e6.Run(s, load) for s in ("p-spf", *RIVALS) for load in FINE]
        + [e6.Run(s, load) for s in ("packet-islip", FIRST) for load in FIRST_LOADS]))


def measure(experiment, slots, seeds):
    """{run: [statistics of each seed]}"""
    return experiment.runs.over_seeds(grid(), seeds, lambda run, seed: (
        f"speedup/{slots}/{run.name()}-{seed}", e6.run_one, experiment.binaries, run, slots, seed))


def read(text):
    """({run: [statistics of each seed]}, slots, seeds) from the CSV."""
    found, seeds = {}, {}
    for row in csv.DictReader(io.StringIO(text)):
        packets = {}
        for kind, name in itertools.product(CLASSES, TIMES):
            packets.setdefault(kind, {})[name] = {"mean": float(row[f"{kind}_{name}"])}
        found.setdefault(from_row(e6.Run, row), []).append({"throughput": {"mean": float(row["throughput"])}, "packets": packets})
        seeds[int(row["seed"])] = int(row["slots"])
    return found, next(iter(seeds.values())), list(seeds)


def data(measured, slots, seeds):
    """One line per run; times in slots. The digest is of all of its statistics."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    columns = list(itertools.product(CLASSES, TIMES))
    rows.writerow(["scheduler", "load", "speedup", "slots", "seed", "throughput", *("_".join(column) for column in columns), "digest"])
    for run, results in measured.items():
        for seed, stats in zip(seeds, results):
            rows.writerow([run.scheduler, run.load, run.speedup, slots, seed, f"{stats['throughput']['mean']:.6f}",
                           *(f"{stats['packets'][kind][name]['mean']:.4f}" for kind, name in columns), runs.digest_of(stats)])
    return out.getvalue()


TCP_DATA = os.path.join(systems.ROOT, "docs/experiments/data/e6-tcp.csv")
SIGNIFICANT = 0.1  # "significantly improve": shorter by a tenth, beyond the intervals
NONE = "not distinguishable"


class Measured(e6_report.Measured):
    """Means over seeds; compared runs have the same arrivals."""

    def differences(self, name, first, second, load, **more):
        """Differences of the overall time, run by run."""
        pairs = zip(*(self.by_run[e6.Run(s, load, **more)] for s in (first, second)))
        return [a["packets"]["all"][name]["mean"] - b["packets"]["all"][name]["mean"] for a, b in pairs]

    def lower(self, name, first, second, load, **more):
        """1: the first one's time is lower beyond the difference's interval, -1: higher; 0:
        neither."""
        mean, half = mean_and_half_width(self.differences(name, first, second, load, **more))
        return 0 if abs(mean) <= half else -1 if mean > 0 else 1

    def crossing_loads(self, name, rival):
        """For each seed the load from which P-SPF's time is higher, or None."""
        by_load = {load: self.differences(name, "p-spf", rival, load) for load in FINE}
        return [crossing([(load, of[n]) for load, of in by_load.items()]) for n in range(len(by_load[FINE[0]]))]


def crossing(points):
    """The first zero of a line through points (x, y), from negative to positive."""
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        if y0 < 0 <= y1:
            return x0 + (x1 - x0) * -y0 / (y1 - y0)
    return None


def loads(found):
    return ", ".join(f"{load:g}" for load in found) or "none"


def judged(measured, name, rival, **more):
    """(text, loads at which P-SPF is lower, higher, neither)"""
    by = {load: measured.lower(name, "p-spf", rival, load, **more) for load in e6.LOADS}
    lower, higher, neither = ([load for load, of in by.items() if of == sign] for sign in (1, -1, 0))
    text = f"lower at {len(lower)} of {len(by)} loads"
    text += f", higher at {loads(higher)}" if higher else ""
    return text + (f", {NONE} at {loads(neither)}" if neither else ""), lower, higher, neither


def every_load(measured):
    """The paper's claim, against each scheduler in packet mode with the same speedup."""
    for rival in e6.PLAIN:
        for name in "delay", "waiting":
            text, lower, *_ = judged(measured, name, rival, speedup=e6.SPEEDUP)
            yield [f"with speedup {e6.SPEEDUP} P-SPF's overall delay is lower at every load", f"{name}, against {NAMES[rival]}, also with speedup: {text}",
                   verdict(lower == e6.LOADS)]


def below_100(measured):
    for scheduler in e6.PREEMPTIVE:
        found = measured.time("all", "crossing", scheduler, 1.0, speedup=e6.SPEEDUP)
        yield ["with speedup its average overall delay at load 1.0 is below 100 cells", f"{NAMES[scheduler]}, until a packet has crossed: "
               f"{shown(found, 1)}", verdict(found[0] + found[1] < 100)]


def coincide(measured):
    worst = max(e6.LOADS, key=lambda load: spread(measured, load))
    yield ["the four preemptive curves coincide", f"with speedup, all loads: waiting times differ by at most {spread(measured, worst):.1%} "
           f"of their mean (at {worst:g})", verdict(spread(measured, worst) < e6_report.COINCIDE)]


def spread(measured, load):
    means = [measured.time("all", "waiting", s, load, speedup=e6.SPEEDUP)[0] for s in e6.PREEMPTIVE]
    return (max(means) - min(means)) / (sum(means) / len(means))


def crossings(measured):
    """The paper: better without speedup below load 0.85."""
    for rival in RIVALS:
        for name in "delay", "waiting":
            found = measured.crossing_loads(name, rival)
            claim = ("better than without preemption below load 0.85" if rival != "spf"
                     else "(not in the paper) better than SPF below load 0.85")
            if None in found:
                yield [claim, f"{name}, against {NAMES[rival]}: no crossing in {found.count(None)} of {len(found)} runs", verdict(False)]
                continue
            mean, half = mean_and_half_width(found)
            yield [claim, f"{name}, against {NAMES[rival]}: up to load {mean:.4f} ± {half:.4f}", verdict(mean - half >= 0.85)]


def against_spf(measured):
    for name in "delay", "waiting":
        text, lower, *_ = judged(measured, name, "spf", speedup=e6.SPEEDUP)
        yield ["(not in the paper) with speedup it is lower than SPF's at every load", f"{name}: {text}", verdict(lower == e6.LOADS)]


def of_links(measured):
    for rival in "packet-islip", "spf":
        text, lower, *_ = judged(measured, "delay", rival, speedup=LINKS)
        yield [f"four links of 3.125 Gbit/s, speedup {LINKS}, are enough", f"delay, against {NAMES[rival]}, also with speedup: {text}",
               verdict(lower == e6.LOADS)]


def short_first(measured):
    rows = []
    for load in FIRST_LOADS:
        plain, first = ([stats["packets"]["short"]["waiting"]["mean"] for stats in measured.by_run[e6.Run(s, load)]]
                        for s in ("packet-islip", FIRST))
        rows.append((load, mean_and_half_width([100 * (1 - b / a) for a, b in zip(plain, first)])))
    at = [load for load, (mean, half) in rows if mean - half > 100 * SIGNIFICANT]
    never = all(mean + half < 100 * SIGNIFICANT for _, (mean, half) in rows)
    yield ["short first in the same queues \"cannot significantly improve\" short packets", "they wait less by "
           + ", ".join(f"{shown(pair, 1)} % at {load:g}" for load, pair in rows), (verdict(False) + f" at {loads(at)}") if at else verdict(True) if never else NONE]


def retransmissions(tcp):
    """From the data of E6, TCP: flows that end, first in first out, inputs without limit."""
    at = e6_tcp.LOADS
    of = {(s, load): tcp.of(e6_tcp.VALUES["timeouts"], s, load=load)
          for s in ("p-spf", "packet-islip") for load in at}
    apart = [load for load in at if of["packet-islip", load][0] - of["packet-islip", load][1]
             > of["p-spf", load][0] + of["p-spf", load][1]]
    without = [load for load in at if of["packet-islip", load][0] == 0]
    most = max(at)
    yield ["blocked short packets \"cause lots of TCP retransmissions due to the timeout of TCP ACKs\"",
           f"timeouts: none without preemption up to load {max(without):g}; at {most:g} {shown(of['packet-islip', most], 1)} (4-iSLIP) and "
           f"{shown(of['p-spf', most], 1)} (P-SPF); fewer with preemption beyond the intervals at {loads(apart)}",
           verdict(bool(apart))]


def statements(measured):
    with open(TCP_DATA, newline="", encoding="utf-8") as f:
        tcp = e6_tcp.Measured(e6.read(f.read(), e6_tcp.Run)[0])
    parts = [*(part(measured) for part in (every_load, below_100, coincide, crossings, against_spf, of_links, short_first)),
             retransmissions(tcp)]
    return table(["the paper says", "measured", ""], [row for part in parts for row in part])


def figure(measured, name):
    rows = [[f"{load:g}", *(shown(measured.time("all", name, s, load, speedup=e6.SPEEDUP), 1) for s in FIGURE)]
            for load in e6.LOADS]
    return table(["load", *(NAMES[s] for s in FIGURE)], rows)


def plots(measured):
    """{part of a file name: figure}"""
    return {name: e6_report.curves(f"All packets, speedup {e6.SPEEDUP}: {name}", {
        s: e6_report.points(measured, "all", name, s, speedup=e6.SPEEDUP) for s in FIGURE}) for name in ("delay", "waiting")}


def report(measured, slots, seeds, images):
    """Generated part of the page."""
    figures = "".join(f"![{image}]({image})\n" for image in images)
    at, lower = 0.9, {rival: judged(measured, "delay", rival, speedup=e6.SPEEDUP)[1] for rival in e6.PLAIN}
    first = opening(
        "E6: Figure 6, every algorithm with speedup", f"Is the delay with preemption lower at every load with a speedup of {e6.SPEEDUP}?",
        "Yes, against all four algorithms in packet mode.",
        f"lower at {', '.join(str(len(of)) for of in lower.values())} of {len(e6.LOADS)} loads ({'; '.join(NAMES[s] for s in lower)}); at load {at:g} "
        f"{shown(measured.time('all', 'delay', 'p-spf', at, speedup=e6.SPEEDUP), 1)} slots against "
        + ", ".join(shown(measured.time("all", "delay", s, at, speedup=e6.SPEEDUP), 1) for s in e6.PLAIN) + "; the paper: lower at every load.",
        f"{len(seeds)} runs of {slots} slots, compared run by run on the same arrivals.", "SPF is not in the paper; otherwise as there.")
    return f"""{first}
The switch of [E6](e6.md), after Li, Liu, Shi, Xu, Wu (IWQoS 2005), with speedup {e6.SPEEDUP}: the eight algorithms of the paper's Figure 6,
and SPF, its authors' earlier scheduler, which it does not plot. {len(seeds)} runs of {slots} slots each, seeds {seeds[0]} to {seeds[-1]};
± is a 95 % interval (Student's t over the runs). Schedulers are compared run by run, on the same arrivals; lower or higher: beyond
the interval of the difference. Written by `tools/experiments e6 --setup speedup`;
[{DATA}](data/{DATA}) has every run.

The outcome of Figure 6 at loads 0.5 to 1, and crossings near 0.87 (packet mode) and 0.82 (SPF), were known from runs of one other
seed when this set-up was chosen; those at speedup {LINKS} were not.

{figures}
## Statements and measurements

"Significantly" means by a tenth or more, and beyond the interval. "Coincide" means within {e6_report.COINCIDE:.0%}. The figures of
retransmissions are from [E6, TCP](e6-tcp.md).

{statements(measured)}
## Figure 6

Overall delay in slots. At load 1 lines are never idle and queues grow: the delay says how long the run was.

{figure(measured, "delay")}
Overall waiting time at the inputs:

{figure(measured, "waiting")}"""
