"""Pages of experiment E1: what was measured beside what the paper printed."""
import math

from . import e1

# Two-sided 95 % quantiles of Student's t for n - 1 degrees of freedom, n = 2..30
T95 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
       2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045]


def mean_and_half_width(values):
    """Mean, and half the width of its 95 % confidence interval (0 for one value)."""
    n = len(values)
    mean = sum(values) / n
    if n < 2:
        return mean, 0.0
    variance = sum((v - mean) ** 2 for v in values) / (n - 1)
    return mean, (T95[n - 2] if n <= 30 else 1.96) * math.sqrt(variance / n)


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def describe(setup):
    return (f"link {setup.link:.0%}, processors {setup.cpu:.0%}, {setup.contexts} context(s) a processing microengine, "
            f"{setup.ahead} packets handed out ahead, {setup.buffers} buffers, weights {setup.weights}, "
            f"receive line {setup.rx_mbps} Mbit/s")


def search_table(found):
    rows = []
    for d, setup, runs in found:
        n = len(runs)
        mean = {c: sum(r["ms"][c]["mean"] for r in runs) / n if all(c in r["ms"] for r in runs) else math.nan
                for c in e1.CATEGORIES}
        lost = sum(1 - r["transmitted"] / r["received"] for r in runs) / n
        rows.append([f"{d:.3f}", f"{setup.link:.0%}", f"{setup.cpu:.0%}", str(setup.contexts), str(setup.ahead),
                     str(setup.buffers), setup.weights, str(setup.rx_mbps), f"{lost:.1%}"] +
                    [f"{mean[c]:.2f}" for c in e1.CATEGORIES])
    header = ["distance", "link", "processors", "contexts", "ahead", "buffers", "weights", "rx Mbit/s", "dropped"]
    packets, seeds = found[0][2][0]["packets"], [r["seed"] for r in found[0][2]]
    return (f"""# E1: set-ups tried

The WFQ system alone, {packets} packets, seeds {seeds[0]} to {seeds[-1]}, which no report uses. Distance: root mean square of ln(ours /
paper's) over the maxima, averages and deviations of the paper's WFQ column. Loads are offered ones. The last five columns
are our average delays in ms. Written by `tools/experiments e1 --search`.

""" + table(header + e1.CATEGORIES, rows))


def of_category(runs, category, name):
    return [r["ms"][category][name] for r in runs]


def delays(by_system):
    """Table II: max, average and deviation of both systems."""
    rows = []
    for c in e1.CATEGORIES:
        row = [c]
        for system in ("pcfq", "wfq"):
            runs = by_system[system]
            mean, half = mean_and_half_width(of_category(runs, c, "mean"))
            worst, worst_half = mean_and_half_width(of_category(runs, c, "max"))
            std, _ = mean_and_half_width(of_category(runs, c, "std"))
            row += [f"{worst:.2f} ± {worst_half:.2f} / {mean:.3f} ± {half:.3f} / {std:.3f}",
                    " / ".join(f"{x:.2f}" for x in e1.PAPER[system][c])]
        rows.append(row)
    return table(["category", "PCFQ", "paper's", "WFQ", "paper's"], rows)


def reductions(by_system):
    """Reductions by PCFQ, of each seed, then averaged."""
    rows = []
    for c in e1.CATEGORIES:
        row = [c]
        for name, k in ("mean", 1), ("max", 0), ("std", 2):
            pairs = zip(of_category(by_system["pcfq"], c, name), of_category(by_system["wfq"], c, name))
            mean, half = mean_and_half_width([100 * (1 - p / w) for p, w in pairs])
            paper = 100 * (1 - e1.PAPER["pcfq"][c][k] / e1.PAPER["wfq"][c][k])
            row += [f"{mean:.1f} ± {half:.1f} %", f"{paper:.1f} %"]
        rows.append(row)
    return table(["category", "average", "paper's", "maximum", "paper's", "deviation", "paper's"], rows)


def books(by_system):
    lines = []
    for system, runs in by_system.items():
        received, sent = sum(r["received"] for r in runs), sum(r["transmitted"] for r in runs)
        drops = {}
        for r in runs:
            for reason, n in r["drops"].items():
                drops[reason] = drops.get(reason, 0) + n
        why = ", ".join(f"{n} {reason}" for reason, n in drops.items()) or "none dropped"
        lines.append(f"{system}: {received} frames received, {sent} transmitted, {why}.")
    loads = [sum(r[k] for r in by_system["wfq"]) / len(by_system["wfq"]) for k in ("cpu_load", "link_load")]
    lines.append(f"Offered load as generated: processors {loads[0]:.1%}, link {loads[1]:.1%}.")
    return "\n".join(lines) + "\n"


def report(measured, setups, packets, seeds):
    out = [f"""# E1: PCFQ against two separate WFQ schedulers

Tables I and II of Sabrina, Kanhere, Jha, "Implementation and Performance Analysis of a Packet Scheduler on a Programmable
Network Processor" (IEEE LCN 2005), on the emulated IXP2400. Delays are in ms, last byte in to last byte out, as max /
average / deviation; each is the mean over {seeds} runs of {packets} packets with its 95 % confidence interval (Student's t over
runs). Reductions are by PCFQ against WFQ with the same packets at the same times, run by run; the paper's are recomputed from
its printed cells (it states 13, 12, 17, 21, 15 % of the average and 4, 9, 24, 20, 12 % of the maximum, in the order of its
table). Its WFQ maximum of low/low, printed 0.1, is taken as 0.99.

[docs/pcfq.md](../pcfq.md) describes the systems. Written by `tools/experiments e1`; the set-ups tried before are in
[e1-search.md](e1-search.md).
"""]
    for name, by_system in measured.items():
        out.append(f"## Set-up \"{name}\"\n\n{describe(setups[name])}.\n\n{books(by_system)}")
        out.append(delays(by_system))
        out.append("Reduction by PCFQ:\n\n" + reductions(by_system))
    return "\n".join(out)
