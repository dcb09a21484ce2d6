#!/usr/bin/env python3
"""tools/experiments e1 from end to end with few packets: a report with both systems, results that are
found again, comments that stay.

  experiment.py BIN_DIR
"""
import glob
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def experiment(binaries, work, *options):
    return subprocess.run([f"{ROOT}/tools/experiments", "e1", "--packets", "320", "--seeds", "2", "--setup", "contended",
                           "--bin", binaries, "--out", f"{work}/results", "--report", f"{work}/e1.md", *options],
                          capture_output=True, text=True)


def check(what, holds):
    print(("ok    " if holds else "WRONG ") + what)
    return holds


with tempfile.TemporaryDirectory() as folder:
    first = experiment(sys.argv[1], folder)
    good = check(f"runs: {first.stdout}{first.stderr}", first.returncode == 0)
    results = glob.glob(f"{folder}/results/*/*.json")
    good &= check("four runs kept", len(results) == 4)
    times = [os.path.getmtime(path) for path in results]
    with open(f"{folder}/e1.md") as f:
        report = f.read()
    good &= check("a row for each category in two tables", report.count("| low/low |") == 2)
    good &= check("frames accounted for", "frames received" in report and "none dropped" in report)
    with open(f"{folder}/e1.md", "a") as f:
        f.write("\n## Comments\nMine.\n")
    good &= check("again", experiment(sys.argv[1], folder).returncode == 0)
    good &= check("nothing was run twice", times == [os.path.getmtime(path) for path in results])
    with open(f"{folder}/e1.md") as f:
        good &= check("comments stay, the rest is the same", f.read() == report + "\n## Comments\nMine.\n")
sys.exit(0 if good else 1)
