#!/usr/bin/env python3
"""Compiles the programs of programs/, intrinsics/ and memories.c at every level, runs them on the
emulator and checks their results (test.h says where they are).

    test_programs.py MECC_RUN [NAME...]

The first lines of a program have its expectations:
    // expect: the host             the results of gcc -m32 for the same program
    // expect: 0x2a 7 * 3           these values; * is any; more lines have more values
    // expect: itself               the program compares its values
    // options: --contexts=4        of mecc-run
    // each: -DTO=dram              a run with these options, too; more lines, more runs
    // data: sram, too              run again with -mdata=sram (always, when the host knows)
    // system: FILE                 a system file beside the program
    // where: dram:0x400            results elsewhere than in scratch:0x200
    // hazards: media-misuse        the emulator reports these kinds, and no others
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from mecc_run import Runner, programs

HERE = pathlib.Path(__file__).resolve().parent

LEVELS = [["-O0"], ["-O1"], ["-O2"], ["-Os"]]
IN_SRAM = [["-O0", "-mdata=sram"], ["-O2", "-mdata=sram"]]
# More ways to compile a program that checks itself.
MORE_WAYS = [["-O3"], ["-O2", "--contexts=4"], ["-O1", "-mdata=sram"]]
GOOD = 0x600DC0DE  # DONE() of test.h


def said(text, word):
    return " ".join(re.findall(rf"^// {word}: (.*)$", text, re.M))


def host_results(path):
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "program"
        subprocess.run(["gcc", "-m32", "-std=gnu11", "-O1", "-w", "-fwrapv", f"-I{HERE}",
                        path, "-o", program], check=True, timeout=300)
        ran = subprocess.run([program], capture_output=True, text=True, check=True, timeout=300)
    return [int(line, 16) for line in ran.stdout.split()]


class Program:
    def __init__(self, path):
        text = path.read_text()
        self.path = path
        self.name = f"{path.parent.name}/{path.stem}"
        self.options = said(text, "options").split()
        self.each = [line.split() for line in re.findall(r"^// each: (.*)$", text, re.M)] or [[]]
        self.hazard = said(text, "hazards")
        self.data_in_sram = said(text, "data") == "sram, too"
        expect = said(text, "expect")
        self.checks_itself = expect == "itself"
        self.from_host = expect == "the host"
        self.values = host_results(path) if self.from_host else [GOOD, None] if self.checks_itself else \
            [None if v == "*" else int(v, 0) for v in expect.split()]
        if system := said(text, "system"):
            self.options.append(f"--system={path.parent / system}")
        self.region, address = (said(text, "where") or "scratch:0x200").split(":")
        self.address = int(address, 0)

    def variants(self):
        more = MORE_WAYS if self.checks_itself else IN_SRAM if self.from_host or self.data_in_sram else []
        return [[*options, *each] for each in self.each for options in LEVELS + more]

    def failures(self, runner):
        for variant in self.variants():
            if wrong := self.failure(runner, variant):
                yield f"{self.name} {' '.join(variant)}: {wrong}"

    def is_expected(self, result):
        """Hazards, of the kinds the program announces and no others."""
        told = re.findall(r"^ *\d+ x ([\w-]+)", result.text, re.M)
        return result.kind == "hazard" and set(told) == set(self.hazard.split())

    def failure(self, runner, variant):
        contexts = [] if any("contexts" in o for o in self.options) else ["--run-contexts=1"]
        result = runner.run(
            *variant, *contexts, *self.options, "-w", f"-I{HERE}",
            f"--dump={self.region}:{self.address:#x}+{len(self.values)}", self.path)
        if not (result.kind == "ended" or self.is_expected(result)):
            return f"{result.kind} {result.status}\n{result.text}"
        values = [result.words[(self.region, self.address + 4 * i)] for i in range(len(self.values))]
        if self.checks_itself:
            return "" if values[0] == GOOD else f"line {values[0]}: the value is {values[1]:#x}; 0: without DONE()"
        for i, (value, got) in enumerate(zip(self.values, values)):
            if value is not None and got != value & 0xFFFFFFFF:
                return f"result {i} is {got:#x}, expected {value & 0xffffffff:#x}"
        return ""


def main():
    executable, *names = sys.argv[1:]
    unpacked = tempfile.TemporaryDirectory()
    paths = [p for p in programs(pathlib.Path(unpacked.name)) if not names or p.stem in names]
    if not paths:
        sys.exit("no programs")

    def try_one(path):
        runner = Runner(executable)
        program = Program(path)
        wrong = list(program.failures(runner))
        runner.close()
        return len(list(program.variants())), wrong

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        done = list(pool.map(try_one, paths))
    wrong = [w for _, w in done for w in w]
    print("\n".join(wrong))
    print(f"{len(paths)} programs, {sum(n for n, _ in done)} runs, {len(wrong)} failures")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
