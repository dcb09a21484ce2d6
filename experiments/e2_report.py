"""Pages of experiment E2: measurements compared with the paper's statements."""
import os
import re
import statistics

from tools_lib import systems
from . import e2, e2_data, e2_two, figures
from .intervals import mean_and_half_width
from .page import certain, opening, table, with_interval

NAMES = {"pcfq": "PCFQ", "paced": "PCFQ, V paced", "wfq": "WFQ"}


def of_group(runs, group, name):
    return [r["ms"][group][name] for r in runs]


def interval(values, digits):
    """Mean of the runs, with its confidence interval if there are several."""
    mean, half = mean_and_half_width(values)
    return with_interval(mean, half, digits) if len(values) > 1 else f"{mean:.{digits}f}"


def delays(by_system):
    rows = []
    for group in e2.GROUPS:
        row = [group]
        for system in e2.SYSTEMS:
            row.append(" / ".join(interval(of_group(by_system[system], group, name), 1) for name in ("max", "mean", "std")))
        rows.append(row)
    return table(["group"] + [NAMES[s] + ", ms" for s in e2.SYSTEMS], rows)


def percents(by_system, system, group, name):
    """Reduction by a system against WFQ in per cent, of each run."""
    pairs = zip(*(of_group(by_system[s], group, name) for s in (system, "wfq")))
    return [100 * (1 - p / w) for p, w in pairs]


def reductions(by_system, system):
    """Reductions by a system against WFQ, per run, then averaged."""
    rows = []
    for group in e2.GROUPS:
        row = [group]
        for name, paper in zip(("max", "mean", "std"), (*e2.PAPER[group], None)):
            found = percents(by_system, system, group, name)
            row.append(interval(found, 1) + " %")
            if paper is not None:
                row += [f"{paper} %", "-" if row[-1].startswith("*") or len(found) == 1 else f"{statistics.mean(found) / paper:.2f}"]
        rows.append(row)
    return table(["group", "maximum", "paper's", "ours / paper's", "average", "paper's", "ours / paper's", "deviation"], rows)


def all_reductions(measured, system):
    """One row per set-up, then the number of set-ups in which a delay is certainly lower or higher."""
    columns = [(group, name) for name in ("max", "mean") for group in e2.GROUPS]
    found = {name: [percents(by_system, system, *column) for column in columns] for name, by_system in measured.items()}
    rows = [[name, str(len(of[0])), *(interval(values, 1) for values in of)] for name, of in found.items()]
    several = [[mean_and_half_width(values) for values in of] for of in found.values() if len(of[0]) > 1]
    for what, sign in (("lower", 1), ("higher", -1)) if several else ():
        rows.append([f"{what} beyond the interval", "", *(f"{sum(sign * mean > half for mean, half in column)} of {len(several)}"
                                                         for column in zip(*several))])
    names = {"max": "maximum", "mean": "average"}
    return table(["set-up", "runs", *(f"{group}, {names[name]}" for group, name in columns)], rows)


def received(by_system):
    """For each flow, in per cent of the whole resource: reserved, and received on average of the seeds."""
    rows = [[flow] + [cell for resource, share in reserved.items() for cell in [f"{100 * share:.2f}"] + [
        f"{100 * statistics.mean(r['received_share'][flow][resource] for r in by_system[s]):.2f}" for s in e2.SYSTEMS]]
            for flow, reserved in e2.reserved(e2.read_flows()).items()]
    names = [NAMES[s] for s in e2.SYSTEMS]
    return table(["flow", "processor reserved", *names, "link reserved", *names], rows)


def difference(by_system):
    """Maximum difference between a flow's shares under two systems."""
    most = {resource: 0.0 for resource in e2_data.RESOURCES}
    for runs in zip(*by_system.values()):
        for flow, reserved in e2.reserved(e2.read_flows()).items():
            for resource, share in reserved.items():
                of = [r["received_share"][flow][resource] for r in runs]
                most[resource] = max(most[resource], (max(of) - min(of)) / share)
    return "In a run the systems differ by at most " + " and ".join(
        f"{of:.2%} ({resource})" for resource, of in most.items()) + " of the reservation of a flow.\n"


