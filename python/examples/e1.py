#!/usr/bin/env python3
"""A figure of experiment E1 in short form: the average delay of each category of flows under the composite scheduler
PCFQ and under two separate WFQ schedulers, on the same packets (docs/experiments/e1.md, docs/python.md).

  PYTHONPATH=build/release/python python/examples/e1.py [--packets N] [--out FILE.svg] [--bin DIR]

Editors that know cells (# %%) open it as a notebook.
"""
# %% The set-up is that of tools/experiments
import argparse
import os
import sys
import tempfile

import ixp2400
import numpy

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
from experiments_lib import e1, e1_line  # noqa: E402

SEED = 3001


# %% One run: a simulation with its changes, frames recorded, delays by category
def delays(system, setup, stream):
    """{category: numpy array of delays in milliseconds}"""
    path, changes = e1.system_of(setup, system, stream)
    sim = ixp2400.Simulation(path, changes)
    sent = sim.record("tx")
    sim.run()
    at = e1.FRAME["FLOW_NUMBER_AT"]
    flow = numpy.array([int.from_bytes(bytes(frame)[at:at + 2], "big") for frame in sent]) - e1.RINGS["FLOW_FIRST"]
    category, ms = numpy.array(e1.categories())[flow], sent.array()["delay_ns"] / 1e6
    return {name: ms[category == name] for name in e1.CATEGORIES}


def both(packets, binaries):
    setup = e1_line.shown(packets).setup()
    with tempfile.TemporaryDirectory() as work:
        e1.generate(binaries, setup, SEED, packets, work)
        return {system: delays(system, setup, f"{work}/port0.pcap") for system in e1.SYSTEMS}


# %% The figure
def draw(found, path):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(figsize=(7, 3.5), layout="constrained")
    place = numpy.arange(len(e1.CATEGORIES))
    for shift, (system, of) in zip((-0.2, 0.2), found.items()):
        axes.bar(place + shift, [of[c].mean() for c in e1.CATEGORIES], 0.38, label=system.upper())
    axes.set_xticks(place, e1.CATEGORIES)
    axes.set_xlabel("need of processor / link")
    axes.set_ylabel("average delay, ms")
    axes.legend()
    figure.savefig(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--packets", type=int, default=5000)
    parser.add_argument("--out", metavar="FILE", help="draw the figure (matplotlib): .svg, .png, .pdf")
    parser.add_argument("--bin", default=os.path.join(ROOT, "build/release/bin"), help="where ixpgen is")
    given = parser.parse_args()
    found = both(given.packets, given.bin)
    print("Average delay in ms   PCFQ    WFQ  reduction")
    for category in e1.CATEGORIES:
        pcfq, wfq = (found[system][category].mean() for system in e1.SYSTEMS)
        print(f"{category:<18} {pcfq:7.3f} {wfq:6.3f} {100 * (1 - pcfq / wfq):8.1f} %")
    if given.out:
        draw(found, given.out)


# %%
if __name__ == "__main__":
    main()
