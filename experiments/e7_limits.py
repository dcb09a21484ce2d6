"""Limits of experiment E7: routers that are late, by queues and frame size; testers whose clock is
not the routers', or whose ports have 100 Mbit/s; FIFO routers with random service times."""
import csv
import dataclasses
import io
import os

from tools_lib import systems
from . import e7, runs
from .e7_report import PAPER, jitter_ms, lost
from .experiment import from_row
from .intervals import mean_and_half_width
from .page import opening, shown, table, verdict

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


NS_PER_BYTE = 80       # at 100 Mbit/s
SAME_MS = 0.02
MISSED_MS = 1.25       # five TFs: from one reserved TF of a flow to the next
OWN_PORT = ("f234", "f341", "f412")  # f1234 and f123 share a tester's port here
SCENARIO2_WIRE = 520


def frame_us(cell):
    return (cell.wire_bytes or (1040 if cell.scenario == 1 else SCENARIO2_WIRE)) * NS_PER_BYTE / 1000


def jitter(measured, cell, flow):
    """(mean over the seeds, half width)"""
    return mean_and_half_width([jitter_ms(run, flow) for run in measured[cell]])


def largest(run):
    return max(jitter_ms(run, flow) for flow in PAPER)


def lost_percent(runs):
    return 100 * sum(map(lost, runs)) / sum(f["sent"] for run in runs for f in run["flows"].values())


def late_cell(measured, cell):
    percent = lost_percent(measured[cell])
    return f"{percent:.1f} % lost" if percent else f"{largest(measured[cell][0]):.3f}"


def late_table(measured):
    rows = []
    for spare in e7.SPARE:
        for scenario, wire in [*((1, wire) for wire in WIRE_BYTES), (2, 0)]:
            cells = [Cell(scenario, "tdp", LATE_MS, wire, late, spare) for late in LATE_US]
            rows.append([f"d + {1 + spare}", f"scenario {scenario}, d = {delay(cells[0])}", f"{frame_us(cells[0]):.1f}",
                         *(late_cell(measured, cell) for cell in cells)])
    return table(["queues", "routes", "a frame on the wire, us", *(f"late by up to {late} us" for late in LATE_US)], rows)


# ---- Predictions

def paper_queues(measured):
    cells = [cell for cell in late_cells() if not cell.spare]
    wrong = [cell for cell in cells if (lost_percent(measured[cell]) > 0) != (cell.late_us > frame_us(cell))]
    text = ", ".join(f"{cell.late_us} us with frames of {frame_us(cell):.1f} us" for cell in wrong)
    return ["with the paper's d + 1 queues packets are lost exactly when the lateness exceeds the time of a frame on the wire",
            f"in {len(cells) - len(wrong)} of {len(cells)} cells" + (f"; not at {text}" if wrong else ""), verdict(not wrong)]


def one_more_queue(measured):
    cells = [cell for cell in late_cells() if cell.spare]
    losing = [cell for cell in cells if lost_percent(measured[cell])]
    return ["with d + 2 queues nothing is lost", f"in {len(cells) - len(losing)} of {len(cells)} cells", verdict(not losing)]


def jitter_of_lateness(measured):
    off = []
    for cell in late_cells():
        on_time = Cell(cell.scenario, "tdp", LATE_MS, cell.wire_bytes, 0, cell.spare)
        if not lost_percent(measured[cell]) and not lost_percent(measured[on_time]):
            off.append(largest(measured[cell][0]) - largest(measured[on_time][0]) - cell.late_us / 1000)
    worst = max(off, key=abs)
    return [f"if nothing is lost, jitter is the one on time and the lateness, within {SAME_MS} ms", f"at most {worst:+.3f} ms off",
            verdict(abs(worst) <= SAME_MS)]