def gini(by_system):
    """Summary of the index over time."""
    rows = []
    for resource in e2_data.RESOURCES:
        for system, runs in by_system.items():
            of = [r["gini"][resource] for r in runs]
            rows.append([resource, NAMES[system]] + [interval([g[name] for g in of], 2) for name in ("mean", "median", "p95", "max")]
                        + [interval([100 * g["spikes"] for g in of], 1) + " %"])
    return table(["resource", "system", "mean, s", "median", "95 %", "maximum", "spikes"], rows)


def lines_of(over_time, column):
    """For a plot: one column of each system."""
    return {NAMES[s]: columns[column] for s, columns in over_time.items()}


def gini_plot(over_time):
    """The index over time for the first seed: processor above, link below."""
    return figures.figure([figures.lines(resource, "s", "Gini index, s", lines_of(over_time, column), width=860)
                           for resource, column in e2_data.GINI.items()])


def delay_plot(over_time):
    """Each group over time, for the first seed: mean and maximum delay of the frames that left in an interval."""
    return figures.figure([figures.lines(group, "s", f"{what} delay, ms", lines_of(over_time, e2_data.OVER_TIME[group, key]))
                           for group in e2.GROUPS for what, key in (("mean", "mean"), ("maximum", "max"))], 2)


def books(by_system):
    lines = []
    for system, runs in by_system.items():
        received_, sent = sum(r["received"] for r in runs), sum(r["transmitted"] for r in runs)
        lines.append(f"{NAMES[system]}: {received_} frames received, {sent} transmitted"
                     + (", none dropped." if not any(r["drops"] for r in runs) else f", {received_ - sent} dropped."))
    one = by_system["wfq"]
    loads = [statistics.mean(r[k] for r in one) for k in ("cpu_load", "link_load")]
    lines.append(f"Load as generated: processor {loads[0]:.1%}, link {loads[1]:.1%}; a run is "
                 f"{statistics.mean(r['emulated_ms'] for r in one) / 1000:.0f} s of the chip.")
    for system in e2.PACE:
        queue = [r["ring_4"] for r in by_system[system]]
        mean = statistics.mean(q["mean"] for q in queue)
        rate = statistics.mean(r["transmitted"] / r["emulated_ms"] for r in by_system[system])
        lines.append(f"{NAMES[system]}: {mean:.1f} packets wait between processor and link on average, "
                     f"{max(q['high'] for q in queue)} at most; that is {mean / rate:.1f} ms of a delay (Little's law).")
    lines.append("Average delay, each group weighted by the processor time it asks for: " + ", ".join(
        f"{NAMES[s]} {statistics.mean(map(e2.average_by_work, by_system[s])):.1f} ms" for s in e2.SYSTEMS) + ".")
    lines.append("Relative fairness bound, measured, in seconds of normalised service: " + ", ".join(
        f"{NAMES[s]} {statistics.mean(r['apart_s'] for r in by_system[s]):.2f}" for s in e2.SYSTEMS) + ".")
    return "".join(f"- {line}\n" for line in lines)


ARRIVALS = {"poisson": "Packets of a flow arrive at random (Poisson)",
            "cbr": "Packets of a flow arrive at equal distances; flows begin at random",
            "greedy": "Packets of a flow arrive as fast as its reservation allows"}
BUCKETS = {0: ", each when the one before is paid for at the reserved rates of both resources",
           1: ", from token buckets of both resources that hold the flow's largest packet"}
PREDICTED = {True: "SF = L(t+1)/L(t) for all", False: "SF = 1"}
# Total seconds on one processor for a run of 300 s, on the authors' machine
HOST_S = {"pcfq": 52, "paced": 52, "wfq": 87}
FULL = ["poisson", "poisson-sf1", "cbr"]  # set-ups with all tables
PLOTTED = FULL + ["greedy-0"]


