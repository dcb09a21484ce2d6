"""The pace of virtual time with several resources: a flow that used an idle system alone, and how
long it gets nothing after a second flow begins. A rule, a model, and the chip with two and three
resources: one or two stages of processing, and the link.

Flow A has packets from 0 on and alone uses rho_r of resource r, until B begins at t with as much.
With F and V of docs/pcfq.md A's tags have grown to t sum(rho) / phi_A, V to t pace / (R phi_A). B
starts at V, and is served alone until its tags, which grow by sum(rho) / phi_B, reach A's."""
import csv
import dataclasses
import heapq
import io
import os
import tempfile

from tools_lib import systems
from . import e2, figures, schedulers, whole_results
from .experiment import Experiment, add_from_data
from .page import opening, table, verdict

DATA = "pace.csv"
MADE_OF = ["microblocks", "rings", "mecc/include"]
WORK_UNITS, BYTES = 1500, 476      # 40 us of the processor; 40 us on a link of 100 Mbit/s
PACKETS_PER_S = 26_250             # 1.05 times the rate of each resource
RHO_LINKS = {1: {100: "both resources", 200: "the processor, half the link"},
             2: {100: "all three", 200: "both processors, half the link"}}  # by stages
ALONE_MS = (20, 40, 80, 160)
PACES = {1: (1, 2, 3, 4), 2: (1, 4, 8, 9)}
CONTROLS = ("wfq", "scfq", "sfq", "drfq")
QUARTERS = 4                       # weights are quarters of both resources


@dataclasses.dataclass(frozen=True)
class Cell:
    system: str
    pace: int
    link_mbps: int
    alone_ms: int      # until B begins
    weight_b: int = 2  # quarters; A has the rest
    stages: int = 1    # of processing, each a resource

    def resources(self):
        return self.stages + 1

    def uses(self):
        return RHO_LINKS[self.stages][self.link_mbps]

    def name(self):
        return "-".join(map(str, dataclasses.astuple(self)))


def grid():
    return [cell for stages in PACES for cell in grid_of(stages)]


def grid_of(stages):
    tried = [("pcfq", PACES[stages]), *((control, (1,)) for control in CONTROLS if stages == 1)]
    same = [Cell(system, pace, link, alone, stages=stages) for system, paces in tried for pace in paces for link in RHO_LINKS[stages]
            for alone in ALONE_MS]
    return same + [Cell("pcfq", pace, 100, ALONE_MS[1], b, stages) for b in (1, 3) for pace in (1, (stages + 1) ** 2)]


def silence(alone, rhos, resources, pace, weights):
    """The rule: how long A gets nothing, in units of `alone`."""
    return max(0, alone * weights[1] / weights[0] * (1 - pace / (resources * sum(rhos))))


# ---- The chip

FLOWS = """seed = 1
[resources]
cpu_mhz = 37.5
link_mbps = {link}
[default]
arrivals = "cbr"
bytes = {bytes}
cycles = {work}
packets_per_s = {rate}
[[flow]]
number = 1
weight_cpu = {a}
weight_bandwidth = {a}
duration_ms = {alone}
[[flow]]
number = 2
weight_cpu = {b}
weight_bandwidth = {b}
start_ns = {begins}
duration_ms = {rest}
"""


