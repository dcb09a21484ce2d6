"""E4: gaps between highest-priority packets of a layered video stream on the emulated chip, with
background traffic. With and without the prioritizer, sender's jitter, and contention for the
link."""
import csv
import dataclasses
import io
import math
import random
import statistics
import tempfile

from tools_lib import pcap, portlog, protocols, systems
from . import runs
from .experiment import from_row
from .stream_table import ME_HZ

MADE_OF = ["microblocks/prioritizer", "microblocks/priority_scheduler", "microblocks/rx", "microblocks/tx", "microblocks/systems", "rings",
           "experiments/e4.py"]
SORTER = "microengine.0:1.define"
LAYERS = 4
BYTES = 1000          # frame size without FCS
BACKGROUND_MBPS = 80  # UDP, random gaps
RUNS = 5              # of a cell
PACKETS = 15000       # highest-priority packets of a cell: a tenth of the paper's
CLOCK_NS = 87000      # granularity of the paper's clock
VIDEO = protocols.endpoint("10.0.0.2:5004"), protocols.endpoint("10.0.1.2:6000")
OTHER = protocols.endpoint("10.0.0.3:9"), protocols.endpoint("10.0.1.3:9")
BY_TYPE, BY_EXTENSION = 1, 2  # PRIORITY_FROM; these packets have no extension, so all have the same priority


@dataclasses.dataclass(frozen=True)
class Cell:
    video_mbps: int
    link_mbps: int
    prioritized: bool
    jitter_us: int = 0     # a packet leaves its sender late by a uniform random time of at most this
    bytes_: int = BYTES
    busy: bool = False     # another microengine loads the memories

    def name(self):
        return (f"{self.video_mbps}-{self.link_mbps}-{'prioritized' if self.prioritized else 'fifo'}-jitter{self.jitter_us}"
                f"-{self.bytes_}{'-busy' * self.busy}")


BOTH = (True, False)
JITTERS = (0, 100, 200)
WIDE, LOADED = 1000, 190     # the paper's gigabit link; one that all traffic loads to 97 %
LINKS = {100: 150, 400: 400} # links too small for all traffic
ARRIVED_MBPS = 250           # of the paper's 400, by its mean gap
READINGS = {100: (Cell(100, WIDE, True), Cell(80, WIDE, True), Cell(80, WIDE, True, bytes_=800)),
            400: (Cell(400, WIDE, True), Cell(ARRIVED_MBPS, WIDE, True))}
CELLS = list(dict.fromkeys(
    [Cell(100, link, prioritized, jitter) for link in (WIDE, LOADED) for jitter in JITTERS for prioritized in BOTH]
    + [cell for of in READINGS.values() for cell in of]
    + [Cell(video, link, prioritized) for video, link in LINKS.items() for prioritized in BOTH]
    + [Cell(100, link, True, busy=True) for link in (WIDE, LOADED)]))


