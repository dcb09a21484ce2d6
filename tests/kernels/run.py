#!/usr/bin/env python3
"""Compiles the kernels of this folder at several levels, runs them on the emulator and compares what
they compute with the host.

  run.py MECC_RUN KERNEL...
"""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../dialect"))
from mecc_run import Runner  # noqa: E402

DONE = 0x600DC0DE
LEVELS = ("-O0", "-O2", "-Os")


def on_host(path):
    with tempfile.TemporaryDirectory() as work:
        subprocess.run(["cc", "-std=gnu11", "-O1", "-w", "-DHOST", path, "-o", f"{work}/kernel"], check=True)
        return int(subprocess.run([f"{work}/kernel"], check=True, capture_output=True).stdout)


def main():
    runner = Runner(sys.argv[1])
    wrong = 0
    for name in sys.argv[2:]:
        path = os.path.join(HERE, name + ".c")
        expected = on_host(path)
        for level in LEVELS:
            result = runner.run(level, "--run-contexts=1", "--dump=scratch:0x100+3", path)
            sum_, mark, cycles = (result.words.get(("scratch", 0x100 + 4 * n), 0) for n in range(3))
            good = result.kind == "ended" and mark == DONE and sum_ == expected
            print(f"{'ok   ' if good else 'WRONG'} {name} {level}: {result.size} words, {cycles} cycles in the kernel")
            if not good:
                print(f"{result.kind}: {sum_:08x}, the host says {expected:08x}\n{result.text}")
                wrong += 1
    runner.close()
    return 1 if wrong else 0


sys.exit(main())