def changes_of(cell, path, stream):
    fair = {"FLOWS": 2, "LINK_MBPS": cell.link_mbps, "LINK_OVERHEAD_BYTES": systems.LINE_BYTES, "PROCESSORS": 1, "HANDED_OUT_MAX": 2}
    defines = {image: fair for image in schedulers.SCHEDULERS[cell.system].values()}
    if cell.system == "pcfq":
        defines = {"pcfq": fair | {"VIRTUAL_PACE": cell.pace, "STAGES": cell.stages}}
    # A frame has eight elements.
    defines |= {"process": {"WORK_UNIT": e2.UNIT, "WORK_SLEEPS": 1}, "tx": {"ELEMENTS_IN_FLIGHT_MAX": 16}}
    weight = [round(65536 * part / QUARTERS) for part in (QUARTERS - cell.weight_b, cell.weight_b)]
    processing = systems.running(path, "process")
    second = {f"microengine.{processing[0]}.define.RING_AFTER": "SR_5", f"microengine.{processing[1]}.define.RING": "SR_5",
              f"microengine.{processing[1]}.define.REPORTS": 0} if cell.stages == 2 else {}
    return {systems.STREAMS: [stream], "port.0.tx.rate_mbps": cell.link_mbps, "boot.freelist.buffers": 4096,
            systems.WEIGHTS: [w << 16 | w for w in weight], **schedulers.defines(cell.system, 2, defines),
            **{f"microengine.{at}.start": int(at in processing[:cell.stages]) for at in processing}, **second}


def run_one(binaries, cell):
    """Times in ms: A's longest silence after B began, its time for a packet before."""
    ratio = cell.weight_b / (QUARTERS - cell.weight_b)
    with tempfile.TemporaryDirectory(prefix="pace-") as work:
        flows = os.path.join(work, "flows.toml")
        with open(flows, "w", encoding="utf-8") as f:
            f.write(FLOWS.format(link=cell.link_mbps, bytes=BYTES, work=WORK_UNITS, rate=PACKETS_PER_S, a=QUARTERS - cell.weight_b, b=cell.weight_b,
                                 alone=cell.alone_ms, begins=cell.alone_ms * 1_000_000, rest=cell.alone_ms * (1 + ratio)))
        systems.generate(binaries, flows, work)
        path, _ = schedulers.system(cell.system)
        _, stats = systems.run(binaries, path, f"{work}/out", "--log-data", "header:40", changes=changes_of(cell, path, f"{work}/port0.pcap"))
        text = systems.call([f"{binaries}/ixplog", "delay", f"{work}/out", "--csv", "--flows", flows])
    left = sorted(int(row["tx_eop_cycle"]) / (e2.ME_MHZ * 1000) for row in csv.DictReader(io.StringIO(text)) if row["flow"] == "1")
    before = [ms for ms in left if cell.alone_ms / 2 < ms < cell.alone_ms]
    frames = stats["frames"]
    if frames["received"] != frames["transmitted"]:
        raise RuntimeError(f"{cell.name()}: {frames['received']} frames received, {frames['transmitted']} transmitted")
    return {"packets": frames["received"], "packet_ms": (before[-1] - before[0]) / (len(before) - 1),
            "silence_ms": max(after - one for one, after in zip(left, left[1:]) if after > cell.alone_ms)}


def rhos(cell, packet_ms):
    """Shares of each stage and of the link that A had alone."""
    work_ms = WORK_UNITS * e2.UNIT / (e2.ME_MHZ * 1000)
    line_ms = (BYTES + systems.LINE_BYTES) * 8 / (cell.link_mbps * 1000)
    return [work_ms / packet_ms] * cell.stages + [line_ms / packet_ms]


def predicted(cell, result):
    return silence(cell.alone_ms, rhos(cell, result["packet_ms"]), cell.resources(), cell.pace, (QUARTERS - cell.weight_b, cell.weight_b))


def measure(experiment):
    """{cell: result}"""
    found = experiment.runs.over_seeds(grid(), [1], lambda cell, _: (cell.name(), run_one, experiment.binaries, cell))
    return {cell: results[0] for cell, results in found.items()}


def data(measured):
    return whole_results.text([(dataclasses.asdict(cell), result) for cell, result in measured.items()])


def read(text):
    return {Cell(key["system"], *(int(key[f.name]) for f in dataclasses.fields(Cell)[1:])): result for key, result in whole_results.read(text)}


# ---- The model: a packet a unit of time, of all resources at once

MODEL_ALONE = 1000  # packets
MODEL_RESOURCES = (1, 2, 3, 4)


