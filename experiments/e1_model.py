"""A host's model of experiment E1: four processors and one link, scheduled by the published algorithms, on the packets
of the emulated chip. It shares no code with the microcode. Rules can be changed one at a time to find the causes of
delays.

A packet waits for: the scheduler; a ring before the processors, if more packets are handed out than they can take;
the link. Of the chip it models the bounds (buffers, packets handed out) and one figure: cycles per packet that a
processor spends beyond its work, waiting for memory and rings. Time is in seconds; a scheduler's decision takes
none."""
import collections
import dataclasses
import heapq
import math
import statistics
import tempfile

from . import e1, runs

# Processor cycles per packet beyond its work, executed and slept through: waits for memory and rings, handing the
# packet on. Measured in runs in which processors never lack packets.
WAITING_CYCLES = {False: 1000, True: 800}
IN_FLIGHT_MAX = 6  # elements of 64 bytes in flight to the line: 4 in TBUF, 128 bytes at the port
NEVER = math.inf


@dataclasses.dataclass(frozen=True)
class Rules:
    """The published algorithms, or a single change."""
    forget: bool = True        # a flow that empties forgets its last finish time
    pace: float = 1            # V grows by elapsed time * pace / sum of weights
    exact: bool = False        # costs are known, not predicted
    link_queue: str = ""       # "fifo" or "wfq" instead of the system's own
    overhead: bool = True      # the link charge of a packet includes line overhead
    ahead: int | None = None   # packets handed out ahead; overrides the set-up's


# Variants that `measure` runs: (system, rules, difference from the published system)
VARIANTS = {
    "pcfq": ("pcfq", Rules(), "PCFQ as published"),
    "pcfq-pace2": ("pcfq", Rules(pace=2), "V twice as fast"),
    "pcfq-pace4": ("pcfq", Rules(pace=4), "V four times as fast"),
    "pcfq-remember": ("pcfq", Rules(forget=False), "flows remember their last finish time"),
    "pcfq-remember-pace4": ("pcfq", Rules(forget=False, pace=4), "both"),
    "pcfq-exact": ("pcfq", Rules(exact=True), "exact costs instead of predicted ones"),
    "pcfq-ahead0": ("pcfq", Rules(ahead=0), "no packet handed out ahead"),
    "pcfq-ahead40": ("pcfq", Rules(ahead=40), "40 packets handed out ahead"),
    "pcfq-bytes": ("pcfq", Rules(overhead=False), "the link is charged for the frame's bytes alone"),
    "pcfq-wfq": ("pcfq", Rules(link_queue="wfq"), "PCFQ, then WFQ for the link"),
    "wfq": ("wfq", Rules(), "two WFQ"),
    "wfq-remember": ("wfq", Rules(forget=False), "flows remember their last finish time"),
    "wfq-exact": ("wfq", Rules(exact=True), "exact costs instead of predicted ones"),
    "wfq-pace1/4": ("wfq", Rules(pace=0.25), "V at a quarter of its pace"),
    "wfq-fifo": ("wfq", Rules(link_queue="fifo"), "WFQ for the processors, first come first served for the link"),
    "wfq-pace1/4-fifo": ("wfq", Rules(pace=0.25, link_queue="fifo"), "V at a quarter of its pace, the link first come first served"),
    "wfq-bytes": ("wfq", Rules(overhead=False), "the link is charged for the frame's bytes alone"),
}

Packet = collections.namedtuple("Packet", "time flow work bytes")  # work: seconds of one processor


def read_packets(path, setup):
    """Packets of a stream, with the time of their last byte."""
    out, free = [], 0
    rate = setup.rx_mbps * 1e6 / 8
    unit = math.ceil(e1.cycles_per_unit(setup)) / (e1.ME_MHZ * 1e6)
    for packet in e1.stream_packets(path):
        start = free if setup.back_to_back else max(free, packet.time)
        free = start + (packet.bytes + e1.LINE_BYTES) / rate
        out.append(Packet(start + packet.bytes / rate, packet.flow, packet.units * unit, packet.bytes))
    return out


class FairQueue:
    """Flows with finish times in virtual time."""

    def __init__(self, weights, rules):
        self.weights, self.rules = weights, rules  # in 1/65536, so that their sum stays exact
        self.queues = [collections.deque() for _ in weights]
        self.heads = []  # heap of (finish time, flow), one for each flow that has packets
        self.last = [0.0] * len(weights)
        self.virtual = self.updated = 0.0
        self.sum = 0

    def put(self, now, flow, cost, item):
        if self.sum:
            self.virtual += (now - self.updated) * self.rules.pace * 65536 / self.sum
        self.updated = now
        finish = self.last[flow] = max(self.last[flow], self.virtual) + cost
        queue = self.queues[flow]
        if not queue:
            self.sum += self.weights[flow]
            heapq.heappush(self.heads, (finish, flow))
        queue.append((finish, item))

    def get(self):
        flow = self.heads[0][1]
        queue = self.queues[flow]
        _, item = queue.popleft()
        if queue:
            heapq.heapreplace(self.heads, (queue[0][0], flow))
        else:
            heapq.heappop(self.heads)
            self.sum -= self.weights[flow]
            if self.rules.forget:
                self.last[flow] = 0.0
        return item

    def __bool__(self):
        return bool(self.heads)


class Fifo:
    def __init__(self):
        self.items = collections.deque()

    def put(self, _now, _flow, _cost, item):
        self.items.append(item)

    def get(self):
        return self.items.popleft()

    def __bool__(self):
        return bool(self.items)


def elements(size):
    return math.ceil(size / 64)


