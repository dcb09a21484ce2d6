"""Set-up "poisson" of experiment E2 on ten fresh seeds, with its CSV."""
import csv
import io

from . import e2, runs
from .intervals import mean_and_half_width
from .page import certain, opening, table, verdict, with_interval

SEEDS = range(31, 41)
SETUP = e2.SETUPS["poisson"]
PACKETS = 100_000
DATA, PAGE = "e2-poisson.csv", "e2-poisson"
DELAYS = ("max", "mean", "std")
NAMES = {"pcfq": "published PCFQ", "paced": "V paced"}
NONE = "not distinguishable"
SAME_PERCENT = 6  # difference of averages weighted by work


def measure(experiment, packets, seeds):
    """{system: [result of each seed]}"""
    return experiment.runs.over_seeds(e2.SYSTEMS, seeds, lambda system, seed: experiment.run(SETUP, system, seed, packets))


def data(measured):
    """One line per run and group; delays in ms. The digest is of the whole result of the run."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["system", "seed", "packets", "received", "transmitted", "emulated_ms", "group", *DELAYS, "digest"])
    for system, found in measured.items():
        for run in found:
            for group in e2.GROUPS:
                rows.writerow([system, run["seed"], run["packets"], run["received"], run["transmitted"], f"{run['emulated_ms']:.3f}", group,
                               *(f"{run['ms'][group][name]:.6f}" for name in DELAYS), runs.digest_of(run)])
    return out.getvalue()


def read(text):
    found = {system: {} for system in e2.SYSTEMS}
    for row in csv.DictReader(io.StringIO(text)):
        run = found[row["system"]].setdefault(row["seed"], {"seed": int(row["seed"]), "emulated_ms": float(row["emulated_ms"]), "ms": {},
                                                            "lost": int(row["received"]) - int(row["transmitted"])})
        run["ms"][row["group"]] = {name: float(row[name]) for name in DELAYS}
    return {system: list(by_seed.values()) for system, by_seed in found.items()}


def reduction(measured, system, group, name):
    """(mean, half width) in per cent against WFQ, run by run."""
    pairs = zip(measured[system], measured["wfq"])
    return mean_and_half_width([100 * (1 - a["ms"][group][name] / b["ms"][group][name]) for a, b in pairs])


def has(pair, figure):
    return abs(pair[0] - figure) <= pair[1]


def judged(pair, by):
    """Whether an interval has the paper's figure, read "by" or "to"."""
    if pair[1] > abs(pair[0]):
        return NONE
    readings = [reading for reading, figure in (("by", by), ("to", 100 - by)) if has(pair, figure)]
    return f"agrees, read \"{' or '.join(readings)}\"" if readings else "neither reading"


def readings(measured, system):
    rows = []
    for group, papers in e2.PAPER.items():
        for name, what, by in (("max", "maximum", papers[0]), ("mean", "average", papers[1])):
            pair = reduction(measured, system, group, name)
            rows.append([group, what, with_interval(*pair) + " %", f"{by} %", f"{100 - by} %", judged(pair, by)])
    return table(["group", "delay", f"{NAMES[system]} lower by", "the paper's, read \"by\"", "read \"to\"", ""], rows)


def delays(measured):
    rows = [[group, *(" / ".join("{:.1f} ± {:.1f}".format(*mean_and_half_width([run["ms"][group][name] for run in measured[system]]))
                                 for name in DELAYS) for system in e2.SYSTEMS)] for group in e2.GROUPS]
    return table(["group", "published PCFQ, ms", "V paced, ms", "WFQ, ms"], rows)


# ---- Predictions: [statement, measured, verdict]

def sign(pair):
    return 0 if abs(pair[0]) <= pair[1] else 1 if pair[0] > 0 else -1


def said(measured, system, name):
    return ", ".join(f"{group} {with_interval(*reduction(measured, system, group, name))}" for group in e2.GROUPS) + " %"


def signs(measured, system, name):
    return [sign(reduction(measured, system, group, name)) for group in e2.GROUPS]


def averages(measured):
    return ["published PCFQ: video's average is higher, decryption's and encryption's are not distinguishable",
            said(measured, "pcfq", "mean"), verdict(signs(measured, "pcfq", "mean") == [-1, 0, 0])]


def maxima(measured):
    return ["published PCFQ: encryption's maximum is higher, video's and decryption's are not distinguishable",
            said(measured, "pcfq", "max"), verdict(signs(measured, "pcfq", "max") == [0, 0, -1])]


def paced(measured):
    return ["V paced: maxima of decryption and encryption are lower, video's average is higher",
            said(measured, "paced", "max") + f"; video's average {with_interval(*reduction(measured, 'paced', e2.GROUPS[0], 'mean'))} %",
            verdict(signs(measured, "paced", "max")[1:] == [1, 1] and signs(measured, "paced", "mean")[0] == -1)]


def conserved(measured):
    off = [100 * (e2.average_by_work(a) / e2.average_by_work(b) - 1) for system in NAMES for a, b in zip(measured[system], measured["wfq"])]
    worst = max(off, key=abs)
    return [f"averages weighted by processor time differ by at most {SAME_PERCENT} % from WFQ's in each run", f"at most {worst:+.1f} %",
            verdict(abs(worst) <= SAME_PERCENT)]


def report(measured):
    """Generated part of the page."""
    found = measured["wfq"]
    lost = sum(run["lost"] for of in measured.values() for run in of)
    lower = {name: ", ".join(certain(*reduction(measured, "pcfq", group, name)) for group in e2.GROUPS) for name in ("max", "mean")}
    papers = [", ".join(str(e2.PAPER[group][n]) for group in e2.GROUPS) for n in (0, 1)]
    first = opening(
        "E2: Poisson arrivals, ten fresh seeds", "Are maximum and average delays of all groups lower with published PCFQ?",
        "No, in neither reading of the paper: each delay is higher or not distinguishable.",
        f"reduction of maxima {lower['max']}, of averages {lower['mean']} ({', '.join(e2.GROUPS)}); the paper, read \"by\": {papers[0]} and {papers[1]} %.",
        f"{len(found)} fresh seeds, predictions first.", "Flows and arrivals are ours, as Table 3 is lost; runs of 54 s instead of 300 s.")
    return f"""{first}
[E2](e2.md) has other runs of its set-up "poisson"; these are {len(found)}, seeds {found[0]["seed"]} to {found[-1]["seed"]}, of
{found[0]["emulated_ms"] / 1000:.0f} s of the chip each (the paper's have 300 s), under each of three systems. Frames lost: {lost}. Written by
`tools/experiments e2 --poisson`; [{DATA}](data/{DATA}) has every run and group, with its digest. All runs take
about 6 minutes of one processor. The paper (Sabrina, Kanhere, Jha, IEEE
Trans. Computers 2007) writes that PCFQ's delays are "reduced to" figures that its authors use for "reduced by"; both readings
are below. ± is a 95 % interval (Student's t), in italics if wider than the value: not distinguishable.

## Predictions and measurements

Written down before these runs. Known then: seven runs of other seeds, three of them on E2's page of that time.

{table(["prediction", "measured", ""], [part(measured) for part in (averages, maxima, paced, conserved)])}
## Against the paper

Reductions against WFQ with the same packets, run by run.

{readings(measured, "pcfq")}
V four times as fast, which is not the paper's algorithm:

{readings(measured, "paced")}
## Delays

Maximum / average / deviation.

{delays(measured)}"""
