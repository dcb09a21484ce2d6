#!/usr/bin/env python3
"""Translation, rights, aborts, modes and banked registers: random cases (system/system.c) on the
core (arm_run) and in qemu-system-arm, whose pxa255 has the same core. Their lines must be the same.

    system.py ARM_RUN FIRST-LAST [--out FOLDER] [--cpu NAME]

Each seed makes its tables and 200 actions, in both byte orders. FOLDER (out/xscale) gets programs
and lines of byte orders that differ. --cpu: another processor of qemu, whose differences must be
found.
"""
import argparse
import collections
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CLANG, LINKER = shutil.which("clang-19") or "clang", shutil.which("ld.lld-19") or "ld.lld"
QEMU = "qemu-system-arm"
END = b"\x04"
SECONDS = 600  # a limit for qemu
ACTIONS = 200  # of a seed, as in system.c
EVENTS = {1: "undefined instructions", 2: "calls", 3: "prefetch aborts", 4: "data aborts"}
FAULTS = {1: "alignment", 5: "translation, section", 7: "translation, page", 9: "domain, section", 11: "domain, page",
          13: "permission, section", 15: "permission, page"}


def build(order, first, last, folder):
    program = folder / f"system{order}.elf"
    subprocess.run([CLANG, f"--target=arm{order}v5te-none-eabi", "-march=armv5te", "-O1", "-ffreestanding", "-fno-builtin",
                    "-Wall", "-Werror", f"-DFIRST={first}", f"-DLAST={last}", "-nostdlib",
                    f"--ld-path={shutil.which(LINKER)}", "-static", "-Wl,-N", "-Wl,-Ttext=0x10000",
                    HERE / "system/start.s", HERE / "system/system.c", "-o", program], check=True, timeout=1200)
    return program


def qemu_lines(cpu, program):
    command = ["timeout", str(SECONDS), QEMU, "-M", "versatilepb", "-cpu", cpu, "-m", "128M", "-nographic", "-serial", "stdio",
               "-monitor", "none", "-kernel", program]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          env={**os.environ, "QEMU_AUDIO_DRV": "none"}) as qemu:
        output = b""
        while not output.endswith(END) and (more := qemu.stdout.read1(1 << 16)):
            output += more
        qemu.terminate()
    if not output.endswith(END):
        sys.exit(f"system.py: {QEMU} ended before {program} did")
    return output[:-1].decode().splitlines()


def core_lines(arm_run, program):
    done = subprocess.run([arm_run, "--system", program], capture_output=True, text=True, timeout=1200)
    if done.returncode:
        sys.exit(f"system.py: {done.stderr}")
    return done.stdout.splitlines()


def count(lines, counts):
    for fields in (line.split() for line in lines if len(line.split()) > 3):
        event = int(fields[0], 16)
        counts[EVENTS[event]] += 1
        if event == 4:
            counts[f"  {FAULTS[int(fields[3], 16) & 15]}"] += 1


def compare(arm_run, order, first, last, given, counts):
    with tempfile.TemporaryDirectory() as folder:
        program = build(order, first, last, pathlib.Path(folder))
        got, expected = core_lines(arm_run, program), qemu_lines(given.cpu, program)
        count(got, counts)
        differing = [n for n, pair in enumerate(zip(got, expected)) if pair[0] != pair[1]]
        if not differing and len(got) == len(expected):
            return 0
        given.out.mkdir(parents=True, exist_ok=True)
        shutil.copy(program, given.out)
        for name, lines in ("core", got), ("qemu", expected):
            (given.out / f"system{order}-{name}.txt").write_text("\n".join(lines))
    at = differing[0] if differing else min(len(got), len(expected))
    seed = next((int(line[1:], 16) for line in reversed(got[:at + 1]) if line.startswith("#")), first)
    print(f"system{order}: {len(differing)} of {len(got)} lines differ, first in seed {seed}, line {at + 1}; see {given.out}\n"
          f"  core {got[at:at + 1]}\n  qemu {expected[at:at + 1]}")
    return 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("arm_run")
    parser.add_argument("seeds", metavar="FIRST-LAST")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("out/xscale"))
    parser.add_argument("--cpu", default="pxa255")
    given = parser.parse_args()
    if not shutil.which(QEMU):
        sys.exit(f"system.py: {QEMU} is missing; install the package qemu-system-arm")
    first, last = map(int, given.seeds.split("-"))
    counts = collections.Counter()
    failed = sum(compare(given.arm_run, order, first, last, given, counts) for order in ("", "eb"))
    for name in [*EVENTS.values(), *(f"  {fault}" for fault in FAULTS.values())]:
        print(f"{counts[name]:9} {name}")
    print(f"{2 * ACTIONS * (last - first + 1)} actions, {failed} of 2 byte orders differ")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
