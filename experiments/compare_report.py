"""The page that compares the schedulers."""
import functools
import math

from . import compare, cost, cost_report, e1, figures, whole_results
from .e1_report import describe
from .experiment import Experiment, add_from_data, add_packets, add_seeds, add_setups
from .intervals import mean_and_half_width
from .page import certain, opening, table, verdict

NAMES = {"wfq": "two WFQ", "pcfq": "PCFQ", e1.PACED: "PCFQ, V paced", "scfq": "SCFQ", "sfq": "SFQ", "drfq": "DRFQ",
         "mr3": "MR3", "sp_pifo": "SP-PIFO", "drr": "two DRR"}
RIVAL = "wfq"
ABOUT = {
    "line-rate": "Both lines at the same rate, frames back to back in the order of Poisson arrivals: the backlog never drains.",
    "contended": "Poisson arrivals; both resources are loaded to 95-97 %.",
    "nearest": "The demand on both resources is 15 % above their capacity, and the chip holds 36 packets: drops happen before the "
               "scheduler.",
}


def interval(values, digits, unit=""):
    mean, half = mean_and_half_width(values)
    return f"{mean:.{digits}f} ± {half:.{digits}f}{unit}"


def change(ours, rivals):
    """Difference to the rival in per cent, seed by seed."""
    mean, half = mean_and_half_width([100 * (a / b - 1) for a, b in zip(ours, rivals)])
    return f"{mean:+.0f} ± {half:.0f} %"


def of(results, category, measure):
    return [r["ms"][category][measure] for r in results]


def averages(by_system):
    rows = []
    for system, results in by_system.items():
        row = [NAMES[system]]
        for c in e1.CATEGORIES + ["all"]:
            mine = of(results, c, "mean")
            shown = f"{mean_and_half_width(mine)[0]:.3f}"
            row.append(shown if system == RIVAL else f"{shown} ({change(mine, of(by_system[RIVAL], c, 'mean'))})")
        rows.append(row)
    return table(["average, ms"] + e1.CATEGORIES + ["all"], rows)


def extremes(by_system):
    rows = [[NAMES[system]] + [interval(of(results, c, "max"), 2) for c in e1.CATEGORIES] + [
        interval(of(results, "all", "std"), 3), interval([100 * r["overtaken"] for r in results], 2, " %"),
        f"{100 * mean_and_half_width([1 - r['transmitted'] / r['received'] for r in results])[0]:.1f} %"]
        for system, results in by_system.items()]
    return table(["maximum, ms"] + e1.CATEGORIES + ["deviation, all", "overtaken", "dropped"], rows)


def spread(results, value):
    """Ratio of the largest to the smallest flow, averaged over the seeds."""
    starved = [sum(value(f) == 0 for f in r["flows"]) for r in results]
    if any(starved):
        return f"{min(starved)} to {max(starved)} flows got nothing"
    return interval([max(map(value, r["flows"])) / min(map(value, r["flows"])) for r in results], 2)


def shares(by_system):
    categories = e1.categories()
    rows = []
    for system, results in by_system.items():
        row = [NAMES[system]]
        for c in e1.CATEGORIES:
            mine = [f for r in results for f, of_flow in zip(r["flows"], categories) if of_flow == c]
            row.append(" / ".join(f"{100 * sum(f[key] for f in mine) / len(mine):.1f}" for key in ("cpu", "link")))
        total = [100 * sum(sum(f[key] for f in r["flows"]) for r in results) / len(results) for key in ("cpu", "link")]
        rows.append(row + [" / ".join(f"{t:.0f}" for t in total), spread(results, lambda f: f["cpu"] + f["link"]),
                           spread(results, lambda f: max(f["cpu"], f["link"]))])
    return table(["% of processors / link, a flow"] + e1.CATEGORIES + ["all flows", "sums: maximum / minimum",
                                                                    "dominant: maximum / minimum"], rows)