def describe(name):
    setup = e2.SETUPS[name]
    return f"{ARRIVALS[setup.arrivals]}{BUCKETS.get(setup.bucket, '')}. Predictions: alpha 0.4, {PREDICTED[setup.by_length]}."


def length(packets):
    return f"{packets / e2.packets_per_s(e2.read_flows()):.0f} s"


def cost(packets):
    """Minutes of one processor for a run of each system."""
    return sum(HOST_S.values()) * packets / e2.default_packets() / 60


def what_was_run(measured, packets, seeds):
    """Table of existing runs; for missing ones the command and its duration."""
    rows, option = [], "" if packets == e2.default_packets() else f" --packets {packets}"
    for name in e2.SETUPS:
        runs = len(measured[name]["wfq"]) if name in measured else 0
        command = f"`tools/experiments e2 --setup {name}{option}`"
        rows.append([name, describe(name), str(runs), f"{seeds - runs} of each system: {command}, {(seeds - runs) * cost(packets):.0f} min"
                     if runs < seeds else ""])
    return (f"Finished runs of {seeds} of each system, {length(packets)} each; times are of one processor. `tools/experiments e2{option}` makes "
            "the missing ones.\n\n" + table(["set-up", "", "run", "not run"], rows))


def guaranteed(promised, by_system):
    """For each group, the flow nearest to its bound: measured, bound, flow, ratio."""
    rows = []
    for group in e2.GROUPS:
        row = [group]
        for system in e2.SYSTEMS:
            flow, bound, ms = max(of_flows(promised, by_system, system, group), key=lambda f: f[2] / f[1])
            row.append(f"{ms:.1f} of {bound:.1f} ({flow}): {ms / bound:.2f}")
        rows.append(row)
    return table(["group"] + [f"{NAMES[s]}, ms" for s in e2.SYSTEMS], rows)


def of_flows(promised, by_system, system, group=None):
    """[(flow, bound, maximum measured delay)], ms: separate WFQ's bound for WFQ, PCFQ's for both PCFQs."""
    key = "wfq_ms" if system == "wfq" else "pcfq_ms"
    return [(g["flow"], g[key], max(r["flow_max_ms"][g["flow"]] for r in by_system[system]))
            for g in promised if group in (None, g["category"])]


def of_bound(value, bound, digits):
    return f"{value:.{digits}f} of {bound:.{digits}f}: {value / bound:.2f}"


def service_bounds(promised, measured):
    """Lemmas 1 and 2 and Theorem 2: distances from ideal GPS and between flows, against their bounds."""
    rows = []
    for name, by_system in measured.items():
        for system, runs in by_system.items():
            ahead = max(runs, key=lambda r: r["ahead_ms"] / r["ahead_bound_ms"])
            apart = max(runs, key=lambda r: r["apart_s"])
            rows.append([name, NAMES[system], of_bound(max(r["behind_ms"] for r in runs), promised[0]["behind_ms"], 2),
                         of_bound(ahead["ahead_ms"], ahead["ahead_bound_ms"], 2),
                         of_bound(apart["apart_s"] * 1e3, apart["apart_bound_s"] * 1e3, 0)])
    return table(["set-up", "system", "behind GPS, ms of service (Lemma 1)", "ahead (Lemma 2)",
                  "two flows apart, ms normalised (Theorem 2)"], rows)


def example(two):
    """Tables 1 and 2 of the paper with the substitute flows of traces/flows/two_flows.toml."""
    promised, by_system = two
    flows = e2_two.described()
    rows = [[g["flow"], "; ".join(f"{k['cycles'] / 1e6:g} Mcycles and {k['bytes']} bytes" for k in kinds), f"{g['wfq_ms']:.0f}",
             f"{g['pcfq_ms']:.0f}"] + [f"{by_system[s]['flow_max_ms'][g['flow']]:.1f}" for s in ("wfq", "pcfq", "paced")]
            for g, kinds in zip(promised, flows)]
    packets = by_system["wfq"]["packets"]
    return (table(["flow", "packets", "promised by separate WFQ, ms", "by PCFQ, ms", "measured: WFQ", "PCFQ", "PCFQ, V paced"], rows)
            + f"\nEach has half of 500 MHz and of 400 kbit/s and sends as fast as that allows, {packets} packets in all. The chip runs "
            f"the example {e2_two.FASTER:g} times as fast; times are multiplied by that again.\n")


