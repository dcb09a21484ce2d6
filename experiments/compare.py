"""Comparison of the schedulers of docs/schedulers.md: delays in regimes of E1, shares of flows that always have
packets, and the cost of a decision."""
import csv
import io
import tempfile

from tools_lib import systems
from . import cost, e1, e1_line, schedulers

MADE_OF = ["microblocks", "rings", "mecc/include", "traces/flows/table1.toml", "experiments/compare.py",
           "experiments/cost.py"]
SEEDS = range(5001, 5100)  # used by no other report
SYSTEMS = ["wfq", "pcfq", e1.PACED, "scfq", "sfq", "drfq", "mr3", "sp_pifo", "drr"]
REGIMES = {
    "line-rate": e1_line.shown(20000).setup(),
    "contended": e1.MEASURED["contended"],
    "nearest": e1.MEASURED["nearest"],
}
# Every flow sends more than its share, and the chip holds the excess. Weights are equal and demands are not.
BACKLOG = e1.Setup(link=3, unit=26, weights="equal", ahead=1, buffers=4000, slept=True)
BACKLOG_PACKETS = 6000
BACKLOG_BEGINS = 1 / 3  # share of the time in which packets arrive
BACKLOG_LEAST = 5       # minimum packets of a flow inside, from then until the last arrival
BACKLOG_SEEDS = 5
COST_PACKETS = 2048


def departures(binaries, folder):
    """Frames that left, in order of arrival: flow (from 0), category, ordinal in the stream, cycles in and out, bytes.
    """
    text = systems.call([f"{binaries}/ixplog", "delay", folder, "--csv", "--flows", e1.FLOWS])
    rows = [{"flow": int(row["flow"]) - 1, "category": row["category"], "ordinal": int(row["tag"].partition(".")[2]),
             "in": int(row["rx_eop_cycle"]), "out": int(row["tx_eop_cycle"]), "bytes": int(row["bytes"])}
            for row in csv.DictReader(io.StringIO(text))]
    return sorted(rows, key=lambda row: row["in"])


def overtaken(frames):
    """Share of the frames that left after a later one of their flow."""
    latest, late = {}, 0
    for frame in frames[::-1]:
        late += frame["out"] > latest.get(frame["flow"], frame["out"])
        latest[frame["flow"]] = min(frame["out"], latest.get(frame["flow"], frame["out"]))
    return late / len(frames)


def emulate(binaries, setup, system, seed, packets, work):
    e1.generate(binaries, setup, seed, packets, work)
    path, changes = e1.system_of(setup, system, f"{work}/port0.pcap")
    _, stats = systems.run(binaries, path, f"{work}/out", "--log-data", "header:40", changes=changes)
    return path, stats, departures(binaries, f"{work}/out")


def delays(binaries, setup, system, seed, packets):
    """One run: delays in milliseconds by category and overall, utilisation of link and processors."""
    with tempfile.TemporaryDirectory(prefix="schedulers-") as work:
        path, stats, frames = emulate(binaries, setup, system, seed, packets, work)
        cycles = e1.work_by_category(f"{work}/port0.pcap", setup)
    by = {c: [f for f in frames if f["category"] == c] for c in e1.CATEGORIES}
    by["all"] = frames
    ms = {c: summary([(f["out"] - f["in"]) / (e1.ME_MHZ * 1000) for f in some]) for c, some in by.items()}
    idle = systems.read(path)["chip"]["stop"]["idle"]
    return {"system": system, "seed": seed, "received": stats["frames"]["received"],
            "transmitted": stats["frames"]["transmitted"], "ms": ms, "overtaken": overtaken(frames),
            **e1.used(setup, stats, idle, sum(cycles[c] * len(by[c]) for c in e1.CATEGORIES))}


def summary(values):
    mean = sum(values) / len(values)
    return {"mean": mean, "max": max(values), "std": (sum((v - mean) ** 2 for v in values) / len(values)) ** 0.5}


def fewest(frames, begin, end):
    """Minimum number of frames inside between two cycles."""
    changes = sorted([(f["in"], 1) for f in frames] + [(f["out"], -1) for f in frames])
    inside, found = 0, None
    for time, change in changes:
        if begin <= time < end:
            level = inside + min(change, 0)
            found = level if found is None else min(found, level)
        inside += change
    return found


def shares(binaries, system, seed):
    """Shares of processors and link by flow and by category, while all flows had packets waiting."""
    setup = BACKLOG
    with tempfile.TemporaryDirectory(prefix="schedulers-") as work:
        _, stats, frames = emulate(binaries, setup, system, seed, BACKLOG_PACKETS, work)
        stream = list(e1.stream_packets(f"{work}/port0.pcap"))
    if stats["frames"]["transmitted"] != stats["frames"]["received"]:
        raise RuntimeError(f"{system}, seed {seed}: packets were dropped; nothing should be")
    flows = range(len(e1.categories()))
    end = max(f["in"] for f in frames)
    begin = round(end * BACKLOG_BEGINS)
    least = min(fewest([f for f in frames if f["flow"] == flow], begin, end) for flow in flows)
    if least < BACKLOG_LEAST:
        raise RuntimeError(f"{system}, seed {seed}: a flow had only {least} packets waiting")
    unit = -(-e1.cycles_per_unit(setup) // 1)
    got = [{"cpu": 0, "link": 0} for _ in flows]
    for f in frames:
        if begin <= f["out"] < end:
            got[f["flow"]]["cpu"] += stream[f["ordinal"]].units * unit / (e1.PROCESSORS * (end - begin))
            got[f["flow"]]["link"] += (f["bytes"] + e1.LINE_BYTES) * 8 * e1.ME_MHZ / setup.link_mbps / (end - begin)
    return {"system": system, "seed": seed, "ms": (end - begin) / (e1.ME_MHZ * 1000), "flows": got}


def measure(experiment, packets, seeds, names):
    """Returns ({regime: {system: [delays of each seed]}}, {system: [shares of each seed]}, [costs])."""
    over_seeds, binaries = experiment.runs.over_seeds, experiment.binaries
    by_regime = {regime: over_seeds(names, seeds, lambda system, seed, regime=regime, setup=setup: (
        f"{regime}/{system}-{seed}-{packets}", delays, binaries, setup, system, seed, packets)) for regime, setup in REGIMES.items()}
    by_share = over_seeds(names, seeds[:BACKLOG_SEEDS], lambda system, seed: (
        f"backlog/{system}-{seed}", shares, binaries, system, seed))
    return by_regime, by_share, experiment.runs.all([
        (f"cost/{name}-{count}", cost.measure, binaries, name, count, COST_PACKETS)
        for name in names if name in schedulers.SCHEDULERS for count in (16, 1024)])
