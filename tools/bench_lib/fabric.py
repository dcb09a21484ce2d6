"""Cell slots (slots x ports) per second of processor time of ixpfabric, by
scheduler, ports and load.

fabric/examples/paper.toml at its load and at load 1, 16 x 16 and 64 x 64 ports,
on one core; the best of K runs.
"""
import itertools
import re

from . import measure

PROGRAM = "ixpfabric"
COLUMNS = list(itertools.product(((16, 200_000), (64, 20_000)), (0.8, 1)))  # (ports, slots), load


def options(parser):
    measure.add_runs(parser, 3)


def seconds(given, scheduler, ports, load, slots):
    command = [f"{given.bin}/ixpfabric", f"{measure.ROOT}/fabric/examples/paper.toml", "--quiet"]
    for change in (f"scheduler.name={scheduler}", f"ports={ports}", f"slots={slots}", f"traffic.load={load}"):
        command += ["--set", change]
    return measure.run(command).processor


def rows(given):
    measure.use_one_core()
    yield "| scheduler | " + " | ".join(f"{ports} x {ports}, load {load}" for (ports, _), load in COLUMNS) + " |"
    yield "|---" * (len(COLUMNS) + 1) + "|"
    names = re.search(r"Schedulers: ([^.]*)\.", measure.run([f"{given.bin}/ixpfabric", "--help"]).output)[1]
    for scheduler in names.split(","):
        cells = [scheduler.strip()]
        for (ports, slots), load in COLUMNS:
            startup = seconds(given, cells[0], ports, load, 100)
            best = min(seconds(given, cells[0], ports, load, slots) for _ in range(given.runs)) - startup
            cells.append(f"{slots * ports / max(best, 1e-9):,.0f}")
        yield "| " + " | ".join(cells) + " |"
