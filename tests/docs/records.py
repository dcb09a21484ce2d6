#!/usr/bin/env python3
"""Pages against records of the program: each key of `ixpemu keys` has its row in
docs/system-files.md, each name in stats.json is in docs/statistics.md, and each experiment has a
page, which docs/README.md links. Each page of an experiment begins with the lines of OPENING.

  records.py BIN_DIR | --experiments
"""
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SYSTEMS = "overload", "linecard-csix", "gateway"
FREE = ("by_fate", "dropped_by_hardware", "dropped_by_microcode", "lost", "found", "found_frames", "lost_frames", "longwords_lost", "hazards")


def page(name):
    with open(f"{ROOT}/docs/{name}", encoding="utf-8") as f:
        return f.read()


def rows_missing(listed):
    """Rows that docs/system-files.md lacks, in the table of rx or tx."""
    tables = dict(re.findall(r"\| key of `(rx|tx)` \|(.*?)\n\n", page("system-files.md"), re.S))
    for line in listed.splitlines()[1:]:
        key, default, meaning = re.split(r"\s{2,}", line.strip())
        side, name = key.split(".")[2:]
        row = f"| `{name}` | {default} | {meaning} |"
        if row not in tables[side]:
            yield f"docs/system-files.md, keys of {side}: expected the row\n{row}"


def names(tree):
    """Names in stats.json, without those that the user or the microcode chooses."""
    if isinstance(tree, list):
        for item in tree:
            yield from names(item)
    elif isinstance(tree, dict):
        for key, value in tree.items():
            yield key
            if key not in FREE:
                yield from names(value)


def openings_missing():
    from experiments.page import OPENING
    for name in sorted(os.listdir(f"{ROOT}/docs/experiments")):
        if not name.endswith(".md") or name == "sweep.md":  # a guide
            continue
        lines = page(f"experiments/{name}").splitlines()[1:2 + len(OPENING)]
        expected = ["", *(f"- **{of}:** " for of in OPENING)]
        for line, begins in zip(lines, expected, strict=True):
            if not line.startswith(begins) or begins and line == begins.rstrip():
                yield f"docs/experiments/{name}: expected '{begins}' and a text, not '{line}'"


def experiments_missing():
    sys.path.append(ROOT)
    from experiments import experiment
    index = page("README.md")
    yield from openings_missing()
    for name, of in experiment.registered().items():
        if not os.path.exists(f"{ROOT}/docs/{of.page}"):
            yield f"experiment {name}: expected docs/{of.page}"
        elif f"({of.page})" not in index:
            yield f"docs/README.md: expected a link to {of.page}"


def program_missing(binaries):
    emulator = os.path.join(os.path.abspath(binaries), "ixpemu")
    yield from rows_missing(subprocess.run([emulator, "keys"], capture_output=True, text=True, check=True, timeout=300).stdout)
    text = page("statistics.md")
    for system in SYSTEMS:
        with tempfile.TemporaryDirectory() as out:
            subprocess.run([emulator, "run", f"microblocks/systems/{system}.toml", "--until", "cycles=50000", "--quiet", "--fail-on", "none",
                            "--out", out], cwd=ROOT, check=True, timeout=300)
            with open(f"{out}/stats.json", encoding="utf-8") as f:
                found = {re.sub(r"^activates_bank.*", "activates_bankN", name) for name in names(json.load(f))}
        for name in sorted(found):
            if not re.search(rf"`{re.escape(name)}(\[\])?`", text):
                yield f"docs/statistics.md: stats.json of {system} has '{name}', which the page lacks"


def main():
    wrong = list(experiments_missing())
    if sys.argv[1] != "--experiments":
        wrong += program_missing(sys.argv[1])
    print(*wrong, sep="\n")
    return bool(wrong)


sys.exit(main())
