"""The page and the plots of E7."""
from . import e7, e7_data, figures
from .page import opening

PAPER = {  # jitter, ms: scenario 1 FIFO, TDP, scenario 2 FIFO, TDP (Tables I and II)
    "f1234": (3.10, 0.18, 3.58, 0.15), "f123": (1.97, 0.32, 4.54, 0.46), "f234": (2.27, 0.34, 4.05, 0.40),
    "f341": (2.27, 0.36, 5.10, 0.45), "f412": (2.31, 0.44, 3.98, 0.42)}
NOMINAL = {1: (15, 11.25, 11.25, 11.25, 11.25), 2: (20, 30, 45, 30, 45)}
KINDS = {"fifo": "FIFO", "fifo-ppm": f"FIFO, sources differ by up to {e7.SOURCE_PPM} ppm", "tdp": "time-driven priority"}
BARS = {"FIFO, paper": (None, 0), "FIFO": ("fifo", 0), f"FIFO, {e7.SOURCE_PPM} ppm": ("fifo-ppm", 0), "TDP, paper": (None, 1),
        "TDP": ("tdp", 1)}  # case, or column of the paper
HOST_S = "about 2"  # on the authors' machine


def jitter_ms(run, flow):
    f = run["flows"][flow]
    return (f["most"] - f["least"]) / 1e6


def spread(values, digits):
    low, high = f"{min(values):.{digits}f}", f"{max(values):.{digits}f}"
    return low if low == high else f"{low} to {high}"


def jitter_table(measured, scenario):
    lines = [f"| flow | FIFO | FIFO, {e7.SOURCE_PPM} ppm | paper's FIFO | time-driven priority | paper's |",
             "|---|---|---|---|---|---|"]
    for flow, paper in PAPER.items():
        cells = []
        for case, digits in ("fifo", 2), ("fifo-ppm", 2), ("tdp", 4):
            found = [jitter_ms(run, flow) for run in measured.get((scenario, case), [])]
            cells.append(spread(found, digits) if found else "-")
        cells[2:] = [f"{paper[2 * scenario - 2]:.2f}", cells[2], f"{paper[2 * scenario - 1]:.2f}"]
        lines.append(f"| {flow} | {' | '.join(cells)} |")
    return lines


def delay_table(measured, scenario):
    lines = ["| flow | nominal | time-driven priority, minimum | maximum | FIFO, minimum | maximum |", "|---|---|---|---|---|---|"]
    for flow, nominal in zip(PAPER, NOMINAL[scenario]):
        cells = [f"{nominal:.2f}"]
        for router in ("tdp", "fifo"):
            found = measured.get((scenario, router), [])
            for end in "least", "most":
                cells.append(spread([run["flows"][flow][end] / 1e6 for run in found], 3) if found else "-")
        lines.append(f"| {flow} | {' | '.join(cells)} |")
    return lines


def lost(run):
    return sum(f["sent"] - f["left"] for f in run["flows"].values())


def books(measured):
    """Traffic volume and errors."""
    lines = ["| scenario | routers | runs | packets | lost | timed frames on links | outside their TF | bytes of a TF, most | "
             "begins late, us, most | over its end, us, most |", "|---|---|---|---|---|---|---|---|---|---|"]
    for (scenario, case), found in sorted(measured.items()):
        links = [link for run in found for link in run["links"].values()]
        cells = [str(scenario), KINDS[case], str(len(found)),
                 str(sum(f["sent"] for run in found for f in run["flows"].values())), str(sum(map(lost, found)))]
        if links:
            cells += [str(sum(x["timed"] for x in links)), str(sum(x["outside"] for x in links)),
                      str(max(x["most"] for x in links)),
                      f"{max(x['begins_us'] for x in links):.2f}", f"{max(x['over_us'] for x in links):.2f}"]
        lines.append(f"| {' | '.join(cells + ['-'] * (10 - len(cells)))} |")
    return lines