def modelled(resources, pace, weights=(1, 1), alone=MODEL_ALONE):
    """A's longest silence after B began, in packets. Both have packets whenever one leaves.
    Tags and V are whole numbers of 1 / (resources * weight_A * weight_B), without rounding."""
    both = sum(weights)
    cost = [resources * resources * weights[1] * both, resources * resources * weights[0] * both]
    finish, heads, virtual, silent, longest = [cost[0], 0], [(cost[0], 0)], 0, 0, 0
    for now in range(round(alone * (2 + weights[1] / weights[0]))):
        if now == alone:
            finish[1] = virtual + cost[1]
            heapq.heappush(heads, (finish[1], 1))
        flow = heads[0][1]
        finish[flow] = max(finish[flow], virtual) + cost[flow]
        heapq.heapreplace(heads, (finish[flow], flow))
        virtual += pace * weights[1] * (both if now < alone else weights[0])
        silent = 0 if flow == 0 else silent + 1
        longest = max(longest, silent)
    return longest


NEAR = 0.05    # of a prediction, and
PACKETS = 20   # packets' times: a silence up to it is none
NAMES = {"wfq": "two WFQ", "scfq": "SCFQ", "sfq": "SFQ", "drfq": "DRFQ"}
MODEL_WEIGHTS = {(1, 1): "equal", (3, 1): "A has three quarters", (1, 3): "B has three quarters"}


def called(cell):
    return f"PCFQ, pace {cell.pace}" if cell.system == "pcfq" else NAMES[cell.system]


def near(cell, result):
    expected, packet = predicted(cell, result), result["packet_ms"]
    return abs(result["silence_ms"] - expected) <= NEAR * expected + PACKETS * packet


def of(measured, good):
    return {cell: result for cell, result in measured.items() if good(cell)}


def of_pcfq(measured, stages):
    return of(measured, lambda cell: cell.system == "pcfq" and cell.stages == stages)


# ---- Predictions: [statement, measured, verdict]

def follows_the_rule(measured, stages=1):
    tried = of_pcfq(measured, stages)
    far = max(abs(result["silence_ms"] - predicted(cell, result)) for cell, result in tried.items())
    good = [cell for cell, result in tried.items() if near(cell, result)]
    return [f"with PCFQ A's silence is the rule's within {NEAR:.0%} and {PACKETS} packets, for every pace, load and weight",
            f"in {len(good)} of {len(tried)} cells; apart by at most {far:.2f} ms", verdict(len(good) == len(tried))]


def grows_without_bound(measured, stages=1):
    shares = {about: [measured[Cell("pcfq", 1, link, ms, stages=stages)]["silence_ms"] / ms for ms in (ALONE_MS[0], ALONE_MS[-1])]
              for link, about in RHO_LINKS[stages].items()}
    return [f"it grows with the time that A was alone, from {ALONE_MS[0]} to {ALONE_MS[-1]} ms by the same share (within 0.05) as published",
            "; ".join(f"{about}: {first:.2f} of that time, and {last:.2f}" for about, (first, last) in shares.items()),
            verdict(all(abs(first - last) < 0.05 for first, last in shares.values()))]


def none_with(measured, text, good):
    tried = of(measured, good)
    most = max(result["silence_ms"] / result["packet_ms"] for result in tried.values())
    return [text, f"longest: {most:.1f} packets' times, {len(tried)} cells", verdict(most <= PACKETS)]


def immune(measured):
    return none_with(measured, f"two WFQ, SCFQ, SFQ, DRFQ leave A silent for at most {PACKETS} packets' times", lambda cell: cell.system in CONTROLS)


def keeps_pace(measured):
    return none_with(of_pcfq(measured, 1), "so does PCFQ with the pace 4", lambda cell: cell.pace == 4)


def less_is_enough(measured):
    return none_with(of_pcfq(measured, 1), "where A uses half of the link, the pace 3 is enough", lambda cell: (cell.pace, cell.link_mbps) == (3, 200))


