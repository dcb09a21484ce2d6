"""When preemption pays: P-SPF against SPF, its authors' earlier scheduler without preemption, over
load and speedup, in open loop."""
from . import e6, e6_speedup, figures
from .e6_report import Measured
from .e6_speedup import crossing, loads
from .intervals import mean_and_half_width
from .page import certain, opening, table, verdict, with_interval

SLOTS, SEEDS = 200_000, range(8901, 8906)
SPEEDUPS = [1, 1.05, 1.1, 1.15, 1.2, 1.25]
LOADS = [round(0.7 + 0.025 * n, 3) for n in range(13)]
BOTH = ["p-spf", "spf"]
DATA = "e6-pays.csv"


def grid():
    return [e6.Run(s, load, speedup=speedup) for speedup in SPEEDUPS for load in LOADS for s in BOTH]


def measure(experiment, slots, seeds):
    """{run: [statistics of each seed]}"""
    return experiment.runs.over_seeds(grid(), seeds, lambda run, seed: (
        f"pays/{slots}/{run.name()}-{seed}", e6.run_one, experiment.binaries, run, slots, seed))


data, read = e6_speedup.data, e6_speedup.read


CROSSING = {"delay": 0.8331, "waiting": 0.8156}  # without speedup, of e6-speedup.md
PREDICTED = {"delay": (0.82, 0.87), "waiting": (0.805, 0.825)}  # crossing load over speedup


def change(measured, kind, name, load, speedup):
    """Reduction of SPF's time by P-SPF in per cent, run by run: (mean, half width)."""
    pairs = zip(*(measured.by_run[e6.Run(s, load, speedup=speedup)] for s in BOTH))
    return mean_and_half_width([100 * (1 - a["packets"][kind][name]["mean"] / b["packets"][kind][name]["mean"]) for a, b in pairs])


def crossings(measured, name, speedup):
    """The load from which P-SPF's time over all packets is higher, for each seed that has one."""
    of = [zip(*(measured.by_run[e6.Run(s, load, speedup=speedup)] for s in BOTH)) for load in LOADS]
    by_load = [[a["packets"]["all"][name]["mean"] - b["packets"]["all"][name]["mean"] for a, b in pairs] for pairs in of]
    found = [crossing(list(zip(LOADS, seed))) for seed in zip(*by_load)]
    return [load for load in found if load]


def all_cross(measured, name, speedup):
    """(mean, half width) of the crossing load if each seed has one, or None."""
    found = crossings(measured, name, speedup)
    return mean_and_half_width(found) if len(found) == seeds_of(measured) else None


def seeds_of(measured):
    return len(next(iter(measured.by_run.values())))


def lower_at(measured, kind, name, speedup):
    """Loads at which P-SPF's time is lower beyond the interval."""
    return [load for load in LOADS if (pair := change(measured, kind, name, load, speedup))[0] > pair[1]]


# ---- Predictions: [statement, measured, verdict]

def one_load_of_the_fabric(measured, name):
    seen = {speedup: pair for speedup in SPEEDUPS if (pair := all_cross(measured, name, speedup))}
    parts = {speedup: mean / speedup for speedup, (mean, _) in seen.items()}
    least, most = PREDICTED[name]
    good = len(parts) > 2 and all(least <= part <= most for part in parts.values())
    return [f"{name}: the crossing load over the speedup is {least:g} to {most:g} for every speedup, as it is the fabric's load",
            "; ".join(f"{speedup:g}: {pair[0]:.4f} ± {pair[1]:.4f}, over it {parts[speedup]:.3f}" for speedup, pair in seen.items())
            + "; with the other speedups some run has none up to load 1", verdict(good)]


def sufficient(measured, most, predicted):
    enough = [speedup for speedup in SPEEDUPS
              if set(lower_at(measured, "all", "delay", speedup)) >= {load for load in LOADS if load <= most}]
    return [f"delay: the least speedup here that is enough for all loads up to {most:g} is {predicted:g}", f"enough: {loads(enough)}",
            verdict(bool(enough) and min(enough) == predicted)]


def short_always(measured):
    missing = [(load, speedup) for speedup in SPEEDUPS for load in LOADS
               if load not in lower_at(measured, "short", "waiting", speedup)]
    cells = len(SPEEDUPS) * len(LOADS)
    return ["short packets wait less with P-SPF at every load and speedup", f"in {cells - len(missing)} of {cells} cells", verdict(not missing)]


