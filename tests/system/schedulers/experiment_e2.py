#!/usr/bin/env python3
"""tools/experiments e2 from end to end with few packets, and properties of its page that hold for
every scheduler: loads and weights as published, all frames through, every flow in the tables,
plots; no late packet of flows that conform to their reservation. Then the parts of the study of
alpha.

  experiment_e2.py BIN_DIR
"""
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, ROOT)
from checks import check  # noqa: E402
from experiments import e2, e2_alpha  # noqa: E402
from tools_lib import systems  # noqa: E402

PACKETS = 300


def experiment(binaries, work, *options):
    setups = [word for name in ("cbr", "greedy-0", "greedy-0-sf1") for word in ("--setup", name)]
    return subprocess.run([f"{ROOT}/tools/experiments", "e2", "--packets", str(PACKETS), "--seeds", "1", *setups, "--bin", binaries,
                           "--out", f"{work}/results", "--report", f"{work}/e2.md", *options], capture_output=True, text=True, timeout=1200)


def mean(group, key):
    kinds = group["kinds"]
    return sum(k["share"] * sum(k[key]) / 2 for k in kinds) / sum(k["share"] for k in kinds)


def description():
    """Checks the loads and weights of traces/flows/e2.toml."""
    flows = e2.read_flows()
    groups, resources = flows["flow"], flows["resources"]
    rates = [g["packets_per_s"] * len(g["number"]) for g in groups]
    cpu = [r * mean(g, "cycles") / resources["cpu_mhz"] / 1e6 for r, g in zip(rates, groups)]
    link = [r * (mean(g, "bytes") + systems.LINE_BYTES) * 8 / resources["link_mbps"] / 1e6 for r, g in zip(rates, groups)]
    good = check(f"asks for 97 % of the processor ({sum(cpu):.4f})", abs(sum(cpu) - 0.97) < 5e-4)
    good &= check(f"asks for 96 % of the link ({sum(link):.4f})", abs(sum(link) - 0.96) < 5e-4)
    for key, used in ("weight_cpu", cpu), ("weight_bandwidth", link):
        total = sum(g[key] * len(g["number"]) for g in groups)
        shares = [g[key] * len(g["number"]) / total for g in groups]
        good &= check(f"no group asks for more than its {key}", all(u < s for u, s in zip(used, shares)))
    for g in groups:
        costliest = max(g["kinds"], key=lambda k: k["cycles"][1])
        good &= check(f"{g['name']}: the costliest packet is not the longest",
                      costliest["bytes"][1] < max(k["bytes"][0] for k in g["kinds"]))
    words = e2.weight_words(flows)
    sums = sum(w >> 16 for w in words), sum(w & 0xffff for w in words)
    return good & check(f"weights add up to one, {sums}", all(abs(s - 65536) <= len(words) / 2 for s in sums))


def rows_of(text, pattern):
    """Cells of the rows of tables whose first cell matches."""
    lines = [line for line in text.splitlines() if re.match(rf"\| {pattern} \|", line)]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def lines(plot):
    return sum("M" in e.get("d", "") and e.get("d").count("L") > 1 for e in plot.iter() if e.get("class", "").startswith("line"))


def guarantees(page, report):
    """No delay above its guarantee, no flow farther from ideal GPS than the bound."""
    rows = rows_of(page, r"(?:video|decryption|encryption)\d\d")
    good = check("bounds of thirty flows in two set-ups", len(rows) == 60)
    worst = max(float(row[at]) for row in rows for at in (3, 5, 8))
    good &= check(f"delays are at most {worst} of what is promised", 0.05 < worst <= 1)
    distances = [row for row in rows_of(report, r"greedy-0(?:-sf1)?") if row[1] in ("PCFQ", "PCFQ, V paced", "WFQ")]
    ratios = [float(cell.rpartition(": ")[2]) for row in distances for cell in row[2:5]]
    good &= check(f"distances from GPS are at most {max(ratios)} of their bounds", len(ratios) == 18 and 0.1 < max(ratios) <= 1)
    example = rows_of(report, "flow0[12]")
    late = [max(float(row[4]) / float(row[2]), float(row[5]) / float(row[3])) for row in example]
    good &= check("cycles of a decision with few flows and with many", len(rows_of(report, "16") + rows_of(report, "1,024")) == 2)
    return good & check(f"the two flows: at most {max(late):.2f} of what is promised", len(late) == 2 and 0.3 < max(late) <= 1)


def record(kind, flow, predicted, measured=0):
    return [kind << 28 | flow << 16, 0, predicted, measured, 0, 0, 0, 0]


def alpha(binaries):
    """Errors of predictions, of a trace by hand and of a run."""
    trace = [7] + [0] * 7 + record(1, 0, 0) + record(1, 0, 10) + record(3, 0, 99, 50) + record(1, 1, 5) + record(3, 0, 99, 40)
    trace += record(3, 1, 99, 20) + record(2, 1, 99)
    good = check("the first packet does not count, the second was expected to take 10 instead of 40",
                 e2_alpha.errors(trace, ["a", "b"]) == {"a": 0.75, "all": 0.75})
    found = [e2_alpha.run_one(binaries, percent, 0, "pcfq", 1, PACKETS)["errors"] for percent in (1, 40)]
    return good & check(f"who hardly looks at the last packet errs more: {found}", found[0]["all"] > found[1]["all"] > 0.1)


good = description() & alpha(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    first = experiment(sys.argv[1], folder)
    good &= check(f"runs: {first.stdout}{first.stderr}", first.returncode == 0)
    with open(f"{folder}/e2.md") as f, open(f"{folder}/data/e2-bounds.md") as b:
        report, bounds = f.read(), b.read()
    frames = re.findall(r"(\d+) frames received, (\d+) transmitted, none dropped", report)
    good &= check("all frames through, in all systems", len(frames) == 9 and all(r == t for r, t in frames)
                  and all(abs(int(r) - PACKETS) < 60 for r, _ in frames[:3]))
    good &= check("a row for each group, in three tables of one set-up and in two of the others",
                  all(len(rows_of(report, g)) == 7 for g in e2.GROUPS))
    good &= check("what was not run is said", report.count("1 of each system: `tools/experiments e2 --setup") == len(e2.SETUPS) - 3)
    good &= guarantees(bounds, report)
    plot = xml.etree.ElementTree.parse(f"{folder}/e2-gini-cbr.svg")
    good &= check("three lines in each of two plots", lines(plot) == 6)
    plot = xml.etree.ElementTree.parse(f"{folder}/e2-delay-cbr.svg")
    good &= check("three lines in each of six plots", lines(plot) == 18)
    again = experiment(sys.argv[1], folder, "--from-data")
    with open(f"{folder}/e2.md") as f:
        good &= check("from its data: nothing is run, the page is the same", f.read() == report and not again.stderr)
sys.exit(0 if good else 1)