def long_runs(measured):
    """Runs of the paper's length, on a page of shorter ones."""
    made = ", ".join(f"{len(by_system['wfq'])} of \"{name}\"" for name, by_system in measured.items())
    out = [f"## Runs of {e2.RUN_S} s\n\nThe paper's length: {made or 'not run'}. `tools/experiments e2 --setup NAME --seeds N` makes N of each system, "
           f"in {cost(e2.default_packets()):.0f} N minutes of one processor.\n"]
    for name, by_system in measured.items():
        out += [f"{name}, ms:\n\n" + delays(by_system),
                "Reduction by PCFQ against WFQ:\n\n" + reductions(by_system, "pcfq"),
                "Reduction by PCFQ with V paced against WFQ:\n\n" + reductions(by_system, "paced")]
    return "\n".join(out)


def stated(values):
    """The interval's text, unless it is wider than the mean."""
    return certain(*mean_and_half_width(values)) if len(values) > 1 else interval(values, 1) + " %"


def first_lines(measured, packets):
    """The beginning of the page: PCFQ's reductions in the first set-up."""
    name, by_system = next(iter(measured.items()))
    found = {of: ", ".join(stated(percents(by_system, "pcfq", group, of)) for group in e2.GROUPS) for of in ("max", "mean")}
    papers = [", ".join(str(e2.PAPER[group][n]) for group in e2.GROUPS) for n in (0, 1)]
    runs = sorted({len(of["wfq"]) for of in measured.values()})
    counts = str(runs[0]) if len(runs) == 1 else f"{runs[0]} to {runs[-1]}"
    return opening(
        "E2: thirty flows, one processor, one link", "Does PCFQ lower maximum and average delays of all three groups of flows, and keep its guarantees?",
        "Conforming traffic keeps guarantees and bounds; maxima and averages of all groups are lower in no set-up, in neither reading of the paper.",
        f"\"{name}\", published PCFQ: reduction of maxima {found['max']}, of averages {found['mean']} ({', '.join(e2.GROUPS)}); the paper, "
        f"read \"by\": {papers[0]} and {papers[1]} %.",
        f"{counts} runs of {length(packets)} in each of {len(measured)} set-ups, 95 % intervals of their means.",
        f"Flows, arrivals and buffers are ours, as Table 3 is lost; most runs last {length(packets)} instead of {e2.RUN_S} s.")


