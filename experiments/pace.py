"""The pace of virtual time with several resources: a flow that used an idle system alone, and how
long it gets nothing after a second flow begins. A rule, a model, and the chip with two and three
resources: one or two stages of processing, and the link.

Flow A has packets from 0 on and alone uses rho_r of resource r, until B begins at t with as much.
With F and V of docs/pcfq.md A's tags have grown to t sum(rho) / phi_A, V to t pace / (R phi_A). B
starts at V, and is served alone until its tags, which grow by sum(rho) / phi_B, reach A's."""
import csv
import dataclasses
import heapq
import io
import os
import tempfile

from tools_lib import systems
from . import e2, schedulers, whole_results

DATA = "pace.csv"
MADE_OF = ["microblocks", "rings", "mecc/include"]
WORK_UNITS, BYTES = 1500, 476      # 40 us of the processor; 40 us on a link of 100 Mbit/s
PACKETS_PER_S = 26_250             # 1.05 times the rate of each resource
RHO_LINKS = {1: {100: "both resources", 200: "the processor, half the link"},
             2: {100: "all three", 200: "both processors, half the link"}}  # by stages
ALONE_MS = (20, 40, 80, 160)
PACES = {1: (1, 2, 3, 4), 2: (1, 4, 8, 9)}
CONTROLS = ("wfq", "scfq", "sfq", "drfq")
QUARTERS = 4                       # weights are quarters of both resources


@dataclasses.dataclass(frozen=True)
class Cell:
    system: str
    pace: int
    link_mbps: int
    alone_ms: int      # until B begins
    weight_b: int = 2  # quarters; A has the rest
    stages: int = 1    # of processing, each a resource

    def resources(self):
        return self.stages + 1

    def uses(self):
        return RHO_LINKS[self.stages][self.link_mbps]

    def name(self):
        return "-".join(map(str, dataclasses.astuple(self)))


def grid():
    return [cell for stages in PACES for cell in grid_of(stages)]


def grid_of(stages):
    tried = [("pcfq", PACES[stages]), *((control, (1,)) for control in CONTROLS if stages == 1)]
    same = [Cell(system, pace, link, alone, stages=stages) for system, paces in tried for pace in paces for link in RHO_LINKS[stages]
            for alone in ALONE_MS]
    return same + [Cell("pcfq", pace, 100, ALONE_MS[1], b, stages) for b in (1, 3) for pace in (1, (stages + 1) ** 2)]


def silence(alone, rhos, resources, pace, weights):
    """The rule: how long A gets nothing, in units of `alone`."""
    return max(0, alone * weights[1] / weights[0] * (1 - pace / (resources * sum(rhos))))


# ---- The chip

FLOWS = """seed = 1
[resources]
cpu_mhz = 37.5
link_mbps = {link}
[default]
arrivals = "cbr"
bytes = {bytes}
cycles = {work}
packets_per_s = {rate}
[[flow]]
number = 1
weight_cpu = {a}
weight_bandwidth = {a}
duration_ms = {alone}
[[flow]]
number = 2
weight_cpu = {b}
weight_bandwidth = {b}
start_ns = {begins}
duration_ms = {rest}
"""


def changes_of(cell, path, stream):
    fair = {"FLOWS": 2, "LINK_MBPS": cell.link_mbps, "LINK_OVERHEAD_BYTES": systems.LINE_BYTES, "PROCESSORS": 1, "HANDED_OUT_MAX": 2}
    defines = {image: fair for image in schedulers.SCHEDULERS[cell.system].values()}
    if cell.system == "pcfq":
        defines = {"pcfq": fair | {"VIRTUAL_PACE": cell.pace, "STAGES": cell.stages}}
    # A frame has eight elements.
    defines |= {"process": {"WORK_UNIT": e2.UNIT, "WORK_SLEEPS": 1}, "tx": {"ELEMENTS_IN_FLIGHT_MAX": 16}}
    weight = [round(65536 * part / QUARTERS) for part in (QUARTERS - cell.weight_b, cell.weight_b)]
    processing = systems.running(path, "process")
    second = {f"microengine.{processing[0]}.define.RING_AFTER": "SR_5", f"microengine.{processing[1]}.define.RING": "SR_5",
              f"microengine.{processing[1]}.define.REPORTS": 0} if cell.stages == 2 else {}
    return {systems.STREAMS: [stream], "port.0.tx.rate_mbps": cell.link_mbps, "boot.freelist.buffers": 4096,
            systems.WEIGHTS: [w << 16 | w for w in weight], **schedulers.defines(cell.system, 2, defines),
            **{f"microengine.{at}.start": int(at in processing[:cell.stages]) for at in processing}, **second}