def long_sometimes(measured):
    at = {speedup: lower_at(measured, "long", "delay", speedup) for speedup in SPEEDUPS}
    return ["long packets never have lower delays with P-SPF: preemption only moves time to short ones",
            "; ".join(f"{speedup:g}: lower at {loads(of)}" for speedup, of in at.items()), verdict(not any(at.values()))]


PREDICTIONS = [lambda m: one_load_of_the_fabric(m, "delay"), lambda m: one_load_of_the_fabric(m, "waiting"),
               lambda m: sufficient(m, 0.95, 1.15), lambda m: sufficient(m, 1, 1.2), short_always,
               long_sometimes]


# ---- Table and figure

def of_delay(measured, name):
    rows = [[f"{load:g}", *(with_interval(*change(measured, "all", name, load, speedup)) for speedup in SPEEDUPS)]
            for load in LOADS]
    return table(["load", *(f"speedup {speedup:g}" for speedup in SPEEDUPS)], rows)


def plot(by_run):
    measured = Measured(by_run)

    def panel(kind, name):
        rows = []
        for speedup in SPEEDUPS:
            for load in LOADS:
                mean, half = change(measured, kind, name, load, speedup)
                rows.append({"load": f"{load:g}", "speedup": f"{speedup:g}", "value": mean, "certain": abs(mean) > half})
        return figures.cells(f"{kind.capitalize()} packets: {name}", x, y, rows, "per cent; above 0: P-SPF is better")

    x = figures.names("load", "load", [f"{load:g}" for load in LOADS])
    y = figures.names("speedup", "speedup", [f"{s:g}" for s in reversed(SPEEDUPS)])
    return figures.figure([panel(kind, name) for kind in ("all", "short", "long") for name in ("delay", "waiting")], 2,
                          "P-SPF against SPF: times lower by", figures.UNDECIDED)


def report(by_run, slots, seeds, picture):
    """Generated part of the page."""
    measured = Measured(by_run)
    crossed = all_cross(measured, "waiting", 1)
    first = opening(
        "When preemption pays: P-SPF against SPF", "At which loads and speedups of the fabric is preemption better than SPF, which serves short packets first?",
        "In waiting up to about 0.81 of the fabric's capacity; in delay at all loads with a speedup of 1.15.",
        f"waiting without speedup crosses at {f'{crossed[0]:.4f} ± {crossed[1]:.4f}' if crossed else 'no load'}; at load 0.9 the reduction of the delay is "
        f"{certain(*change(measured, 'all', 'delay', 0.9, 1))} without and {certain(*change(measured, 'all', 'delay', 0.9, 1.15))} with 1.15; the paper has no SPF.",
        f"{len(seeds)} runs in each of {len(SPEEDUPS) * len(LOADS)} cells; predictions first.",
        "The paper does not run SPF; traffic is in open loop.")
    return f"""{first}
Li, Liu, Shi, Xu, Wu (IWQoS 2005) compare P-SPF, which lets short packets interrupt long ones, with schedulers in packet
mode, which do not prefer short ones. Their own earlier SPF serves short packets first without interrupting; the paper does not plot it. Here both
run on the paper's switch ([E6](e6.md)) over load and speedup. {len(seeds)} runs of {slots} slots in each of {len(SPEEDUPS) * len(LOADS)} cells, seeds {seeds[0]} to {seeds[-1]},
compared run by run on the same arrivals; ± is a 95 % interval (Student's t), in italics if wider than the value: not distinguishable.
Written by `tools/experiments e6 --setup pays`; [{DATA}](data/{DATA}) has every run. All
runs take about 1.7 minutes of one processor.

## Predictions and measurements

Written down before these runs. Known then, of other seeds: crossings without speedup, {CROSSING["delay"]} for the delay and
{CROSSING["waiting"]} for waiting, and the outcome at speedups 1.176 and 1.25 ([E6 with speedup](e6-speedup.md)).

{table(["prediction", "measured", ""], [part(measured) for part in PREDICTIONS])}
![P-SPF against SPF]({picture})

## Delay of all packets

P-SPF's lower than SPF's by, per cent.

{of_delay(measured, "delay")}
## Waiting of all packets

{of_delay(measured, "waiting")}"""
