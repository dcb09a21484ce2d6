#!/usr/bin/env python3
"""The exercises of CONTRIBUTING.md apply to these sources and touch at most six files; the changed
files compile, the scheduler decides as its model, and the experiment writes its page. A forgotten
line is an error.

usage: exercise.py SOURCES BIN COMPILER TBLGEN LLVM_INCLUDES"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

# Files to compile; a scheduler and an experiment run.
EXERCISES = {"timer_unit": ["emu/chip/chip.cc", "tests/unit/timer/timer_test.cc"], "counter": ["emu/record/statistics.cc"],
             "port_counter": ["emu/media/tx_port.cc", "tests/unit/media/tx_port_test.cc"],
             "instruction": ["tests/unit/me/bodies_test.cc"], "pass": ["mecc/lower/products.cc", "mecc/lower/lower.cc"],
             "scheduler": [], "experiment": []}
FOLDERS = ["emu", "isa", "mecc", "preprocess", "config", "base", "tests/unit", "tests/lower", "tests/system/schedulers", "microblocks", "rings",
           "traces/flows", "traces/generated", "experiments", "tools", "python", "docs", "tests/docs"]

LIMIT_S = 1200  # only a hang reaches it


def run(*command, folder):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=LIMIT_S)
    if done.returncode:
        sys.exit(f"{' '.join(command[:3])} ...: exit status {done.returncode}\n{done.stdout}")
    return done.stdout


def without(path, text):
    """Removes the lines with `text` from a file."""
    path.write_text("".join(line for line in path.read_text().splitlines(True) if text not in line))


def expect_missing(message, *command, folder):
    done = subprocess.run([sys.executable, *command], cwd=folder, stdout=subprocess.PIPE, text=True, timeout=LIMIT_S)
    if done.stdout != message + "\n":
        sys.exit(f"{' '.join(command)}: expected '{message}' and not '{done.stdout}'")


def try_scheduler(tree, binaries):
    models = "tests/system/schedulers/disciplines.py"
    run(sys.executable, models, binaries, "link_fair", folder=tree)
    run(sys.executable, models, binaries, "--registered", folder=tree)
    without(tree / "experiments/schedulers.py", "link_fair")
    expect_missing("WRONG link_fair: expected an entry in SCHEDULERS of experiments/schedulers.py",
                   models, binaries, "--registered", folder=tree)


def try_experiment(tree, binaries):
    page, records = tree / "docs/experiments/sram_latency.md", "tests/docs/records.py"
    shown = page.read_text()
    run(sys.executable, "tools/experiments", "sram_latency", "--bin", binaries, folder=tree)
    if page.read_text() != shown:
        sys.exit(f"sram_latency writes another page than docs/experiment.patch has:\n{page.read_text()}")
    run(sys.executable, records, "--experiments", folder=tree)
    without(tree / "docs/README.md", "sram_latency")
    expect_missing("docs/README.md: expected a link to experiments/sram_latency.md", records, "--experiments", folder=tree)
    page.unlink()
    expect_missing("experiment sram_latency: expected docs/experiments/sram_latency.md", records, "--experiments", folder=tree)


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
        try_scheduler(tree, binaries)
        try_experiment(tree, binaries)


if __name__ == "__main__":
    main()