def costs(results):
    rows = []
    for r in results:
        # The highest rate tried, so there is no overload.
        line = r["highest"] * (1 + 2 * cost.PRECISION) > cost.HIGHEST
        for scheduler in r["sustained"]["schedulers"]:
            row = [scheduler, f"{r['flows']:,}"]
            for state in "sustained", "overloaded":
                cycles = [cost_report.per_packet(r, scheduler, state, t) for t in cost_report.THREADS]
                told = ["" if c is None else f"{c:.0f}" for c in cycles[:2]] + [f"{sum(c for c in cycles if c is not None):.0f}"]
                row += [""] * 3 if line and state == "overloaded" else told
            rows.append(row + (["the line's", ""] if line else [f"{r['highest']:,.0f}", f"{r['overloaded']['out']:,.0f}"]))
    return table(["scheduler", "flows", "enqueue", "dequeue", "with prediction", "overloaded: enqueue", "dequeue",
                  "with prediction", "packets/s sustained by the system", f"sent at {cost.OVERLOAD} times that load"], rows)


# ---- Cost against fairness and delay

def cycles(results, flows):
    """{system: cycles of all its schedulers for a packet}. PCFQ executes the same at any pace."""
    found = {r["system"]: sum(c for scheduler in r["sustained"]["schedulers"] for t in cost_report.THREADS
                              if (c := cost_report.per_packet(r, scheduler, "sustained", t)) is not None)
             for r in results if r["flows"] == flows}
    return found | {e1.PACED: found["pcfq"]}


def ratios(results, value):
    """Largest flow over smallest in each run; None if a flow got nothing."""
    if any(value(f) == 0 for r in results for f in r["flows"]):
        return None
    return [max(map(value, r["flows"])) / min(map(value, r["flows"])) for r in results]


def longest(results):
    return [max(r["ms"][c]["max"] for c in e1.CATEGORIES) for r in results]


def losses(by_regime, by_share):
    """{loss: {system: value of each seed, or None}}, better if less."""
    contended = by_regime["contended"]
    return {
        "dominant shares, largest over smallest": {s: ratios(rs, lambda f: max(f["cpu"], f["link"])) for s, rs in by_share.items()},
        "sums of shares, largest over smallest": {s: ratios(rs, lambda f: f["cpu"] + f["link"]) for s, rs in by_share.items()},
        "longest delay, contended, over WFQ's": {s: [a / b for a, b in zip(longest(rs), longest(contended["wfq"]))]
                                                 for s, rs in contended.items()},
    }


def panels(by_regime, by_share, of_cost):
    few = cycles(of_cost, 16)
    return {title: {NAMES[s]: (few[s], mean_and_half_width(values)[0]) for s, values in of.items() if values}
            for title, of in losses(by_regime, by_share).items()}


def front(points):
    """Names of {name: (cost, loss)} that no other point equals or beats in both, by cost."""
    best, names = math.inf, []
    for name, (_, loss) in sorted(points.items(), key=lambda item: item[1]):
        if loss < best:
            best = loss
            names.append(name)
    return names


def plot(*measured):
    """Cost against each loss. The dashed line is the front."""
    def panel(title, points):
        best = front(points)
        rows = [{"name": name, "cost": cost, "loss": max(loss, 1), "at": "on the front" if name in best else "beaten"}
                for name, (cost, loss) in sorted(points.items(), key=lambda point: point[1][::-1])]
        x = figures.numbers("cost", "cycles a packet", 0, 1.2 * max(cost for cost, _ in points.values()), nice=False)
        y = figures.numbers("loss", None, 0.9, 1.2 * max(row["loss"] for row in rows), nice=False, log=True)
        at = figures.names("at", None, ["on the front", "beaten"])
        line = [row for name in best for row in rows if row["name"] == name]
        return figures.panel(title, x, y, [
            figures.layer(("line", {"color": "#595959", "strokeDash": [6, 4]}), line), figures.layer(("circle", {"size": 50}), rows, color=at),
            *(figures.layer(("text", {"align": "left", "dx": 6, "dy": dy}), part, text={"field": "name"})
              for dy, part in ((-4, rows[::2]), (11, rows[1::2])))], 320, 280)
    return figures.figure([panel(*of) for of in panels(*measured).items()], 3)


def prices(by_regime, by_share, of_cost):
    few, many = cycles(of_cost, 16), cycles(of_cost, 1024)
    found = losses(by_regime, by_share)
    rows = [[NAMES[s], f"{few[s]:.0f}", f"{many[s]:.0f}", f"{many[s] / few[s]:.2f}",
             *("{:.2f} ± {:.2f}".format(*mean_and_half_width(of[s])) if of[s] else "a flow got nothing" for of in found.values())] for s in NAMES]
    return table(["system", "cycles a packet, 16 flows", "1,024 flows", "ratio", *found], rows)


