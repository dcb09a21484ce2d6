"""Results of a run of a testbed: delays by flow, drops, and checks of every packet on a link."""
import collections
import json

from tools_lib.systems import LINE_BYTES
from .testbed import RESTART_NS, Wrong

DS_TIMED, DS_TIMED_MASK, DS_PARITY, DS_CYCLE = 0x0c, 0x0f, 0x10, 0x20  # of rings/tdp.h
TYPE_AND_DS = slice(24, 32)  # of the frame in hexadecimal: type, version, type of service
INTENDED = {"padding"}       # drops that say nothing about a run


def lines(path):
    """Yields the lines of a log without its header."""
    with open(path, encoding="ascii") as f:
        for line in f:
            if not line.startswith("#"):
                yield line


def lives(testbed, router):
    """Output folders of a router; a restarted one has two."""
    run = testbed.out / "run"
    return [run / router] + ([run / f"{router}.2"] if router in testbed.options.restart else [])


def frames(testbed):
    """Yields (ns in, ns out, flow) of each transmitted frame, after a check of its path."""
    names = {f.path: f.name for f in testbed.flows}
    for router in testbed.routers:
        for folder in lives(testbed, router):
            for line in lines(folder / "frames.log"):
                left, entered, _, _, which, path = line.split()
                if testbed.options.restart:
                    path = path.replace(".2", "")
                if path not in names:
                    raise Wrong(f"frame {which} left after {path}, which is the path of no flow")
                yield int(entered), int(left), names[path]


def delays(testbed):
    """End-to-end delays in ns by flow."""
    found = {f.name: [] for f in testbed.flows}
    for entered, left, flow in frames(testbed):
        found[flow].append(left - entered)
    return found


def last_loss(testbed):
    """{flow: ms at which the last of its packets that did not leave was sent}. Packets come at equal distances."""
    found = {}
    by_flow = {f.name: [] for f in testbed.flows}
    for entered, _, flow in frames(testbed):
        by_flow[flow].append(entered)
    for flow in testbed.flows:
        if len(by_flow[flow.name]) == flow.sent:
            continue
        numbers = {round((ns - flow.first_ns) / flow.distance_ns) for ns in by_flow[flow.name]}
        last = max((n for n in range(flow.sent) if n not in numbers), default=flow.sent)
        found[flow.name] = (flow.first_ns + last * flow.distance_ns) / 1e6
    return found


def drops(testbed):
    """{router: {reason: packets}}, without zeros."""
    found = {}
    for router in testbed.routers:
        counts = collections.Counter()
        for folder in lives(testbed, router):
            counts.update(json.loads((folder / "stats.json").read_text())["frames"]["dropped_by_microcode"])
        found[router] = {name: n for name, n in counts.items() if n}
    return found


def unintended(of_routers):
    """{reason: packets of all routers}"""
    total = collections.Counter()
    for counts in of_routers.values():
        total.update({name: n for name, n in counts.items() if name not in INTENDED})
    return dict(total)


def frame_of(testbed, cycle):
    """Number of the reference's time frame at a cycle of an undisturbed chip, from 0."""
    return (cycle * 5 // 3 - testbed.frame_ns) // testbed.frame_ns


class LinkCheck:
    """Every frame that one router sent into one link, against the time frames (TF) of the reference.

    TF n begins with pulse n, the first one a period after the start, or later when routers listen before. A timed frame
    has left in its TF when its first bit did, and the TF's marks are those in its DS field. Times are counted on the
    reference's clock."""

    def __init__(self, testbed, here, there):
        self.frame_ns, self.frames = testbed.frame_ns, testbed.frames
        self.drift = 1 + testbed.options.ppm.get(here, 0) / 1e6
        self.begun_ns = testbed.listen() * testbed.frame_ns  # pulses before are not counted
        self.timed = self.padding = self.untimed = 0
        self.outside = 0               # timed frames whose first bit did not leave in their TF
        self.over_end = 0              # best-effort frames that ended after the TF in which they began
        self.latest_first_ns = 0       # from the beginning of a TF to its first timed bit, at most
        self.over_ns = 0               # by how much the last timed frame of a TF ran over its end, at most
        self.occupancy = collections.Counter()  # bytes on the wire of timed frames -> TFs
        self.held = None               # (TF, bytes) being summed
        port = testbed.port_to(here, there)
        for life, folder in enumerate(lives(testbed, here)):
            self.born_ns = life * (testbed.options.restart.get(here, 0) * 1e6 + RESTART_NS)
            for line in lines(folder / f"port{port}_tx.log"):
                self.frame(*line.split())
            self.close(None)

    def frame(self, sop, _eop, _number, bytes_, tag, data):
        begin = self.born_ns + int(sop) * 1000 / 600 / self.drift - self.frame_ns - self.begun_ns
        wire = int(bytes_) + LINE_BYTES
        end = begin + wire * 80
        now = int(begin // self.frame_ns)
        kind = int(data[TYPE_AND_DS], 16)
        codepoint = kind >> 2 & 0x3f
        if kind >> 16 != 0x0800 or codepoint & DS_TIMED_MASK != DS_TIMED:
            self.untimed += 1
            self.over_end += end > (now + 1) * self.frame_ns
            return
        self.timed += 1
        self.padding += tag == "-"
        marked = self.marked(now, codepoint)
        if marked != now:
            self.outside += 1
        if self.held is None or self.held[0] != marked:
            self.close(marked)
            self.latest_first_ns = max(self.latest_first_ns, begin - marked * self.frame_ns)
        self.held[1] += wire
        self.over_ns = max(self.over_ns, end - (marked + 1) * self.frame_ns)

    def marked(self, now, codepoint):
        """The marked TF nearest to `now`."""
        for near in now, now - 1, now + 1, now - 2, now + 2:
            if codepoint & ~DS_TIMED_MASK == (DS_PARITY * (near % self.frames & 1) | DS_CYCLE * (near // self.frames & 1)):
                return near
        return now - 3

    def close(self, next_frame):
        if self.held is not None:
            self.occupancy[self.held[1]] += 1
        self.held = [next_frame, 0] if next_frame is not None else None


def links(testbed):
    """{"R1>R2": LinkCheck} of all links."""
    return {f"{a}>{b}": LinkCheck(testbed, a, b) for a in testbed.routers for b in testbed.routers if a != b}


def capacity(testbed):
    """Bytes on the wire in one TF."""
    return testbed.reservation.get("link", {}).get("rate_mbps", 100) * testbed.frame_ns // 8000


def violations(testbed, checks):
    """Violated rules, in words."""
    most = capacity(testbed)
    found = []
    for link, c in checks.items():
        full = sum(n for bytes_, n in c.occupancy.items() if bytes_ > most)
        for count, what in ((c.outside, "timed frames did not begin in their time frame"),
                            (full, f"time frames held more than {most} bytes"),
                            (c.over_end, "best-effort frames did not end before the next time frame")):
            if count:
                found.append(f"{link}: {count} {what}")
    return found
