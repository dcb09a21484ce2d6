"""Builds a testbed of routers in full mesh from a reservation and runs it."""
import dataclasses
import heapq
import json
import pathlib
import random
import subprocess

from . import packets

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TESTER = 3          # the port of each router that the tester is at
LINK_NS = 500
PULSE_NS = 1000     # from a pulse to the signal of the context that waits for it
CYCLES_BEFORE = 2   # no flow begins before every input is in step
DRAIN_MS = 5        # beside the nominal delay: what a packet waits before its first frame, and in its last router
HOP_MS = 0.25       # of a FIFO router: longer than any wait that was seen
SYSTEMS = {"tdp": "tdp_router", "fifo": "fifo_router", "loop": "loop_router"}
FLOWS_AT, SLOTS_AT, FLOWS_MAX = 0x9000, 0xa000, 16  # RESERVED_ of rings/tdp.h


class Wrong(Exception):
    """What is wrong with the reservation, the run, or what came out of it."""


@dataclasses.dataclass
class Options:
    out: str
    router: str = "tdp"
    ms: int = 100
    seed: int = 1
    threads: int = 1
    programs: str = ""     # folder of ixpemu; "": from PATH
    anyway: bool = False   # flows that do not fit begin in frame 0 all the same
    pulse_jitter_ns: int = 0
    defines: dict = dataclasses.field(default_factory=dict)     # {name: value}, for all microengines
    missed: dict = dataclasses.field(default_factory=dict)      # {router: numbers of pulses}
    ppm: dict = dataclasses.field(default_factory=dict)         # {router: drift}
    loss: dict = dataclasses.field(default_factory=dict)        # {"R1>R2": part of its frames}
    excess: dict = dataclasses.field(default_factory=dict)      # {flow: how many times what is reserved it sends}
    best_effort: list = dataclasses.field(default_factory=list) # (route, Mbit/s, bytes): goes round once