def late_cell(run):
    """Jitter in ms if no packet was lost, else the losses."""
    if not run:
        return "-"
    sent, gone = sum(f["sent"] for f in run["flows"].values()), lost(run)
    if gone:
        return f"{100 * gone / sent:.0f} % lost"
    return f"{max(jitter_ms(run, flow) for flow in PAPER):.2f}"


def late_table(delays, scenario, spare):
    lines = [f"| d | {' | '.join(f'{late} us' for late in e7.LATE_US)} |", "|---" * (1 + len(e7.LATE_US)) + "|"]
    for d in e7.DELAYS:
        lines.append(f"| {d} | {' | '.join(late_cell(delays.get((scenario, d, late, spare))) for late in e7.LATE_US)} |")
    return lines


def plots(measured, shown):
    """{name: figure}"""
    out = {}
    for scenario in e7.SCENARIOS:
        by_packet, by_size = [], []
        for case in ("fifo", "tdp"):
            run, title = shown[scenario, case], f"scenario {scenario}, {KINDS[case]}"
            delays = {flow: [(n, d / 1e6) for n, d in enumerate(found)] for flow, found in run["delays"].items()}
            by_packet.append(figures.lines(title, "packet", "end-to-end delay, ms", delays, width=860))
            by_size.append(figures.lines(title, "TF", "bytes begun in it", {f"on the wire of {e7.SHOWN}": list(enumerate(run["occupancy"]))},
                                         width=860))
        out[f"delay-{scenario}"], out[f"occupancy-{scenario}"] = figures.figure(by_packet), figures.figure(by_size)
    if measured:
        out["jitter"] = jitter_bars(measured)
    return out


def jitter_bars(measured):
    """Bars for each flow: the maximum over all runs, and the paper's value."""
    def height_of(scenario, flow, case, column):
        if case is None:
            return PAPER[flow][2 * (scenario - 1) + column]
        return max((jitter_ms(run, flow) for run in measured.get((scenario, case), [])), default=0)

    rows = [{"flow": f"{scenario}: {flow}", "of": name, "ms": height_of(scenario, flow, *bar)}
            for scenario in e7.SCENARIOS for flow in PAPER for name, bar in BARS.items()]
    x = figures.names("flow", "scenario and flow", dict.fromkeys(row["flow"] for row in rows), paddingInner=0.2)
    y = figures.numbers("ms", "jitter, ms", 0, max(row["ms"] for row in rows))
    of = figures.names("of", None, BARS)
    return figures.figure([figures.panel("Jitter", x, y, [figures.layer("bar", rows, xOffset=of, color=of)], 860, 220)])


def first_lines(measured):
    cells = []
    for scenario in e7.SCENARIOS:
        for case, digits in ("tdp", 4), ("fifo", 2):
            found = [jitter_ms(run, flow) for run in measured.get((scenario, case), []) for flow in PAPER]
            papers = [of[2 * scenario - 1 - (case == "fifo")] for of in PAPER.values()]
            if found:
                cells.append(f"scenario {scenario}, {case.upper()}: {spread(found, digits)} ms, the paper {spread(papers, 2)}")
    seconds = sorted({run["seconds"] for found in measured.values() for run in found})
    return opening(
        "E7: time-driven priority", "Is jitter small without loss on full links with time-driven priority, and large with FIFO?",
        "Yes, far smaller than in the paper; FIFO's is of the paper's magnitude, but lower. The order of the flows is not the paper's.", "; ".join(cells) + ".",
        f"{max(map(len, measured.values()))} seeds of {seconds[0]} s; every frame is checked.",
        "A chip instead of hosts; tester's ports of 1 Gbit/s; runs shorter than ten minutes.")


