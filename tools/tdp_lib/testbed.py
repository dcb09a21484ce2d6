"""Builds a testbed of routers in full mesh from a reservation and runs it."""
import dataclasses
import heapq
import ipaddress
import json
import pathlib
import random
import struct
import subprocess

from tools_lib import files, pcap, protocols
from tools_lib.systems import LINE_BYTES, toml

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXIT_TTL = 64       # of the routers' system files: packets with this TTL leave
TESTER = 3          # port of each router that is linked to the tester
LINK_NS = 500
TICKS_PER_MS = 37500 # of TIMESTAMP: 16 cycles of 600 MHz
PULSE_NS = 1000     # from a pulse to the signal of the waiting context
LISTEN_CYCLES = 3   # in which a restarted router listens before it counts by itself
CYCLES_BEFORE = 2   # no flow begins before every input is in step
DRAIN_MS = 5        # margin over the nominal delay, for waits at the source and in the last router
HOP_MS = 0.25       # bound on the delay of a FIFO router, above all that were measured
SYSTEMS = {"tdp": "tdp_router", "fifo": "fifo_router", "loop": "loop_router"}
RESTART_NS = 10**6  # duration of a restart
DELAY_MOST = 13     # TFs: the queue array has 64 entries
FRAME_BYTES = 60, 1664  # minimum and maximum length that rx accepts
FLOWS_AT, SLOTS_AT, FLOWS_MAX = 0x9000, 0xa000, 16  # RESERVED_ of rings/tdp.h


def destination(number):
    """Address of flow `number`."""
    return f"10.0.{number}.1"


def frame(flow):
    """The flow's next packet: UDP in IPv4, which leaves after the flow's hops."""
    datagram = struct.pack(">HHHH", 1000, 1000, flow.bytes_ - 34, 0).ljust(flow.bytes_ - 34, b"\0")
    return protocols.ipv4(f"10.9.{flow.number}.1", destination(flow.number), 17, datagram, flow.sent, EXIT_TTL + flow.hops,
                          bytes(range(12)))


class Wrong(Exception):
    """An error in the reservation, the run, or its results."""


@dataclasses.dataclass
class Options:
    out: str
    router: str = "tdp"
    ms: int = 100
    seed: int = 1
    threads: int = 1
    programs: str = ""     # folder of ixpemu; "": from PATH
    anyway: bool = False   # flows begin in frame 0, unreserved, even if they do not fit
    source_ppm: int = 0    # maximum deviation of rates, in millionths; different for each flow
    late_us: int = 0       # maximum lateness of a time frame's service
    service_us: int = 0    # maximum of a random time before each packet is routed
    tester_mbps: int = 1000
    pulse_jitter_ns: int = 0
    defines: dict = dataclasses.field(default_factory=dict)     # {name: value}, of each microengine
    restart: dict = dataclasses.field(default_factory=dict)     # {router: when, ms}
    missed: dict = dataclasses.field(default_factory=dict)      # {router: numbers of pulses}
    ppm: dict = dataclasses.field(default_factory=dict)         # {router: drift}
    loss: dict = dataclasses.field(default_factory=dict)        # {"R1>R2": fraction of frames}
    excess: dict = dataclasses.field(default_factory=dict)      # {flow: rate / reservation}
    best_effort: list = dataclasses.field(default_factory=list) # (route, Mbit/s, bytes), for one loop


