#!/usr/bin/env python3
"""Experiments on media in short forms: they run to their ends, resume after an interruption, and
their pages show the results of the runs.

  experiments.py BIN_DIR
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
# Command; how many runs; lines of the page
FORMS = [(["e3", "--phases", "4"], 16, [r"\| \(a\) \| 1100 / 800 \| 8 \| 300 \| 9\d\d \| 8\d\d ", r"- \(a\) .*\*\*Confirmed\.\*\*",
                                        r"- Without .*\*\*Confirmed\.\*\*"]),
         # These verdicts are certain in short runs.
         (["e4", "--packets", "250"], 110, [r"\| there a packet of first priority .*\| confirmed \|",
                                            r"\| 80 Mbit/s of 1000 bytes.*\| confirmed \|"])]


def run(binaries, words, work):
    return subprocess.run([os.path.join(ROOT, "tools/experiments"), *words, "--bin", binaries, "--out", f"{work}/runs", "--report",
                           f"{work}/page.md"], capture_output=True, text=True, timeout=1200)


def same_page(binaries):
    """E5 is deterministic if the host's figures are given: the page comes out again."""
    docs = os.path.join(ROOT, "docs/experiments")
    with tempfile.TemporaryDirectory() as work:
        os.mkdir(f"{work}/data")
        shutil.copy(f"{docs}/data/e5-host.csv", f"{work}/data")
        subprocess.run([os.path.join(ROOT, "tools/experiments"), "e5", "--bin", binaries, "--report", f"{work}/e5.md"], check=True,
                       capture_output=True, timeout=1200)
        for name, ends in ("e5.md", "\n## Comments"), ("data/e5.csv", None):
            with open(f"{docs}/{name}", encoding="utf-8") as f, open(f"{work}/{name}", encoding="utf-8") as g:
                assert f.read().partition(ends or "\0")[0] == g.read(), f"{name} is not the one in docs/experiments"
    print("ok    tools/experiments e5")


def main():
    binaries = os.path.abspath(sys.argv[1])
    same_page(binaries)
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
