"""Cost of a scheduling decision: cycles that each scheduler thread executes per packet, the highest packet rate that
each system sustains, and its bottleneck; with 16 and with 1,024 flows."""
import tempfile

from tools_lib import systems
from . import schedulers

MADE_OF = ["microblocks", "rings", "experiments/cost.py"]
DATA = "cost.csv"
RINGS = systems.header_numbers("pcfq")

BYTES = 64                       # frame size
ME_HZ = 600_000_000
START_NS = {16: 300_000, 1024: 3_000_000}  # time by which schedulers have set up that many flows
BUFFERS = 4096
HANDED_OUT = 48                  # packets handed out by a scheduler, enough that no processor waits there
LINK_MBPS = 1000
LOWEST, HIGHEST = 200_000, 1_400_000  # packets a second; a gigabit line carries 1,420,000
PRECISION = 0.01                 # relative, of the highest rate
INSIDE_MAX = 32                  # maximum packets inside after the last arrival for a rate to count as sustained
OVERLOAD = 1.5                   # multiple of the highest rate

# For a scheduler in either position: the context of each thread (of eight), the ring that a thread reads, the ring that
# dequeue writes, and the scratchpad address (near the end) where it counts idle turns
PLACES = {
    schedulers.FRONT: {"threads": {"prediction": 1, "enqueue": 2, "dequeue": 3}, "out": RINGS["SR_2"],
                       "rings": {"enqueue": RINGS["SR_1"], "prediction": RINGS["SR_3"]}, "idle": 0x3ff0},
    schedulers.LINK: {"threads": {"enqueue": 1, "dequeue": 2}, "out": RINGS["SR_5"],
                      "rings": {"enqueue": RINGS["SR_4"]}, "idle": 0x3ff4},
}
SETUPS = {f"{name}-{flows}": (name, flows) for name in ("pcfq", "wfq") for flows in (16, 1024)}


def quantum(flows):
    """DRR quantum for equal weights: one packet per turn on the link, whose cost is rounded, and a few of the
    processors."""
    return flows * 8 * BYTES * ME_HZ * 101 // (LINK_MBPS * 100_000_000)


def cycles(ns):
    return round(ns * ME_HZ / 1e9)


def drops(stats):
    return sum(sum(stats["frames"][key].values()) for key in ("dropped_by_microcode", "dropped_by_hardware"))


def inside(stats):
    """Packets that have arrived and neither left nor been dropped."""
    return stats["frames"]["received"] - stats["frames"]["transmitted"] - drops(stats)


