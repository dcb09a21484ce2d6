"""Set-up "units" of experiment E1: three readings of the unit of Table I on fresh seeds, eight
contexts of a processing microengine beside one, and delay over time."""
import csv
import dataclasses
import io
import tempfile

from tools_lib import systems
from . import e1, e1_data, e1_line, e1_literal, figures
from .e1_line_report import DISTANCES, distances, level, of_cell, papers, whole
from .e1_outcome import outcome
from .e1_report import delays, reductions
from .page import table, with_interval

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


LIGHT, HEAVY = ("low/low", "low/high"), ("high/high", "high/low")
LEVELS = {TICK: (0.25, 0.35), CHOSEN: (0.5, 0.65)}


def verdict(holds):
    return "confirmed" if holds else "not confirmed"


def shown(of, name):
    return ", ".join(with_interval(*pair) for pair in of_cell(of, name).values())


def averages_by_tick(measured):
    return shown(outcome(measured[TICK]), "mean")


def near(of, name):
    """Categories whose interval has the paper's figure."""
    return [c for c, (mean, half) in of_cell(of, name).items() if abs(mean - papers(c, name)) <= half]


def lower(of, name):
    """Categories that PCFQ lowers beyond the interval."""
    return [c for c, (mean, half) in of_cell(of, name).items() if mean > half]


def higher(of, name):
    return [c for c, (mean, half) in of_cell(of, name).items() if -mean > half]


def names(categories):
    return ", ".join(categories) or "none"


# ---- Predictions: [statement, measured, verdict]

def cycle_level(found):
    of = found[CYCLE]
    most = [max(of.delays[s, c, m][0] for s in e1.SYSTEMS for c in e1.CATEGORIES) for m in ("mean", "std")]
    return ["cycle: averages are below 0.05 ms and deviations below 0.01 ms", f"at most {most[0]:.4f} and {most[1]:.4f} ms",
            verdict(most[0] < 0.05 and most[1] < 0.01)]


def tick_averages(found):
    of = found[TICK]
    return ["tick: PCFQ lowers all five averages beyond the interval, and each interval has the paper's figure",
            f"lowers: {names(lower(of, 'mean'))}; the paper's figure: {names(near(of, 'mean'))}",
            verdict(len(lower(of, "mean")) == len(near(of, "mean")) == len(e1.CATEGORIES))]


def tick_order(found):
    gains = {c: mean for c, (mean, _) in of_cell(found[TICK], "mean").items()}
    order = sorted(gains, key=lambda c: -gains[c])
    return ["tick: the two categories with low CPU gain most, high/low least, as in the paper", ", ".join(order),
            verdict(set(order[:2]) == set(LIGHT) and order[-1] == "high/low")]


def tick_maxima(found):
    of = found[TICK]
    return ["tick: maxima of high/high and high/low are higher with PCFQ beyond the interval, and none is lower",
            f"higher: {names(higher(of, 'max'))}; lower: {names(lower(of, 'max'))}",
            verdict(set(HEAVY) <= set(higher(of, "max")) and not lower(of, "max"))]


def chosen_averages(found):
    of = found[CHOSEN]
    return ["load 0.85: PCFQ lowers all five averages beyond the interval, and no interval has the paper's figure",
            f"lowers: {names(lower(of, 'mean'))}; the paper's figure: {names(near(of, 'mean'))}",
            verdict(len(lower(of, "mean")) == len(e1.CATEGORIES) and not near(of, "mean"))]


def levels(found):
    at = {case: level(found[case], "wfq") for case in LEVELS}
    return ["WFQ's averages over the paper's: tick {} to {}, load 0.85 {} to {}".format(*LEVELS[TICK], *LEVELS[CHOSEN]),
            " and ".join(f"{value:.2f}" for value in at.values()),
            verdict(all(LEVELS[case][0] <= value <= LEVELS[case][1] for case, value in at.items()))]


def deviations(found):
    parts = {case: max(found[case].delays["pcfq", c, "std"][0] / e1.PAPER["pcfq"][c][2] for c in e1.CATEGORIES) for case in LEVELS}
    return ["tick and load 0.85: PCFQ's deviations are below 0.6 of the paper's",
            "at most " + " and ".join(f"{part:.2f}" for part in parts.values()), verdict(max(parts.values()) < 0.6)]


def contexts_averages(found):
    gained = {reading: lower(found[eight], "mean") for reading, (_, eight) in CONTEXTS.items()}
    return ["eight contexts: PCFQ lowers no average beyond the interval", "; ".join(f"{r}: {names(of)}" for r, of in gained.items()),
            verdict(not any(gained.values()))]