def offered(cell, first, seed):
    """[(ns, kind, frame)]: packets of four layers in turn, equally spaced but for the sender's
    jitter, `first` of each; the background has exponential gaps."""
    rng, spacing = random.Random(seed), cell.bytes_ * 8 * 1000 / cell.video_mbps
    end, mean, frames = first * LAYERS * spacing, BYTES * 8 * 1000 / BACKGROUND_MBPS, []
    background = protocols.udp(*OTHER, bytes(BYTES - protocols.UDP_HEADERS))
    at = rng.expovariate(1 / mean)
    while at < end:
        frames.append((round(at), LAYERS, background))
        at += rng.expovariate(1 / mean)
    lateness, last = random.Random(f"sender {seed}"), 0
    for n in range(first * LAYERS):
        layer = n % LAYERS
        last = max(last, n * spacing + lateness.uniform(0, 1000 * cell.jitter_us))
        frames.append((round(last), layer, protocols.rtp(*VIDEO, cell.bytes_, n, n // LAYERS, payload_type=96 + layer)))
    return sorted(frames, key=lambda of: of[0])


def kind_of(data):
    """The layer of a frame, from its first bytes in hexadecimal, or LAYERS: background."""
    return int(data[86:88], 16) & 3 if data[72:76] == f"{VIDEO[1][1]:04x}" else LAYERS


MEASURES = {"max": max, "min": min, "average": statistics.fmean, "median": statistics.median, "deviation": statistics.pstdev}


def gaps(times_ns):
    """{measure: ms} of the gaps between successive times."""
    found = [after - before for before, after in zip(times_ns, times_ns[1:])]
    return {name: measure(found) / 1e6 for name, measure in MEASURES.items()}


def read_by_clock(times_ns, seed):
    """Times as a clock with steps of CLOCK_NS shows them; its phase is random."""
    phase = random.Random(f"clock {seed}").randrange(CLOCK_NS)
    return [(t + phase) // CLOCK_NS * CLOCK_NS for t in times_ns]


def run(binaries, cell, first, seed):
    """Gaps of the highest priority at the sender, after the chip, and as the paper's clock shows
    them; delays in ms; packets of each kind in and out."""
    with tempfile.TemporaryDirectory() as work:
        frames = offered(cell, first, seed)
        pcap.write(f"{work}/in.pcap", [(ns, frame) for ns, _, frame in frames])
        changes = {"port.0.rx.streams": [f"{work}/in.pcap"], "port.0.rx.timing": "stamps", "port.0.rx.start_ns": 10**5,
                   "port.1.tx.rate_mbps": cell.link_mbps, f"{SORTER}.PRIORITY_FROM": BY_TYPE if cell.prioritized else BY_EXTENSION}
        system = systems.path_of("prioritizer-busy" if cell.busy else "prioritizer")
        systems.run(binaries, system, f"{work}/out", "--log-data", "header:44", changes=changes)
        came, counts, left, delays = {}, [[0] * (LAYERS + 1), [0] * (LAYERS + 1)], [], []
        for row in portlog.rows(f"{work}/out/port0_rx.log"):
            kind = kind_of(row.data)
            counts[0][kind] += 1
            if kind == 0:
                came[row.tag] = row.eop_cycle
        for row in portlog.rows(f"{work}/out/port1_tx.log"):
            kind = kind_of(row.data)
            counts[1][kind] += 1
            if kind == 0:
                delays.append(nanoseconds(row.eop_cycle - came[row.tag]) / 1e6)
                left.append(nanoseconds(row.eop_cycle))
    return {"sent": gaps([ns for ns, kind, _ in frames if kind == 0]), "exact": gaps(left), "clock": gaps(read_by_clock(left, seed)),
            "delay": {"average": statistics.fmean(delays), "max": max(delays)}, "received": counts[0], "transmitted": counts[1]}


def nanoseconds(cycles):
    return round(cycles * 10**9 / ME_HZ)


def clock_deviation(gap_ns):
    """Deviation of a constant gap that a clock with steps of CLOCK_NS shows, in ms."""
    part = gap_ns % CLOCK_NS / CLOCK_NS
    return CLOCK_NS * math.sqrt(part * (1 - part)) / 1e6


def seeds_of(packets):
    """{seed: highest-priority packets of its run}"""
    return dict.fromkeys(range(1, RUNS + 1), packets // RUNS)


TIMES = ("sent", "exact", "clock")
CELL = tuple(field.name for field in dataclasses.fields(Cell))
KEY = (*CELL, "seed", "packets")
NUMBERS = [(of, name) for of in TIMES for name in MEASURES] + [("delay", name) for name in ("average", "max")]
COUNTS = [(of, kind) for of in ("received", "transmitted") for kind in range(LAYERS + 1)]
DATA = "e4.csv"


def data(measured, packets):
    """One line per run; times in ms. The digest is of the whole result of the run."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*KEY, *(f"{of}_{name}" for of, name in NUMBERS), *(f"{of}_{kind}" for of, kind in COUNTS), "digest"])
    for cell, found in measured.items():
        for (seed, first), result in zip(seeds_of(packets).items(), found):
            writer.writerow([*dataclasses.astuple(cell), seed, first, *(f"{result[of][name]:.6f}" for of, name in NUMBERS),
                             *(result[of][kind] for of, kind in COUNTS), runs.digest_of(result)])
    return out.getvalue()


def read(text):
    """({cell: [result of each seed]}, packets of a cell) from the CSV."""
    found, packets = {}, {}
    for row in csv.DictReader(io.StringIO(text)):
        cell, result = from_row(Cell, row), {}
        for of, name in NUMBERS:
            result.setdefault(of, {})[name] = float(row[f"{of}_{name}"])
        for of, kind in COUNTS:
            result.setdefault(of, []).append(int(row[f"{of}_{kind}"]))
        found.setdefault(cell, []).append(result)
        packets[cell] = packets.get(cell, 0) + int(row["packets"])
    return found, next(iter(packets.values()))


def measure(experiment, packets):
    """{cell: [result of each seed]}"""
    seeds = seeds_of(packets)
    return experiment.runs.over_seeds(CELLS, seeds, lambda cell, seed: (
        f"{cell.name()}-{seeds[seed]}-{seed}", run, experiment.binaries, cell, seeds[seed], seed))
