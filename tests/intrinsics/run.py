#!/usr/bin/env python3
"""Runs the self-checking programs beside this script at every level of optimisation.

    run.py MECC_RUN [FILE.c...]

A program includes expect.h, says EXPECT(value, wanted) and ends with DONE(). A first line
"// options: ..." gives more options of mecc-run.
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "dialect"))
from mecc_run import Runner  # noqa: E402

LEVELS = ["-O0", "-O1", "-O2", "-O3", "-Os"]
GOOD = 0x600DC0DE


def problem(runner, path, level):
    """What is wrong with a program at a level; nothing when all is well."""
    first = path.read_text().splitlines()[0]
    options = re.sub(r"^// options:", "", first).split() if first.startswith("// options:") else []
    result = runner.run(level, f"-I{HERE}", "--dump=scratch:0x100+2", *options, path)
    if result.kind != "ended":
        return f"{result.kind}:\n{result.text}"
    state, seen = result.words[("scratch", 0x100)], result.words[("scratch", 0x104)]
    if state == GOOD:
        return None
    return f"line {state}: the value is {seen:#x}" if state else "it ended without DONE()"


def main():
    paths = [pathlib.Path(p).resolve() for p in sys.argv[2:]] or sorted(HERE.glob("*.c"))
    runner, failed = Runner(sys.argv[1]), 0
    for path in paths:
        for level in LEVELS:
            if found := problem(runner, path, level):
                failed += 1
                print(f"FAILED {path.name} {level}: {found}")
    runner.close()
    print(f"{len(paths) * len(LEVELS) - failed} of {len(paths) * len(LEVELS)} runs computed what they must")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
