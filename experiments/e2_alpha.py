"""Accuracy of predicted processing times on the flows of E2, and its effect on delays: weights of the last packet from
0.1 to 0.9, and three interpretations of SF. On the chip: predictions are read from the scheduler's own record
(rings/pcfq.h, TRACE), which holds about 5,400 packets, so runs are short."""
import collections
import itertools
import tempfile

from tools_lib import systems
from . import e2, whole_results

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
    """{group: mean error of predictions / mean cycles} from a trace: the prediction at a packet's arrival, against its
    processing. The first packet of each flow has no prediction and is not counted."""
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
