#!/usr/bin/env python3
"""tools/experiments e1 from end to end with few packets: a report with both systems, results that are
found again, comments that stay; the model; an interruption; options that are refused.

  experiment.py BIN_DIR
"""
import glob
import os
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
binaries = sys.argv[1]
good = True


def command(work, *options):
    return [f"{ROOT}/tools/experiments", "e1", "--packets", "320", "--seeds", "2", "--setup", "contended", "--bin", binaries,
            "--out", f"{work}/results", "--report", f"{work}/e1.md", *options]


def experiment(work, *options):
    return subprocess.run(command(work, *options), capture_output=True, text=True)


def interrupted(work):
    """Exit status and what is left running, of an experiment that is interrupted in its first run."""
    running = subprocess.Popen(command(work, "--jobs", "1", "--packets", "20000"), stderr=subprocess.PIPE, text=True,
                               env=dict(os.environ, TMPDIR=work))
    while running.poll() is None and not glob.glob(f"{work}/e1-*/out/*"):
        time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    error = running.communicate()[1]
    return running.returncode, glob.glob(f"{work}/e1-*"), error


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

    modelled = experiment(folder, "--model", "--report", f"{folder}/model.md")
    check(f"model: {modelled.stderr}", modelled.returncode == 0 and "| contended | WFQ | low/low |" in read(f"{folder}/model.md"))

    status, left, error = interrupted(folder)
    check(f"interrupted, status {status}, leaves nothing behind {left}: {error}", status == 130 and not left)
    for wrong in ("--seeds", "0"), ("--packets", "few"), ("--setup", "other"), ("--search",), ("--bin", folder):
        check(f"refused: {' '.join(wrong)}", experiment(folder, *wrong).returncode == 2)
sys.exit(0 if good else 1)
