"""When preemption pays: P-SPF against SPF, its authors' earlier scheduler without preemption, over
load and speedup, in open loop."""
from . import e6, e6_speedup

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