def other_clock(measured):
    """Jitter if each flow's clock is off by a random amount, at most `source_ppm` of the cell."""
    wrong, seen = 0, []
    for cell in ppm_cells():
        drift = cell.source_ppm * 1e-6 * cell.ms
        of = [jitter_ms(run, flow) for run in measured[cell] for flow in PAPER]
        wrong += sum(not (j <= drift + SAME_MS or abs(j - MISSED_MS) <= drift + SAME_MS) for j in of)
        seen.append(f"{min(of):.3f} to {max(of):.3f} at {cell.source_ppm} ppm (drift {drift:.2f})")
    return [f"TDP, sources not locked to the TFs, {PPM_MS / 1000:g} s: jitter is at most the drift of the clock, or about "
            f"{MISSED_MS} ms if a packet misses its TF", "; ".join(seen), verdict(not wrong)]


def tester_tdp(measured):
    off = {}
    for scenario in e7.SCENARIOS:
        fast, slow = (Cell(scenario, "tdp", LATE_MS, tester_mbps=mbps) for mbps in TESTER_MBPS)
        for flow in OWN_PORT:
            for a, b in zip(measured[fast], measured[slow]):
                off[scenario, flow] = max(off.get((scenario, flow), 0), abs(jitter_ms(a, flow) - jitter_ms(b, flow)))
    worst = max(off.values())
    return ["TDP, tester's ports of 100 instead of 1000 Mbit/s: the jitter of flows with a port of their own changes by at most 0.01 ms",
            f"by at most {worst:.4f} ms", verdict(worst <= 0.01)]


def tester_fifo(measured):
    changes = []
    for scenario in e7.SCENARIOS:
        fast, slow = (Cell(scenario, "fifo", OTHER_MS, tester_mbps=mbps) for mbps in TESTER_MBPS)
        for flow in PAPER:
            changes.append(mean_and_half_width([100 * (jitter_ms(b, flow) / jitter_ms(a, flow) - 1)
                                                for a, b in zip(measured[fast], measured[slow])]))
    beyond = [pair for pair in changes if abs(pair[0]) - pair[1] > 10]
    within = all(abs(mean) + half <= 10 for mean, half in changes)
    worst = max(changes, key=lambda pair: abs(pair[0]))
    return ["FIFO, the same: jitter changes by at most 10 %", f"at most {shown(worst, 1)} %, of ten flows; beyond 10 % with its interval: "
            f"{len(beyond)}", verdict(within) if within or beyond else "not distinguishable"]


def service(measured):
    reached = []
    for us in SERVICE_US[1]:
        found = jitter(measured, Cell(1, "fifo", OTHER_MS, service_us=us), "f1234")
        reached.append((us, found))
    paper = PAPER["f1234"][0]
    good = [us for us, (mean, half) in reached if mean - half <= paper <= mean + half]
    return [f"FIFO, scenario 1: random service times bring f1234 to the paper's {paper:.2f} ms at some maximum up to 80 us",
            ", ".join(f"{shown(pair)} at {us}" for us, pair in reached), verdict(bool(good))]


def order(measured, scenario, us):
    """Flows by mean jitter, the largest first."""
    cell = Cell(scenario, "fifo", OTHER_MS, service_us=us)
    return sorted(PAPER, key=lambda flow: -jitter(measured, cell, flow)[0])


def orders(measured):
    papers = [max(PAPER, key=lambda flow: PAPER[flow][column]) for column in (0, 2)]
    ours = [order(measured, scenario, SERVICE_US[scenario][-1])[0] for scenario in e7.SCENARIOS]
    return ["FIFO with the largest service times: the flow with the largest jitter is the paper's in scenario 1 (f1234, the longest loop), not "
            "in scenario 2 (f341 there; f234 or f412, which pass 45 routers, here)",
            f"{ours[0]} and {ours[1]}, the paper {papers[0]} and {papers[1]}",
            verdict(ours[0] == papers[0] and ours[1] in ("f234", "f412"))]


def fifo_table(measured, scenario):
    column = 2 * scenario - 2
    cells = [Cell(scenario, "fifo", OTHER_MS, service_us=us) for us in SERVICE_US[scenario]]
    cells.append(Cell(scenario, "fifo", OTHER_MS, tester_mbps=100))
    rows = [[flow, *(shown(jitter(measured, cell, flow)) for cell in cells), f"{PAPER[flow][column]:.2f}"] for flow in PAPER]
    return table([f"scenario {scenario}", *(f"service up to {cell.service_us} us" for cell in cells[:-1]), "tester of 100 Mbit/s", "paper"], rows)