def header(measured, packets):
    return f"""{first_lines(measured, packets)}
The simulation of Sabrina, Kanhere, Jha, "Design, Analysis, and Implementation of a Novel Multiple Resource Scheduler" (IEEE
Trans. Computers 2007), on the emulated IXP2400: three groups of ten flows, which load the processor to 97 % and a link of
10 Mbit/s to 96 %. Delays are in ms, last byte in to last byte out, as max / average / deviation over the packets of a group.
With several runs ± is the 95 % confidence interval (Student's t over runs), in italics and without a ratio if it is wider than the value. Reductions are by PCFQ against WFQ with the
same packets at the same times, run by run. Only the reductions of the paper are known.
**[Results](../results.md) has the answers in brief, the [comments](#comments) discuss them.**

The paper writes that delays are "reduced to" 51, 21 and 32 % (maxima) and 42, 56 and 77 % (averages). The same authors' earlier paper
uses these words for reductions *by* that amount, as its table shows, and calls its own 10 to 21 % "quite similar" to 42 to 77 %. So columns "paper's" read "by". Read literally they would be 49,
79 and 68 %, and 58, 44 and 23 %. Neither reading is met by published PCFQ.

[docs/pcfq.md](../pcfq.md) describes the systems, [traces/flows/e2.toml](../../traces/flows/e2.toml) the flows. Written by
`tools/experiments e2`, which resumes after an interruption. [{e2_data.DATA}](data/{e2_data.DATA}) has the numbers of every run, all
made with one `mecc`, [{e2_data.TIMELINE}](data/{e2_data.TIMELINE}) the values of the plots. A run is {length(packets)} of the chip; the paper's are {e2.RUN_S} s.

More pages: [delays against guarantees, flow by flow](data/e2-bounds.md), [predictions and delays by alpha](e2-alpha.md),
[Poisson arrivals on ten fresh seeds](e2-poisson.md).

## Choice of the set-up

The paper's table of flows is lost, so are its delays, utilisations and figures. Nothing here was tuned to its results.

| choice | reason |
|---|---|
| a group's shares and costs | see the file: sums and loads as published, costs nowhere above the shares; the costliest packet of a flow is not its longest, because otherwise both schedulers promise the same delay |
| sizes | up to 1.4 KB |
| one microengine with one context processes | the simulation has one processor, which serves one packet at a time |
| one packet waits for it, chosen (`HANDED_OUT_MAX = 2`) | so that it does not idle for the scheduler's answer; in both systems |
| room for 512 packets between processor and link | the published FIFO; no packet is held up in the processor. WFQ queues there by flow |
| prediction: alpha 0.4, SF = L(t+1)/L(t) for all flows, rho | as published for payload processing, which all three tasks are. No task here changes a packet's size, so rho stays 1. A new key makes short packets costly and video packets cost more the shorter they are, which SF gets wrong: set-ups "-sf1" have SF = 1 |
| schedulers poll rings every {e2.POLL_CYCLES} cycles; a thread sleeps for the cycles of its work | packets take 400 µs; a run takes minutes |
| a second PCFQ with virtual time {e2.PACE["paced"]} times as fast ("V paced", `VIRTUAL_PACE`) | a flow that gets its shares of both resources is charged twice the elapsed time, while V, as published, grows by half of it when all have packets |
| set-ups "greedy" | arrivals that conform to the reservation (`bucket_packets` of [flows](../flows.md)), for which delays are guaranteed |
| {e2.SAMPLES} samples of the Gini index and of delays a run | as published |

"""


def section(name, by_system, plots):
    out = [f"## Set-up \"{name}\"\n\n{describe(name)}\n\n{books(by_system)}",
           "Delays (the paper's Table 4), ms:\n\n" + delays(by_system)]
    if name in FULL:
        out += ["Reduction by PCFQ against WFQ:\n\n" + reductions(by_system, "pcfq"),
                "Reduction by PCFQ with V paced against WFQ:\n\n" + reductions(by_system, "paced"),
                "Gini index against ideal GPS (spikes: samples above twice the median of all systems in runs of the same seed; the "
                "processor's service of a packet counts when its transmission begins):\n\n" + gini(by_system)]
    out += [f"![{text}]({plots[f'{kind}-{name}']})\n" for kind, text in (("delay", "Delay over time"), ("gini", "Gini index over time"))
            if f"{kind}-{name}" in plots]
    if name == FULL[0]:
        out.append("Reserved and received (the paper's Table 5), per cent of the whole resource. " + difference(by_system) + "\n"
                   + received(by_system))
    else:
        out.append("Received by flows: " + difference(by_system))
    return "\n".join(out)


BY_SETUP = """## Reductions by set-up

By PCFQ against WFQ, per cent, negative where its delay is higher. In italics: not distinguishable, i.e. the interval is wider than the value. One
run has no interval and counts for neither of the last two rows.

"""
GUARANTEED = """## Guaranteed delays (Theorem 3)

Maximum delay measured over the promised one, for the flow of each group that is nearest to it; [flow by flow](data/e2-bounds.md). The
promise is for packets that arrive when the previous ones are paid for (set-ups "greedy-0"); with a bucket of one maximum packet
("greedy-1") two small packets may arrive at once.
"""
DISTANCES = """## Distances from ideal GPS (Lemmas 1 and 2, Theorem 2)

Maximum over all runs and flows, the bound, and the ratio; ahead: for the flow that is nearest to it.
[measuring.md](../measuring.md#guarantees) has the bounds, `guarantee.h` the forms of the paper that are lost. GPS serves
each resource separately; the processor's service of a packet counts when its transmission begins, for logs show the ends
only.

"""


