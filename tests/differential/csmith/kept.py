#!/usr/bin/env python3
"""Runs the programs of kept/ that mecc once compiled wrongly: their first line has the options.

    kept.py MECC_RUN
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "dialect")]

import programs  # noqa: E402
from mecc_run import Runner  # noqa: E402


def main():
    runner = Runner(sys.argv[1])
    paths = sorted((HERE / "kept").glob("*.c"))
    wrong = []
    for path in paths:
        options = path.read_text().splitlines()[0].removeprefix("// ").split()
        kind, details = programs.judge(runner.run(*options, *programs.MECC, path),
                                       programs.expected(path))
        if kind != "same":
            wrong.append(f"{path.name} {' '.join(options)}: {kind}: {details}")
    print("\n".join(wrong + [f"{len(paths)} programs, {len(wrong)} failures"]))
    sys.exit(1 if wrong or not paths else 0)


if __name__ == "__main__":
    main()
