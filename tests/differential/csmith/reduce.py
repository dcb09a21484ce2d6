#!/usr/bin/env python3
"""Makes a program that mecc compiles wrongly as small as creduce can, and keeps it.

    reduce.py MECC_RUN FAILURE.c -O1 -mdata=sram ...     the options of its .txt file
    reduce.py --look MECC_RUN KIND OPTIONS...            what creduce asks: is program.c still bad?
"""

import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "dialect")]

import programs  # noqa: E402
from mecc_run import Result  # noqa: E402

MINUTES = 10


def failure(mecc_run, source, options):
    """The kind of failure, "same" if there is none; Skipped when the host has doubts, too."""
    checksum = programs.expected(source)
    done = subprocess.run([mecc_run, *options, *programs.MECC, source], capture_output=True,
                          text=True, errors="replace", timeout=60)
    status = done.returncode if done.returncode >= 0 else 128 - done.returncode
    return programs.judge(Result(status, done.stdout + done.stderr), checksum)[0]


def is_defined(source):
    """Whether the host's result stays the same whatever is in variables that nobody has set, and
    the sanitizer sees nothing undefined."""
    checksum = programs.expected(source, "-fsanitize=undefined", "-fno-sanitize-recover=all",
                                 "-ftrivial-auto-var-init=pattern")
    return checksum == programs.expected(source, "-ftrivial-auto-var-init=zero") and \
        checksum == programs.expected(source)


def look(mecc_run, kind, *options):
    """Exit status 0: program.c in this folder still fails in this way."""
    source = pathlib.Path("program.c").resolve()
    warned = programs.run(["gcc", "-m32", "-std=gnu11", "-O1", "-Wall", "-fsyntax-only",
                           f"-I{HERE}", "-Werror=uninitialized", "-Werror=maybe-uninitialized",
                           "-Werror=return-type", "-Werror=implicit-function-declaration",
                           "-Werror=int-conversion", "-Werror=incompatible-pointer-types",
                           "-Werror=array-bounds", source])
    if warned.returncode != 0:
        sys.exit(1)
    try:
        bad = failure(mecc_run, source, options) == kind and is_defined(source)
        sys.exit(0 if bad else 1)
    except (programs.Skipped, subprocess.TimeoutExpired):
        sys.exit(1)


def reduce(mecc_run, path, *options):
    kind = failure(mecc_run, pathlib.Path(path).resolve(), options)
    if kind in ("same", "rejected"):
        sys.exit(f"{path} does not fail with {' '.join(options)}")
    with tempfile.TemporaryDirectory() as folder:
        program, test = pathlib.Path(folder) / "program.c", pathlib.Path(folder) / "test.sh"
        shutil.copy(path, program)
        test.write_text(f"#!/bin/sh\nexec python3 {HERE / 'reduce.py'} --look "
                        f"{shlex.join([str(pathlib.Path(mecc_run).resolve()), kind, *options])}\n")
        test.chmod(0o755)
        subprocess.run(["timeout", "-s", "INT", f"{MINUTES}m", "creduce", "--n", "2", test, program],
                       cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        text = program.read_text()
    kept = HERE / "kept" / pathlib.Path(path).name
    kept.parent.mkdir(exist_ok=True)
    kept.write_text(f"// {' '.join(options)}\n{text}")
    print(f"{kind}; {kept} has {len(text.splitlines())} lines")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--look"]:
        look(*sys.argv[2:])
    elif len(sys.argv) < 3:
        sys.exit(__doc__)
    else:
        reduce(*sys.argv[1:])
