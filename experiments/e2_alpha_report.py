"""The page of the study of alpha."""
import statistics

from . import e2, e2_alpha, figures
from .e1_report import opening, table
from .e2_report import interval

NAMES = {"pcfq": "PCFQ", "wfq": "WFQ"}


def mean_of(runs, value):
    return statistics.mean(map(value, runs))


def errors(found):
    rows = [[f"{alpha / 100:.1f}"] + [f"{100 * mean_of(found[reading, alpha, 'pcfq'], lambda r, g=group: r['errors'][g]):.0f}"
                                      for reading in e2_alpha.READINGS for group in (*e2.GROUPS, "all")]
            for alpha in e2_alpha.ALPHAS]
    return table(["alpha"] + [f"{reading}: {group}" for reading in e2_alpha.READINGS for group in (*e2.GROUPS, "all")], rows)


def delays(found, reading):
    rows = [[f"{alpha / 100:.1f}"] + [
        interval([r["ms"][group]["mean"] for r in found[reading, alpha, s]], 1) + " / "
        + f"{max(r['ms'][group]['max'] for r in found[reading, alpha, s]):.0f}" for s in e2_alpha.SYSTEMS for group in e2.GROUPS]
            for alpha in e2_alpha.ALPHAS]
    return table(["alpha"] + [f"{NAMES[s]}: {group}" for s in e2_alpha.SYSTEMS for group in e2.GROUPS], rows)


def plot(found):
    """Above, the error over all packets; below, the mean delay of each group with PCFQ; by interpretation."""
    def lines(system, value):
        return {reading: [(alpha / 100, mean_of(found[reading, alpha, system], value)) for alpha in e2_alpha.ALPHAS]
                for reading in e2_alpha.READINGS}
    panels = [figures.lines(f"Predictions, {group}", "alpha", "error, % of the mean",
                            lines("pcfq", lambda r, g=group: 100 * r["errors"][g]), width=250) for group in e2.GROUPS]
    panels += [figures.lines(f"{NAMES[s]}, {group}", "alpha", "mean delay, ms", lines(s, lambda r, g=group: r["ms"][g]["mean"]), width=250)
               for s in e2_alpha.SYSTEMS for group in e2.GROUPS]
    return figures.figure(panels, 3)


def best(found, reading):
    return min(e2_alpha.ALPHAS, key=lambda alpha: mean_of(found[reading, alpha, "pcfq"], lambda r: r["errors"]["all"])) / 100


def page(found, packets, image):
    seeds = len(next(iter(found.values())))
    error = {alpha: 100 * mean_of(found["SF = 1", alpha, "pcfq"], lambda r: r["errors"]["all"]) for alpha in (min(e2_alpha.ALPHAS), e2.ALPHA_PERCENT)}
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
[{e2_alpha.DATA}](data/{e2_alpha.DATA}) has every run.

Minimum error, over all packets: """ + ", ".join(f"{reading} at {best(found, reading):.1f}" for reading in e2_alpha.READINGS) + """.

## Error, per cent, with PCFQ

""" + errors(found)]
    if image:
        out.append(f"![Errors and delays by alpha]({image})\n")
    for reading in e2_alpha.READINGS:
        out.append(f"## Delays, {reading}\n\nMean of the runs' averages / maximum of all, ms. In italics: the interval is wider than the value.\n\n" + delays(found, reading))
    return "\n".join(out)
