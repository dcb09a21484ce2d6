#!/usr/bin/env python3
"""Speed of the ARM core on the chip, on this machine: host instructions for each ARM instruction by
callgrind, ARM instructions a second of processor time, and emulated over processor time with the
core busy (speed/busy.c) and waiting (speed/waits.c).

    speed.py IXPEMU

Each figure is the difference of two runs that differ in their number of rounds.
"""
import json
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def run(ixpemu, folder, program, rounds, before=()):
    """Statistics, processor seconds and standard error of a run."""
    (folder / "system.toml").write_text(
        f'[xscale]\nprogram = "{HERE / "speed" / program}.c"\ndefine = {{ ROUNDS = {rounds} }}\noptimise = "2"\n[stop]\nidle = true\n')
    began = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*before, ixpemu, "run", "system.toml", "--quiet", "--out", "out"], cwd=folder, capture_output=True, text=True, timeout=1200)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"speed.py: {done.stderr}")
    seconds = ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime
    return json.loads((folder / "out/stats.json").read_text()), seconds, done.stderr


def arm_instructions(statistics):
    return next(u["instructions"] for u in statistics["units"] if u["name"] == "xscale")


def host_instructions(text):
    return int(re.search(r"Collected : ([\d,]+)", text)[1].replace(",", ""))


def differences(ixpemu, folder, program, rounds):
    """ARM instructions, emulated seconds, processor seconds."""
    (few, few_seconds, _), (many, many_seconds, _) = (run(ixpemu, folder, program, n) for n in (rounds // 10, rounds))
    return (arm_instructions(many) - arm_instructions(few), (many["end"]["time_ns"] - few["end"]["time_ns"]) / 1e9,
            many_seconds - few_seconds)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if not shutil.which("valgrind"):
        sys.exit("speed.py: valgrind is missing; tools/setup --all installs it")
    ixpemu = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        callgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
        (few, _, few_text), (many, _, many_text) = (run(ixpemu, folder, "busy", n, callgrind) for n in (1, 3))
        instructions = arm_instructions(many) - arm_instructions(few)
        host = host_instructions(many_text) - host_instructions(few_text)
        print(f"{host / instructions:.0f} host instructions for each ARM instruction")
        instructions, emulated, seconds = differences(ixpemu, folder, "busy", 600)
        print(f"{instructions / seconds / 1e6:.0f} million ARM instructions a second of processor time")
        print(f"{emulated / seconds:.2f} emulated over processor time, core busy")
        _, emulated, seconds = differences(ixpemu, folder, "waits", 100_000)
        print(f"{emulated / seconds:,.0f} emulated over processor time, core waiting, 100 interrupts a second")


if __name__ == "__main__":
    main()
