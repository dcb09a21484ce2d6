"""The page on the two kinds of intervals: of a mean, and of one more run."""
import csv

from .intervals import mean_and_half_width, of_next_run
from .experiment import Experiment, add_from_data
from .page import opening, table, verdict

NEXT_SHARE = 0.9  # of runs that lie within the interval of one more run
# {text: (CSV, columns that name a cell, columns of its figures)}
SOURCES = {
    "[E1](e1.md), units: averages and maxima": ("e1-units.csv", ("reading", "contexts", "work", "packets", "system", "category"), ("mean", "max")),
    "[E2, Poisson](e2-poisson.md): maxima, averages, deviations": ("e2-poisson.csv", ("system", "group"), ("max", "mean", "std")),
    "[E4](e4.md): gaps": ("e4.csv", ("video_mbps", "link_mbps", "prioritized", "jitter_us", "bytes_", "busy"),
                          ("exact_max", "exact_average", "exact_median", "exact_deviation")),
    "[E6 with speedup](e6-speedup.md): delay and waiting": ("e6-speedup.csv", ("scheduler", "load", "speedup"), ("all_delay", "short_waiting", "long_waiting")),
    "[E6, P-SPF and SPF](e6-pays.md): delay and waiting": ("e6-pays.csv", ("scheduler", "load", "speedup"), ("all_delay", "all_waiting")),
    "[E6, TCP and calls](e6-pays-tcp.md): round trip": ("e6-pays-tcp.csv", ("traffic", "scheduler", "load", "speedup"), ("round_trip",)),
}


def cells(rows, names, figures):
    """Lists of the runs' values, one a cell and figure, without those that are the same in each."""
    found = {}
    for row in rows:
        for figure in figures:
            found.setdefault((*(row[name] for name in names), figure), []).append(float(row[figure]))
    return [values for values in found.values() if len(set(values)) > 1]


def counted(of_cells):
    """Counts each run against the interval of the other runs of its cell: (runs, runs within the
    interval of the others' mean, runs within the others' interval of one more run)."""
    runs = in_mean = in_next = 0
    for values in of_cells:
        for n, value in enumerate(values):
            others = values[:n] + values[n + 1:]
            mean, half = mean_and_half_width(others)
            off = abs(value - mean)
            runs, in_mean, in_next = runs + 1, in_mean + (off <= half), in_next + (off <= of_next_run(half, len(others)))
    return runs, in_mean, in_next


def span(shares):
    return f"{min(shares):.0%} to {max(shares):.0%}"


def report(found):
    """Generated part of the page. `found`: {text of a source: lists of values}"""
    rows, shares = [], {"mean": [], "next": []}
    for text, of_cells in found.items():
        runs, in_mean, in_next = counted(of_cells)
        shares["mean"].append(in_mean / runs)
        shares["next"].append(in_next / runs)
        sizes = sorted({len(values) for values in of_cells})
        rows.append([text, ", ".join(map(str, sizes)), f"{runs}", f"{in_mean} ({in_mean / runs:.0%})", f"{in_next} ({in_next / runs:.0%})",
                     verdict(in_next / runs >= NEXT_SHARE)])
    factors = "; ".join(f"{n} runs: {of_next_run(1, n):.1f} times" for n in (3, 5, 6, 10, 20))
    first = opening(
        "Intervals: of a mean, and of one more run", "Within which interval does a run with a seed of its own lie, nine times of ten?",
        "Not within ±, which is of the mean over the runs: within ± times the root of n + 1, for n runs.",
        f"each run against the others of its cell: {span(shares['mean'])} of the runs lie within the interval of the mean of the others, {span(shares['next'])} within that "
        "of one more run; the papers print no intervals.",
        f"{sum(counted(of_cells)[0] for of_cells in found.values())} comparisons in the data of six pages.", "No counterpart.")
    return f"""{first}
Written by `tools/experiments intervals` from the CSVs of the other pages, without runs.

- **±** on all pages is half the width of a 95 % interval (Student's t) of a **mean**: t s / √n for n runs with the deviation s. It answers whether
  two means differ, or a mean has a figure. It shrinks with n.
- **One more run** is compared with an interval of its own: t s √(1 + 1/n), which is ± times √(n + 1) ({factors}). It never shrinks
  below 1.96 s.

A mean of m fresh runs lies between both: t s √(1/m + 1/n).

## Counts

Each run of a cell against the others of its cell. Figures that are the same in all runs of a cell do not count. "confirmed": at least {NEXT_SHARE:.0%} of the
runs lie within the interval of one more run.

{table(["figures", "runs a cell", "compared", "within the interval of the others' mean", "of one more run", ""], rows)}"""


class Intervals(Experiment, name="intervals", help="intervals of a mean and of one more run, from the other pages' data"):
    programs = []

    @staticmethod
    def options(parser):
        add_from_data(parser)

    def main(self):
        found = {}
        for text, (file, names, figures) in SOURCES.items():
            with open(self.path_beside(f"data/{file}"), newline="", encoding="utf-8") as f:
                found[text] = cells(csv.DictReader(f), names, figures)
        return report(found)
