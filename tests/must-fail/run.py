#!/usr/bin/env python3
"""Runs the tools on wrong inputs and checks their messages.

    run.py --bin DIR AREA [CASE...]

AREA is a file of inputs, its sections (tests/sections.py). A case opens with comment lines
(; or # or //) that describe its end:

    ; error: file.uc:3:8: error: division by zero     a part of standard error; as many as needed
    ; run: mecc {file} -D X=1 -o {out}/a.uof           instead of the command of its suffix
    ; exit: 2                                          instead of 1

{file} is the input, {dir} its folder, {out} an empty folder. Sections named data/NAME are files that
cases read, as are the files of the folder data. The tool must exit with the status, print every part,
and leave nothing in {out}: no half-written output, no temporary file.
"""
import argparse
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sections  # noqa: E402

COMMANDS = {
    ".uc": "mecc {file} -o {out}/a.uof",
    ".c": "mecc {file} -o {out}/a.uof",
    ".hex": "mecc --disassemble {file}",
    ".masm": "mecc --assemble {file}",
    ".toml": "ixpemu run {file} --out {out}",
}
SUPPORT = {".inc", ".h"}  # read by cases, not cases themselves
TIMEOUT_S = 300


def arrange(area, tree):
    """Writes the sections to their folder in a copy of the tests; the rest of the tree is linked."""
    here, root = area.parent, area.parent.parent.parent
    for folder in "microblocks", "rings", "traces":
        (tree / folder).symlink_to(root / folder)
    cases = tree / "tests" / "must-fail" / area.stem
    (cases / "data").mkdir(parents=True)
    for file in (here / "data").iterdir():
        (cases / "data" / file.name).symlink_to(file)
    (cases.parent / "run.py").symlink_to(here / "run.py")  # a file above the cases
    sections.unpack(area, cases)
    return cases


def expectations(path):
    """The run:, exit: and error: lines at the top of a case."""
    run, status, errors = COMMANDS.get(path.suffix), 1, []
    for line in path.read_text().splitlines():
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
    """Sentences on a case that does not fail as it must."""
    run, status, errors = expectations(path)
    if not run:
        return [f"no command for the suffix '{path.suffix}', add a run: line"]
    if not errors:
        return ["no error: line, the case expects nothing"]
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
    parser.add_argument("area", type=pathlib.Path)
    parser.add_argument("cases", nargs="*", help="names of sections; all when none is given")
    options = parser.parse_args()
    area = options.area.resolve()
    count = failed = 0
    with tempfile.TemporaryDirectory() as tree:
        cases = arrange(area, pathlib.Path(tree))
        for name, line, _ in sections.sections(area):
            case = cases / name
            if "/" in name or case.suffix in SUPPORT or options.cases and name not in options.cases:
                continue
            count += 1
            found = problems(case, options.bin.resolve())
            if found:
                failed += 1
                print(f"{area}:{line}: FAILED {name}")
                for sentence in found:
                    print("  " + sentence)
    print(f"{count - failed} of {count} inputs failed as they must")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main())
