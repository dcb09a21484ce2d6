#!/usr/bin/env python3
"""Runs the programs of */kept/ that mecc once miscompiled. Their first line has the options, the
second may have the checksum: "// expect: 0x12345678".

    kept.py MECC_RUN
"""

import re
import sys

import harness
from mecc_run import Runner


def expectation(programs, path, lines):
    said = re.match(r"// expect: (0x[0-9a-f]+)", lines[1])
    return int(said.group(1), 16) if said else programs.expected(path)


def failure(runner, generator, path):
    programs, lines = harness.generator(generator), path.read_text().splitlines()
    options = lines[0].removeprefix("// ").split()
    result = runner.run(*options, *programs.options_of(path), *programs.MECC, harness.DUMP, path)
    kind, details = harness.judge(result, expectation(programs, path, lines))
    return [] if kind == "same" else [f"{path.name} {' '.join(options)}: {kind}: {details}"]


def main():
    runner = Runner(sys.argv[1])
    kept = [(g, p) for g in harness.GENERATORS for p in sorted((harness.HERE / g / "kept").glob("*.c"))]
    wrong = [line for generator, path in kept for line in failure(runner, generator, path)]
    print("\n".join(wrong + [f"{len(kept)} programs, {len(wrong)} failures"]))
    sys.exit(1 if wrong or not kept else 0)


if __name__ == "__main__":
    main()
