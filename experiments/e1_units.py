"""Set-up "units" of experiment E1: three readings of the unit of Table I on fresh seeds, eight
contexts of a processing microengine beside one, and delay over time."""
import csv
import dataclasses
import io
import tempfile

from tools_lib import systems
from . import e1, e1_data, e1_line, e1_literal

NAME = "units"
SEEDS = range(9701, 9721)
DATA, TIMELINE = "e1-units.csv", "e1-over-time.csv"
LONG, SHORT = 100_000, 20_000
SHORT_SEEDS = 10  # of cases with the smaller number of packets
TICKS = e1_line.FREE
BINS = 100  # of a run, in which delays are averaged


@dataclasses.dataclass(frozen=True)
class Case:
    reading: str
    packets: int
    setup: e1.Setup

    def key(self):
        return {"reading": self.reading, "contexts": self.setup.contexts, "work": "slept" if self.setup.slept else "executed"}


def executed(setup, contexts):
    return dataclasses.replace(setup, contexts=contexts, slept=False)


CYCLE = Case("cycle", SHORT, e1_literal.SETUPS[0])
TICK = Case("tick", LONG, TICKS.setup())
CHOSEN = Case("load 0.85", LONG, e1_line.shown(LONG).setup())
READINGS = [CYCLE, TICK, CHOSEN]
# of the readings with spread: {reading: (one context, eight contexts)}
CONTEXTS = {case.reading: tuple(Case(case.reading, SHORT, executed(case.setup, n)) for n in (1, 8)) for case in (TICK, CHOSEN)}
CASES = READINGS + [case for both in CONTEXTS.values() for case in both]


def measure(experiment, seeds, packets=None):
    """{case: {system: [result of each seed]}}"""
    found = {}
    for length, some in (SHORT, seeds[:SHORT_SEEDS]), (LONG, seeds):
        runs_of = [(case, system) for case in CASES if case.packets == length for system in e1.SYSTEMS]
        found |= experiment.runs.over_seeds(runs_of, some, lambda of, seed: experiment.run(of[0].setup, of[1], seed, packets or of[0].packets))
    return {case: {system: found[case, system] for system in e1.SYSTEMS} for case in CASES}


def data(measured):
    return e1_data.text((case.key(), run) for case, of in measured.items() for s in e1.SYSTEMS for run in of[s])


def read(text):
    """`measured` from the CSV."""
    by_key = {tuple(map(str, case.key().values())): case for case in CASES}
    found = {case: {s: [] for s in e1.SYSTEMS} for case in CASES}
    for key, run in e1_data.read(text, list(CYCLE.key())):
        found[by_key[key]][run["system"]].append(run)
    return found


# ---- Delay over time

def timeline(binaries, system, seed, packets):
    """{category: [(ms of the middle of a bin, mean delay in ms, maximum)]} of one run of TICKS."""
    with tempfile.TemporaryDirectory(prefix="e1-") as work:
        e1_line.measure(binaries, dataclasses.replace(TICKS, packets=packets), system, seed, work)
        text = systems.call([f"{binaries}/ixplog", "delay", f"{work}/{system}", "--flows", e1.FLOWS, "--csv"])
    rows = [(row["category"], int(row["rx_eop_cycle"]) / (e1.ME_MHZ * 1000), int(row["delay_ns"]) / 1e6)
            for row in csv.DictReader(io.StringIO(text))]
    width = (max(at for _, at, _ in rows) + 1e-9) / BINS
    bins = {}
    for category, at, delay in rows:
        bins.setdefault(category, {}).setdefault(int(at / width), []).append(delay)
    return {c: [(round((k + 0.5) * width, 4), round(sum(of) / len(of), 6), max(of)) for k, of in sorted(found.items())]
            for c, found in bins.items()}


def timelines(experiment, packets=None):
    """{system: timeline} of the first seed."""
    packets = packets or SHORT
    found = experiment.runs.all([(f"timeline/{system}-{SEEDS[0]}-{packets}", timeline, experiment.binaries, system, SEEDS[0], packets)
                                 for system in e1.SYSTEMS])
    return dict(zip(e1.SYSTEMS, found))


def timeline_data(found):
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["system", "category", "ms", "mean_delay_ms", "max_delay_ms"])
    for system, of in found.items():
        for category in e1.CATEGORIES:
            rows.writerows([system, category, *point] for point in of[category])
    return out.getvalue()


def read_timelines(text):
    found = {system: {c: [] for c in e1.CATEGORIES} for system in e1.SYSTEMS}
    for row in csv.DictReader(io.StringIO(text)):
        found[row["system"]][row["category"]].append(tuple(float(row[name]) for name in ("ms", "mean_delay_ms", "max_delay_ms")))
    return found
