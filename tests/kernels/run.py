#!/usr/bin/env python3
"""Compiles this folder's kernels at several levels, runs them and their assembly (KERNEL.uc) on
the emulator and compares the results with the host.

  run.py MECC_RUN IXPEMU KERNEL...
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../dialect"))
from mecc_run import Runner  # noqa: E402

DONE = 0x600DC0DE
LEVELS = ("-O0", "-O1", "-O2", "-Os")
RESULT = 0x100  # scratchpad: the result, DONE, the cycles of all calls


def on_host(path):
    with tempfile.TemporaryDirectory() as work:
        subprocess.run(["cc", "-std=gnu11", "-O1", "-w", "-DHOST", path, "-o", f"{work}/kernel"], check=True, timeout=300)
        return int(subprocess.run([f"{work}/kernel"], check=True, capture_output=True, timeout=300).stdout)


def compiled(runner, level, path):
    """The three words, and the output."""
    result = runner.run(level, "--run-contexts=1", f"--dump=scratch:{RESULT}+3", path)
    words = [result.words.get(("scratch", RESULT + 4 * n), 0) for n in range(3)]
    return words if result.kind == "ended" else [0, 0, 0], f"{result.kind}: {result.text}"


def assembled(emulator, path):
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as system:
        system.write(f'[[microengine]]\nat = "0:0"\nimage = "{path}"\nstart = 1\n[stop]\nidle = true\n')
        system.flush()
        done = subprocess.run([emulator, "run", system.name, "--quiet", "--uninitialised", "--dump", f"scratch:{RESULT}+3"],
                              capture_output=True, text=True, timeout=300)
    dump = re.search(rf"^{RESULT:08x}: (.*)$", done.stdout, re.M)
    words = [int(word, 16) for word in dump[1].split()] if dump and done.returncode == 0 else [0, 0, 0]
    return words, done.stdout + done.stderr


def main():
    runner, emulator = Runner(sys.argv[1]), sys.argv[2]
    wrong = 0
    for name in sys.argv[3:]:
        path = os.path.join(HERE, name)
        expected = on_host(path + ".c")
        runs = [(level, *compiled(runner, level, path + ".c")) for level in LEVELS]
        runs.append(("by hand", *assembled(emulator, path + ".uc")))
        for how, (result, mark, cycles), said in runs:
            good = mark == DONE and result == expected
            print(f"{'ok   ' if good else 'WRONG'} {name} {how}: {cycles} cycles in the kernel")
            if not good:
                print(f"{result:08x}, the host says {expected:08x}\n{said}")
                wrong += 1
    runner.close()
    return 1 if wrong else 0


sys.exit(main())
