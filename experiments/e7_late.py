"""How late a router with time-driven priority may be: a rule, its proof by enumeration in a model,
and runs on the chip around the limit.

A node begins time frames (TFs) of length T late by 0 to L. It forwards TF t as its TF t + d, has
d + 1 + s queues, and decides on a frame p after its last bit. A TF holds n frames of w."""
import dataclasses
import itertools

from . import e7, e7_limits, figures
from .e7_limits import Cell, SAME_MS, largest, lost_percent
from .page import opening, table, verdict

DATA = "e7-late.csv"
SEEDS = e7_limits.SEEDS[:1]
TF_US = 250
OFFSETS_US = (-4, 0, 4, 8, 12, 16, 20)  # lateness less the time of a frame on the wire
LONG_US = (240,)                        # nearly a TF, the maximum of the router
DELAYS = (2, 3)


def frame_us(cell):
    """Time on the wire at 100 Mbit/s."""
    return (cell.wire_bytes or (1040 if cell.scenario == 1 else 520)) * 0.08


def around(wire_bytes):
    """Cells with the paper's queues around the limit."""
    return [Cell(1, "tdp", e7_limits.LATE_MS, wire_bytes, round(wire_bytes * 0.08) + offset, 0) for offset in OFFSETS_US]


def long_cells():
    """Cells with one queue more and a lateness of nearly a TF."""
    return [Cell(scenario, "tdp", e7_limits.LATE_MS, 0, late, 1, d=d) for scenario in e7.SCENARIOS for d in DELAYS for late in LONG_US]


def grid():
    return [(cell, SEEDS) for cell in [cell for wire in e7_limits.WIRE_BYTES for cell in around(wire)] + long_cells()]


def most_late(frame, late, wire, n, p, d, s):
    """The rule: whether no frame is lost. The first one must find its queue empty, the last one its
    TF not begun."""
    return late <= s * frame + wire + p and late < d * frame - n * wire - p


# ---- The model

@dataclasses.dataclass(frozen=True)
class Chain:
    """Two nodes; times are whole numbers."""
    frame: int  # T
    wire: int   # w
    p: int
    d: int
    s: int

    @property
    def n(self):
        return self.frame // self.wire

    def begins(self, lateness):
        """When a node begins TFs 0, 1, ..."""
        found = []
        for t, late in enumerate(lateness):
            found.append(max(t * self.frame + late, found[-1] if found else 0))
        return found

    def decisions(self, lateness):
        """(TF, time of the decision on each of its frames at the next node)"""
        free = 0
        for t, begin in enumerate(self.begins(lateness)):
            for _ in range(self.n):
                free = max(free, begin) + self.wire
                yield t, free + self.p

    def loses(self, sender, receiver):
        """Whether a frame is lost, with the nodes' lateness in each TF."""
        begins = self.begins(receiver)
        for t, at in self.decisions(sender):
            current = sum(begin <= at for begin in begins) - 1
            if not 1 <= t + self.d - current <= self.d + self.s:
                return True
        return False


SENT = 3       # TFs of the sender that are enumerated
FRAME = 6      # T in the model; w divides it


def chains():
    return [Chain(FRAME, wire, p, d, s) for wire in (1, 2, 3) for p in (0, 1) for d in (1, 2, 3) for s in (0, 1)]


def patterns(chain, late):
    """Lateness 0 or `late` of each TF: times are monotonic in each, so these are enough."""
    for sender in itertools.product((0, late), repeat=SENT):
        for receiver in itertools.product((0, late), repeat=SENT + chain.d):
            yield sender, receiver


def enumerate_all(rule=most_late):
    """(combinations of parameters, patterns, combinations in which rule and model differ)"""
    combinations, count, differ = 0, 0, []
    for chain, late in itertools.product(chains(), range(2 * FRAME + 1)):
        lost = False
        for pattern in patterns(chain, late):
            count += 1
            if chain.loses(*pattern):
                lost = True
                break
        combinations += 1
        if rule(chain.frame, late, chain.wire, chain.n, chain.p, chain.d, chain.s) == lost:
            differ.append((chain, late))
    return combinations, count, differ