def run_one(binaries, cell):
    """Times in ms: A's longest silence after B began, its time for a packet before."""
    ratio = cell.weight_b / (QUARTERS - cell.weight_b)
    with tempfile.TemporaryDirectory(prefix="pace-") as work:
        flows = os.path.join(work, "flows.toml")
        with open(flows, "w", encoding="utf-8") as f:
            f.write(FLOWS.format(link=cell.link_mbps, bytes=BYTES, work=WORK_UNITS, rate=PACKETS_PER_S, a=QUARTERS - cell.weight_b, b=cell.weight_b,
                                 alone=cell.alone_ms, begins=cell.alone_ms * 1_000_000, rest=cell.alone_ms * (1 + ratio)))
        systems.generate(binaries, flows, work)
        path, _ = schedulers.system(cell.system)
        _, stats = systems.run(binaries, path, f"{work}/out", "--log-data", "header:40", changes=changes_of(cell, path, f"{work}/port0.pcap"))
        text = systems.call([f"{binaries}/ixplog", "delay", f"{work}/out", "--csv", "--flows", flows])
    left = sorted(int(row["tx_eop_cycle"]) / (e2.ME_MHZ * 1000) for row in csv.DictReader(io.StringIO(text)) if row["flow"] == "1")
    before = [ms for ms in left if cell.alone_ms / 2 < ms < cell.alone_ms]
    frames = stats["frames"]
    if frames["received"] != frames["transmitted"]:
        raise RuntimeError(f"{cell.name()}: {frames['received']} frames received, {frames['transmitted']} transmitted")
    return {"packets": frames["received"], "packet_ms": (before[-1] - before[0]) / (len(before) - 1),
            "silence_ms": max(after - one for one, after in zip(left, left[1:]) if after > cell.alone_ms)}


def rhos(cell, packet_ms):
    """Shares of each stage and of the link that A had alone."""
    work_ms = WORK_UNITS * e2.UNIT / (e2.ME_MHZ * 1000)
    line_ms = (BYTES + systems.LINE_BYTES) * 8 / (cell.link_mbps * 1000)
    return [work_ms / packet_ms] * cell.stages + [line_ms / packet_ms]


def predicted(cell, result):
    return silence(cell.alone_ms, rhos(cell, result["packet_ms"]), cell.resources(), cell.pace, (QUARTERS - cell.weight_b, cell.weight_b))


def measure(experiment):
    """{cell: result}"""
    found = experiment.runs.over_seeds(grid(), [1], lambda cell, _: (cell.name(), run_one, experiment.binaries, cell))
    return {cell: results[0] for cell, results in found.items()}


def data(measured):
    return whole_results.text([(dataclasses.asdict(cell), result) for cell, result in measured.items()])


def read(text):
    return {Cell(key["system"], *(int(key[f.name]) for f in dataclasses.fields(Cell)[1:])): result for key, result in whole_results.read(text)}


# ---- The model: a packet a unit of time, of all resources at once

MODEL_ALONE = 1000  # packets
MODEL_RESOURCES = (1, 2, 3, 4)


def modelled(resources, pace, weights=(1, 1), alone=MODEL_ALONE):
    """A's longest silence after B began, in packets. Both have packets whenever one leaves.
    Tags and V are whole numbers of 1 / (resources * weight_A * weight_B), without rounding."""
    both = sum(weights)
    cost = [resources * resources * weights[1] * both, resources * resources * weights[0] * both]
    finish, heads, virtual, silent, longest = [cost[0], 0], [(cost[0], 0)], 0, 0, 0
    for now in range(round(alone * (2 + weights[1] / weights[0]))):
        if now == alone:
            finish[1] = virtual + cost[1]
            heapq.heappush(heads, (finish[1], 1))
        flow = heads[0][1]
        finish[flow] = max(finish[flow], virtual) + cost[flow]
        heapq.heapreplace(heads, (finish[flow], flow))
        virtual += pace * weights[1] * (both if now < alone else weights[0])
        silent = 0 if flow == 0 else silent + 1
        longest = max(longest, silent)
    return longest
