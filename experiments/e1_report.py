"""Pages of experiment E1: measurements compared with the paper's figures."""
import math

from . import e1, e1_data, e1_model
from .e1_outcome import ALL, MEASURES, all_packets, of_category, outcome
from .page import certain, opening, table, with_interval


def describe(setup):
    return (f"Offered: link {setup.link:.1%}, processors {setup.cpu:.1%}, {setup.contexts} context(s) a processing microengine, "
            f"{setup.ahead} packet(s) handed out ahead, {setup.buffers} buffers, weights {setup.weights}, "
            f"receive line {setup.rx_mbps} Mbit/s, a unit of Table I {e1.cycles_per_unit(setup):.2f} cycles, work {'slept through' if setup.slept else 'executed'}")


def average(runs, value):
    return sum(map(value, runs)) / len(runs)


def search_table(found):
    rows = []
    for d, setup, runs in found:
        mean = {c: average(runs, lambda r: r["ms"][c]["mean"]) if all(c in r["ms"] for r in runs) else math.nan
                for c in e1.CATEGORIES}
        lost = average(runs, lambda r: 1 - r["transmitted"] / r["received"])
        rows.append([f"{d:.3f}", f"{setup.link:.1%}", f"{setup.cpu:.1%}", str(setup.contexts), str(setup.ahead),
                     str(setup.buffers), setup.weights, str(setup.rx_mbps), f"{lost:.1%}",
                     f"{average(runs, lambda r: r['link_used']):.1%}", f"{average(runs, lambda r: r['cpu_used']):.1%}"] +
                    [f"{mean[c]:.2f}" for c in e1.CATEGORIES])
    header = ["distance", "link", "processors", "contexts", "ahead", "buffers", "weights", "rx Mbit/s", "dropped",
              "link used", "processors used"]
    packets, seeds = found[0][2][0]["packets"], [r["seed"] for r in found[0][2]]
    return (f"""# E1: set-ups tried

The WFQ system alone, {packets} packets, seeds {seeds[0]} to {seeds[-1]}, which no report uses. Distance: root mean square of ln(ours /
paper's) over the maxima, averages and deviations of the paper's WFQ column. Loads of link and processors are those
offered, then those measured. The last five columns are our average delays in ms. Written by
`tools/experiments e1 --search`.

""" + table(header + e1.CATEGORIES, rows))


def delays(found, digits_of=(2, 3, 3)):
    """Table II: max, average and deviation of both systems."""
    rows = []
    for c in found.categories():
        row = [c]
        for system in e1.SYSTEMS:
            row.append(" / ".join("{0:.{2}f} ± {1:.{2}f}".format(*found.delays[system, c, measure], digits)
                                  for measure, digits in zip(MEASURES, digits_of)))
            row.append(" / ".join(f"{x:.2f}" for x in e1.PAPER[system].get(c, ())))
        rows.append(row)
    return table(["category", "PCFQ", "paper's", "WFQ", "paper's"], rows)


def papers_reduction(category, k):
    """From its table, then as stated in its text."""
    if category == ALL:
        return ""
    recomputed = f"{100 * (1 - e1.PAPER['pcfq'][category][k] / e1.PAPER['wfq'][category][k]):.1f} %"
    return recomputed if MEASURES[k] == "std" else f"{recomputed}, stated {e1.STATED[category][k]} %"


def reductions(found):
    rows = []
    for c in found.categories():
        row = [c]
        for k in 1, 0, 2:
            mean, half = found.reductions[c, MEASURES[k]]
            row += [with_interval(mean, half) + " %", papers_reduction(c, k)]
        rows.append(row)
    return table(["category", "average", "paper's", "maximum", "paper's", "deviation", "paper's"], rows)


def verdict(found):
    """The better system by category, as far as the intervals allow a verdict."""
    lines = []
    for measure, what in ("mean", "average"), ("max", "maximum"), ("std", "deviation"):
        who = {"PCFQ wins": [], "PCFQ loses": [], "no difference seen": []}
        for c in e1.CATEGORIES:
            mean, half = found.reductions[c, measure]
            who["no difference seen" if abs(mean) <= half else "PCFQ wins" if mean > 0 else "PCFQ loses"].append(c)
        lines.append(f"- {what}: " + "; ".join(f"{k}: {', '.join(v)}" for k, v in who.items() if v))
    return "\n".join(lines) + "\n"


def span(runs, key):
    values = [r[key] for r in runs]
    return f"{sum(values) / len(values):.1%} ({min(values):.1%} to {max(values):.1%})"


