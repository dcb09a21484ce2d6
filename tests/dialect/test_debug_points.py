#!/usr/bin/env python3
"""Adds ixp_print after assignments in the programs of programs/ whose results the host knows.
The code must be the same as with NDEBUG. Each print must show the value that the host prints
there, or that the program does not keep the value.

    test_debug_points.py BIN_DIR [--level -O0]... [NAME...]
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

from mecc_run import HERE, programs

# Some of each kind; all of them take a minute.
USUAL = ["algorithms", "many_arguments", "moves", "ones_complement", "pointers", "structures", "undeclared"]
ASSIGNMENT = re.compile(r"^( +(?:const )?(?:unsigned |int |short |char )*(\w+) (?:[-+*/%&|^]|<<|>>)?= [^{]*);"
                        r"( */[/*].*)?$")
ON_HOST = """#include <stdio.h>
#define ixp_print(...) (fprintf(stderr, __VA_ARGS__), fputc('\\n', stderr))
"""
SYSTEM = """[[microengine]]
at = "0:0"
image = "program.uof"
start = 1
[stop]
idle = true
cycles = 20000000
"""


def instrument(text, without):
    """The text with prints, and on how many lines."""
    lines, prints = text.split("\n"), 0
    for n, line in enumerate(lines, 1):
        if (found := ASSIGNMENT.match(line)) and n not in without:
            lines[n - 1] = f'{found[1]}; ixp_print("@{n} %x", (unsigned){found[2]});'
            prints += 1
    return "\n".join(lines), prints


class Case:
    def __init__(self, bin_dir, source, level, folder):
        self.mecc, self.ixpemu = bin_dir / "mecc", bin_dir / "ixpemu"
        self.source, self.level, self.folder = source, level, pathlib.Path(folder)
        self.program = self.folder / "program.c"
        self.prints = 0

    def compile(self, *options):
        return subprocess.run([self.mecc, self.level, "-w", "--run-contexts", "1", f"-I{HERE}", *options,
                               self.program], capture_output=True, text=True, timeout=300)

    def host(self):
        (self.folder / "host.h").write_text(ON_HOST)
        return subprocess.run(["gcc", "-m32", "-std=gnu11", "-O1", "-w", "-fwrapv", f"-I{HERE}", "-include",
                               self.folder / "host.h", self.program, "-o", self.folder / "program"],
                              capture_output=True, text=True, timeout=300)

    def write(self):
        """Skips prints that are not possible: loads through pointers, 64 bits, before an else."""
        without = set()
        for _ in range(12):
            text, self.prints = instrument(self.source.read_text(), without)
            self.program.write_text(text)
            tried = self.host(), self.compile("-o", self.folder / "program.uof")
            refused = {int(n) for done in tried if done.returncode
                       for n in re.findall(r"program\.c:(\d+):\d+: (?:fatal )?error", done.stderr)}
            if not refused:
                return
            without |= refused
            without |= {n - 1 for n in refused}
        sys.exit(f"{self.source}: cannot be instrumented: {self.compile('-o', self.folder / 'x.uof').stderr}")

    def words(self, *options):
        done = self.compile("-o", self.folder / "x.uof", *options)
        assert done.returncode == 0, done.stderr
        return subprocess.run([self.mecc, "--disassemble", self.folder / "x.uof"], capture_output=True, text=True,
                              check=True, timeout=300).stdout

    def on_host(self):
        return subprocess.run([self.folder / "program"], capture_output=True, text=True, timeout=300).stderr

    def emulated(self):
        system = self.folder / "system.toml"
        system.write_text(SYSTEM)
        return subprocess.run([self.ixpemu, "run", system, "--quiet", "--fail-on", "none"], capture_output=True,
                              text=True, timeout=120).stdout

    def by_line(self, text):
        out = collections.defaultdict(list)
        for line, value in re.findall(r"@(\d+) (\w+|<optimized out>)$", text, re.M):
            out[int(line)].append(value)
        return out

    def failures(self):
        """Also returns the number of right values, and of values that the program does not keep."""
        self.write()
        if self.words() != self.words("-DNDEBUG"):
            return [f"{self.source.name} {self.level}: other words with NDEBUG"], 0, 0
        expected, got = self.by_line(self.on_host()), self.by_line(self.emulated())
        wrong, right, unknown = [], 0, 0
        for line, values in got.items():
            # Code that became several pieces may have lost the print in some.
            rest = iter(expected[line])
            for n, value in enumerate(values):
                if value == "<optimized out>":
                    unknown += 1
                    next(rest, None)
                elif value in rest:
                    right += 1
                else:
                    wrong.append(f"{self.source.name} {self.level} line {line}, time {n}: {value}, unlike on the host")
                    break
            if len(values) > len(expected[line]):
                wrong.append(f"{self.source.name} {self.level} line {line}: {len(values)} times, on the host "
                             f"{len(expected[line])} times")
        return wrong, right, unknown


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin_dir", type=pathlib.Path)
    parser.add_argument("--level", action="append", help="default: -O2")
    parser.add_argument("names", nargs="*", help="programs; all: every one that the host knows")
    arguments = parser.parse_args()
    unpacked = tempfile.TemporaryDirectory()
    known = [p for p in programs(pathlib.Path(unpacked.name)) if "// expect: the host" in p.read_text()]
    names = arguments.names or USUAL
    sources = [p for p in known if names == ["all"] or p.stem in names]
    if not sources:
        sys.exit("no programs")
    right = unknown = prints = 0
    failures = []
    for level in arguments.level or ["-O2"]:
        for source in sources:
            with tempfile.TemporaryDirectory() as folder:
                case = Case(arguments.bin_dir.resolve(), source, level, folder)
                wrong, known_values, lost = case.failures()
            failures += wrong
            right, unknown, prints = right + known_values, unknown + lost, prints + case.prints
    print("\n".join(failures[:50]))
    print(f"{len(sources)} programs, {prints} prints, {right} values as on the host, {unknown} not kept, "
          f"{len(failures)} failures")
    if failures or right < 100:
        sys.exit(1)


if __name__ == "__main__":
    main()
