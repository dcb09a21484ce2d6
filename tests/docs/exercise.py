#!/usr/bin/env python3
"""The exercises of CONTRIBUTING.md apply to these sources and touch at most six files; the changed
files compile, and the scheduler decides as its model.

usage: exercise.py SOURCES BIN COMPILER TBLGEN LLVM_INCLUDES"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

# Files to compile; a scheduler runs.
EXERCISES = {"timer_unit": ["emu/chip/chip.cc", "tests/unit/timer/timer_test.cc"], "counter": ["emu/record/statistics.cc"],
             "instruction": ["tests/unit/me/bodies_test.cc"], "pass": ["mecc/lower/products.cc", "mecc/lower/lower.cc"],
             "scheduler": []}
FOLDERS = ["emu", "isa", "mecc", "preprocess", "config", "base", "tests/unit", "tests/lower", "tests/system/schedulers", "microblocks", "rings",
           "traces/flows", "tools/experiments_lib", "python", "docs"]


def run(*command, folder):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command[:3])} ...: exit status {done.returncode}\n{done.stdout}")
    return done.stdout


def main():
    sources, binaries, compiler, tblgen, llvm = sys.argv[1:]
    binaries = str(pathlib.Path(binaries).resolve())
    with tempfile.TemporaryDirectory() as work:
        tree = pathlib.Path(work)
        for folder in FOLDERS:
            shutil.copytree(f"{sources}/{folder}", tree / folder)
        shutil.copy(f"{sources}/tests/catch.h", tree / "tests")
        for name in EXERCISES:
            files = run("git", "apply", "--numstat", f"docs/{name}.patch", folder=tree).splitlines()
            if len(files) > 6:
                sys.exit(f"docs/{name}.patch touches {len(files)} files")
            run("git", "apply", f"docs/{name}.patch", folder=tree)
        run(tblgen, "-I", llvm, "-I", "isa", "isa/MEv2.td", "--dump-json", "-o", "isa.json", folder=tree)
        run(sys.executable, "isa/gen_isa.py", "isa.json", "isa", folder=tree)
        for file in sum(EXERCISES.values(), []):
            run(compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-I.", "-isystem", llvm, file, folder=tree)
        models = "tests/system/schedulers/disciplines.py"
        run(sys.executable, models, binaries, "link_fair", folder=tree)
        run(sys.executable, models, binaries, "--registered", folder=tree)
        # A forgotten line is an error.
        registry = tree / "tools/experiments_lib/schedulers.py"
        registry.write_text("".join(line for line in registry.read_text().splitlines(True) if "link_fair" not in line))
        done = subprocess.run([sys.executable, models, binaries, "--registered"], cwd=tree, stdout=subprocess.PIPE, text=True)
        if done.stdout != "WRONG link_fair is missing in SCHEDULERS of tools/experiments_lib/schedulers.py\n":
            sys.exit(f"a scheduler that is not registered is not found: {done.stdout}")


if __name__ == "__main__":
    main()
