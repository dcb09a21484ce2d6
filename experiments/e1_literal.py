"""Set-up "literal" of experiment E1: a cycle of Table I is a cycle, and media interfaces receive
and transmit 50 Mbit/s, as the paper prints them. The paper does not print weights, contexts, or the
number of packets handed out ahead: every combination of two values of each is run."""
import itertools

from . import e1, e1_data, e1_report
from .e1_outcome import MEASURES, outcome
from .page import table

NAME = "literal"
SEEDS = range(9501, 9506)
PACKETS = 5000
DATA = "e1-literal.csv"
# the first one is shown as Table II
SETUPS = [e1.Setup(link=1.0, unit=1, rx_mbps=e1.LINK_MBPS, back_to_back=True, weights=weights, contexts=contexts, ahead=ahead)
          for weights, contexts, ahead in itertools.product(("demand", "equal"), (1, 8), (0, 4))]
CHOICES = ("weights", "contexts", "ahead")


def choices(setup):
    return tuple(getattr(setup, name) for name in CHOICES)


def measure(experiment, packets, seeds):
    """[{system: [result of each seed]}] of each set-up."""
    runs_of = [(at, system) for at in range(len(SETUPS)) for system in e1.SYSTEMS]
    found = experiment.runs.over_seeds(runs_of, seeds, lambda of, seed: experiment.run(SETUPS[of[0]], of[1], seed, packets))
    return [{system: found[at, system] for system in e1.SYSTEMS} for at in range(len(SETUPS))]


def data(measured):
    return e1_data.text((dict(zip(CHOICES, choices(setup))), run) for setup, of in zip(SETUPS, measured)
                        for s in e1.SYSTEMS for run in of[s])


def read(text):
    """`measured` from the CSV."""
    by_choices = {tuple(map(str, choices(setup))): {s: [] for s in e1.SYSTEMS} for setup in SETUPS}
    for chosen, run in e1_data.read(text, CHOICES):
        by_choices[chosen][run["system"]].append(run)
    return list(by_choices.values())


def extent(values, digits):
    return f"{min(values):.{digits}f} to {max(values):.{digits}f}"


def of_runs(measured, measure_, systems=e1.SYSTEMS):
    """The measure of each run and category."""
    return [run["ms"][c][measure_] for of in measured for s in systems for run in of[s] for c in e1.CATEGORIES]


def papers(measure_):
    return [row[MEASURES.index(measure_)] for of in e1.PAPER.values() for row in of.values()]


def combinations(measured):
    rows = []
    for setup, of in zip(SETUPS, measured):
        row = [str(value) for value in choices(setup)]
        for system in e1.SYSTEMS:
            row += [extent(of_runs([of], "mean", [system]), 4), f"{max(of_runs([of], 'max', [system])):.4f}",
                    f"{max(of_runs([of], 'std', [system])):.4f}"]
        found = outcome(of)
        gains = [found.reductions[c, "mean"][0] for c in e1.CATEGORIES]
        rows.append(row + [extent(gains, 1)])
    return table(["weights", "contexts", "ahead", "PCFQ: averages", "maximum", "deviation, largest", "WFQ: averages", "maximum",
                            "deviation, largest", "averages lower by, %"], rows)


def conclusion(measured):
    """From the extremes of all runs, compared with the paper's."""
    lines = []
    beyond = True
    for measure_, what, digits in ("mean", "averages", 4), ("max", "maxima", 4), ("std", "deviations", 4):
        ours, its = of_runs(measured, measure_), papers(measure_)
        beyond &= max(ours) < min(its)
        lines.append(f"- {what}: {extent(ours, digits)} ms here, {extent(its, 2)} ms in the paper.")
    verdict = ("**All are below the smallest of the paper's. On this emulator, Table I read as cycles, with these rates, does not give "
               "Table II.**" if beyond else
               "**Some reach the paper's. These runs do not exclude that Table II comes from Table I read as cycles.**")
    return "Over all runs and categories:\n\n" + "\n".join(lines) + f"\n\n{verdict}\n"


def section(measured):
    runs_ = [run for of in measured for s in e1.SYSTEMS for run in of[s]]
    packets, seeds = runs_[0]["packets"], [run["seed"] for run in measured[0]["wfq"]]
    lost = sum(run["received"] - run["transmitted"] for run in runs_)
    loads = {name: extent([100 * run[name] for run in runs_], 1) for name in ("cpu_offered", "cpu_used", "link_offered", "link_used")}
    first = outcome(measured[0])
    return f"""Table I and the rates as printed: a cycle of the table is a cycle, media interfaces receive and transmit 50 Mbit/s (on the
line, {e1.LINE_BYTES} bytes a frame included). Frames come back to back, in random order of the flows; work is executed. Weights, contexts of a
processing microengine and packets handed out ahead are not printed: all {len(SETUPS)} combinations of two values each. {len(seeds)} seeds ({seeds[0]} to
{seeds[-1]}, used nowhere else) of {packets:,} packets. Known before: the delays of one other seed in four of the combinations, then of 320 packets of
two of these seeds in all; contexts and length were chosen after the first, the number of seeds after both and after this page with three of them, for time. [{DATA}](data/{DATA}) has every category of every run, with its digest.

Processors: {loads['cpu_offered']} % offered as Table I's work, {loads['cpu_used']} % used with forwarding and polls. Link: {loads['link_offered']} % offered,
{loads['link_used']} % used. Frames dropped: {lost}.

{conclusion(measured)}
Weights {SETUPS[0].weights}, {SETUPS[0].contexts} context, {SETUPS[0].ahead} ahead, beside Table II:

{e1_report.delays(first, (4, 4, 4))}
All combinations, ms: averages and their reductions by PCFQ from the least to the largest category, the largest maximum and
deviation of any run and category.

{combinations(measured)}"""
