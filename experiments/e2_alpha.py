"""Accuracy of predicted processing times on the flows of E2, and its effect on delays: weights of
the last packet from 0.1 to 0.9, and three interpretations of SF. Predictions are read from the
scheduler's own record (rings/pcfq.h, TRACE). It holds about 5,400 packets, so runs are short."""
import collections
import itertools
import statistics
import tempfile

from tools_lib import systems
from . import e2, figures, whole_results
from .e2_report import interval
from .page import opening, table

DATA = "e2-alpha.csv"
RINGS = systems.header_numbers("pcfq")
PACKETS, SEEDS = 5000, range(1, 4)
ALPHAS = range(10, 100, 10)  # per cent
READINGS = {"SF = 1": 0, "SF of RC2": e2.RC2_FLOWS, "SF of all": e2.ALL_FLOWS}
SYSTEMS = ["pcfq", "wfq"]
RECORD = 8  # longwords; the header has the same size


def group_of():
    """The category of each flow, in the scheduler's numbering."""
    return [f"{g['cpu']}/{g['bandwidth']}" for g in sorted(e2.read_flows()["flow"], key=lambda g: g["number"][0])
            for _ in g["number"]]


def errors(longwords, groups):
    """{group: mean error of predictions / mean cycles} from a trace: the prediction at a packet's
    arrival, against its processing. The first packet of each flow has no prediction and is not
    counted."""
    count = min(longwords[0], RINGS["TRACE_RECORDS"])
    expected = collections.defaultdict(collections.deque)
    error, took, first = collections.Counter(), collections.Counter(), set()
    for at in range(RECORD, RECORD * (count + 1), RECORD):
        word, _, predicted, measured = longwords[at:at + 4]
        kind, flow = word >> RINGS["TRACE_KIND_SHIFT"], word >> 16 & RINGS["TRACE_FLOW_MAX"]
        if kind == RINGS["TRACE_ARRIVED"]:
            expected[flow].append(predicted)
        elif kind == RINGS["TRACE_MEASURED"]:
            was = expected[flow].popleft()
            if flow in first:
                error[groups[flow]] += abs(was - measured)
                took[groups[flow]] += measured
            first.add(flow)
    return {group: error[group] / took[group] for group in took} | {"all": error.total() / took.total()}


def run_one(binaries, alpha, payload, system, seed, packets):
    with tempfile.TemporaryDirectory(prefix="e2-") as work:
        e2.generate(binaries, e2.SETUPS["poisson"], seed, packets, work)
        path, changes = e2.system_of(system, f"{work}/port0.pcap", e2.predictor(alpha, payload))
        scheduler = "wfq_cpu" if system == "wfq" else "pcfq"
        changes |= systems.defines(path, {scheduler: {"TRACE": 1}})
        longwords = RECORD * (RINGS["TRACE_RECORDS"] + 1)
        printed, stats = systems.run(binaries, path, f"{work}/out", "--log-data", "header:40", "--dump",
                                     f"sram0:{RINGS['TRACE_BASE']}+{longwords}", changes=changes)
        ms = e2.delays(binaries, f"{work}/out")["category"]
    if stats["frames"]["received"] * 3 > RINGS["TRACE_RECORDS"]:
        raise RuntimeError(f"{packets} packets are more than the trace holds; at most 5000 fit")
    return {"errors": errors(systems.dumped(printed), group_of()), "ms": ms}


def measure(experiment, packets, seeds):
    """{(reading, alpha, system): [result of each seed]}"""
    return experiment.runs.over_seeds(list(itertools.product(READINGS, ALPHAS, SYSTEMS)), seeds, lambda of, seed: (
        f"alpha/{of[1]}-{READINGS[of[0]]:#x}-{of[2]}-{seed}-{packets}", run_one, experiment.binaries, of[1],
        READINGS[of[0]], of[2], seed, packets))


def data(measured, packets, seeds):
    """CSV of the runs."""
    return whole_results.text([
        ({"reading": reading, "alpha_percent": alpha, "system": system, "seed": seed, "packets": packets}, result)
        for (reading, alpha, system), found in measured.items() for seed, result in zip(seeds, found)])


def read(of_csv):
    """({(reading, alpha, system): [result of each seed]}, packets of a run) from the CSV."""
    found, runs = {}, whole_results.read(of_csv)
    for key, result in runs:
        found.setdefault((key["reading"], int(key["alpha_percent"]), key["system"]), []).append(result)
    return found, int(runs[0][0]["packets"])