def contexts_maxima(found):
    eight = found[CONTEXTS[CHOSEN.reading][1]]
    return ["eight contexts, load 0.85: maxima of the two categories with low CPU are lower beyond the interval",
            names(lower(eight, "max")), verdict(set(LIGHT) <= set(lower(eight, "max")))]


PREDICTIONS = (cycle_level, tick_averages, tick_order, tick_maxima, chosen_averages, levels, deviations, contexts_averages, contexts_maxima)


# ---- Tables and figure

def summary(found, cases, seeds):
    rows = []
    for case in cases:
        of = found[case]
        rows.append([case.reading, f"{case.setup.contexts}", "slept through" if case.setup.slept else "executed", f"{case.packets:,}",
                     shown(of, "mean"), shown(of, "max"), *distances(of), f"{level(of, 'pcfq'):.2f} / {level(of, 'wfq'):.2f}"])
    its = [", ".join(whole(papers(c, name), 1) for c in e1.CATEGORIES) for name in ("mean", "max")]
    rows.append(["the paper", "", "", "", *its, "", "", "", "1.00 / 1.00"])
    return table(["unit", "contexts", "work", "packets", "averages lower by, %", "maxima lower by, %", *DISTANCES, "level, PCFQ / WFQ"], rows)


def plot(timelines):
    """Delay over time, a panel for each category."""
    return figures.figure([figures.lines(c, "ms since the first cycle", "mean delay, ms", {
        s.upper(): [(at, mean) for at, mean, _ in timelines[s][c]] for s in e1.SYSTEMS}) for c in e1.CATEGORIES], 2)


def section(measured, timelines, picture):
    found = {case: outcome(of) for case, of in measured.items()}
    seeds = [run["seed"] for run in measured[TICK]["wfq"]]
    dropped = sum(run["received"] - run["transmitted"] for of in measured.values() for s in e1.SYSTEMS for run in of[s])
    packets = {case: case.packets for case in READINGS}
    most = {s: max(point[2] for c in e1.CATEGORIES for point in timelines[s][c]) for s in e1.SYSTEMS}
    return f"""Three readings of the unit of Table I, on fresh seeds {seeds[0]} to {seeds[-1]} ({len(seeds)}), weights by demand:

- **cycle**: a unit is a cycle, 50 Mbit/s on the line; none handed out ahead. {packets[CYCLE]:,} packets, {len(measured[CYCLE]["wfq"])} seeds, work executed.
- **tick**: a unit is 16 cycles, one tick of TIMESTAMP; 64 Mbit/s on the line, so that frames alone are 50; none handed out ahead.
  No load is left to choose. {packets[TICK]:,} packets. **This cell of "line-rate" was chosen after its results there were seen.**
- **load 0.85**: the unit loads the processors to 0.85; 50 Mbit/s, 4 handed out ahead. {packets[CHOSEN]:,} packets. Load and number are
  chosen: the cell was known from a trial before the grid of "line-rate".

Then eight contexts of a processing microengine beside one, {len(measured[CYCLE]["wfq"])} seeds. 20 seeds were planned in each; runs of
{SHORT:,} packets have fewer for time, which was decided before any result was seen. Frames dropped: {dropped}.
[{DATA}](data/{DATA}) has every category of every run, with its digest. All runs take about
12 minutes of one processor.

### Predictions and measurements

Written down before the first of these runs. Known then: results of the readings on other seeds ("literal", "line-rate"), and of eight
contexts at load 0.85 in six runs of 5,000 packets: averages of PCFQ not distinguishable, its maxima with low CPU lower.

{table(["prediction", "measured", ""], [of(found) for of in PREDICTIONS])}
### Readings of the unit

Reductions by PCFQ in the order {", ".join(e1.CATEGORIES)}; ± is a 95 % interval, in
italics if wider than the value (not distinguishable). Distance: root mean square of the differences from the paper's reductions, points
of per cent. Level: averages over the paper's.

{summary(found, READINGS, seeds)}
Table II under "tick", max / average / deviation in ms:

{delays(found[TICK])}
{reductions(found[TICK])}
### Eight contexts beside one

The same with work executed by one and by eight contexts, {SHORT:,} packets.

{summary(found, [case for both in CONTEXTS.values() for case in both], seeds)}
### Delay over time

Figures 7 to 10 of the paper show delay over time by category. Here: "tick", seed {seeds[0]}, {SHORT:,} packets, mean over each
hundredth of the run ([{TIMELINE}](data/{TIMELINE}); maxima {most["pcfq"]:.3f} ms with PCFQ, {most["wfq"]:.3f} ms with WFQ).

![Delay over time by category]({picture})
"""
