#!/usr/bin/env python3
"""docs/timer_unit.patch applies to these sources; the chip and the unit's test compile with it.

usage: exercise.py SOURCES COMPILER TBLGEN LLVM_INCLUDES"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

COMPILED = ["emu/chip/chip.cc", "tests/unit/timer/timer_test.cc"]


def run(*command, folder):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command[:3])} ...: exit status {done.returncode}\n{done.stdout}")


def main():
    sources, compiler, tblgen, llvm = sys.argv[1:]
    with tempfile.TemporaryDirectory() as work:
        tree = pathlib.Path(work)
        for folder in "emu", "isa", "mecc", "preprocess", "config", "base", "tests/unit/scratch":
            shutil.copytree(f"{sources}/{folder}", tree / folder)
        for file in "tests/catch.h", "docs/timer_unit.patch":
            (tree / file).parent.mkdir(exist_ok=True)
            shutil.copy(f"{sources}/{file}", tree / file)
        run("git", "apply", "docs/timer_unit.patch", folder=tree)
        run(tblgen, "-I", llvm, "-I", "isa", "isa/MEv2.td", "--dump-json", "-o", "isa.json", folder=tree)
        run(sys.executable, "isa/gen_isa.py", "isa.json", "isa", folder=tree)
        for file in COMPILED:
            run(compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-I.", file, folder=tree)


if __name__ == "__main__":
    main()