HEADER = """
`tools/experiments e7` wrote this page. The experiment is of Baldi, Marchetto, Galante, Risso, Scopigno, Stirano: Time Driven
Priority Router Implementation and First Experiments, IEEE ICC 2006, Tables I and II: four routers in full mesh, links of 100
Mbit/s, five constant-rate flows that go round in loops of three or four routers and fill the links of the large loop; jitter
with one FIFO an output and with time-driven priority. [The page of the testbed](../tdp.md) describes its construction and the
checks of every packet.

Scenario 1: 1020-byte frames, five loops, forwarding delay of 3 TFs of 250 us. Scenario 2: 500-byte frames, five to fifteen loops,
4 TFs. 800 packets/s a flow, which begins at a random time (the seed)."""


def made_of(measured):
    return "\n".join([
        "", "", f"With FIFO all flows have one clock, as those of one tester do, or clocks that differ by up to {e7.SOURCE_PPM} millionths,",
        "each by another random value (the seed).", "",
        f"[{e7_data.CASES}](data/{e7_data.CASES}) has every run, [{e7_data.DELAYS}](data/{e7_data.DELAYS}) the runs by forwarding delay,",
        f"[{e7_data.SHOWN}](data/{e7_data.SHOWN}) the packets of the plots. A run takes {HOST_S} s of one processor for a second of the",
        f"testbed, so runs are of {e7.SECONDS} s, and all take about 4 minutes; `--seconds 600 --seeds 1` makes the paper's ten minutes.", "",
        "The tables have the runs so far:", "", *lengths(measured)])


def lengths(measured):
    lines = ["| scenario | routers | runs |", "|---|---|---|"]
    for (scenario, case), found in sorted(measured.items()):
        seconds = [run["seconds"] for run in found]
        of = ", ".join(f"{seconds.count(n)} of {n} s" for n in sorted(set(seconds)))
        lines.append(f"| {scenario} | {KINDS[case]} | {of} |")
    return lines


def only(measured, scenario, seconds):
    """The runs of a scenario with that length."""
    chosen = {of: [run for run in found if run["seconds"] == seconds] for of, found in measured.items() if of[0] == scenario}
    return {of: found for of, found in chosen.items() if found}


def runs_of(measured, seconds):
    """Number of runs, as text."""
    counts = {case: len(found) for (_, case), found in measured.items()}
    if len(set(counts.values())) == 1:
        return f"{next(iter(counts.values()))} x {seconds} s"
    return ", ".join(f"{n} x {seconds} s ({KINDS[case]})" for case, n in counts.items())


def report(measured, delays, images):
    if not measured:
        raise RuntimeError("there are no runs")
    out = [first_lines(measured) + HEADER + made_of(measured)]
    for scenario in e7.SCENARIOS:
        out += ["", f"## Scenario {scenario}", "",
                "Jitter is the largest end-to-end delay of a run less its smallest, in ms: minimum to maximum over the runs. The",
                "paper's runs took ten minutes."]
        for seconds in sorted({run["seconds"] for found in measured.values() for run in found}, reverse=True):
            of_length = only(measured, scenario, seconds)
            if of_length:
                out += ["", f"Jitter in {runs_of(of_length, seconds)}:", "", *jitter_table(of_length, scenario)]
        out += ["", "End-to-end delay in ms, over all runs:", "", *delay_table(measured, scenario)]
    out += ["", "## Every packet", "", *books(measured), ""]
    out += [f"![{name.split('.')[0]}]({name})" for name in images]
    if delays:
        out += ["", "## Sufficient forwarding delay", "",
                f"Time-driven priority for {e7.DELAY_MS} ms with a forwarding delay of d TFs, when the beginning of each TF is served late by a",
                "random time up to the column's, at each router independently (`LATE` of",
                "[tdp_clock](../../microblocks/tdp_clock/tdp_clock.md)). Cells: the largest jitter of a flow in ms, or the part of the",
                "packets that was lost."]
        for scenario in e7.SCENARIOS:
            for spare, queues in (0, "d + 1 queues, as the paper has it"), (1, "d + 2 queues"):
                if not any(of[0] == scenario for of in delays):
                    continue
                out += ["", f"Scenario {scenario}, {queues}:", "", *late_table(delays, scenario, spare)]
    return "\n".join(out) + "\n"
