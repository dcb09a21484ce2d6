#!/usr/bin/env python3
"""ARM programs on the chip: output and exit status, on both engines, which must agree in every
number, and in both byte orders (programs that must fail: in one).

    board.py BIN [PROGRAM.c...]      without programs: all of board/, each section of faults.c one

A program opens with comment lines:

    // expect: text      a line of its console output; all, in order; "..." at the end: any rest
    // fails: text       part of the output of a run that must fail; the exit status is 1 then
    // toml: text        a line of the system file; {here} is the folder of the program
    // xscale: text      the same in [xscale]
    // run: options      of ixpemu run
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import sections  # noqa: E402

FAULTS = HERE / "board" / "faults.c"
ENGINES = ("threaded", "reference")
SYSTEM = """{toml}
[xscale]
program = "{program}"
big_endian = {big}
{xscale}
[stop]
time_ms = 3
idle = true
"""


def directives(program):
    found = collections.defaultdict(list)
    for line in program.read_text().splitlines():
        if not line.startswith("//"):
            break
        if m := re.match(r"// (expect|fails|toml|xscale|run): (.*)", line):
            found[m[1]].append(m[2].replace("{here}", str(program.parent)))
    return found


def says(lines, want):
    return len(lines) == len(want) and all(
        line.startswith(text[:-3]) if text.endswith("...") else line == text for line, text in zip(lines, want))


def run(ixpemu, system, engine, out, options):
    done = subprocess.run([ixpemu, "run", system, "--engine", engine, "--quiet", "--out", out, *options],
                          capture_output=True, text=True, timeout=300)
    return done, (out / "stats.json").read_text() if (out / "stats.json").exists() else ""


def problems(ixpemu, program, big, folder):
    want = directives(program)
    system = folder / "board.toml"
    system.write_text(SYSTEM.format(toml="\n".join(want["toml"]), xscale="\n".join(want["xscale"]), program=program,
                                    big=str(big).lower()))
    options = [word for line in want["run"] for word in line.split()]
    results = [run(ixpemu, system, engine, folder / engine, options) for engine in ENGINES]
    for engine, (done, _) in zip(ENGINES, results):
        if done.returncode != bool(want["fails"]):
            yield f"{engine}: ended with {done.returncode}\n{done.stdout}{done.stderr}"
        if not says(done.stdout.splitlines(), want["expect"]):
            yield f"{engine}: says\n{done.stdout}\n{done.stderr}"
        if done.stdout != (folder / engine / "uart.txt").read_text():
            yield f"{engine}: uart.txt is something else"
        yield from (f"{engine}: does not say '{text}' but\n{done.stderr}" for text in want["fails"]
                    if text not in done.stderr)
    if results[0][1] != results[1][1] or not results[0][1]:
        yield "the engines differ in stats.json"
    if results[0][0].stdout != results[1][0].stdout:
        yield f"the engines differ in what is said:\n{results[0][0].stdout}{results[1][0].stdout}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("programs", type=pathlib.Path, nargs="*")
    options = parser.parse_args()
    runs, failures = 0, 0
    faults = tempfile.TemporaryDirectory()
    sections.unpack(FAULTS, pathlib.Path(faults.name))
    all_programs = [*sorted(set((HERE / "board").glob("*.c")) - {FAULTS}), *sorted(pathlib.Path(faults.name).iterdir())]
    for program in options.programs or all_programs:
        fails = "fails" in directives(program)
        for big in [runs % 2 == 0] if fails else [True, False]:
            with tempfile.TemporaryDirectory() as folder:
                for text in problems(options.bin / "ixpemu", program.resolve(), big, pathlib.Path(folder)):
                    print(f"{program.name}, {'big' if big else 'little'}-endian: {text}")
                    failures += 1
            runs += 1
    print(f"{runs} programs on the chip, {failures} complaints")
    sys.exit(bool(failures) or not runs)


if __name__ == "__main__":
    main()
