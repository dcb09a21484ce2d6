#!/usr/bin/env python3
"""Makes a program that mecc compiles wrongly as small as creduce can, and keeps it.

    reduce.py GENERATOR MECC_RUN FAILURE.c -O1 -mdata=sram ...   the options of its .txt file
    reduce.py --look GENERATOR MECC_RUN KIND OPTIONS...          the question of creduce: still bad?
"""

import pathlib
import shlex
import subprocess
import sys
import tempfile

import harness
from mecc_run import Result

MINUTES = 10


def failure(programs, mecc_run, source, options):
    """The kind of failure, "same" if there is none; Skipped when the host has doubts, too."""
    checksum = programs.expected(source)
    command = [mecc_run, *options, *programs.options_of(source), *programs.MECC, harness.DUMP, source]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=60)
    status = done.returncode if done.returncode >= 0 else 128 - done.returncode
    return harness.judge(Result(status, done.stdout + done.stderr), checksum)[0]


def is_defined(programs, source):
    """Whether the result is the same for any content of uninitialised variables, and the
    sanitizer sees nothing undefined."""
    checksum = programs.native(source, "-fsanitize=undefined", "-fno-sanitize-recover=all",
                               "-ftrivial-auto-var-init=pattern")
    return checksum == programs.native(source, "-ftrivial-auto-var-init=zero") and \
        checksum == programs.native(source) and \
        programs.expected(source, "-O0") == programs.expected(source)


def look(generator, mecc_run, kind, *options):
    """Exit status 0: program.c in this folder still fails in this way."""
    programs = harness.generator(generator)
    source = pathlib.Path("program.c").resolve()
    warned = harness.run(["gcc", "-m32", "-std=gnu11", "-O1", "-Wall", "-fsyntax-only",
                           f"-I{harness.HERE / generator}", "-Werror=uninitialized", "-Werror=maybe-uninitialized",
                          "-Werror=return-type", "-Werror=implicit-function-declaration",
                          "-Werror=int-conversion", "-Werror=incompatible-pointer-types",
                          "-Werror=array-bounds", source])
    if warned.returncode != 0:
        sys.exit(1)
    try:
        bad = failure(programs, mecc_run, source, options) == kind and is_defined(programs, source)
        sys.exit(0 if bad else 1)
    except (harness.Skipped, subprocess.TimeoutExpired):
        sys.exit(1)


def reduce(generator, mecc_run, path, *options):
    programs = harness.generator(generator)
    text = pathlib.Path(path).read_text()
    with tempfile.TemporaryDirectory() as folder:
        program, test = pathlib.Path(folder) / "program.c", pathlib.Path(folder) / "test.sh"

        def kind_of(smaller):
            program.write_text(smaller)
            try:
                return failure(programs, mecc_run, program, options)
            except (harness.Skipped, subprocess.TimeoutExpired):
                return "skipped"
        kind = kind_of(text)
        if kind in ("same", "rejected", "skipped"):
            sys.exit(f"{path} does not fail with {' '.join(options)}: {kind}")
        program.write_text(programs.shrink(text, lambda smaller: kind_of(smaller) == kind))
        print(f"{kind}; {len(program.read_text().splitlines())} lines are left", flush=True)
        command = [generator, str(pathlib.Path(mecc_run).resolve()), kind, *options]
        test.write_text(f"#!/bin/sh\nexec python3 {harness.HERE / 'reduce.py'} --look "
                        f"{shlex.join(command)}\n")
        test.chmod(0o755)
        subprocess.run(["timeout", "-s", "INT", f"{MINUTES}m", "creduce", "--n", "2", test, program],
                       cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        text, checksum = program.read_text(), programs.expected(program)
    kept = harness.HERE / generator / "kept" / pathlib.Path(path).name
    kept.parent.mkdir(exist_ok=True)
    kept.write_text(f"// {' '.join(options)}\n// expect: {checksum:#010x}\n{text}")
    print(f"{kept} has {len(text.splitlines())} lines")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--look"]:
        look(*sys.argv[2:])
    elif len(sys.argv) < 4:
        sys.exit(__doc__)
    else:
        reduce(*sys.argv[1:])