@dataclasses.dataclass
class Flow:
    number: int        # of its addresses
    name: str
    route: list
    hops: int
    bytes_: int        # of a frame
    distance_ns: int
    packets: int = 0   # reserved a super cycle; 0: best effort
    delay: int | dict | None = None  # of the flow, at all routers or by router
    first_ns: int = 0  # when it begins
    sent: int = 0

    @property
    def path(self):
        """Path of a packet, in the form of frames.log."""
        return ">".join(self.route * (self.hops // len(self.route)) + self.route[:1])


class Testbed:
    def __init__(self, path, reservation, options):
        self.path, self.reservation, self.options = path, reservation, options
        self.offset = self.reserve()
        time = reservation.get("time", {})
        self.frames, self.cycles = time.get("frames", 60), time.get("cycles", 1)
        self.frame_ns = time.get("frame_us", 250) * 1000
        self.cycle_ns = self.frames * self.frame_ns
        self.link_ns = reservation.get("link", {}).get("delay_us", 0) * 1000 + LINK_NS
        self.flows = [self.timed(n, f) for n, f in enumerate(reservation["flow"])]
        self.flows += [self.untimed(len(self.flows) + n, *f) for n, f in enumerate(options.best_effort)]
        self.routers = sorted({r for f in self.flows for r in f.route})
        self.out = pathlib.Path(options.out)
        self.check()

    def timed(self, number, f):
        if not f.get("loops"):
            raise Wrong(f"flow {f['name']} has no loops, so no router where it leaves")
        distance = self.cycle_ns * self.cycles // f["packets"] / self.options.excess.get(f["name"], 1)
        return Flow(number, f["name"], f["route"], f["loops"] * len(f["route"]), f["wire_bytes"] - LINE_BYTES,
                    round(distance), f["packets"], f.get("delay"))

    def untimed(self, number, route, mbps, bytes_):
        distance = round((bytes_ + LINE_BYTES) * 8000 / mbps)
        return Flow(number, "best effort " + "-".join(route), route, len(route), bytes_, distance)

    def check(self):
        if len(self.routers) > TESTER + 1:
            raise Wrong(f"{len(self.routers)} routers; the routers of a testbed have links to {TESTER} others")
        if len(self.flows) > FLOWS_MAX:
            raise Wrong(f"{len(self.flows)} flows; an edge router holds {FLOWS_MAX}")
        if (self.frame_ns, self.reservation.get("link", {}).get("rate_mbps", 100)) != (250_000, 100):
            raise Wrong("the routers of a testbed have time frames of 250 us and links of 100 Mbit/s")
        if self.frames % 2 or self.frames > 100 or self.cycles > 1 and self.cycles % 2 or self.frames * self.cycles > 4000:
            raise Wrong("a cycle has an even number of time frames, 100 at most, a super cycle an even number of cycles, "
                        "4000 time frames at most")
        if self.longest_delay() > DELAY_MOST:
            raise Wrong(f"a forwarding delay of {self.longest_delay()} TF; the routers of a testbed have queues for "
                        f"{DELAY_MOST}")
        self.check_flows()
        self.check_names()

    def check_flows(self):
        if len({f.name for f in self.flows}) < len(self.flows):
            raise Wrong("two flows have the same name")
        for f in self.flows:
            if EXIT_TTL + f.hops > 255:
                raise Wrong(f"flow {f.name} has more hops than a TTL can count")
            if len(set(f.route)) < len(f.route) or len(f.route) < 2:
                raise Wrong(f"flow {f.name} comes to a router twice in a loop, or has one router only")
            if not FRAME_BYTES[0] <= f.bytes_ <= FRAME_BYTES[1]:
                raise Wrong(f"flow {f.name}: frames have {FRAME_BYTES[0]} to {FRAME_BYTES[1]} bytes, {LINE_BYTES} more "
                            "on the wire")

    def check_names(self):
        for name in self.options.excess:
            if name not in [f.name for f in self.flows]:
                raise Wrong(f"there is no flow {name}")
        of_links = (r for link in self.options.loss for r in link.split(">"))
        for router in [*self.options.restart, *self.options.missed, *self.options.ppm, *of_links]:
            if router not in self.routers:
                raise Wrong(f"there is no router {router}")

    def delay(self, router, flow=None):
        """Number of time frames between a packet's transmission to and by this router."""
        if flow:
            own = flow.delay.get(router) if isinstance(flow.delay, dict) else flow.delay
            if own is not None:
                return own
        nodes = self.reservation.get("node", {})
        own = nodes.get(router)
        return own["delay"] if isinstance(own, dict) else nodes.get("delay", 3)

    def longest_delay(self):
        return max(self.delay(r, f) for f in self.flows for r in f.route)

    def nominal_ns(self, flow):
        """Time between the frames of a packet's first and last transmission by a router."""
        return flow.hops // len(flow.route) * sum(self.delay(r, flow) for r in flow.route) * self.frame_ns

    def port_to(self, here, there):
        return [r for r in self.routers if r != here].index(there)

    def until_ns(self):
        """Time of the last packet; a later one could be inside at the end of the run."""
        if self.options.router == "tdp":
            longest = max(map(self.nominal_ns, self.flows)) / 1e6
        else:
            longest = max(f.hops for f in self.flows) * HOP_MS
        return round((self.options.ms - longest - DRAIN_MS) * 1e6)

    def listen(self):
        """Number of pulses for which a restarted router listens to the count of the others."""
        return LISTEN_CYCLES * self.frames if self.options.restart else 0

    def flow_packets(self, flow, start, ppm):
        """Yields (ns, frame) of the flow's packets; its clock is fast by `ppm` millionths."""
        at = start
        while at < self.until_ns():
            yield at, frame(flow)
            flow.sent += 1
            at = start + round(flow.sent * flow.distance_ns * (1 - ppm / 1e6))

    def streams(self):
        """Writes the capture of each router at which flows enter. Returns {router: start in ns}."""
        choose, clocks = random.Random(self.options.seed), random.Random(f"clocks {self.options.seed}")
        of, first = {}, {}
        before = CYCLES_BEFORE * self.cycle_ns + self.listen() * self.frame_ns if self.options.router == "tdp" else 0
        for flow in self.flows:
            start = flow.first_ns = before + choose.randrange(flow.distance_ns)
            ppm = clocks.uniform(-self.options.source_ppm, self.options.source_ppm)
            of.setdefault(flow.route[0], []).append(self.flow_packets(flow, start, ppm))
            first[flow.route[0]] = min(start, first.get(flow.route[0], start))
        if max(first.values()) >= self.until_ns():
            needed = self.options.ms + (max(first.values()) - self.until_ns()) // 10**6 + 1
            raise Wrong(f"{self.options.ms} ms are too short: flows begin after {max(first.values()) / 1e6:.1f} ms, and packets "
                        f"take up to {self.options.ms - self.until_ns() / 1e6:.1f} ms to leave; take --ms {needed} or more")
        for router, streams in of.items():
            pcap.write(self.out / f"{router}.pcap", heapq.merge(*streams))
        return first

    def tables(self):
        """Writes forwarding tables: packets follow the loop, then leave by the tester's port."""
        for here in self.routers:
            lines = []
            for flow in self.flows:
                own = f"/{self.delay(here, flow)}" if flow.delay is not None and self.options.router == "tdp" else ""
                if here == flow.route[0]:
                    lines.append(f"10.0.{flow.number}.0/24 {TESTER}{own}")
                if here in flow.route:
                    there = flow.route[(flow.route.index(here) + 1) % len(flow.route)]
                    lines.append(f"11.0.{flow.number}.0/24 {self.port_to(here, there)}{own}")
            mac = "02:00:00:00:00:02 02:00:00:00:00:01"
            files.write_text(self.out / f"{here}.routes", "".join(f"{line} {mac}\n" for line in lines))
            table = self.out / f"{here}.fib"
            subprocess.run([ROOT / "tools/make-fib", self.out / f"{here}.routes", "-o", table], check=True)

    def reserve(self):
        """Returns {flow: time frame of its first packet}; tools/tdp-reserve checks the file."""
        if self.options.anyway:
            return dict.fromkeys((f["name"] for f in self.reservation["flow"]), 0)
        r = subprocess.run([ROOT / "tools/tdp-reserve", self.path, "--json"], capture_output=True, text=True)
        if r.returncode:
            raise Wrong(r.stderr.strip().removeprefix(f"{self.path}: error: "))
        return {f["name"]: f["offset"] for f in json.loads(r.stdout)["flows"]}

    def reserved(self, here):
        """Returns the edge's tables: destination by flow; packets by frame, two bits a flow."""
        destinations, slots = [0] * len(self.flows), [0] * (self.frames * self.cycles)
        for flow in self.flows:
            if here != flow.route[0] or not flow.packets:
                continue
            destinations[flow.number] = int(ipaddress.ip_address(destination(flow.number)))
            for k in range(flow.packets):
                slot = (self.offset[flow.name] + k * len(slots) // flow.packets) % len(slots)
                if slots[slot] >> 2 * flow.number & 3 == 3:
                    raise Wrong(f"flow {flow.name} has more than 3 packets in a frame")
                slots[slot] += 1 << 2 * flow.number
        return destinations, slots

    def changes(self, here, first):
        """Returns the changes to the router's system file, as values of --set."""
        load = [f'{{ region = "sram0", address = 0x400000, file = {toml(f"{self.out.resolve()}/{here}.fib")} }}']
        changes = []
        if self.options.router == "tdp":
            destinations, slots = self.reserved(here)
            load += [f'{{ region = "sram0", address = {FLOWS_AT:#x}, words = {destinations} }}',
                     f'{{ region = "sram0", address = {SLOTS_AT:#x}, words = {slots} }}']
            defines = {"LATE": self.options.late_us * TICKS_PER_MS // 1000, "FRAMES": self.frames, "CYCLES": self.cycles,
                       "LINKS": (1 << len(self.routers) - 1) - 1, "DELAY": self.delay(here), "DELAY_MAX": self.longest_delay()}
            changes = [f"microengine.*.define.{name}={value}" for name, value in (defines | self.options.defines).items()]
            if self.options.restart:
                changes += ["microengine.0:1.define.JOINS=1", f"microengine.*.define.LISTEN={self.listen()}"]
            changes.append(self.random(here, "1:0"))
        if self.options.service_us:
            changes += [f"microengine.0:1.define.SERVICE={self.options.service_us * TICKS_PER_MS // 1000}", self.random(here, "0:1")]
        changes.append(f"boot.load=[{', '.join(load)}]")
        changes.append(f"port.{TESTER}.tx.rate_mbps={self.options.tester_mbps}")
        if here in first:
            changes.append(f'port.{TESTER}.rx={{ rate_mbps = {self.options.tester_mbps}, timing = "stamps", start_ns = {first[here]}, '
                           f'streams = [{toml(f"{self.out.resolve()}/{here}.pcap")}] }}')
        return changes

    def random(self, here, engine):
        """Returns the change that seeds a microengine's random numbers."""
        seed = self.options.seed * len(self.routers) + self.routers.index(here) + 1
        return f"microengine.{engine}.csr={{ PSEUDO_RANDOM_NUMBER = {seed * 2654435761 % 2**32:#x} }}"

    def chip(self, here, first):
        o = self.options
        lines = ["", "[[chip]]", f"name = {toml(here)}", f'system = {toml(f"{ROOT}/microblocks/systems/{SYSTEMS[o.router]}.toml")}',
                 f"set = {toml(self.changes(here, first))}"]
        if here in o.ppm:
            lines.append(f"ppm = {o.ppm[here]}")
        if here in o.restart:
            lines += [f"restart_at_ms = {o.restart[here]}", f"restart_takes_ms = {RESTART_NS // 10**6}"]
        if o.router == "tdp":
            lines.append(f'pulse = [{{ context = "1:0.0", signal = 15, latency_ns = {PULSE_NS}, '
                         f"jitter_ns = {o.pulse_jitter_ns}, missed = {o.missed.get(here, [])} }}]")
        return lines

    def link(self, here, there):
        return ["", "[[link]]", f'from = "{here}.{self.port_to(here, there)}"', f'to = "{there}.{self.port_to(there, here)}"',
                f"delay_ns = {self.link_ns}", f"loss = {self.options.loss.get(f'{here}>{there}', 0)}"]

    def make(self):
        self.out.mkdir(parents=True, exist_ok=True)
        first = self.streams()
        self.tables()
        lines = ["[network]", f"seed = {self.options.seed}", f"pulse_period_us = {self.frame_ns // 1000}"]
        for here in self.routers:
            lines += self.chip(here, first)
        for here in self.routers:
            for there in self.routers:
                lines += self.link(here, there) if here != there else []
        lines += ["", "[stop]", f"time_ms = {self.options.ms}"]
        files.write_text(self.out / "network.toml", "\n".join(lines) + "\n")

    def command(self):
        """The command that runs the files of make()."""
        program = str(pathlib.Path(self.options.programs, "ixpemu")) if self.options.programs else "ixpemu"
        return [program, "run", str(self.out / "network.toml"), "--quiet", "--log-data", "header:16", "--threads",
                str(self.options.threads), "--out", str(self.out / "run")]

    def run(self):
        subprocess.run(self.command(), check=True)
