#!/usr/bin/env python3
"""Runs the self-checking programs beside this script in every way of compiling.

    run.py MECC_RUN [FILE.c...]

A program includes expect.h, says EXPECT(value, wanted) and ends with DONE(). A first line
"// options: ..." gives more options of mecc-run, {here} the folder of the programs.
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "dialect"))
from mecc_run import Runner  # noqa: E402

WAYS = [["-O0"], ["-O1"], ["-O2"], ["-O3"], ["-Os"], ["-O2", "--contexts=4"], ["-O1", "-mdata=sram"]]
GOOD = 0x600DC0DE


def problem(runner, path, way):
    """The error of a program compiled in a way; None if there is none."""
    first = path.read_text().splitlines()[0]
    options = re.sub(r"^// options:", "", first).split() if first.startswith("// options:") else []
    options = [o.replace("{here}", str(HERE)) for o in options]
    result = runner.run(*way, f"-I{HERE}", "--dump=scratch:0x100+2", *options, path)
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
        for way in WAYS:
            if found := problem(runner, path, way):
                failed += 1
                print(f"FAILED {path.name} {' '.join(way)}: {found}")
    runner.close()
    print(f"{len(paths) * len(WAYS) - failed} of {len(paths) * len(WAYS)} runs computed what they must")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
