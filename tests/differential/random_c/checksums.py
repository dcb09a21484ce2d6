#!/usr/bin/env python3
"""Writes dialect/checksums: the big-endian host's results for the programs that CI compiles.

    checksums.py             writes it
    checksums.py --check     checks that it is right
"""

import concurrent.futures
import os
import pathlib
import sys
import tempfile

import harness

SEEDS = range(1, 101)


def main():
    programs = harness.generator("dialect")
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        def line(seed):
            case = programs.Case(seed, pathlib.Path(folder))
            return f"{seed} {case.digest()} {case.checksum():08x}\n"
        text = "".join(pool.map(line, SEEDS))
    if sys.argv[1:] == ["--check"]:
        if text != programs.CHECKSUMS.read_text():
            sys.exit(f"{programs.CHECKSUMS} is out of date")
    else:
        programs.CHECKSUMS.write_text(text)
    print(f"{len(SEEDS)} checksums")


if __name__ == "__main__":
    main()