NAMES = {"pcfq": "PCFQ", "wfq": "WFQ"}


def mean_of(runs, value):
    return statistics.mean(map(value, runs))


def errors_table(found):
    rows = [[f"{alpha / 100:.1f}"] + [f"{100 * mean_of(found[reading, alpha, 'pcfq'], lambda r, g=group: r['errors'][g]):.0f}"
                                      for reading in READINGS for group in (*e2.GROUPS, "all")]
            for alpha in ALPHAS]
    return table(["alpha"] + [f"{reading}: {group}" for reading in READINGS for group in (*e2.GROUPS, "all")], rows)


def delays(found, reading):
    rows = [[f"{alpha / 100:.1f}"] + [
        interval([r["ms"][group]["mean"] for r in found[reading, alpha, s]], 1) + " / "
        + f"{max(r['ms'][group]['max'] for r in found[reading, alpha, s]):.0f}" for s in SYSTEMS for group in e2.GROUPS]
            for alpha in ALPHAS]
    return table(["alpha"] + [f"{NAMES[s]}: {group}" for s in SYSTEMS for group in e2.GROUPS], rows)


def plot(found):
    """Above, the error over all packets; below, the mean delay of each group with PCFQ; by
    interpretation."""
    def lines(system, value):
        return {reading: [(alpha / 100, mean_of(found[reading, alpha, system], value)) for alpha in ALPHAS]
                for reading in READINGS}
    panels = [figures.lines(f"Predictions, {group}", "alpha", "error, % of the mean",
                            lines("pcfq", lambda r, g=group: 100 * r["errors"][g]), width=250) for group in e2.GROUPS]
    panels += [figures.lines(f"{NAMES[s]}, {group}", "alpha", "mean delay, ms", lines(s, lambda r, g=group: r["ms"][g]["mean"]), width=250)
               for s in SYSTEMS for group in e2.GROUPS]
    return figures.figure(panels, 3)


def best(found, reading):
    return min(ALPHAS, key=lambda alpha: mean_of(found[reading, alpha, "pcfq"], lambda r: r["errors"]["all"])) / 100


def page(found, packets, image):
    seeds = len(next(iter(found.values())))
    error = {alpha: 100 * mean_of(found["SF = 1", alpha, "pcfq"], lambda r: r["errors"]["all"]) for alpha in (min(ALPHAS), e2.ALPHA_PERCENT)}
    first = opening(
        "E2: predictions and delays by alpha", "Which weight alpha of the last packet predicts processing times best?",
        f"The smallest here, {best(found, 'SF = 1'):.1f}; the paper takes {e2.ALPHA_PERCENT / 100:.1f}. Delays are not distinguishable.",
        "error with SF = 1: " + ", ".join(f"{of:.0f} % at {alpha / 100:.1f}" for alpha, of in error.items()) + "; the paper has no figure.",
        f"{seeds} run{'s' if seeds > 1 else ''} of {packets} packets each, the same for every alpha.",
        "Costs of successive packets are independent here; the paper's programs have packets that resemble the previous ones.")
    out = [f"""{first}
Mean error of the predicted cycles of a packet, relative to the mean cycles taken, and its effect on delays: set-up
"poisson" of [E2](e2.md), {packets} packets a run, the same packets for every alpha and reading, {seeds} run{"s" if seeds > 1 else ""} each. A prediction is the
scheduler's charge for an arriving packet, as in its trace; the first packet of each flow does not count. The paper takes
alpha 0.4 from an earlier study as the most accurate value. SF is L(t+1)/L(t) for payload processing and 1 otherwise;
payload processing is: no flow, those of RC2, all. Written by `tools/experiments e2 --alpha`;
[{DATA}](data/{DATA}) has every run.

Minimum error, over all packets: """ + ", ".join(f"{reading} at {best(found, reading):.1f}" for reading in READINGS) + """.

## Error, per cent, with PCFQ

""" + errors_table(found)]
    if image:
        out.append(f"![Errors and delays by alpha]({image})\n")
    for reading in READINGS:
        out.append(f"## Delays, {reading}\n\nMean of the runs' averages / maximum of all, ms. In italics: the interval is wider than the value.\n\n" + delays(found, reading))
    return "\n".join(out)
