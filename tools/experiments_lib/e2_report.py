"""Pages of experiment E2: what was measured beside what the paper says."""
import statistics

from . import e2
from .e1_report import table
from .intervals import mean_and_half_width

NAMES = {"pcfq": "PCFQ", "paced": "PCFQ, V paced", "wfq": "WFQ"}
COLOURS = {"pcfq": "#1f77b4", "paced": "#2ca02c", "wfq": "#d62728"}


def of_group(runs, group, name):
    return [r["ms"][group][name] for r in runs]


def interval(values, digits):
    """Mean of some runs, with its confidence interval where there are several."""
    mean, half = mean_and_half_width(values)
    return f"{mean:.{digits}f}" + (f" ± {half:.{digits}f}" if len(values) > 1 else "")


def delays(by_system):
    rows = []
    for group in e2.GROUPS:
        row = [group]
        for system in e2.SYSTEMS:
            row.append(" / ".join(interval(of_group(by_system[system], group, name), 1) for name in ("max", "mean", "std")))
        rows.append(row)
    return table(["group"] + [NAMES[s] + ", ms" for s in e2.SYSTEMS], rows)


def reductions(by_system, system):
    """Reductions by a system against WFQ, of each seed, then averaged."""
    rows = []
    for group in e2.GROUPS:
        row = [group]
        for name, paper in zip(("max", "mean", "std"), (*e2.PAPER[group], None)):
            pairs = zip(*(of_group(by_system[s], group, name) for s in (system, "wfq")))
            percents = [100 * (1 - p / w) for p, w in pairs]
            row.append(interval(percents, 1) + " %")
            if paper is not None:
                row += [f"{paper} %", f"{statistics.mean(percents) / paper:.2f}"]
        rows.append(row)
    return table(["group", "maximum", "paper's", "ours / paper's", "average", "paper's", "ours / paper's", "deviation"], rows)


def received(by_system):
    """Of each flow, in per cent of the whole resource: reserved, and received on average of the seeds."""
    rows = []
    for i, flow in enumerate(by_system["pcfq"][0]["flows"]):
        row = [flow["flow"]]
        for reserved, used in ("phi_cpu", "cpu_utilisation"), ("phi_bw", "link_utilisation"):
            row.append(f"{100 * flow[reserved]:.2f}")
            row += [f"{100 * statistics.mean(r['flows'][i][used] for r in by_system[s]):.2f}" for s in e2.SYSTEMS]
        rows.append(row)
    names = [NAMES[s] for s in e2.SYSTEMS]
    return table(["flow", "processor reserved", *names, "link reserved", *names], rows)


def difference(by_system):
    """How far what a flow received under one system is from what it received under another, at most."""
    most = []
    for reserved, used in ("phi_cpu", "cpu_utilisation"), ("phi_bw", "link_utilisation"):
        most.append(max(
            (max(flow) - min(flow)) / runs[0]["flows"][i][reserved] for runs in zip(*by_system.values())
            for i in range(len(runs[0]["flows"])) for flow in [[r["flows"][i][used] for r in runs]]))
    return (f"In a run the systems differ by at most {most[0]:.2%} (processor) and {most[1]:.2%} (link) of what is reserved for a "
            "flow.\n")


def gini(by_system):
    """Summary of the index over time. A spike: more than twice the median of all systems' samples."""
    rows = []
    for name, column in ("processor", 1), ("link", 2):
        samples = {s: [sample[column] for r in by_system[s] for sample in r["gini"]] for s in e2.SYSTEMS}
        median = statistics.median(sum(samples.values(), []))
        for system in e2.SYSTEMS:
            ordered = sorted(samples[system])
            spikes = sum(x > 2 * median for x in ordered) / len(ordered)
            rows.append([name, NAMES[system], f"{statistics.mean(ordered):.3f}", f"{statistics.median(ordered):.3f}",
                         f"{ordered[int(0.95 * len(ordered))]:.3f}", f"{ordered[-1]:.3f}", f"{spikes:.1%}"])
    return table(["resource", "system", "mean, s", "median", "95 %", "greatest", "spikes"], rows)


