"""How late a router with time-driven priority may be: a rule, its proof by enumeration in a model,
and runs on the chip around the limit.

A node begins time frames (TFs) of length T late by 0 to L. It forwards TF t as its TF t + d, has
d + 1 + s queues, and decides on a frame p after its last bit. A TF holds n frames of w."""
import dataclasses
import itertools

from . import e7, e7_limits
from .e7_limits import Cell

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