@dataclasses.dataclass
class Flow:
    number: int        # of its addresses
    name: str
    route: list
    hops: int
    bytes_: int        # of a frame
    distance_ns: int
    packets: int = 0   # reserved a cycle; 0: best effort
    sent: int = 0

    @property
    def path(self):
        """As frames.log has it."""
        return ">".join(self.route * (self.hops // len(self.route)) + self.route[:1])


class Testbed:
    def __init__(self, path, reservation, options):
        self.path, self.reservation, self.options = path, reservation, options
        time = reservation["time"]
        self.frames, self.frame_ns = time["frames"], time["frame_us"] * 1000
        self.cycle_ns = self.frames * self.frame_ns
        self.flows = [self.timed(n, f) for n, f in enumerate(reservation["flow"])]
        self.flows += [self.untimed(len(self.flows) + n, *f) for n, f in enumerate(options.best_effort)]
        self.routers = sorted({r for f in self.flows for r in f.route})
        self.out = pathlib.Path(options.out)
        self.check()

    def timed(self, number, f):
        if not f.get("loops"):
            raise Wrong(f"flow {f['name']} has no loops, so no router where it leaves")
        distance = self.cycle_ns // f["packets"] / self.options.excess.get(f["name"], 1)
        return Flow(number, f["name"], f["route"], f["loops"] * len(f["route"]), f["wire_bytes"] - packets.OVERHEAD,
                    round(distance), f["packets"])

    def untimed(self, number, route, mbps, bytes_):
        distance = round((bytes_ + packets.OVERHEAD) * 8000 / mbps)
        return Flow(number, "best effort " + "-".join(route), route, len(route), bytes_, distance)

    def check(self):
        if len(self.routers) > TESTER + 1:
            raise Wrong(f"{len(self.routers)} routers; the routers of a testbed have links to {TESTER} others")
        if len(self.flows) > FLOWS_MAX:
            raise Wrong(f"{len(self.flows)} flows; an edge router holds {FLOWS_MAX}")
        for f in self.flows:
            if packets.EXIT_TTL + f.hops > 255:
                raise Wrong(f"flow {f.name} has more hops than a TTL can count")
        for name in self.options.excess:
            if name not in [f.name for f in self.flows]:
                raise Wrong(f"there is no flow {name}")
        for router in [*self.options.missed, *self.options.ppm, *(r for link in self.options.loss for r in link.split(">"))]:
            if router not in self.routers:
                raise Wrong(f"there is no router {router}")

    def delay(self, router):
        nodes = self.reservation.get("node", {})
        own = nodes.get(router)
        return own["delay"] if isinstance(own, dict) else nodes.get("delay", 3)

    def nominal_ns(self, flow):
        """From the frame in which a packet is first sent to the one in which its last router sends it."""
        return flow.hops // len(flow.route) * sum(map(self.delay, flow.route)) * self.frame_ns

    def port_to(self, here, there):
        return [r for r in self.routers if r != here].index(there)

    def until_ns(self):
        """No packet enters later, so that all have left at the end."""
        if self.options.router == "tdp":
            longest = max(map(self.nominal_ns, self.flows)) / 1e6
        else:
            longest = max(f.hops for f in self.flows) * HOP_MS
        return round((self.options.ms - longest - DRAIN_MS) * 1e6)

    def flow_packets(self, flow, start):
        """(ns, frame), one by one."""
        at = start
        while at < self.until_ns():
            yield at, packets.frame(flow.bytes_, flow.hops, flow.number, flow.sent)
            at, flow.sent = at + flow.distance_ns, flow.sent + 1

    def streams(self):
        """A capture for the tester's port of each router where flows enter; {router: when it begins}."""
        choose = random.Random(self.options.seed)
        of, first = {}, {}
        before = CYCLES_BEFORE * self.cycle_ns if self.options.router == "tdp" else 0
        for flow in self.flows:
            start = before + choose.randrange(flow.distance_ns)
            of.setdefault(flow.route[0], []).append(self.flow_packets(flow, start))
            first[flow.route[0]] = min(start, first.get(flow.route[0], start))
        if max(first.values()) >= self.until_ns():
            raise Wrong(f"{self.options.ms} ms are too short: flows begin after {max(first.values()) / 1e6:.1f} ms, and what "
                        f"enters after {self.until_ns() / 1e6:.1f} ms would not have left at the end")
        for router, streams in of.items():
            packets.write_capture(self.out / f"{router}.pcap", heapq.merge(*streams))
        return first

    def tables(self):
        """A forwarding table a router: out at the tester's port where a flow leaves, round the loop before."""
        for here in self.routers:
            lines = []
            for flow in self.flows:
                if here == flow.route[0]:
                    lines.append(f"10.0.{flow.number}.0/24 {TESTER}")
                if here in flow.route:
                    there = flow.route[(flow.route.index(here) + 1) % len(flow.route)]
                    lines.append(f"11.0.{flow.number}.0/24 {self.port_to(here, there)}")
            mac = "02:00:00:00:00:02 02:00:00:00:00:01"
            (self.out / f"{here}.routes").write_text("".join(f"{line} {mac}\n" for line in lines))
            table = self.out / f"{here}.fib"
            subprocess.run([ROOT / "tools/make-fib", self.out / f"{here}.routes", "-o", table], check=True)

    def offsets(self):
        """{flow: frame in which its first packet is sent}, of tools/tdp-reserve."""
        if self.options.anyway:
            return {f.name: 0 for f in self.flows}
        r = subprocess.run([ROOT / "tools/tdp-reserve", self.path, "--json"], capture_output=True, text=True)
        if r.returncode:
            raise Wrong(r.stderr.strip().removeprefix(f"{self.path}: error: "))
        return {f["name"]: f["offset"] for f in json.loads(r.stdout)["flows"]}

    def reserved(self, here, offsets):
        """Tables of the edge: destinations; how many packets of each flow are sent in each frame, two bits a flow."""
        destinations, slots = [0] * len(self.flows), [0] * self.frames
        for flow in self.flows:
            if here != flow.route[0] or not flow.packets:
                continue
            destinations[flow.number] = packets.destination(flow.number)
            for k in range(flow.packets):
                slot = (offsets[flow.name] + k * self.frames // flow.packets) % self.frames
                if slots[slot] >> 2 * flow.number & 3 == 3:
                    raise Wrong(f"flow {flow.name} has more than 3 packets in a frame")
                slots[slot] += 1 << 2 * flow.number
        return destinations, slots

    def changes(self, here, first, offsets):
        """Of the router's system file."""
        load = [f'{{ region = "sram0", address = 0x400000, file = "{self.out.resolve()}/{here}.fib" }}']
        changes = []
        if self.options.router == "tdp":
            destinations, slots = self.reserved(here, offsets)
            load += [f'{{ region = "sram0", address = {FLOWS_AT:#x}, words = {destinations} }}',
                     f'{{ region = "sram0", address = {SLOTS_AT:#x}, words = {slots} }}']
            defines = {"FRAMES": self.frames, "DELAY": self.delay(here), "DELAY_MAX": max(map(self.delay, self.routers))}
            changes = [f"microengine.*.define.{name}={value}" for name, value in (defines | self.options.defines).items()]
        changes.append(f"boot.load=[{', '.join(load)}]")
        if here in first:
            changes.append(f'port.{TESTER}.rx={{ rate_mbps = 1000, timing = "stamps", start_ns = {first[here]}, '
                           f'streams = ["{self.out.resolve()}/{here}.pcap"] }}')
        return changes

    def chip(self, here, first, offsets):
        o = self.options
        lines = ["", "[[chip]]", f'name = "{here}"', f'system = "{ROOT}/microblocks/systems/{SYSTEMS[o.router]}.toml"',
                 f"set = {toml(self.changes(here, first, offsets))}"]
        if here in o.ppm:
            lines.append(f"ppm = {o.ppm[here]}")
        if o.router == "tdp":
            lines.append(f'pulse = [{{ context = "1:0.0", signal = 15, latency_ns = {PULSE_NS}, '
                         f"jitter_ns = {o.pulse_jitter_ns}, missed = {o.missed.get(here, [])} }}]")
        return lines

    def link(self, here, there):
        return ["", "[[link]]", f'from = "{here}.{self.port_to(here, there)}"', f'to = "{there}.{self.port_to(there, here)}"',
                f"delay_ns = {LINK_NS}", f"loss = {self.options.loss.get(f'{here}>{there}', 0)}"]

    def make(self):
        self.out.mkdir(parents=True, exist_ok=True)
        offsets = self.offsets() if self.options.router == "tdp" else {}
        first = self.streams()
        self.tables()
        lines = ["[network]", f"seed = {self.options.seed}", f"pulse_period_us = {self.frame_ns // 1000}"]
        for here in self.routers:
            lines += self.chip(here, first, offsets)
        for here in self.routers:
            for there in self.routers:
                lines += self.link(here, there) if here != there else []
        lines += ["", "[stop]", f"time_ms = {self.options.ms}"]
        (self.out / "network.toml").write_text("\n".join(lines) + "\n")

    def run(self):
        program = pathlib.Path(self.options.programs, "ixpemu") if self.options.programs else "ixpemu"
        subprocess.run([program, "run", self.out / "network.toml", "--quiet", "--log-data", "header:16", "--threads",
                        str(self.options.threads), "--out", self.out / "run"], check=True)


def toml(strings):
    return "[" + ", ".join("'" + s + "'" for s in strings) + "]"