def books(by_system):
    rows = []
    for system, runs in by_system.items():
        drops = {}
        for r in runs:
            for reason, n in r["drops"].items():
                drops[reason] = drops.get(reason, 0) + n
        inside = average(runs, lambda r: r["transmitted"] * all_packets(r["ms"])["mean"] / r["emulated_ms"])
        rows.append(["PCFQ, V paced" if system == e1.PACED else system.upper(), span(runs, "cpu_offered"), span(runs, "cpu_used"), span(runs, "link_offered"),
                     span(runs, "link_used"), str(sum(r["received"] for r in runs)),
                     str(sum(r["transmitted"] for r in runs)),
                     ", ".join(f"{n} {reason}" for reason, n in drops.items()) or "none", f"{inside:.1f}"])
    return table(["system", "processors offered", "used", "link offered", "used", "frames received", "transmitted",
                  "dropped", "inside on average"], rows)


def extent(runs):
    seeds = [r["seed"] for r in runs]
    return f"{len(runs)} run(s) (seeds {seeds[0]} to {seeds[-1]}) of {runs[0]['packets']} packets"


def first_lines(units):
    """The beginning of E1's page. `units`: reductions of the averages by tick, or none."""
    papers = ", ".join(papers_reduction(c, 1).partition(" %")[0] for c in e1.CATEGORIES)
    return opening(
        "E1: PCFQ against two separate WFQ schedulers",
        "Does one scheduler for processors and link lower average and maximum delays against two, by the figures of Table II?",
        "Averages in some set-ups, by the paper's figures if a unit of Table I is a tick of 16 cycles; maxima in none; levels never.",
        f"averages lower by {units} % ({', '.join(e1.CATEGORIES)}); the paper {papers} %." if units else "not run here.",
        "20 fresh seeds of 100,000 packets, predicted; the reading was chosen from a grid after its results.",
        "Weights, arrivals, contexts and run length are not printed, so they are ours.")


HEADER = f"""
Tables I and II of Sabrina, Kanhere, Jha, "Implementation and Performance Analysis of a Packet Scheduler on a Programmable
Network Processor" (IEEE LCN 2005), on the emulated IXP2400. Both systems get the same packets at the same times. Written
by `tools/experiments e1`; [e1-search.md](data/e1-search.md) has the set-ups tried before, with WFQ alone and other seeds,
[e1-model.md](e1-model.md) the causes of the delays. [docs/pcfq.md](../pcfq.md) describes the systems.

**[Results](../results.md) has the answers in brief, the [comments](#comments) discuss them.**

- Delays are in ms, from the last byte in to the last byte out, as max / average / deviation; each is the mean over the
  runs with its 95 % confidence interval (Student's t over runs). All packets count, from an empty chip to an empty chip.
  In italics: the interval is wider than the value, which is not distinguishable from 0.
- Reductions are by PCFQ against WFQ, run by run. The paper's are recomputed from its cells, and as it states them. Its
  WFQ maximum of low/low, printed 0.1, is taken as 0.99.
- Loads: offered ones are the work in the frames and their bytes with {e1.LINE_BYTES} more on the line, over the time in which
  they arrive. Used ones are measured: cycles in which the processing microengines executed and time in which the link was busy,
  over the whole run. Mean and range over the runs.
"""


def sections(measured, setups):
    """{set-up: text of its section}"""
    out = {}
    for name, by_system in measured.items():
        found = outcome(by_system)
        parts = [f"{extent(by_system['wfq'])} under each system. {describe(setups[name])}. "
                 f"[{e1_data.CHIP}](data/{e1_data.CHIP}) has every run.\n\n" + books(by_system), delays(found),
                 "Reduction by PCFQ:\n\n" + reductions(found), "Beyond the confidence interval:\n\n" + verdict(found)]
        if e1.PACED in by_system:
            paced = outcome({"pcfq": by_system[e1.PACED], "wfq": by_system["wfq"]})
            parts.append("### V paced\n\nPCFQ with `VIRTUAL_PACE = 4`: V four times as fast as published, so that it keeps up with the "
                         f"finish times of flows that get their shares. {extent(by_system[e1.PACED])}. Reduction by it:\n\n"
                         + reductions(paced) + "\n" + verdict(paced))
        out[name] = "\n".join(parts)
    return out


def agreement(chip, modelled):
    """Emulated chip and model with the same packets; means over the runs."""
    rows = []
    for system in e1.SYSTEMS:
        for c in e1.CATEGORIES + [ALL]:
            row = [system.upper(), c]
            for measure, digits in ("mean", 3), ("max", 2), ("std", 3):
                of_chip, of_model = (average_of(of_category(runs, c, measure)) for runs in (chip[system], modelled[system]))
                row += [f"{of_chip:.{digits}f} / {of_model:.{digits}f}", f"{100 * (of_model / of_chip - 1):+.0f} %"]
            rows.append(row)
    return table(["system", "category", "average: chip / model", "", "maximum", "", "deviation", ""], rows)


