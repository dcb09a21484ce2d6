"""Region in which PCFQ beats two WFQ: experiment E1's flows over a grid of loads, arrivals, packets handed out ahead
and weights. The model on the host has a fine grid. The emulated chip has a coarse one; its contexts sleep for the work.

Three kinds of arrivals have a fixed pace: contiguous frames as fast as the link, slightly slower, or slightly
faster. This pace is their link load; only the other arrivals have the load as an axis."""
import dataclasses
import fnmatch
import itertools
import json
import statistics
import tempfile

from tools_lib import pcap, systems
from . import e1, e1_model

SEEDS = range(7001, 7100)
PACKETS = 10000
MODEL_SEEDS, CHIP_SEEDS = 4, 6
OTHER_CHIP_SEEDS = 2  # in cells of which the page claims nothing

# In per cent. Loads as in experiment E1: work without the chip's 800 cycles per packet.
LINK = list(range(80, 108, 4))
CPU = list(range(60, 100, 4))
PACES = {"slower": 99, "line-rate": 100, "faster": 100.5}  # relative to the link's rate
ARRIVALS = ["poisson", "onoff", *PACES]
AHEAD = [0, 1, 4, 40]  # SR-2 holds 64
WEIGHTS = ["demand", "equal"]
CHIP_LINK = [80, 88, 96, 104]
CHIP_CPU = [60, 80, 88, 96]
CHIP_AHEAD = [0, 4]    # for arrivals with a fixed pace: all of AHEAD
# variants of e1_model, run on the coarse grid in the model too, to find the decisive rule
CHANGED = ["pcfq-pace4", "wfq-fifo"]
ONOFF_PEAK, ONOFF_BURST = 4, 8  # pace within bursts relative to the average, mean packets per burst


@dataclasses.dataclass(frozen=True)
class Traffic:
    """Parameters of a stream of packets other than the seed. Loads in per cent."""
    arrivals: str
    link: float
    cpu: int

    def name(self):
        return f"{self.arrivals}-link{self.link:g}-cpu{self.cpu}"

    def setup(self, ahead=0, weights="demand"):
        line = {"rx_mbps": 1000}
        if self.arrivals in PACES:  # line rates are integers: a sufficiently fast line, and frames at their pace
            line = {"rx_mbps": e1.LINK_MBPS + (self.link > 100), "back_to_back": self.link == 100}
        return e1.Setup(link=self.link / 100, cpu=self.cpu / 100, ahead=ahead, weights=weights, slept=True, **line)


@dataclasses.dataclass(frozen=True)
class Cell:
    traffic: Traffic
    ahead: int
    weights: str

    def name(self):
        return f"{self.traffic.name()}-ahead{self.ahead}-{self.weights}"


def traffics(link=LINK, cpu=CPU):
    free = itertools.product((a for a in ARRIVALS if a not in PACES), link, cpu)
    paced = ((name, pace, load) for name, pace in PACES.items() for load in cpu)
    return [Traffic(*choice) for choice in (*free, *paced)]


def cells(traffic):
    return [Cell(traffic, ahead, weights) for weights in WEIGHTS for ahead in AHEAD]


def chip_cells(fine=False):
    """The coarse grid, or all of it."""
    if fine:
        return [cell for traffic in traffics() for cell in cells(traffic)]
    return [cell for traffic in traffics(CHIP_LINK, CHIP_CPU) for cell in cells(traffic)
            if traffic.arrivals in PACES or cell.ahead in CHIP_AHEAD]


def chip_seeds(cell, most):
    """Seeds of a cell on the chip: most where gains are claimed, back to back and by demand."""
    claimed = cell.traffic.arrivals in PACES and cell.weights == "demand"
    return SEEDS[:most if claimed else min(most, OTHER_CHIP_SEEDS)]


def matching(named, pattern):
    return [one for one in named if fnmatch.fnmatchcase(one.name(), pattern)]


def put_at_pace(path, mbps):
    """Rewrites a stream's times: frames are contiguous, as on a line of that rate."""
    with open(path, "rb") as f:
        data = bytearray(f.read())
    bytes_before = 0
    for at, size in pcap.positions(data):
        pcap.set_time(data, at, round(bytes_before * 8000 / mbps))
        bytes_before += size + e1.LINE_BYTES
    with open(path, "wb") as f:
        f.write(data)


def generate(binaries, traffic, seed, packets, folder):
    """Generates folder/port0.pcap; returns its name."""
    setup, more = traffic.setup(), {}
    if traffic.arrivals == "onoff":
        more = {"default.arrivals": "onoff", "default.burst_packets": ONOFF_BURST,
                "default.peak_packets_per_s": round(ONOFF_PEAK * e1.packets_per_s(setup), 3)}
    e1.generate(binaries, setup, seed, packets, folder, more)
    path = f"{folder}/port0.pcap"
    if traffic.arrivals in PACES and not setup.back_to_back:
        put_at_pace(path, e1.LINK_MBPS * traffic.link / 100)
    return path


def delays(packets, result):
    """Delays of one model run in milliseconds: by category, and the mean waiting times of all packets."""
    by_category, of = {}, e1.categories()
    for packet, found in zip(packets, result):
        if found:
            by_category.setdefault(of[packet.flow], []).append(found[0])
    passed = [found for found in result if found]
    ms = {c: {"mean": 1000 * statistics.fmean(seconds), "max": 1000 * max(seconds)} for c, seconds in by_category.items()}
    return {"ms": ms,
            "processors_ms": 1000 * statistics.fmean(found[1] + found[2] for found in passed),
            "link_ms": 1000 * statistics.fmean(found[3] for found in passed), "lost": len(result) - len(passed)}


def model_run(binaries, traffic, seed, packets, chosen, names):
    """Variants of e1_model in cells of one stream: {cell's name: {variant: delays}}"""
    with tempfile.TemporaryDirectory(prefix="regime-") as work:
        arrivals = e1_model.read_packets(generate(binaries, traffic, seed, packets, work), traffic.setup())
    found = {}
    for cell in chosen:
        setup = traffic.setup(cell.ahead, cell.weights)
        found[cell.name()] = {name: delays(arrivals, e1_model.Chip(setup, *e1_model.VARIANTS[name][:2]).run(arrivals))
                              for name in names}
    return found


def chip_run(binaries, cell, system, seed, packets):
    setup = cell.traffic.setup(cell.ahead, cell.weights)
    with tempfile.TemporaryDirectory(prefix="regime-") as work:
        path, changes = e1.system_of(setup, system, generate(binaries, cell.traffic, seed, packets, work))
        _, stats = systems.run(binaries, path, f"{work}/out", "--log-data", "header:40", changes=changes)
        delay = json.loads(systems.call([f"{binaries}/ixplog", "delay", f"{work}/out", "--flows", e1.FLOWS, "--json"]))
    ms = {c: {"mean": row["mean"], "max": row["max"]} for c, row in e1.by_category(delay).items()}
    return {"ms": ms, "lost": stats["frames"]["received"] - stats["frames"]["transmitted"]}
