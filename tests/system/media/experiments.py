#!/usr/bin/env python3
"""Experiments on media in short forms: they run to their ends, resume after an interruption, and
their pages show the results of the runs.

  experiments.py BIN_DIR
"""
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
# Command; how many runs; lines of the page
FORMS = [(["e3", "--phases", "4"], 16, [r"\| \(a\) \| 1100 / 800 \| 8 \| 300 \| 9\d\d \| 8\d\d ", r"- \(a\) .*\*\*Confirmed\.\*\*",
                                        r"- Without .*\*\*Confirmed\.\*\*"]),
         (["e4", "--packets", "150"], 8, [r"\| average \| 0\.320 \| 0\.320 \| 0\.320 ", r"\| 100 \| 150 \| prioritizer .*\| 0\.00 \| \d",
                                          r"\| 400 \| 400 \| one FIFO .*\| [1-9]\S* \| \d"])]


def run(binaries, words, work):
    return subprocess.run([os.path.join(ROOT, "tools/experiments"), *words, "--bin", binaries, "--out", f"{work}/runs", "--report",
                           f"{work}/page.md"], capture_output=True, text=True)


def main():
    binaries = os.path.abspath(sys.argv[1])
    for words, count, lines in FORMS:
        with tempfile.TemporaryDirectory() as work:
            first = run(binaries, words, work)
            assert first.returncode == 0, first.stderr
            assert f"[{count}/{count}]" in first.stderr, first.stderr
            with open(f"{work}/page.md", encoding="utf-8") as f:
                page = f.read()
            for line in lines:
                assert re.search(line, page), f"{line} is not in\n{page}"
            for image in re.findall(r"!\[.*?\]\((.*?)\)", page):
                assert os.path.getsize(f"{work}/{image}") > 1000, image
            again = run(binaries, words, work)
            assert f"{count} of {count} runs are there already" in again.stderr, again.stderr
            with open(f"{work}/page.md", encoding="utf-8") as f:
                assert f.read() == page
            print(f"ok    tools/experiments {' '.join(words)}")


main()