def report(measured, packets, seeds, plots, promised, two, long):
    """The page. plots: {"delay-SETUP" or "gini-SETUP": file name}; promised: ixplog guarantee; two: the example, bounds
    and measurements; long: existing runs of the paper's length, if these are shorter. Runs are numbers of e2_data."""
    out = [header(measured, packets) + "## Runs\n\n" + what_was_run(measured, packets, seeds)]
    out.append(BY_SETUP + "\n".join(f"{NAMES[system]}:\n\n" + all_reductions(measured, system) for system in e2.PACE))
    out += [section(name, by_system, plots) for name, by_system in measured.items()]
    if packets != e2.default_packets():
        out.append(long_runs(long))
    conforming = {name: by_system for name, by_system in measured.items() if name in e2.CONFORMING}
    if conforming:
        out.append(GUARANTEED)
        out += [f"{name}:\n\n" + guaranteed(promised, by_system) for name, by_system in conforming.items()]
    out.append(DISTANCES + service_bounds(promised, measured))
    out.append(work_of_a_decision())
    out.append("## Two flows (Tables 1 and 2)\n\n" + example(two))
    return "\n".join(out)


COST = os.path.join(systems.ROOT, "docs/experiments/cost.md")
COST_TABLES = {"at the highest rate sustained": "few flows have packets", "when overloaded": "most have packets"}


def work_of_a_decision():
    """Theorem 1, from the page of `tools/experiments cost`: cycles per packet of PCFQ's dequeue thread, which decides.
    """
    with open(COST, encoding="utf-8") as f:
        parts = {part.partition("\n")[0]: part for part in f.read().split("\n## Cycles a packet ")[1:]}
    row = re.compile(r"^\| pcfq \| ([\d,]+) \| \d+ \| (\d+) \|", re.M)
    cycles = {text: dict(row.findall(parts[name])) for name, text in COST_TABLES.items()}
    rows = [[flows] + [of[flows] for of in cycles.values()] for flows in next(iter(cycles.values()))]
    return (f"## Work of a decision (Theorem 1)\n\nO(n) in the flows, according to the paper. Measured in "
            "[cost.md](cost.md), cycles a packet of PCFQ's thread that decides; up to 32 flows it visits those with packets, "
            "above that it has a tournament.\n\n"
            + table(["flows", *cycles], rows))


def bounds_page(measured, promised):
    """For each conforming set-up and flow: bound, measured, ratio."""
    out = ["""# E2: delays against guarantees, flow by flow

Maximum delay promised and maximum measured, ms, and the ratio. Separate WFQ promises P_i/r_cpu + P_max/R_cpu + L_i/r_bw +
L_max/R_bw, PCFQ max(P/r_cpu + L/r_bw) + max(P/R_cpu + L/R_bw), to flows that conform to their reservation
([measuring.md](../../measuring.md#guarantees)). [e2.md](../e2.md) has the set-ups. Written by `tools/experiments e2`.
"""]
    for name in e2.CONFORMING:
        if name not in measured:
            out.append(f"## {name}\n\nNot run.\n")
            continue
        by_system = measured[name]
        columns = {s: of_flows(promised, by_system, s) for s in e2.SYSTEMS}
        rows = []
        for i, g in enumerate(promised):
            row = [g["flow"]]
            for system in ("pcfq", "paced", "wfq"):
                _, bound, ms = columns[system][i]
                row += ([f"{bound:.1f}"] if system != "paced" else []) + [f"{ms:.1f}", f"{ms / bound:.2f}"]
            rows.append(row)
        frames = sum(r["transmitted"] for r in by_system["wfq"])
        out.append(f"## {name}\n\n{describe(name)} {frames} packets of all flows.\n\n" + table(
            ["flow", "PCFQ promises", "PCFQ", "ratio", "V paced", "ratio", "WFQ promises", "WFQ", "ratio"], rows))
    return "\n".join(out)
