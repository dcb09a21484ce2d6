"""Experiment E6 with speedup, Figure 6 of Li, Liu, Shi, Xu, Wu (IWQoS 2005): all of its eight
algorithms, and SPF; and the loads at which P-SPF's overall time crosses the one of others."""
import csv
import io
import itertools

from . import e6, runs
from .experiment import from_row

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
