"""E4: gaps between highest-priority packets of a layered video stream with background traffic, on the emulated chip,
with and without the prioritizer."""
import dataclasses
import random
import tempfile

from ixp import pcap, portlog, rtp, systems
from .stream_table import ME_HZ

MADE_OF = ["microblocks/prioritizer", "microblocks/priority_scheduler", "microblocks/rx", "microblocks/tx", "microblocks/systems", "rings",
           "tools/experiments_lib/e4.py"]
SYSTEM = systems.path_of("prioritizer")
SORTER = "microengine.0:1.define"
LAYERS = 4
BYTES = 1000          # frame size without FCS
BACKGROUND_MBPS = 80  # UDP, random gaps
PIECE = 15000         # highest-priority packets per run
PACKETS = 150000      # of the paper
VIDEO = rtp.address("10.0.0.2:5004"), rtp.address("10.0.1.2:6000")
OTHER = rtp.address("10.0.0.3:9"), rtp.address("10.0.1.3:9")
BY_TYPE, BY_EXTENSION = 1, 2  # PRIORITY_FROM; these packets have no extension, so all have the same priority


@dataclasses.dataclass(frozen=True)
class Cell:
    video_mbps: int
    link_mbps: int
    prioritized: bool

    def name(self):
        return f"{self.video_mbps}-{self.link_mbps}-{'prioritized' if self.prioritized else 'fifo'}"


# A gigabit link, as in the paper, and one too small for all traffic
LINKS = {100: (1000, 150), 400: (1000, 400)}
CELLS = [Cell(video, link, prioritized) for video, links in LINKS.items() for link in links for prioritized in (True, False)]


def offered(video_mbps, first, seed):
    """[(ns, frame)]: packets of four layers in turn, equally spaced, `first` of each; the background has exponential
    gaps."""
    rng, spacing = random.Random(seed), BYTES * 8 * 1000 / video_mbps
    end, mean, frames = first * LAYERS * spacing, BYTES * 8 * 1000 / BACKGROUND_MBPS, []
    for n in range(first * LAYERS):
        layer = n % LAYERS
        frames.append((round(n * spacing), rtp.frame(*VIDEO, BYTES, n, n // LAYERS, payload_type=96 + layer)))
    background = rtp.udp(*OTHER, bytes(BYTES - rtp.HEADERS))
    at = rng.expovariate(1 / mean)
    while at < end:
        frames.append((round(at), background))
        at += rng.expovariate(1 / mean)
    return sorted(frames, key=lambda pair: pair[0])


def kind_of(data):
    """The layer of a frame, from its first bytes in hexadecimal, or LAYERS: background."""
    return int(data[86:88], 16) & 3 if data[72:76] == f"{VIDEO[1][1]:04x}" else LAYERS


def run(binaries, cell, first, seed):
    """Gaps and delays of the highest priority in ns, packets of each kind in and out."""
    with tempfile.TemporaryDirectory() as work:
        pcap.write(f"{work}/in.pcap", offered(cell.video_mbps, first, seed))
        changes = {"port.0.rx.streams": [f"{work}/in.pcap"], "port.0.rx.timing": "stamps", "port.0.rx.start_ns": 10**5,
                   "port.1.tx.rate_mbps": cell.link_mbps, f"{SORTER}.PRIORITY_FROM": BY_TYPE if cell.prioritized else BY_EXTENSION}
        systems.run(binaries, SYSTEM, f"{work}/out", "--log-data", "header:44", changes=changes)
        came, counts, gaps, delays, last = {}, [[0] * (LAYERS + 1), [0] * (LAYERS + 1)], [], [], None
        for row in portlog.rows(f"{work}/out/port0_rx.log"):
            kind = kind_of(row.data)
            counts[0][kind] += 1
            if kind == 0:
                came[row.tag] = row.eop_cycle
        for row in portlog.rows(f"{work}/out/port1_tx.log"):
            kind = kind_of(row.data)
            counts[1][kind] += 1
            if kind == 0:
                delays.append(nanoseconds(row.eop_cycle - came[row.tag]))
                gaps += [] if last is None else [nanoseconds(row.eop_cycle - last)]
                last = row.eop_cycle
    return {"gaps_ns": gaps, "delays_ns": delays, "received": counts[0], "transmitted": counts[1]}


def nanoseconds(cycles):
    return round(cycles * 10**9 / ME_HZ)


def measure(experiment, packets):
    """{cell: [result of each piece]}"""
    pieces = [min(PIECE, packets - done) for done in range(0, packets, PIECE)]
    return experiment.runs.over_seeds(CELLS, range(1, len(pieces) + 1), lambda cell, seed: (
        f"{cell.name()}-{pieces[seed - 1]}-{seed}", run, experiment.binaries, cell, pieces[seed - 1], seed))