def gini_plot(by_system):
    """An SVG image of the index over time, of the first seed: processor above, link below."""
    width, height, left, top = 880, 190, 60, 24
    end = max(r["gini"][-1][0] for r in (by_system[s][0] for s in e2.SYSTEMS))
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 30} {2 * (height + 50)}" '
           'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="white"/>']
    for panel, (name, column) in enumerate((("processor", 1), ("link", 2))):
        y0 = top + panel * (height + 50)
        most = max(sample[column] for s in e2.SYSTEMS for sample in by_system[s][0]["gini"]) or 1
        out.append(f'<text x="{left}" y="{y0 - 8}">Gini index, {name}, s</text>')
        out.append(f'<path d="M{left} {y0}v{height}h{width}" fill="none" stroke="black"/>')
        for k in range(5):
            y = y0 + height * (1 - k / 4)
            out.append(f'<text x="{left - 6}" y="{y + 4:.0f}" text-anchor="end">{most * k / 4:.2f}</text>')
            out.append(f'<text x="{left + width * k / 4}" y="{y0 + height + 16}" text-anchor="middle">'
                       f'{end * k / 4:.3g} s</text>')
        for i, system in enumerate(e2.SYSTEMS):
            x = left + width - 100 * (len(e2.SYSTEMS) - i)
            points = " ".join(f"{left + width * t[0] / end:.1f},{y0 + height * (1 - t[column] / most):.1f}"
                              for t in by_system[system][0]["gini"])
            out.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[system]}"/>')
            out.append(f'<text x="{x}" y="{y0 - 8}" fill="{COLOURS[system]}">{NAMES[system]}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"


def weighted_by_processor(runs):
    """Of the groups' average delays; the order of service does not change what of it is wait for the processor."""
    shares = {}
    for flow in runs[0]["flows"]:
        shares[flow["category"]] = shares.get(flow["category"], 0) + flow["phi_cpu"]
    return sum(share * statistics.mean(of_group(runs, group, "mean")) for group, share in shares.items())


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
        f"{NAMES[s]} {weighted_by_processor(by_system[s]):.1f} ms" for s in e2.SYSTEMS) + ".")
    lines.append("Relative fairness bound, measured, in seconds of normalised service: " + ", ".join(
        f"{NAMES[s]} {statistics.mean(r['relative_fairness_s'] for r in by_system[s]):.2f}" for s in e2.SYSTEMS) + ".")
    return "".join(f"- {line}\n" for line in lines)


ARRIVALS = {"poisson": "Packets of a flow arrive at random (Poisson).",
            "cbr": "Packets of a flow arrive at equal distances; flows begin at random."}


def report(measured, packets, seeds, plots):
    """The page. plots: {name of a set-up: where its plot is, or nothing}."""
    over = (f"each is the mean over {seeds} runs of {packets} packets with its 95 % confidence interval (Student's t over runs)"
            if seeds > 1 else f"one run of {packets} packets")
    out = [f"""# E2: thirty flows, one processor, one link

The simulation of Sabrina, Kanhere, Jha, "Design, Analysis, and Implementation of a Novel Multiple Resource Scheduler" (IEEE
Trans. Computers 2007), on the emulated IXP2400: three groups of ten flows, 97 % of a processor and 96 % of a link of
10 Mbit/s asked for. Delays are in ms, last byte in to last byte out, as max / average / deviation over the packets of a group;
{over}. Reductions are by PCFQ against WFQ with the same packets at the same times, run by run. Of the
paper only its reductions are known.

[docs/pcfq.md](../pcfq.md) describes the systems, [flows/e2.toml](../../flows/e2.toml) the flows. Written by
`tools/experiments e2`.

## How the set-up was chosen

The paper's table of flows is lost, so are its delays, utilisations and figures. Nothing here was tuned to its results.

| choice | reason |
|---|---|
| a group's shares and costs | see the file: sums and loads as published, costs above the shares nowhere, the costliest packet of a flow is not its longest, for else both schedulers promise the same delay |
| sizes | up to 1.4 KB, so that {packets} packets last a minute |
| one microengine with one context processes | the simulation has one processor, which serves one packet at a time |
| one packet waits for it, chosen (`HANDED_OUT_MAX = 2`) | so that it does not idle for the scheduler's answer; in both systems |
| room for 512 packets between processor and link | the published FIFO; no packet is held up in the processor. WFQ queues there by flow |
| prediction: half of the last packet, no scaling by length | as the published microcode; the simulation's 0.4 and factor L(t+1)/L(t) are not implemented. A new key makes short packets costly, which that factor would get wrong |
| schedulers look at rings every {e2.POLL_CYCLES} cycles, work is slept through | packets take 400 µs; a run takes minutes |
| a second PCFQ with virtual time {e2.PACE["paced"]} times as fast ("V paced", `VIRTUAL_PACE`) | a flow that gets its shares of both resources is charged twice the elapsed time, while V, as published, grows by half of it when all have packets |
| {e2.SAMPLES} samples of the Gini index a run | as published |
"""]
    for name, by_system in measured.items():
        out.append(f"## Set-up \"{name}\"\n\n{ARRIVALS[name]}\n\n{books(by_system)}")
        out.append(delays(by_system))
        out.append("Reduction by PCFQ against WFQ:\n\n" + reductions(by_system, "pcfq"))
        out.append("Reduction by PCFQ with V paced against WFQ:\n\n" + reductions(by_system, "paced"))
        out.append("Gini index against ideal GPS, samples of all runs (spikes: samples above twice the median of all "
                   "systems; the processor's service of a packet counts when its transmission begins):\n\n" + gini(by_system))
        if plots.get(name):
            out.append(f"![Gini index over time]({plots[name]})\n")
        out.append("Reserved and received, per cent of the whole resource. " + difference(by_system) + "\n" + received(by_system))
    return "\n".join(out)