def keeps_pace_of_three(measured):
    return none_with(of_pcfq(measured, 2), f"with the pace 9 A is silent for at most {PACKETS} packets' times", lambda cell: cell.pace == 9)


def less_is_enough_of_three(measured):
    return none_with(of_pcfq(measured, 2), "where A uses half of the link, so it is with the pace 8", lambda cell: (cell.pace, cell.link_mbps) == (8, 200))


def two_are_fewer(measured):
    of_three = measured[Cell("pcfq", 4, 100, ALONE_MS[-1], stages=2)]["silence_ms"] / ALONE_MS[-1]
    return ["the pace 4, enough for two resources, silences A for 0.54 of the time that it was alone with all three (within 0.05)",
            f"{of_three:.2f} of {ALONE_MS[-1]} ms", verdict(abs(of_three - 0.54) < 0.05)]


PREDICTIONS = [follows_the_rule, grows_without_bound, immune, keeps_pace, less_is_enough]
OF_THREE = [lambda measured: follows_the_rule(measured, 2), lambda measured: grows_without_bound(measured, 2), two_are_fewer, keeps_pace_of_three,
            less_is_enough_of_three]


def judged(measured, predictions):
    return table(["prediction", "measured", ""], [part(measured) for part in predictions])


# ---- Tables and figure

def of_chip(measured):
    rows = [[called(cell), f"{cell.alone_ms}", cell.uses(), f"{QUARTERS - cell.weight_b}:{cell.weight_b}",
             *(f"{rho:.3f}" for rho in rhos(cell, result["packet_ms"])[-2:]), f"{predicted(cell, result):.2f}" if cell.system == "pcfq" else "",
             f"{result['silence_ms']:.2f}"] for cell, result in measured.items() if cell.system == "pcfq" or cell.alone_ms == ALONE_MS[-1]]
    return table(["system", "A alone, ms", "A uses", "weights of A, B", "of each processor", "of the link", "rule, ms", "A silent, ms"], rows)


def of_model():
    rows = []
    for weights, about in MODEL_WEIGHTS.items():
        for resources in MODEL_RESOURCES:
            for factor in sorted({1, resources, resources ** 2}):
                rule = silence(MODEL_ALONE, [1] * resources, resources, factor, weights)
                rows.append([str(resources), str(factor), about, f"{rule:.1f}", str(modelled(resources, factor, weights))])
    return table(["resources", "pace", "weights", "rule, packets", "model, packets"], rows)


def plot(measured):
    def panel(stages, link):
        series = {f"pace {factor}": [(0, 0), *((ms, measured[Cell("pcfq", factor, link, ms, stages=stages)]["silence_ms"]) for ms in ALONE_MS)]
                  for factor in PACES[stages]}
        return figures.lines(f"A used {RHO_LINKS[stages][link]}", "ms that A was alone", "A's silence, ms", series, height=260)
    return figures.figure([panel(stages, link) for stages in PACES for link in RHO_LINKS[stages]], 2)


