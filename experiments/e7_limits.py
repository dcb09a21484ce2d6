"""Limits of experiment E7: routers that are late, by queues and frame size; testers whose clock is
not the routers', or whose ports have 100 Mbit/s; FIFO routers with random service times."""
import csv
import dataclasses
import io
import os

from tools_lib import systems
from . import e7, runs
from .experiment import from_row

SEEDS = range(601, 604)
WIRE_BYTES = (520, 780, 1040)  # preamble and gap included: 6, 4 or 3 frames a TF
LATE_US = (0, 20, 40, 60, 80, 100)
SOURCE_PPM = (30, 100, 300)
# less than the time between packets, with links 96 % full
SERVICE_US = {1: (0, 20, 50, 80), 2: (0, 20, 40)}
TESTER_MBPS = (1000, 100)
LATE_MS, PPM_MS, OTHER_MS = 300, 3000, 1000
DATA = "e7-limits.csv"


@dataclasses.dataclass(frozen=True)
class Cell:
    scenario: int
    router: str
    ms: int
    wire_bytes: int = 0    # 0: the scenario's
    late_us: int = 0
    spare: int = 1         # queues beyond the d + 1 of the paper
    source_ppm: int = 0
    service_us: int = 0
    tester_mbps: int = 1000
    d: int = 0             # forwarding delay in TFs; 0: the scenario's

    def name(self):
        return "-".join(str(value) for value in dataclasses.astuple(self))


def late_cells():
    return ([Cell(1, "tdp", LATE_MS, wire, late, spare) for wire in WIRE_BYTES for late in LATE_US for spare in e7.SPARE]
            + [Cell(2, "tdp", LATE_MS, 0, late, spare) for late in LATE_US for spare in e7.SPARE])


def tester_cells():
    return [Cell(scenario, router, LATE_MS if router == "tdp" else OTHER_MS, tester_mbps=mbps)
            for scenario in e7.SCENARIOS for router in ("fifo", "tdp") for mbps in TESTER_MBPS]


def ppm_cells():
    return [Cell(1, "tdp", PPM_MS, source_ppm=ppm) for ppm in SOURCE_PPM]


def service_cells():
    return [Cell(scenario, "fifo", OTHER_MS, service_us=us) for scenario in e7.SCENARIOS for us in SERVICE_US[scenario]]


def grid():
    """[(cell, seeds)]: one seed for lateness, which every TF has another of."""
    many = dict.fromkeys(tester_cells() + ppm_cells() + service_cells(), SEEDS)
    return list((dict.fromkeys(late_cells(), SEEDS[:1]) | many).items())


def reservation(cell, folder):
    """The scenario's reservation, or one with frames of another size or another delay."""
    own = e7.with_delay(cell.scenario, cell.d, folder) if cell.d else e7.reservation(cell.scenario)
    if not cell.wire_bytes:
        return own
    with open(own, encoding="utf-8") as f:
        text = f.read()
    path = os.path.join(folder, f"scenario{cell.scenario}-{cell.wire_bytes}.toml")
    runs.write(path, text.replace("wire_bytes = 1040", f"wire_bytes = {cell.wire_bytes}"))
    return path


def delay(cell):
    return cell.d or systems.read(e7.reservation(cell.scenario))["node"]["delay"]


def run(cell, path, seed, programs, work):
    options = {"source_ppm": cell.source_ppm, "tester_mbps": cell.tester_mbps, "service_us": cell.service_us}
    if cell.router == "tdp":
        options |= {"late_us": cell.late_us, "defines": {"DELAY_MAX": delay(cell) + cell.spare}}
    found = e7.run(path, cell.router, cell.ms, seed, programs, work, **options)
    del found["links"]
    return found


def measure(experiment, cells):
    """{cell: [figures of each seed]} of [(cell, seeds)]."""
    wanted = [(cell, seed) for cell, seeds in cells for seed in seeds]
    found = {}
    for (cell, _), result in zip(wanted, experiment.runs.all([
            (f"limits/{cell.name()}-{seed}", run, cell, reservation(cell, experiment.given.out), seed, experiment.binaries,
             experiment.given.out) for cell, seed in wanted])):
        found.setdefault(cell, []).append(result)
    return found


def read(text):
    """{cell: [figures of each seed]} from the CSV."""
    found = {}
    for row in csv.DictReader(io.StringIO(text)):
        of_seed = found.setdefault(from_row(Cell, row), {}).setdefault(row["seed"], {"flows": {}})
        of_seed["flows"][row["flow"]] = {"sent": int(row["sent"]), "left": int(row["left"]), "least": int(row["least_ns"]),
                                         "most": int(row["most_ns"])}
    return {cell: list(by_seed.values()) for cell, by_seed in found.items()}


def data(measured, cells):
    """One line per run and flow; delays in ns. The digest is of the whole result of the run."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow([*(field.name for field in dataclasses.fields(Cell)), "seed", "flow", "sent", "left", "least_ns", "most_ns",
                   "dropped", "digest"])
    seeds = dict(cells)
    for cell, found in measured.items():
        for seed, result in zip(seeds[cell], found):
            for name, flow in result["flows"].items():
                rows.writerow([*dataclasses.astuple(cell), seed, name, flow["sent"], flow["left"], flow["least"], flow["most"],
                               sum(result["drops"].values()), runs.digest_of(result)])
    return out.getvalue()