def average_of(values):
    return sum(values) / len(values)


def variants(by_variant):
    """Each variant compared with WFQ: reductions of average, maximum and deviation."""
    rows = []
    for name, (system, _, what) in e1_model.VARIANTS.items():
        if name == "wfq" or name not in by_variant:
            continue
        found = outcome({"pcfq": by_variant[name], "wfq": by_variant["wfq"]})
        row = [what if name == "pcfq" else f"{system.upper()}: {what}"]
        for c in e1.CATEGORIES + [ALL]:
            row.append(" / ".join(f"{found.reductions[c, measure][0]:.0f}" for measure in ("mean", "max", "std")))
        rows.append(row)
    return table(["reduction against two WFQ, %"] + e1.CATEGORIES + [ALL], rows)


def parts(by_variant):
    """Components of the averages. Their sums weighted by load do not depend on the order of service, in one queue whose
    server never idles (the conservation law)."""
    work, size = {}, {}
    for category, (_, cycles, length) in zip(e1.categories(), e1.table()):
        work[category] = work.get(category, 0) + cycles
        size[category] = size.get(category, 0) + length + e1.LINE_BYTES
    rows = []
    for system in e1.SYSTEMS:
        found = {c: {k: average_of([r["ms"][c][k] for r in by_variant[system]]) for k in ("mean", "choice", "ring", "link")}
                 for c in e1.CATEGORIES}
        for c, v in found.items():
            shown = (v["mean"], v["choice"], v["ring"], v["link"], v["mean"] - v["choice"] - v["ring"] - v["link"])
            rows.append([system.upper(), c] + [f"{x:.3f}" for x in shown])
        weighted = [sum(found[c][key] * load[c] for c in found) / sum(load.values())
                    for key, load in (("choice", work), ("ring", work), ("link", size))]
        rows.append([system.upper(), "weighted by load", ""] + [f"{x:.3f}" for x in weighted] + [""])
    return table(["system", "category", "average", "until chosen", "in SR-2", "before the link", "rest"], rows)


MODEL_HEADER = f"""
A model on the host (`experiments/e1_model.py`): four processors and one link, the published algorithms in floating
point, and the packets of [e1.md](e1.md). It shares no code with the microcode. It knows the chip's bounds on buffers
and on packets handed out, and that a processor spends {e1_model.WAITING_CYCLES[True]} cycles on a packet beyond its
work; decisions take no time. Written by `tools/experiments e1 --model`.
"""


def first_lines_of_model(measured, modelled):
    """The beginning of the page of causes."""
    figures = "not run here."
    if "contended" in modelled:
        by_variant = modelled["contended"]
        lower = {name: outcome({"pcfq": by_variant[name], "wfq": by_variant["wfq"]}).reductions for name in ("pcfq", "pcfq-pace4")}
        figures = "; ".join(f"{what} {certain(*lower[name][ALL, 'max'], 0)}" for name, what in (
            ("pcfq", "in the model of \"contended\" the reduction of the maximum over all packets is"), ("pcfq-pace4", "with V four times as fast")))
        apart = max(abs(average_of(of_category(by_variant[s], c, "mean")) / average_of(of_category(measured["contended"][s], c, "mean")) - 1)
                    for s in e1.SYSTEMS for c in e1.CATEGORIES)
        figures += f"; averages of chip and model are apart by at most {apart:.0%}; the paper has none."
    return opening(
        "E1: causes of the delays", "Why do delays with PCFQ differ from those with two WFQ schedulers?",
        "The pace of virtual time: four times as fast as published, PCFQ has the delays of two WFQ.", figures,
        "A model that shares no code with the microcode, on the packets of the chip's runs; rules are changed one at a time.",
        "No counterpart in the paper.")


def model_sections(measured, modelled):
    """{set-up: text of its section}"""
    out = {}
    for name, by_variant in modelled.items():
        chip = measured[name]
        parts_ = [f"{extent(chip['wfq'])}. Chip and model; average, maximum and deviation in ms, means over the runs:\n\n"
                  + agreement(chip, by_variant)]
        if len(chip) > len(e1.SYSTEMS) + 1:
            parts_.append("One rule changed at a time, on the chip. Average / maximum / deviation:\n\n" + variants(chip))
        parts_ += ["One rule changed at a time, in the model. Average / maximum / deviation:\n\n" + variants(by_variant),
                   "Location of packets, ms:\n\n" + parts(by_variant)]
        out[name] = "\n".join(parts_)
    return out
