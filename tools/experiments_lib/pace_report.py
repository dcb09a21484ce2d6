"""The page on the pace of virtual time."""
from . import line_plot, pace
from .e1_report import table
from .e6_report import verdict
from .experiment import Experiment, add_from_data
from .pace import ALONE_MS, CONTROLS, MODEL_RESOURCES, PACES, QUARTERS, RESOURCES, RHO_LINKS

NEAR = 0.05    # of a prediction, and
PACKETS = 20   # packets' times: a silence up to it is none
COLOURS = ("#d62728", "#ff7f0e", "#2ca02c", "#1f77b4")
NAMES = {"wfq": "two WFQ", "scfq": "SCFQ", "sfq": "SFQ", "drfq": "DRFQ"}
MODEL_WEIGHTS = {(1, 1): "equal", (3, 1): "A has three quarters", (1, 3): "B has three quarters"}


def called(cell):
    return f"PCFQ, pace {cell.pace}" if cell.system == "pcfq" else NAMES[cell.system]


def near(cell, result):
    expected, packet = pace.predicted(cell, result), result["packet_ms"]
    return abs(result["silence_ms"] - expected) <= NEAR * expected + PACKETS * packet


def of(measured, good):
    return {cell: result for cell, result in measured.items() if good(cell)}


# ---- Predictions: [statement, measured, verdict]

def follows_the_rule(measured):
    tried = of(measured, lambda cell: cell.system == "pcfq")
    far = max(abs(result["silence_ms"] - pace.predicted(cell, result)) for cell, result in tried.items())
    good = [cell for cell, result in tried.items() if near(cell, result)]
    return [f"chip: with PCFQ A's silence is the rule's within {NEAR:.0%} and {PACKETS} packets, for every pace, load and weight",
            f"in {len(good)} of {len(tried)} cells; apart by at most {far:.2f} ms", verdict(len(good) == len(tried))]


def grows_without_bound(measured):
    shares = {link: [measured[pace.Cell("pcfq", 1, link, ms)]["silence_ms"] / ms for ms in (ALONE_MS[0], ALONE_MS[-1])] for link in RHO_LINKS}
    return [f"chip: it grows with the time that A was alone, from {ALONE_MS[0]} to {ALONE_MS[-1]} ms by the same share (within 0.05) as published",
            "; ".join(f"{about}: {first:.2f} of that time, and {last:.2f}" for (first, last), about in zip(shares.values(), RHO_LINKS.values())),
            verdict(all(abs(first - last) < 0.05 for first, last in shares.values()))]


def none_with(measured, text, good):
    tried = of(measured, good)
    most = max(result["silence_ms"] / result["packet_ms"] for result in tried.values())
    return [text, f"longest: {most:.1f} packets' times, {len(tried)} cells", verdict(most <= PACKETS)]


def immune(measured):
    return none_with(measured, f"chip: two WFQ, SCFQ, SFQ, DRFQ leave A silent for at most {PACKETS} packets' times", lambda cell: cell.system in CONTROLS)


def keeps_pace(measured):
    return none_with(measured, f"chip: so does PCFQ with the pace {RESOURCES ** 2}", lambda cell: cell.system == "pcfq" and cell.pace == RESOURCES ** 2)


def less_is_enough(measured):
    return none_with(measured, "chip: where A uses half of the link, the pace 3 is enough", lambda cell: (cell.system, cell.pace, cell.link_mbps) == ("pcfq", 3, 200))


PREDICTIONS = [follows_the_rule, grows_without_bound, immune, keeps_pace, less_is_enough]


# ---- Tables and figure

def of_chip(measured):
    rows = [[called(cell), f"{cell.alone_ms}", RHO_LINKS[cell.link_mbps], f"{QUARTERS - cell.weight_b}:{cell.weight_b}",
             *(f"{rho:.3f}" for rho in pace.rhos(cell, result["packet_ms"])), f"{pace.predicted(cell, result):.2f}" if cell.system == "pcfq" else "",
             f"{result['silence_ms']:.2f}"] for cell, result in measured.items() if cell.system == "pcfq" or cell.alone_ms == ALONE_MS[-1]]
    return table(["system", "A alone, ms", "A uses", "weights of A, B", "of the processor", "of the link", "rule, ms", "A silent, ms"], rows)


def of_model():
    rows = []
    for weights, about in MODEL_WEIGHTS.items():
        for resources in MODEL_RESOURCES:
            for factor in sorted({1, resources, resources ** 2}):
                rule = pace.silence(pace.MODEL_ALONE, [1] * resources, resources, factor, weights)
                rows.append([str(resources), str(factor), about, f"{rule:.1f}", str(pace.modelled(resources, factor, weights))])
    return table(["resources", "pace", "weights", "rule, packets", "model, packets"], rows)


def plot(measured):
    def panel(link):
        series = {f"pace {factor}": (colour, [(0, 0), *((ms, measured[pace.Cell("pcfq", factor, link, ms)]["silence_ms"]) for ms in ALONE_MS)])
                  for factor, colour in zip(PACES, COLOURS)}
        return line_plot.Panel(f"A used {RHO_LINKS[link]}: its silence, ms", series, "ms that A was alone")
    return line_plot.page([panel(link) for link in RHO_LINKS], 2, 400, 260)


def report(measured, picture):
    """Generated part of the page."""
    return f"""# The pace of virtual time with several resources

PCFQ (Sabrina, Kanhere, Jha) charges a packet for processors and link at once, but its virtual time V grows as with one resource:
by elapsed time over the sum of the weights. How fast must V run, and which flow loses if it is slower? A rule, its proof, a model with
one to four resources, and the chip with two. Written by `tools/experiments pace`; [{pace.DATA}](data/{pace.DATA}) has every run.
All {len(measured)} runs take about 1.5 minutes of one processor.

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

Written down before these runs, with the rule. Known then: E2's Lemma 1 under Poisson arrivals, and that the pace 4 removes a part of PCFQ's maxima ([E1](e1.md), [E2](e2.md)).

{table(["prediction", "measured", ""], [part(measured) for part in PREDICTIONS])}
![A's silence]({picture})

## The chip

One processor, one link. Both flows send {pace.BYTES} bytes with {pace.WORK_UNITS} units of work, {pace.PACKETS_PER_S} packets a second, 1.05 times its rate on the processor. A ends as B begins,
with the packets that wait. Silence: the longest time between two packets of A, ms. The other disciplines are shown in their longest runs: their
silences do not depend on the time alone.

{of_chip(measured)}
## The model

Each packet takes a unit of time of all resources; A is alone for {pace.MODEL_ALONE} packets, and both have packets whenever one leaves. Whole numbers, no rounding.

{of_model()}"""


class Pace(Experiment, name="pace", help="the pace of virtual time with several resources"):
    made_of = pace.MADE_OF

    @staticmethod
    def options(parser):
        add_from_data(parser)

    def main(self):
        measured = pace.read(self.data(f"data/{pace.DATA}", lambda: pace.data(pace.measure(self))))
        return report(measured, self.pictures({"": plot(measured)})[""])