def unbeaten(of, costs):
    """Systems with a loss that no system of the same cost or less has lower beyond the interval,
    seed by seed."""
    def lower(one, other):
        mean, half = mean_and_half_width([b - a for a, b in zip(of[one], of[other])])
        return mean > half
    there = sorted((s for s in of if of[s]), key=costs.get)
    return [s for s in there if not any(t != s and costs[t] <= costs[s] and lower(t, s) for t in there)]


def fronts(by_regime, by_share, of_cost):
    return "\n".join(f"- {title}: {'; '.join(NAMES[s] for s in unbeaten(of, cycles(of_cost, 16)))}"
                     for title, of in losses(by_regime, by_share).items())


def claims(of_cost):
    """Verdicts on statements about cost, of PCFQ's and later papers."""
    few, many = cycles(of_cost, 16), cycles(of_cost, 1024)
    growth = {s: many[s] / few[s] for s in ("mr3", "drr", "drfq", "pcfq")}
    rows = [["one composite scheduler costs half of two (PCFQ)", f"{few['pcfq'] / few['wfq']:.2f} with 16 flows, {many['pcfq'] / many['wfq']:.2f} with 1,024",
             verdict(few["pcfq"] <= 0.55 * few["wfq"] and many["pcfq"] <= 0.55 * many["wfq"])],
            ["a scheduler of rounds needs a constant time (MR3, DRR)", f"with 1,024 flows {growth['mr3']:.2f} and {growth['drr']:.2f} times the cycles of 16",
             verdict(max(growth["mr3"], growth["drr"]) <= 1.1)],
            ["rounds cost less than tags with many flows", f"MR3 {many['mr3']:.0f}, DRFQ {many['drfq']:.0f} cycles with 1,024 flows",
             verdict(many["mr3"] < many["drfq"])]]
    return table(["statement", "measured", ""], rows)


def price(by_regime, by_share, of_cost, picture):
    """The section on cost against fairness and delay."""
    return f"""
## The price of fairness over two resources

Cycles that all schedulers of a system execute for a packet at its sustained rate, against three losses with 16 flows: the tables below have the
runs. The dashed line joins the systems that no other one beats in both means. These figures were known before this section was written.

![Cost against fairness and delay]({picture})

Not beaten, from the cheapest on: no system of the same cost or less has a lower loss beyond the interval, seed by seed.

{fronts(by_regime, by_share, of_cost)}

{prices(by_regime, by_share, of_cost)}
{claims(of_cost)}"""