class System:
    """One of the systems with nearly idle processors: no work beyond forwarding, and room for packets everywhere, so
    that the schedulers are the bottleneck."""

    def __init__(self, binaries, name, flows, folder):
        self.binaries, self.name, self.flows, self.folder = binaries, name, flows, folder
        self.start = cycles(START_NS[flows])
        self.path, self.base = schedulers.system(name, flows)
        self.images = schedulers.SCHEDULERS[name]
        self.changes = {}  # set by `offer`

    def stream(self, rate, packets):
        """Equal constant rates; each flow has its own phase."""
        period_ns = round(1e9 * self.flows / rate)
        with open(f"{self.folder}/flows.toml", "w") as f:
            f.write(f"""[default]
arrivals = "cbr"
bytes = {BYTES}
packets_per_s = {rate / self.flows}
packets = {packets // self.flows}
start_ns = [0, {period_ns}]
[[flow]]
flows = {self.flows}
""")
        systems.generate(self.binaries, f"{self.folder}/flows.toml", self.folder)
        return f"{self.folder}/port0.pcap"

    def offer(self, rate, packets):
        """Sets the system's input to that many packets at that rate; returns the cycle of the last arrival."""
        weight = 65536 // self.flows
        changes = self.base | {
            systems.STREAMS: [self.stream(rate, packets)], "port.0.rx.start_ns": START_NS[self.flows],
            "port.0.tx": {"rate_mbps": LINK_MBPS, "buffer_bytes": 4096, "start_bytes": 64},
            "boot.freelist.buffers": BUFFERS,
        }
        for i, load in enumerate(systems.read(self.path)["boot"]["load"][1:], 1):
            words = len(load["words"]) * load.get("repeat", 1)
            changes |= {f"boot.load.{i}.words": [weight << 16 | weight], f"boot.load.{i}.repeat": words}
        defines = {"process": {"WORK_UNIT": 1, "POLL_CYCLES": 256}, "tx": {"ELEMENTS_IN_FLIGHT_MAX": 96}}
        for at, scheduler in self.images.items():
            defines[scheduler] = {"LINK_MBPS": LINK_MBPS, "IDLE_COUNTER": PLACES[at]["idle"]}
            if self.name == "drr":
                defines[scheduler]["QUANTUM"] = quantum(self.flows)
            defines[scheduler]["LINK_ELEMENTS_MAX" if at == schedulers.LINK else "HANDED_OUT_MAX"] = HANDED_OUT
        changes |= schedulers.defines(self.name, self.flows, defines)
        self.changes = changes | {f"microengine.{at}.start": 0x0f for at in systems.running(self.path, "process")}
        return self.start + cycles(1e9 * packets / rate)

    def until(self, cycle):
        """State of the run at that cycle."""
        out = f"{self.folder}/out"
        dump, stats = systems.run(self.binaries, self.path, out, "--log-data", "none", "--until", f"cycles={cycle}",
                                  "--dump", f"scratch:{PLACES[schedulers.FRONT]['idle']:#x}+2", changes=self.changes)
        stats["idle_turns"] = systems.dumped(dump)
        return stats

    def between(self, begin, end):
        """Activity of each scheduler between two cycles, and packets/s that left meanwhile."""
        before, after = self.until(begin), self.until(end)
        sent = after["frames"]["transmitted"] - before["frames"]["transmitted"]
        return {"out": sent * ME_HZ / (end - begin), "inside": [inside(before), inside(after)], "schedulers": {
            name: Activity(at, before, after, end - begin).as_dict() for at, name in self.images.items()}}

    def sustains(self, rate, packets):
        """Whether no packet is dropped and no queue has grown when the last packet has arrived."""
        stats = self.until(self.offer(rate, packets))
        return drops(stats) == 0 and inside(stats) <= INSIDE_MAX

    def highest(self, packets):
        low, high = LOWEST, HIGHEST
        while high / low > 1 + PRECISION:
            middle = (low * high) ** 0.5
            if self.sustains(middle, packets):
                low = middle
            else:
                high = middle
        if low == LOWEST:
            raise RuntimeError(f"{self.name} with {self.flows} flows sustains less than {low * (1 + PRECISION):.0f} packets/s")
        return low

    def loaded(self, rate, packets, part):
        """The last `part` of a run at that rate."""
        end = self.offer(rate, packets)
        return self.between(end - round((end - self.start) * part), end)

    def measure(self, packets):
        highest = self.highest(packets)
        return {"system": self.name, "flows": self.flows, "packets": packets, "highest": highest,
                "waiting": self.between(self.start * 3 // 4, self.start),
                "sustained": self.loaded(highest, packets, 0.75),
                "overloaded": self.loaded(min(highest * OVERLOAD, HIGHEST), packets, 0.5)}


class Activity:
    def __init__(self, at, before, after, elapsed):
        self.at, self.what, self.before, self.after, self.elapsed = at, PLACES[at], before, after, elapsed

    def microengine(self, stats):
        return next(m for m in stats["microengines"] if m["at"] == self.at)

    def executed(self, thread):
        context = self.what["threads"][thread]

        def total(stats):
            me = self.microengine(stats)
            number = context * (8 // me["contexts"])  # with four contexts: 0, 2, 4, 6
            c = next(c for c in me["by_context"] if c["context"] == number)
            return c["executing"] + c["aborted"] + c["stalled"]
        return total(self.after) - total(self.before)

    def ring(self, number, key):
        of = lambda stats: next(r for r in stats["rings"] if r["ring"] == number)[key]  # noqa: E731
        return of(self.after) - of(self.before)

    def idle_turns(self, thread):
        if thread != "dequeue":
            return self.ring(self.what["rings"][thread], "empty_gets")
        n = (self.what["idle"] - PLACES[schedulers.FRONT]["idle"]) // 4
        return self.after["idle_turns"][n] - self.before["idle_turns"][n]

    def packets(self, thread):
        if thread != "dequeue":
            return self.ring(self.what["rings"][thread], "gets") - self.idle_turns(thread)
        return self.ring(self.what["out"], "puts")

    def as_dict(self):
        before, after = self.microengine(self.before), self.microengine(self.after)
        return {"cycles": self.elapsed, "idle": after["idle"] - before["idle"],
                "threads": {t: {"executed": self.executed(t), "idle_turns": self.idle_turns(t), "packets": self.packets(t)}
                            for t in self.what["threads"]}}


def measure(binaries, name, flows, packets):
    with tempfile.TemporaryDirectory(prefix="cost-") as folder:
        return System(binaries, name, flows, folder).measure(packets)