STEP_US = OFFSETS_US[1] - OFFSETS_US[0]
P_US = (2, 15)  # predicted
FRAME_US = {wire: wire * 0.08 for wire in e7_limits.WIRE_BYTES}


def lost(measured, cell):
    return lost_percent(measured[cell])


def limits(measured):
    """{bytes: (largest lateness without loss, smallest with loss or None)}, us, with d + 1
    queues."""
    found = {}
    for wire in e7_limits.WIRE_BYTES:
        losing = [cell.late_us for cell in around(wire) if lost(measured, cell)]
        kept = [cell.late_us for cell in around(wire) if not losing or cell.late_us < min(losing)]
        found[wire] = max(kept, default=0), min(losing, default=None)
    return found


def times_to_decide(measured):
    """{bytes: (least, most)} of p that these limits allow, us."""
    return {wire: (kept - FRAME_US[wire], losing - FRAME_US[wire]) for wire, (kept, losing) in limits(measured).items() if losing}


def common(spans):
    """Intersection of all spans, or None."""
    least, most = max(low for low, _ in spans), min(high for _, high in spans)
    return (least, most) if least <= most else None


def obeys(cell, lossy, p):
    wire = frame_us(cell)
    late = most_late(TF_US, cell.late_us, wire, int(TF_US / wire), p, e7_limits.delay(cell), cell.spare)
    return late == (not lossy)


# ---- Predictions: [statement, measured, verdict]

def one_limit(measured):
    wrong = 0
    for wire, (kept, _) in limits(measured).items():
        wrong += sum(not lost(measured, cell) for cell in around(wire) if cell.late_us > kept)
    return ["d + 1 queues: there is one limit for each frame size: nothing is lost below it, and packets in each run above it",
            "; ".join(f"{FRAME_US[wire]:.1f} us: none at {kept}, lost from {losing} us" for wire, (kept, losing) in limits(measured).items()),
            verdict(not wrong and all(losing for _, losing in limits(measured).values()))]


def one_p(measured):
    spans = times_to_decide(measured)
    both = common(list(spans.values())) if len(spans) == len(FRAME_US) else None
    return [f"the limit is the frame's time on the wire and p, with one p for all sizes between {P_US[0]} and {P_US[1]} us",
            "; ".join(f"{FRAME_US[wire]:.1f} us: p from {low:.1f} to {high:.1f}" for wire, (low, high) in spans.items()),
            verdict(both is not None and P_US[0] <= both[0] and both[1] <= P_US[1])]


def long_lateness(measured):
    cells = long_cells()
    losing = [cell for cell in cells if lost(measured, cell)]
    return [f"d + 2 queues: nothing is lost at {LONG_US[0]} us, with d = 2 and 3, in both scenarios",
            f"in {len(cells) - len(losing)} of {len(cells)} cells", verdict(not losing)]


def jitter_is_lateness(measured):
    off = [largest(measured[cell][0]) - cell.late_us / 1000 for cell in long_cells() if not lost(measured, cell)]
    worst = max(off, key=abs, default=1)
    return [f"there jitter is the lateness, within {SAME_MS} ms", f"at most {worst:+.3f} ms off" if off else "packets are lost",
            verdict(bool(off) and abs(worst) <= SAME_MS)]


def earlier(measured, before):
    """The rule in the cells of e7-limits, whose results were known."""
    spans = times_to_decide(measured)
    p = sum(common(list(spans.values())) or (0, 0)) / 2
    cells = e7_limits.late_cells()
    right = sum(obeys(cell, lost(before, cell) > 0, p) for cell in cells)
    return ["(known before) the rule holds in the cells of E7's limits", f"with p = {p:.1f} us in {right} of {len(cells)} cells",
            verdict(right == len(cells))]


# ---- Tables and figure

def around_table(measured):
    rows = []
    for wire in e7_limits.WIRE_BYTES:
        rows.append([f"{FRAME_US[wire]:.1f}", *(f"{cell.late_us}: " + (f"{lost(measured, cell):.2f} %" if lost(measured, cell) else "none")
                                                for cell in around(wire))])
    return table(["frame on the wire, us", *(f"that {offset:+d} us" for offset in OFFSETS_US)], rows)


