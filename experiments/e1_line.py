"""Set-up "line-rate" of experiment E1: media interfaces with the same rate for receiving and transmitting, as in the
paper, and contiguous frames. The backlog then never drains: it equals the link's idle time.

The paper does not give its processor load, the number of packets handed out ahead, the number of packets run, or its
weights. Those form a grid, chosen before any run, on separate seeds."""
import csv
import dataclasses
import fnmatch
import io
import itertools
import json
import tempfile

from tools_lib import systems
from . import e1

SEEDS = range(3001, 3100)
TICK = 16          # cycles; the unit of Table I if the paper measured with TIMESTAMP
RING_BOUND = 1000  # above SR-2's capacity, so the ring is the bound
# (name, line rate of both sides in Mbit/s, load of the processors or 0, cycles per unit or 0). 64 Mbit/s on the line
# are 50 Mbit/s of frames, and load the processors to 76 % if a unit is a tick.
PROCESSORS = [("0.60", 50, 0.60, 0), ("0.76 ticks", 64, 0, TICK), ("0.85", 50, 0.85, 0), ("0.95", 50, 0.95, 0)]
AHEAD = [0, 1, 4, 8, "ring"]
PACKETS = [5000, 20000, 100000]
WEIGHTS = ["demand", "equal"]
QUARTERS = 4       # points of a run at which packets inside are counted
# cell of the demonstration, the model and the comparison of lengths: chosen before the grid
SHOWN = ("0.85", 4, "demand")


@dataclasses.dataclass(frozen=True)
class Cell:
    processors: str
    ahead: int | str
    weights: str
    packets: int

    def name(self):
        return f"{self.processors.replace(' ', '-')}-ahead{self.ahead}-{self.weights}-{self.packets}"

    def setup(self):
        _, mbps, load, unit = next(row for row in PROCESSORS if row[0] == self.processors)
        return e1.Setup(link=1.0, cpu=load, unit=unit, ahead=RING_BOUND if self.ahead == "ring" else self.ahead,
                        weights=self.weights, rx_mbps=mbps, link_mbps=mbps, back_to_back=True, slept=True)


# no load to choose: a unit is a tick, and packets are chosen as late as possible
FREE = Cell("0.76 ticks", 0, "demand", PACKETS[-1])


def grid(lengths=None):
    """All cells, the shortest runs first."""
    return [Cell(processors[0], ahead, weights, packets) for packets, weights, processors, ahead
            in itertools.product(lengths or PACKETS, WEIGHTS, PROCESSORS, AHEAD)]


def shown(packets):
    return Cell(*SHOWN, packets)


def over_time(passages, mbps):
    """From the arrival and departure of each frame (milliseconds, bytes): idle time of the link from the first arrival
    to the last departure, and packets inside at the ends of the quarters of the arrival time."""
    first, last = min(t for t, _, _ in passages), max(t for _, t, _ in passages)
    busy = sum((size + systems.LINE_BYTES) * 8 / (mbps * 1000) for _, _, size in passages)
    arrivals_end = max(t for t, _, _ in passages)
    inside = []
    for quarter in range(1, QUARTERS + 1):
        now = first + (arrivals_end - first) * quarter / QUARTERS
        inside.append(sum(begin <= now < end for begin, end, _ in passages))
    return {"span_ms": last - first, "idle_ms": last - first - busy, "inside": inside}


def passages(binaries, folder):
    """[(last byte in, last byte out, bytes)] of the frames that left, times in milliseconds."""
    text = systems.call([f"{binaries}/ixplog", "delay", folder, "--csv"])
    per_ms = e1.ME_MHZ * 1000
    return [(int(row["rx_eop_cycle"]) / per_ms, int(row["tx_eop_cycle"]) / per_ms, int(row["bytes"]))
            for row in csv.DictReader(io.StringIO(text))]


def measure(binaries, cell, system, seed, work):
    """Runs in an existing folder; logs stay in work/SYSTEM."""
    setup, out = cell.setup(), f"{work}/{system}"
    e1.generate(binaries, setup, seed, cell.packets, work)
    path, changes = e1.system_of(setup, system, f"{work}/port0.pcap")
    _, stats = systems.run(binaries, path, out, "--log-data", "header:40", changes=changes)
    delay = json.loads(systems.call([f"{binaries}/ixplog", "delay", out, "--flows", e1.FLOWS, "--json"]))
    frames = stats["frames"]
    return {"cell": dataclasses.asdict(cell), "system": system, "seed": seed, "received": frames["received"],
            "transmitted": frames["transmitted"], "ms": e1.by_category(delay),
            **over_time(passages(binaries, out), setup.link_mbps)}


def run_one(binaries, cell, system, seed):
    with tempfile.TemporaryDirectory(prefix="e1-") as work:
        result = measure(binaries, cell, system, seed, work)
    if result["transmitted"] != result["received"]:
        raise RuntimeError(f"{cell.name()}, {system}, seed {seed}: {result['received'] - result['transmitted']} packets were "
                           "dropped; nothing should be")
    return result


def wanted(experiment, cell, system, seed):
    return f"line-rate/{cell.name()}/{system}-{seed}", run_one, experiment.binaries, cell, system, seed


def run(experiment, cells, seeds):
    """Runs missing runs, in the order of the cells."""
    experiment.runs.all([wanted(experiment, cell, system, seed)
                         for cell in cells for seed in seeds for system in e1.SYSTEMS])


def finished(experiment, cells, seeds):
    """{cell: {system: [result of each seed]}} for cells whose runs are complete."""
    found = {}
    for cell in cells:
        names = {system: [wanted(experiment, cell, system, seed)[0] for seed in seeds] for system in e1.SYSTEMS}
        if all(experiment.runs.has(name) for of_system in names.values() for name in of_system):
            found[cell] = {system: [experiment.runs.read(name) for name in of_system] for system, of_system in names.items()}
    return found


def matching(cells, pattern):
    return [cell for cell in cells if fnmatch.fnmatchcase(cell.name(), pattern)]
