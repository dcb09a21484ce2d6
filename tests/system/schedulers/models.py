"""Models of the schedulers of docs/schedulers.md. They receive the microcode's records one by one
(rings/pcfq.h, TRACE), and raise Wrong at the first one that differs. Written from the papers and
that page; all numbers are whole, as there, so comparisons need no tolerance.

A model has arrived(), sent(), measured() and a method for each other kind of record: of a flow,
with the numbers of the record; and told(): a summary at the end."""
import collections
import fractions

SHIFT = {False: 12, True: 8}  # more places of a cost, with up to 32 flows and with more
ME_MHZ = 600
YOUNG = 512  # ticks of 16 cycles after which a new head has surely left its queue


class Wrong(Exception):
    pass


def expect(what, found, wanted):
    if found != wanted:
        raise Wrong(f"{what} is {found}, should be {wanted}")


def rounded(part, weight):
    return (part + weight // 2) // weight


class Charges:
    """Cost of a packet to its flow, in 1/16 cycle of virtual time. `rho`: bytes after
    processing for each before, in 1/65536."""

    def __init__(self, words, cpu=True, link=True, dominant=False, overhead=0, link_mbps=50, processors=4):
        self.shift = SHIFT[len(words) > 32]
        self.cpu, self.link, self.dominant, self.overhead = cpu, link, dominant, overhead
        self.link_mbps, self.processors = link_mbps, processors
        places = 65536 << (4 + self.shift)
        self.per_cycle = [rounded(places // processors, w >> 16) for w in words]
        self.per_byte = [rounded(8 * ME_MHZ * places // link_mbps, w & 0xffff) for w in words]
        self.words = words
        self.weights = [cpu * (w >> 16) + link * (w & 0xffff) for w in words]

    def of(self, flow, cycles, size, rho=65536):
        length = (size + self.overhead) * rho
        parts = [cycles * self.per_cycle[flow]] * self.cpu + [length * self.per_byte[flow] >> 16] * self.link
        cost = (max(parts) if self.dominant else sum(parts)) >> self.shift
        exact = self.exact(flow, cycles, length)
        if abs(cost - exact) > 1 + exact / 2**11:
            raise Wrong(f"a cost is {cost}, exactly {float(exact)}")
        return cost

    def exact(self, flow, cycles, length):
        weights = self.words[flow] >> 16, self.words[flow] & 0xffff
        parts = [fractions.Fraction(cycles * 16 * 65536, self.processors * weights[0])] * self.cpu
        parts += [fractions.Fraction(length * 8 * ME_MHZ * 16, self.link_mbps * weights[1])] * self.link
        return max(parts) if self.dominant else sum(parts)


class Predictions:
    """PP <- alpha P + (1 - alpha) PP: cycles of the flow's next packet, or cycles a byte with
    bit i of `payload_flows`, which has 16 binary places in the microcode. `resizes`: rho, mean
    size after processing over mean size before."""

    def __init__(self, flows, alpha_percent=50, payload_flows=0, resizes=False, overhead=0):
        self.of = [0] * flows
        self.alpha = (alpha_percent * 65536 + 50) // 100
        self.payload_flows, self.resizes = payload_flows, resizes
        self.overhead, self.shorter = overhead, 0
        self.sizes = [(0, 0)] * flows  # sums before and after processing

    def payload(self, flow):
        return self.payload_flows >> flow & 1

    def expect(self, flow, size, predicted):
        if not self.payload(flow):
            expect("the prediction", predicted, self.of[flow])
        elif abs(predicted - self.of[flow] * size) > 1:
            raise Wrong(f"the prediction is {predicted}, exactly {self.of[flow] * size}")

    def rho(self, flow):
        before, after = self.sizes[flow]
        return ((after << 16) + before // 2) // before if before else 65536

    def measured(self, flow, cycles, predicted, before=0, after=0, rho=0):
        if self.payload(flow):
            self.of[flow] = (cycles / before * self.alpha + self.of[flow] * (65536 - self.alpha)) / 65536
        else:
            self.of[flow] = (cycles * self.alpha + self.of[flow] * (65536 - self.alpha) + 32768) >> 16
            expect("the prediction", predicted, self.of[flow])
        if self.resizes:
            self.sizes[flow] = [old + size + self.overhead for old, size in zip(self.sizes[flow], (before, after))]
            self.shorter += after < before
            expect("rho", rho, self.rho(flow))


class Tags:
    """Tags in virtual time that the packet handed out last moves on: SCFQ (by finish times), SFQ and DRFQ (by
    start times)."""

    def __init__(self, charges, by_start, **prediction):
        flows = len(charges.words)
        self.charges, self.by_start = charges, by_start
        self.predictions = Predictions(flows, overhead=charges.overhead, **prediction)
        self.queues = [collections.deque() for _ in range(flows)]
        self.finish = [0] * flows
        self.head_since = [0] * flows
        self.v = self.latest = 0
        self.waiting = self.in_service = self.early = 0

    def clock_at_arrival(self, _tick):
        if self.by_start and not self.waiting and not self.in_service:
            self.v = self.latest

    def clock_at_service(self, _flow, tag):
        self.v = max(self.v, tag)

    def arrived(self, flow, size, tick, predicted, v, tag):
        self.predictions.expect(flow, size, predicted)
        self.clock_at_arrival(tick)
        start = max(self.finish[flow], self.v)
        self.finish[flow] = start + self.charges.of(flow, predicted, size, self.predictions.rho(flow))
        self.latest = max(self.latest, self.finish[flow])
        if not self.queues[flow]:
            self.head_since[flow] = tick
        expect("V", v, self.v)
        expect("the tag", tag, start if self.by_start else self.finish[flow])
        self.queues[flow].append((tag, size))
        self.waiting += 1

    def sent(self, flow, size, tick, _predicted, v, tag):
        if not self.queues[flow]:
            raise Wrong("sent what had not arrived")
        due = min((queue[0][0], number) for number, queue in enumerate(self.queues) if queue)
        if due != (self.queues[flow][0][0], flow):
            if tick - self.head_since[due[1]] > YOUNG:
                raise Wrong(f"it was flow {due[1]}'s turn")
            self.early += 1
        expect("the packet", (tag, size), self.queues[flow].popleft())
        self.head_since[flow] = tick
        self.clock_at_service(flow, tag)
        expect("V", v, self.v)
        self.waiting -= 1
        self.in_service += 1

    def measured(self, flow, *record):
        self.predictions.measured(flow, *record)
        self.in_service -= 1

    def told(self):
        return f"{self.early} before a head was cached"


class FinishTimes(Tags):
    """PCFQ and WFQ. V grows at arrivals by elapsed time, times `pace`, over the sum of the
    weights of flows with packets. A flow without packets loses its last finish time."""

    def __init__(self, charges, pace=1, **prediction):
        super().__init__(charges, by_start=False, **prediction)
        self.pace, self.updated = pace, 0

    def clock_at_arrival(self, tick):
        backlogged = sum(w for w, packets in zip(self.charges.weights, self.queues) if packets)
        if backlogged:
            self.v += (tick - self.updated) % 2**32 * self.pace * 2**24 // backlogged
        self.updated = tick

    def clock_at_service(self, flow, _tag):
        if not self.queues[flow]:
            self.finish[flow] = 0


class RoundRobin:
    """Flows with packets take turns; `account` is the flow's account in the microcode's record."""

    def __init__(self, charges):
        flows = len(charges.words)
        self.charges = charges
        self.predictions = Predictions(flows)
        self.queues = [collections.deque() for _ in range(flows)]
        self.account = [0] * flows
        self.round = collections.deque()  # flows with packets, in the order of their turns
        self.turn = None
        self.turns = 0

    def arrived(self, flow, size, _tick, predicted, _v, account):
        expect("the prediction", predicted, self.predictions.of[flow])
        self.queues[flow].append(size)
        if len(self.queues[flow]) == 1:
            self.round.append(flow)
        expect("its account", account, self.account[flow] % 2**64)

    def begin(self):
        """Begins the turn of the first flow in the round if no flow has the turn."""
        if self.turn is None:
            if not self.round:
                raise Wrong("nobody has packets")
            self.turn = self.round.popleft()
            self.turns += 1
            self.begins(self.turn, 1 + len(self.round))

    def price(self, flow):
        return self.charges.of(flow, self.predictions.of[flow], self.queues[flow][0])

    def sent(self, flow, size, _tick, _predicted, _v, account):
        self.begin()
        expect("the flow", flow, self.turn)
        price = self.price(flow)
        expect("the packet", size, self.queues[flow].popleft())
        if not self.may_pay(flow, price):
            raise Wrong(f"it has {self.account[flow]}, the packet costs {price}")
        self.account[flow] -= price
        if not self.queues[flow]:
            self.ends(flow)
            self.account[flow] = 0
            self.turn = None
        expect("its account", account, self.account[flow] % 2**64)

    def passed(self, flow, account):
        self.begin()
        expect("the flow", flow, self.turn)
        if self.may_pay(flow, self.price(flow)):
            raise Wrong("it could pay for its head")
        self.ends(flow)
        expect("its account", account, self.account[flow] % 2**64)
        self.round.append(flow)
        self.turn = None

    def measured(self, flow, *record):
        self.predictions.measured(flow, *record)

    def told(self):
        return f"{self.turns} turns"


class DeficitRoundRobin(RoundRobin):
    """A turn adds a quantum to a flow's account; it sends while the account covers its head."""

    def __init__(self, charges, quantum):
        super().__init__(charges)
        self.quantum = quantum << 4

    def begins(self, flow, _active):
        self.account[flow] += self.quantum

    def may_pay(self, flow, price):
        return price <= self.account[flow]

    def ends(self, flow):
        pass


class MultiResourceRoundRobin(RoundRobin):
    """A flow sends until it has exceeded its credit: the maximum excess of the previous round, less
    its own. No turn begins while the link has a backlog of the flow's packets."""

    def __init__(self, charges):
        super().__init__(charges)
        self.excess, self.before = 0, 0
        self.left = self.rounds = 0
        self.behind = [0] * len(charges.words)

    def begins(self, flow, active):
        if self.behind[flow] > 0:
            raise Wrong(f"{self.behind[flow]} of its packets wait for the link")
        if self.left == 0:
            self.left = active
            self.before, self.excess = self.excess, 0
            self.rounds += 1
        self.left -= 1
        self.account[flow] = self.before - self.account[flow]

    def may_pay(self, flow, _price):
        return self.account[flow] >= 0

    def ends(self, flow):
        self.account[flow] *= -1
        self.excess = max(self.excess, self.account[flow])

    def measured(self, flow, *record):
        super().measured(flow, *record)
        self.behind[flow] += 1

    def begun(self, flow):
        self.behind[flow] -= 1

    def told(self):
        return f"{self.turns} turns in {self.rounds} rounds"


class SpPifo(FinishTimes):
    """PCFQ's finish times in eight levels of strict priority, whose bounds follow the ranks."""

    def __init__(self, charges, levels=8):
        super().__init__(charges)
        self.levels = [collections.deque() for _ in range(levels)]  # 0 has the highest priority
        self.bounds = [0] * levels
        self.next = None
        self.pushed_down = self.inversions = 0

    def arrived(self, flow, size, tick, predicted, v, rank):
        super().arrived(flow, size, tick, predicted, v, rank)
        under = [q for q, bound in enumerate(self.bounds) if bound <= rank]
        level = under[-1] if under else 0
        if not under:
            self.bounds = [bound - (self.bounds[0] - rank) for bound in self.bounds]
            self.pushed_down += 1
        self.bounds[level] = rank
        self.levels[level].append((flow, size, rank))

    def chosen(self, level):
        expect("the queue", level, next(q for q, packets in enumerate(self.levels) if packets))
        self.next = self.levels[level].popleft()
        self.inversions += any(rank < self.next[2] for packets in self.levels for _, _, rank in packets)

    def sent(self, flow, size, _tick, _predicted, _v, tag):
        expect("the packet", (flow, size), self.next[:2])
        self.queues[flow].popleft()
        self.clock_at_service(flow, tag)

    def told(self):
        return f"{self.pushed_down} ranks below all bounds, {self.inversions} packets sent before one of lower rank"