def long_table(measured):
    return table(["scenario", "d", "queues", "late by up to, us", "lost, %", "largest jitter, ms"],
                 [[str(cell.scenario), str(cell.d), f"d + {1 + cell.spare}", str(cell.late_us), f"{lost(measured, cell):.2f}",
                   f"{largest(measured[cell][0]):.3f}"] for cell in long_cells()])


def plot(measured):
    """Losses over the lateness beyond the frame's time, moved to begin at 0."""
    series = {f"{FRAME_US[wire]:.1f} us": [(cell.late_us - FRAME_US[wire] + 5, lost(measured, cell))
                                           for cell in around(wire)] for wire in e7_limits.WIRE_BYTES}
    return figures.figure([figures.lines("By the frame's time on the wire", "lateness less that time, plus 5 us", "lost packets, %",
                                         series)])


def report(measured, before, picture):
    """Generated part of the page."""
    combinations, patterns, differ = enumerate_all()
    parts = [one_limit, one_p, long_lateness, jitter_is_lateness]
    cells = long_cells()
    first = opening(
        "How late a pipelined-forwarding router may be", "Which lateness of a router does each forwarding delay and number of queues absorb?",
        "Exactly the bounds of the rule below: a frame's time with the paper's d + 1 queues, a time frame more with each queue more.",
        one_limit(measured)[1] + f"; with d + 2 queues nothing is lost at {LONG_US[0]} us in "
        f"{sum(not lost(measured, cell) for cell in cells)} of {len(cells)} cells; the paper has no rule.",
        f"The rule is proved and enumerated in {combinations} combinations; on the chip one seed a cell, predictions first.",
        "Lateness is uniform and random here; the paper's is unknown.")
    return f"""{first}
Routers with time-driven priority begin their time frames (TFs) late by a varying time: interrupts, other interfaces. The authors of
[E7](e7.md)'s paper (Baldi, Marchetto, Galante, Risso, Scopigno, Stirano, ICC 2006) absorb that by a larger forwarding delay and more
queues, and do not say how much lateness each of these absorbs. Written by `tools/experiments e7 --part late`;
[{DATA}](data/{DATA}) has every run and flow. All runs take about 1.5 minutes of one processor.

## The rule

A node begins TFs of length T late by 0 to L. It sends the packets of TF t in its TF t + d and has d + 1 + s queues; a router decides on
a frame a time p after its last bit. A TF holds n frames, each w on the wire. **No lateness up to L loses a frame if and only if**

- L ≤ s T + w + p: the first frame of a TF, from a node in time, finds its queue empty at a node that is late;
- L < d T - n w - p: the last frame, from a node that is late, comes before its TF begins at a node in time.

With the paper's d + 1 queues the first bound is one frame on the wire and p, for each d: a larger d with d + 1 queues absorbs no more
lateness. One queue more absorbs a whole TF more. The second bound is about d - 1 TFs if TFs are full, so one TF of delay is never enough.

**Proof.** A decision comes later if a node that sends is later, so losses at the first bound need a sender in time and a receiver late
by L, those at the second the opposite. Enumerated, with two nodes: T = {FRAME}, w = 1, 2, 3, p = 0, 1, d = 1, 2, 3, s = 0, 1 and L = 0 to {2 * FRAME}, in each every assignment of 0 and L to
{SENT} TFs of the sender and {SENT} + d of the receiver. Rule and model agree in {combinations - len(differ)} of {combinations} combinations ({patterns} assignments;
the first loss ends a combination).

## Predictions and measurements

On the chip: [E7](e7.md)'s testbed, routers late by a uniform random time up to L, {e7_limits.LATE_MS} ms, seed {SEEDS[0]}; scenario 1 with
frames of three sizes and d + 1 queues, L in steps of {STEP_US} us around the frame's time; both scenarios with d + 2 queues, L nearly a TF.
Written down before these runs. Known then: [E7's limits](e7-limits.md) in steps of 20 us, and [E7](e7.md)'s table by d.

{table(["prediction", "measured", ""], [part(measured) for part in parts] + [earlier(measured, before)])}
## Around the limit

Lateness in us, around the time of a frame on the wire, and packets lost; d + 1 queues.

{around_table(measured)}
![Lost packets by lateness]({picture})

## Nearly a time frame late

{long_table(measured)}"""
