#!/usr/bin/env python3
"""tools/experiments e1 from end to end with few packets: a report with both systems, results that
are found again, comments that stay; the literal set-up; cells of the grid at line rate; the model;
an interruption; options that are refused.

  experiment.py BIN_DIR
"""
import csv
import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.append(ROOT)
from experiments import e1_outcome  # noqa: E402

binaries = sys.argv[1]
good = True


def command(work, *options, setup=("--setup", "contended")):
    return [f"{ROOT}/tools/experiments", "e1", "--packets", "320", "--seeds", "2", *setup, "--bin", binaries, "--out",
            f"{work}/results", "--report", f"{work}/e1.md", *options]


def experiment(work, *options, setup=("--setup", "contended")):
    return subprocess.run(command(work, *options, setup=setup), capture_output=True, text=True, timeout=1200)


def interrupted(work):
    """Exit status and remaining processes of an experiment that is interrupted in its first run."""
    running = subprocess.Popen(command(work, "--jobs", "1", "--packets", "20000"), stderr=subprocess.PIPE, text=True,
                               env=dict(os.environ, TMPDIR=work))
    while running.poll() is None and not glob.glob(f"{work}/e1-*/out/*"):
        time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    error = running.communicate(timeout=300)[1]
    return running.returncode, glob.glob(f"{work}/e1-*/"), error


def line_rate(work):
    """Runs two cells of the grid, one after the other, and deletes the first one's runs. The pages must have both, and keep
    the sections of other set-ups."""
    page = f"{work}/e1.md"
    before = read(page)
    for cell in "0.85-ahead4-demand-*", "0.76-ticks-aheadring-equal-*":
        shutil.rmtree(f"{work}/results")
        done = experiment(work, "--setup", "line-rate", "--cell", cell, setup=())
        check(f"line rate, {cell}: {done.stderr}", done.returncode == 0)
    after = read(page)
    check("the section comes first, the others stay", after.index('"line-rate"') < after.index('"contended"') and
          after[after.index('## Set-up "contended"'):] == before[before.index('## Set-up "contended"'):])
    check("says what was not run", "| 320 | demand | 1 of 20 |" in after and "Not all of it has been run" in after)
    with open(f"{work}/data/e1-line-rate.csv", newline="") as f:
        rows = list(csv.DictReader(f))
    check("a line for each category of both cells", [(r["processors"], r["ahead"]) for r in rows] ==
          [("0.85", "4")] * 6 + [("0.76 ticks", "ring")] * 6)
    # An idle link falls behind by the packets of that time, 108 bytes each with line overhead
    for row in rows[0], rows[6]:
        mbps = 50 if row["ahead"] == "4" else 64
        for system in "pcfq", "wfq":
            backlog = float(row[f"{system}_link_idle_us"]) * mbps / 8 / 108.2
            inside = float(row[f"{system}_inside_mean_at_quarters"].split()[-1])
            check(f"{row['processors']}, {system}: {inside} inside at the end, {backlog:.1f} by the link's idle time",
                  abs(inside - backlog) < 3)
    check("an unknown cell is refused", experiment(work, "--setup", "line-rate", "--cell", "0.85-ahead4-demand-5", setup=()).returncode == 2)


def literal(work):
    """All combinations of the choices. The section comes first, the others stay."""
    page = f"{work}/e1.md"
    before = read(page)
    done = experiment(work, setup=("--setup", "literal"))
    check(f"literal: {done.stderr}", done.returncode == 0)
    after = read(page)
    at = after.index('## Set-up "line-rate"')
    check("the literal section comes first, the others stay", after.index('## Set-up "literal"') < at and
          after[at:] == before[before.index('## Set-up "line-rate"'):])
    with open(f"{work}/data/e1-literal.csv", newline="") as f:
        rows = list(csv.DictReader(f))
    check("a line for each category of each run", len(rows) == 8 * 2 * 2 * 5)
    check("averages are between one and two frames of 151 bytes at 50 Mbit/s",
          all(0.024 < float(row["mean"]) < 0.048 for row in rows))
    check("runs have digests of their own", len({(row["system"], row["seed"], row["digest"]) for row in rows}) == 32)


def deviations():
    """Equal delays have none: rounding made their variance negative."""
    equal = {c: {"mean": 0.1, "max": 0.1, "std": 0.0, "frames": frames} for frames, c in enumerate(("a", "b", "c"), 1)}
    check("the deviation of equal delays is 0", e1_outcome.all_packets(equal)["std"] == 0)
    check("two deviations of 0 do not differ", e1_outcome.reduction(0.0, 0.0) == 0)


def quick(work):
    done = subprocess.run([f"{ROOT}/tools/experiments", "e1", "--quick", "--packets", "320", "--bin", binaries, "--out", f"{work}/quick"],
                          capture_output=True, text=True, timeout=1200)
    check(f"quick: {done.stdout}{done.stderr}", done.returncode == 0 and "low/low" in done.stdout)
    page = read(f"{work}/quick/e1.html")
    check("a page with both systems", all(name in page for name in ("<svg", "PCFQ", "WFQ", "low/low")))


def check(what, holds):
    global good
    print(("ok    " if holds else "WRONG ") + what)
    good &= holds


def read(path):
    with open(path) as f:
        return f.read()


with tempfile.TemporaryDirectory() as folder:
    first = experiment(folder)
    check(f"runs: {first.stdout}{first.stderr}", first.returncode == 0)
    results = glob.glob(f"{folder}/results/**/*.json", recursive=True)
    check("runs of three systems kept", len(results) == 6)
    times = [os.path.getmtime(path) for path in results]
    report = read(f"{folder}/e1.md")
    check("a row for each category in three tables", report.count("| low/low |") == 3)
    check("a row for each system in the books", all(f"| {name} |" in report for name in ("PCFQ", "WFQ", "PCFQ, V paced")))
    with open(f"{folder}/e1.md", "a") as f:
        f.write("\n## Comments\nMine.\n")
    check("again", experiment(folder).returncode == 0)
    check("nothing was run twice", times == [os.path.getmtime(path) for path in results])
    check("comments stay, the rest is the same", read(f"{folder}/e1.md") == report + "\n## Comments\nMine.\n")

    line_rate(folder)
    literal(folder)
    deviations()
    quick(folder)

    modelled = experiment(folder, "--model", "--setup", "line-rate", "--report", f"{folder}/model.md")
    model = read(f"{folder}/model.md")
    check(f"model: {modelled.stderr}", modelled.returncode == 0 and all(
        model.count(text) == 1 for text in ('## Set-up "line-rate"', '## Set-up "contended"')))
    rows = [line.split(" | ") for line in model.splitlines() if line.startswith("| WFQ | low/low | ") and " % |" in line]
    check(f"chip and model within 15 %: {rows}", len(rows) == 2 and all(abs(int(row[3].split()[0])) <= 15 for row in rows))

    status, left, error = interrupted(folder)
    check(f"interrupted, status {status}, leaves nothing behind {left}: {error}", status == 130 and not left)
    for wrong in ("--seeds", "0"), ("--packets", "few"), ("--setup", "other"), ("--search",), ("--bin", folder):
        check(f"refused: {' '.join(wrong)}", experiment(folder, *wrong).returncode == 2)
sys.exit(0 if good else 1)