def report(by_regime, by_share, of_cost, packets, price=""):
    runs = next(iter(by_regime["contended"].values()))
    seeds = f"{len(runs)} runs (seeds {runs[0]['seed']} to {runs[-1]['seed']})"
    line = by_regime["line-rate"]
    near = [s for s in ("pcfq", "sfq", "drfq") if s in line]
    figures = ", ".join(f"{NAMES[s]} {certain(*mean_and_half_width([100 * (a / b - 1) for a, b in zip(of(line[s], 'all', 'mean'), of(line[RIVAL], 'all', 'mean'))]))}"
                        for s in near)
    first = opening(
        "Schedulers side by side", "Which schedulers for two resources are better than PCFQ, and at which cost?",
        "SFQ and DRFQ are near PCFQ at line rate, with lower maxima where both resources are loaded; SCFQ is the cheapest with fair shares.",
        f"average over all at line rate against two WFQ: {figures}; no paper compares them.",
        f"{len(runs)} runs for delays, costs deterministic; figures by runs on the same packets.", "No counterpart in the papers; all microcode is ours.")
    out = [f"""{first}
The schedulers of [docs/schedulers.md](../schedulers.md) on the emulated chip, in the regimes of [E1](e1.md) (the sixteen flows of
Table I), on seeds of their own. Written by `tools/experiments schedulers`. Every run is in
[{FILES["delays"]}](data/{FILES["delays"]}),
[{FILES["shares"]}](data/{FILES["shares"]}) and [{FILES["cost"]}](data/{FILES["cost"]}).

- Delays are in ms, from the last byte in to the last byte out, of {packets:,} packets a run; means over {seeds}
  with 95 % confidence intervals (Student's t). Changes are against two WFQ, seed by seed.
- Overtaken: packets that left after a packet of their flow that arrived later. Four processors take packets as they get
  free, so there are some under every scheduler.
- "PCFQ, V paced" has `VIRTUAL_PACE = 4` ([docs/pcfq.md](../pcfq.md)); DRR's quantum pays for the costliest packet.
{price}"""]
    for regime, by_system in by_regime.items():
        about = f"{ABOUT[regime]} {describe(compare.REGIMES[regime])}."
        out.append(f"## {regime}\n\n{about}\n\n{averages(by_system)}\n{extremes(by_system)}")
    shared = next(iter(by_share.values()))
    out.append(f"""## Shares of flows

All flows have packets waiting all the time and equal weights, a sixteenth of each resource, which is 6.25 %.
Shares of the processors (work) and of the link (bytes with {e1.LINE_BYTES} more), in per cent of the whole: means over the
flows of a category and {len(shared)} seeds of {shared[0]['ms']:.0f} ms. The last columns compare flows: the sums of both shares, which PCFQ,
SCFQ and SFQ equalise, and the greater of both, which DRFQ and MR3 equalise.

{shares(by_share)}""")
    out.append(f"""## Cost of a decision

Cycles that the threads execute per packet, with few packets waiting (at the highest sustained rate of the system)
and overloaded; measured as in [cost.md](cost.md), in runs of {compare.COST_PACKETS:,} packets of {cost.BYTES} bytes. A system of two schedulers
has a row for each. DRR's quantum is one packet of the link. Rates up to {cost.HIGHEST:,} packets/s are tried, for a line of
{cost.LINK_MBPS} Mbit/s carries little more ("the line's").

{costs(of_cost)}""")
    return "\n".join(out)


class Schedulers(Experiment, name="schedulers", help="PCFQ, WFQ and six others: delays, shares, costs"):
    made_of = compare.MADE_OF

    @staticmethod
    def options(parser):
        add_packets(parser, 10000, 10000)
        add_setups(parser, compare.SYSTEMS)
        add_seeds(parser, 6, 6)
        add_from_data(parser)

    @functools.cached_property
    def measured(self):
        """CSVs of the runs of all schedulers, or of some beside the two WFQ."""
        names = [name for name in compare.SYSTEMS if name == RIVAL or not self.given.setup or name in self.given.setup]
        packets = self.given.packets
        return texts(*compare.measure(self, packets, compare.SEEDS[:self.given.seeds], names), packets)

    def main(self):
        csvs = {part: self.data(f"data/{name}", lambda part=part: self.measured[part]) for part, name in FILES.items()}
        by_regime, by_share, of_cost, packets = read(csvs)
        measured = by_regime, by_share, of_cost
        if self.given.setup:
            return report(*measured, packets)
        picture = self.pictures({"": plot(*measured)})[""]
        return report(*measured, packets, price(*measured, picture))


FILES = {part: f"schedulers-{part}.csv" for part in ("delays", "shares", "cost")}


def texts(by_regime, by_share, of_cost, packets):
    """{part: CSV of its runs}"""
    delays = [({"regime": regime, "packets": packets}, result) for regime, by_system in by_regime.items()
              for results in by_system.values() for result in results]
    parts = {"delays": delays, "shares": [({}, result) for results in by_share.values() for result in results],
             "cost": [({}, result) for result in of_cost]}
    return {part: whole_results.text(keyed) for part, keyed in parts.items()}


def by_system(results):
    """{system: [results]}"""
    found = {}
    for result in results:
        found.setdefault(result["system"], []).append(result)
    return found


def read(csvs):
    """Results of compare.measure, and packets of a run, from {part: CSV}."""
    parts = {part: whole_results.read(of_csv) for part, of_csv in csvs.items()}
    delays = parts["delays"]
    by_regime = {regime: by_system(result for key, result in delays if key["regime"] == regime)
                 for regime in dict.fromkeys(key["regime"] for key, _ in delays)}
    return (by_regime, by_system(result for _, result in parts["shares"]), [result for _, result in parts["cost"]],
            int(delays[0][0]["packets"]))
