#!/usr/bin/env python3
"""tools/experiments e2 from end to end with few packets, and what its page must hold whatever the schedulers do:
loads and weights as published, all frames through, every flow in the tables, a plot.

  experiment_e2.py BIN_DIR
"""
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
from experiments_lib import e2, systems  # noqa: E402

PACKETS = 300


def experiment(binaries, work, *options):
    return subprocess.run([f"{ROOT}/tools/experiments", "e2", "--packets", str(PACKETS), "--seeds", "1", "--setup", "cbr", "--bin",
                           binaries, "--out", f"{work}/results", "--report", f"{work}/e2.md", *options],
                          capture_output=True, text=True)


def check(what, holds):
    print(("ok    " if holds else "WRONG ") + what)
    return holds


def mean(group, key):
    kinds = group["kinds"]
    return sum(k["share"] * sum(k[key]) / 2 for k in kinds) / sum(k["share"] for k in kinds)


def description():
    """What flows/e2.toml says of itself."""
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


good = description()
with tempfile.TemporaryDirectory() as folder:
    first = experiment(sys.argv[1], folder)
    good &= check(f"runs: {first.stdout}{first.stderr}", first.returncode == 0)
    with open(f"{folder}/e2.md") as f:
        report = f.read()
    frames = re.findall(r"(\d+) frames received, (\d+) transmitted, none dropped", report)
    good &= check("all frames through, in all systems",
                  len(frames) == 3 and all(r == t and abs(int(r) - PACKETS) < 60 for r, t in frames))
    good &= check("a row for each group in three tables", all(report.count(f"| {g} |") == 3 for g in e2.GROUPS))
    good &= check("a row for each flow", len(re.findall(r"^\| (?:video|decryption|encryption)\d\d \|", report, re.M)) == 30)
    plot = xml.etree.ElementTree.parse(f"{folder}/e2-gini-cbr.svg")
    good &= check("three lines in each of two plots", sum(e.tag.endswith("polyline") for e in plot.iter()) == 6)
    again = experiment(sys.argv[1], folder)
    with open(f"{folder}/e2.md") as f:
        good &= check("again: nothing is run, the page is the same", f.read() == report and "[1/" not in again.stderr)
sys.exit(0 if good else 1)
