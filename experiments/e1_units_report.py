"""Section "units" of E1's page: predictions with their verdicts, tables, and delay over time."""
from . import e1, e1_units, figures
from .e1_line_report import DISTANCES, distances, level, of_cell, papers, whole
from .e1_outcome import outcome
from .e1_report import delays, reductions, table, with_interval
from .e1_units import CHOSEN, CONTEXTS, CYCLE, READINGS, TICK

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
{e1_units.SHORT:,} packets have fewer for time, which was decided before any result was seen. Frames dropped: {dropped}.
[{e1_units.DATA}](data/{e1_units.DATA}) has every category of every run, with its digest. All runs take about
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

The same with work executed by one and by eight contexts, {e1_units.SHORT:,} packets.

{summary(found, [case for both in CONTEXTS.values() for case in both], seeds)}
### Delay over time

Figures 7 to 10 of the paper show delay over time by category. Here: "tick", seed {seeds[0]}, {e1_units.SHORT:,} packets, mean over each
hundredth of the run ([{e1_units.TIMELINE}](data/{e1_units.TIMELINE}); maxima {most["pcfq"]:.3f} ms with PCFQ, {most["wfq"]:.3f} ms with WFQ).

![Delay over time by category]({picture})
"""