def report(measured, picture):
    """Generated part of the page."""
    longest = {(stages, factor): measured[Cell("pcfq", factor, 100, ALONE_MS[-1], stages=stages)]["silence_ms"]
               for stages, factors in PACES.items() for factor in (factors[0], factors[-1])}
    rule = predicted(cell := Cell("pcfq", 1, 100, ALONE_MS[-1]), measured[cell])
    first = opening(
        "The pace of virtual time with several resources", "How fast must virtual time run with R resources, and which flow loses if it is slower?",
        "R² times as fast as with one; slower, a flow that was alone then gets nothing for a share of that time, without bound.",
        f"after {ALONE_MS[-1]} ms alone, silent for " + "; ".join(f"{ms:.2f} ms with {stages + 1} resources and the pace {factor}" for (stages, factor), ms in longest.items())
        + f" (the rule: {rule:.2f} ms for the first); the paper has no counterpart.",
        f"{len(measured)} runs, deterministic; rule, proof and predictions first.", "No counterpart; the third resource is a second stage of processing.")
    return f"""{first}
PCFQ (Sabrina, Kanhere, Jha) charges a packet for processors and link at once, but its virtual time V grows as with one resource:
by elapsed time over the sum of the weights. How fast must V run, and which flow loses if it is slower? A rule, its proof, a model with
one to four resources, and the chip with two and three. Written by `tools/experiments pace`; [{DATA}](data/{DATA}) has every run.
All {len(measured)} runs take about 3 minutes of one processor.

## The rule

There are R resources, and a flow i has the share phi_i of each. A packet's tag grows by the time it takes of each resource over phi_i. V grows by
pace × elapsed time / (R × the sum of phi over backlogged flows). Flow A alone is backlogged for a time t and uses the part rho_r of
resource r. Then flow B begins, with as much work at hand.

1. A is served all the time, so its tags grow to t × (rho_1 + ... + rho_R) / phi_A.
2. Only A is backlogged, so V grows to t × pace / (R phi_A).
3. B's first packet starts at V, or at A's tags if V is beyond them: no packet of A has an older tag.
4. While B's tags are below A's, B alone is served; then its tags grow by (rho_1 + ... + rho_R) / phi_B a second.

So A gets nothing for

    D = t × phi_B / phi_A × (1 - pace / (R × (rho_1 + ... + rho_R))), or 0 if that is negative.

With all resources in full use the parentheses are 1 - pace / R²: no silence needs pace = R². With one resource that is the published pace; with
two it is 4, and the published PCFQ silences A for three quarters of the time that it was alone. D has no bound, because t has none:
a flow is punished for having used time that no other flow wanted, which fair queueing should prevent.

**Lemma 1** bounds the difference of two backlogged flows' service, each over its weight. From t to t + D B gets everything: the difference is
D × (rho_1 + ... + rho_R) / phi_B, and grows with t. The lemma needs pace >= R².
**Theorem 3**, the delay of a flow that conforms to its reservation, is kept: [E2](e2.md) measures
it. Such a flow never uses more than phi_i of a resource for long, so its tags stay near V at any pace. **Disciplines whose V is the tag in service** (SCFQ, SFQ, DRFQ) have no pace to choose, and two WFQ have one resource each.

## Predictions and measurements

Two resources. Written down before these runs, with the rule. Known then: E2's Lemma 1 under Poisson arrivals, and that the pace 4 removes a part of PCFQ's maxima ([E1](e1.md), [E2](e2.md)).

{judged(measured, PREDICTIONS)}
Three resources: two stages of processing in a row, each a resource of its own, and the link. Written down before the first of these runs.
Known then: the runs with two resources and the model.

{judged(measured, OF_THREE)}
![A's silence]({picture})

## The chip

One or two processors in a row, one link. Both flows send {BYTES} bytes with {WORK_UNITS} units of work, {PACKETS_PER_S} packets a second, 1.05 times its rate on each processor. A ends as B begins,
with the packets that wait. The second processor (`STAGES = 2` of [pcfq](../../microblocks/pcfq/pcfq.md)) repeats the work of the first. Silence: the longest time between two packets of A, ms. The other disciplines are shown in their longest runs: their
silences do not depend on the time alone.

{of_chip(of(measured, lambda cell: cell.stages == 1))}
With two processors:

{of_chip(of_pcfq(measured, 2))}
## The model

Each packet takes a unit of time of all resources; A is alone for {MODEL_ALONE} packets, and both have packets whenever one leaves. Whole numbers, no rounding.

{of_model()}"""


class Pace(Experiment, name="pace", help="the pace of virtual time with several resources"):
    made_of = MADE_OF

    @staticmethod
    def options(parser):
        add_from_data(parser)

    def main(self):
        measured = read(self.data(f"data/{DATA}", lambda: data(measure(self))))
        return report(measured, self.pictures({"": plot(measured)})[""])
