#!/usr/bin/env python3
"""Checks the table of docs/promises.md: each test named in its last column is one of ctest, and the
case in quotes after it begins the name of a case of the sources in tests/.

  promises.py BUILD_DIR
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def tests_of(build):
    listed = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True, timeout=300)
    return {test["name"] for test in json.loads(listed.stdout)["tests"]}


def cases():
    """Names of all cases of unit tests and of Python tests."""
    found = set()
    for path in (ROOT / "tests").rglob("*"):
        if path.suffix == ".cc":
            found |= set(re.findall(r'TEST_CASE\("([^"]*)"', path.read_text()))
        elif path.suffix == ".py":
            found |= set(re.findall(r"def (test_\w+)\(self", path.read_text()))
    return found


def problems(rows, tests, known):
    for row in rows:
        last = row.rstrip("|").rsplit(" | ", 1)[1].strip()
        named = re.fullmatch(r'`(\w+)`(?: "([^"]+)")?', last)
        if not named:
            yield f"{row}\n  names no test: expected `NAME` or `NAME` \"CASE\""
        elif named[1] not in tests:
            yield f"{named[1]} is no test of ctest"
        elif named[2] and not any(case.startswith(named[2]) for case in known):
            yield f'{named[1]} has no case "{named[2]}"'


def main():
    rows = [line for line in (ROOT / "docs/promises.md").read_text().splitlines() if line.startswith("| ")][1:]
    wrong = list(problems(rows, tests_of(sys.argv[1]), cases()))
    print("\n".join(wrong) or f"{len(rows)} promises: all named tests exist")
    sys.exit(bool(wrong) or not rows)


main()
