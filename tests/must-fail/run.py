#!/usr/bin/env python3
"""Runs the tools on inputs that are wrong and checks what they say.

    run.py --bin DIR FOLDER|FILE...

An input opens with comment lines (; or # or //) that say what must happen:

    ; error: file.uc:3:8: error: division by zero     a part of standard error; as many as needed
    ; run: mecc {file} -D X=1 -o {out}/a.uof           instead of the command of its suffix
    ; exit: 2                                          instead of 1

Inputs that cannot carry comments have them in NAME.expect beside them. {file} is the input, {dir}
its folder, {out} an empty folder. The tool must exit with the status, print every part, and leave
nothing in {out}: no half-written output, no temporary file.
"""
import argparse
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

COMMANDS = {
    ".uc": "mecc {file} -o {out}/a.uof",
    ".c": "mecc {file} -o {out}/a.uof",
    ".hex": "mecc --disassemble {file}",
    ".uof": "mecc --disassemble {file}",
    ".masm": "mecc --assemble {file}",
    ".toml": "ixpemu run {file} --out {out}",
}
SUPPORT = {".expect", ".inc", ".h", ".md"}  # read by cases, not cases themselves
TIMEOUT_S = 30


def expectations(path):
    """The run:, exit: and error: lines at the top of a case."""
    side = path.with_suffix(".expect")
    run, status, errors = COMMANDS.get(path.suffix), 1, []
    for line in (side if side.exists() else path).read_text(errors="replace").splitlines():
        m = re.match(r"\s*(?:;|#|//)+\s*(error|run|exit):\s*(.*?)\s*$", line)
        if not m:
            break
        if m[1] == "error":
            errors.append(m[2])
        elif m[1] == "run":
            run = m[2]
        else:
            status = int(m[2])
    return run, status, errors


def problems(path, bin_dir):
    """What is wrong with one case, as a list of sentences; empty when it fails as it must."""
    run, status, errors = expectations(path)
    if not run:
        return [f"no command for the suffix '{path.suffix}', add a run: line"]
    if not errors:
        return ["no error: line, the case would say nothing"]
    with tempfile.TemporaryDirectory() as out:
        words = [w.format(file=path.name, dir=".", out=out) for w in shlex.split(run)]
        tool = bin_dir / words[0]
        if not tool.exists():
            return [f"{tool} is not built"]
        try:
            done = subprocess.run([tool] + words[1:], cwd=path.parent, stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=TIMEOUT_S, check=False)
        except subprocess.TimeoutExpired:
            return [f"still running after {TIMEOUT_S} s"]
        said = done.stderr.decode(errors="replace")
        found = []
        if done.returncode != status:
            found.append(f"exit status {done.returncode}, expected {status}")
        found += [f"standard error lacks: {e}" for e in errors if e not in said]
        left = sorted(p.name for p in pathlib.Path(out).rglob("*") if p.is_file())
        if left:
            found.append("left behind: " + ", ".join(left))
        if found:
            found.append("standard error was:\n    " + said.strip().replace("\n", "\n    "))
        return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    cases = []
    for p in options.paths:
        cases += sorted(p.iterdir()) if p.is_dir() else [p]
    cases = [c.resolve() for c in cases if c.is_file() and c.suffix not in SUPPORT]
    failed = 0
    for case in cases:
        found = problems(case, options.bin.resolve())
        if found:
            failed += 1
            print(f"FAILED {case}")
            for sentence in found:
                print("  " + sentence)
    print(f"{len(cases) - failed} of {len(cases)} inputs failed as they must")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