class Receiver:
    """rx: eight contexts take turns at elements of 64 bytes. Each holds a buffer in advance; if none was free, it drops
    the next frame that begins in its turn."""

    def __init__(self, buffers):
        self.free, self.owns, self.turn = buffers, [True] * e1.RX_HOLDS, 0

    def takes(self, size):
        owned = self.owns[self.turn]
        self.owns[self.turn] = self.free > 0
        self.free -= self.owns[self.turn]
        self.turn = (self.turn + elements(size)) % e1.RX_HOLDS
        return owned


class Chip:
    """`run` returns for each packet (delay, and its parts before the scheduler's choice, in the ring, for the link), or
    None if it found no buffer."""

    def __init__(self, setup, system, rules=Rules()):
        words = e1.weight_words(setup)
        cpu, link = [w >> 16 for w in words], [w & 0xffff for w in words]
        self.cpu, self.link, self.rules = cpu, link, rules
        self.mbps = setup.link_mbps
        self.receiver = Receiver(setup.buffers)
        self.waiting = WAITING_CYCLES[setup.slept] / (e1.ME_MHZ * 1e6)
        self.both = system == "pcfq"
        self.front = FairQueue([a + b for a, b in zip(cpu, link)] if self.both else cpu, rules)
        fifo = (rules.link_queue or ("fifo" if self.both else "wfq")) == "fifo"
        self.behind = Fifo() if fifo else FairQueue(link, rules)
        self.handed_out_max = e1.PROCESSORS + (setup.ahead if rules.ahead is None else rules.ahead)
        self.predicted = [0.0] * len(words)

    def seconds_on_link(self, packet, overhead=True):
        return (packet.bytes + e1.LINE_BYTES * overhead) * 8 / (self.mbps * 1e6)

    def cost(self, packet):
        """Cost charged by the first scheduler."""
        cpu = packet.work if self.rules.exact else self.predicted[packet.flow]
        charge = cpu / e1.PROCESSORS * 65536 / self.cpu[packet.flow]
        return charge + self.cost_of_link(packet) if self.both else charge

    def cost_of_link(self, packet):
        return self.seconds_on_link(packet, self.rules.overhead) * 65536 / self.link[packet.flow]

    def run(self, packets):
        chosen, begun, processed = {}, {}, {}
        ring, ends = collections.deque(), []  # before the processors; (time, packet) of packets being processed
        handed_out, sent = 0, NEVER
        to_line, in_flight = collections.deque(), 0  # taken from the link's queue, first on the line; elements
        result, arriving = [None] * len(packets), 0
        while True:
            arrival = packets[arriving].time if arriving < len(packets) else NEVER
            now = min(arrival, ends[0][0] if ends else NEVER, sent)
            if now == NEVER:
                return result
            if now == sent:
                i = to_line.popleft()
                p = packets[i]
                result[i] = (now - p.time, chosen[i] - p.time, begun[i] - chosen[i],
                             now - self.seconds_on_link(p) - processed[i])
                in_flight -= elements(p.bytes)
                sent = NEVER
            elif now == arrival:
                if self.receiver.takes(packets[arriving].bytes):
                    self.front.put(now, packets[arriving].flow, self.cost(packets[arriving]), arriving)
                arriving += 1
            else:
                _, i = heapq.heappop(ends)
                p = packets[i]
                self.predicted[p.flow] = (p.work + self.predicted[p.flow]) / 2
                handed_out -= 1
                processed[i] = now
                self.behind.put(now, p.flow, self.cost_of_link(p), i)
            while handed_out < self.handed_out_max and self.front:
                ring.append(self.front.get())
                chosen[ring[-1]] = now
                handed_out += 1
            while ring and len(ends) < e1.PROCESSORS:
                i = ring.popleft()
                begun[i] = now
                heapq.heappush(ends, (now + packets[i].work + self.waiting, i))
            while in_flight < IN_FLIGHT_MAX and self.behind:
                to_line.append(self.behind.get())
                in_flight += elements(packets[to_line[-1]].bytes)
                self.receiver.free += 1
            if sent == NEVER and to_line:
                sent = now + self.seconds_on_link(packets[to_line[0]])


def summary(packets, result):
    """Same format as e1.run_one, with the components of the mean."""
    found = {}
    categories = e1.categories()
    for packet, delays in zip(packets, result):
        if delays:
            found.setdefault(categories[packet.flow], []).append([1000 * d for d in delays])
    out = {}
    for category, rows in found.items():
        total, choice, ring, link = zip(*rows)
        out[category] = {"mean": statistics.fmean(total), "max": max(total), "std": statistics.pstdev(total),
                         "frames": len(total), "choice": statistics.fmean(choice), "ring": statistics.fmean(ring),
                         "link": statistics.fmean(link)}
    return out


def run(binaries, setup, seed, packets, names):
    """{variant: delays in milliseconds by category} of one seed."""
    with tempfile.TemporaryDirectory(prefix="e1-") as work:
        e1.generate(binaries, setup, seed, packets, work)
        arrivals = read_packets(f"{work}/port0.pcap", setup)
    results = {}
    for name in names:
        system, rules, _ = VARIANTS[name]
        results[name] = {"ms": summary(arrivals, Chip(setup, system, rules).run(arrivals))}
    return results


def measure(experiment, packets, seeds, setups):
    """{set-up: {variant: [result of each seed]}}"""
    names = list(VARIANTS)
    model = runs.made_of(__file__)
    wanted = [(f"{setups[name].name()}/model-{model}-{seed}-{packets}", run, experiment.binaries, setups[name], seed, packets, names)
              for name in setups for seed in seeds]
    kept = iter(experiment.runs.all(wanted, in_python=True))
    by_setup = {name: [next(kept) for _ in seeds] for name in setups}
    return {name: {v: [of_seed[v] for of_seed in results] for v in names} for name, results in by_setup.items()}