def tdp_table(measured):
    cells = ([Cell(s, "tdp", LATE_MS, tester_mbps=mbps) for s in e7.SCENARIOS for mbps in TESTER_MBPS]
             + ppm_cells())
    header = [f"scenario {c.scenario}, " + (f"{c.source_ppm} ppm" if c.source_ppm else f"tester of {c.tester_mbps} Mbit/s") for c in cells]
    rows = []
    for flow, paper in PAPER.items():
        spans = [[jitter_ms(run, flow) for run in measured[cell]] for cell in cells]
        rows.append([flow, *(f"{min(of):.4f} to {max(of):.4f}" for of in spans), f"{paper[1]:.2f}", f"{paper[3]:.2f}"])
    return table(["TDP", *header, "paper, scenario 1", "scenario 2"], rows)


def report(measured):
    """Generated part of the page."""
    parts = (paper_queues, one_more_queue, jitter_of_lateness, other_clock, tester_tdp, tester_fifo, service, orders)
    seeds = SEEDS
    at = SERVICE_US[1][-1]
    papers = [of[n] for of in PAPER.values() for n in (1, 3)]
    first = opening(
        "E7: how late, how locked, how fast", "Which lateness, clocks, testers and service times explain the jitter of the paper?",
        "Lateness explains TDP's only with a queue more than the paper has; random service times explain FIFO's in scenario 1.",
        f"d + 1 queues: {paper_queues(measured)[1]} as predicted; FIFO's f1234 {shown(jitter(measured, Cell(1, 'fifo', OTHER_MS, service_us=at), 'f1234'))} ms with "
        f"service times up to {at} us, the paper {PAPER['f1234'][0]:.2f}; TDP in the paper {min(papers):.2f} to {max(papers):.2f} ms.",
        f"{len(seeds)} seeds; lateness with one. Predictions first.", "Lateness, clocks and service times are ours.")
    return f"""{first}
Limits of [E7](e7.md), routers with time-driven priority and FIFO after Baldi, Marchetto, Galante, Risso, Scopigno, Stirano (ICC 2006).
The paper's TDP has 0.15 to 0.46 ms of jitter, E7's 0.0013 to 0.0131. These runs vary the testbed. Written by
`tools/experiments e7 --part limits`; [{DATA}](data/{DATA}) has every run and flow.

- **Late**: each router serves the beginning of each TF late by a random time, up to the column's, with d + 1 queues (the paper's) or
  one more; frames of three sizes in scenario 1, and scenario 2. {LATE_MS} ms, one seed: each TF and router has another lateness.
- **Other clocks**: each flow's source has a clock of its own, which differs from the routers' by up to the column's.
- **Testers**: their ports have 1000 or 100 Mbit/s. The paper's have 100, and one port for each flow; f1234 and f123 share one here.
- **Service**: a FIFO router takes each packet up to so much later, at random, as a host does.

Three seeds, {seeds[0]} to {seeds[-1]}, of {OTHER_MS} ms (FIFO), {LATE_MS} ms (testers, TDP) and {PPM_MS} ms
(clocks); ± is a 95 % interval (Student's t).

## Predictions and measurements

Written down before these runs. Known then, of one other seed: with d + 1 queues 80 us lose nothing in scenario 1 and 100 us do, 40 and
60 us in scenario 2; and jitter of TDP at 100 Mbit/s and 60 us in one trial.

{table(["prediction", "measured", ""], [part(measured) for part in parts])}
## Lateness by queues and frame size

The largest jitter of a flow in ms, or the part of the packets that was lost.

{late_table(measured)}
## TDP: clocks and testers

Jitter in ms, minimum to maximum over the seeds.

{tdp_table(measured)}
## FIFO: service times

Jitter in ms. The paper's runs took ten minutes.

{fifo_table(measured, 1)}
{fifo_table(measured, 2)}"""
