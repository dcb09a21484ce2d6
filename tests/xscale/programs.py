#!/usr/bin/env python3
"""Whole ARM programs: output and exit status on the core (arm_run) and under qemu must be the same.

    programs.py ARM_RUN                                the programs beside this file
    programs.py ARM_RUN --csmith 1-1000 --out FOLDER   random ones; failures stay in FOLDER

Each is compiled big-endian and little-endian, as ARM and as Thumb code, at several levels. With
--split a random program is compiled in one way only, which goes round with its seed.
"""
import argparse
import concurrent.futures
import functools
import itertools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
RUNTIME = HERE / "runtime"
LIBRARY = HERE.parent.parent / "microblocks" / "xscale"  # its part that needs no board
PARTS = [LIBRARY / name for name in ("divide.c", "divide_abi.s", "memory.c", "printf.c")]
CSMITH = HERE.parent / "differential" / "random_c" / "csmith"
CLANG, LINKER = shutil.which("clang-19") or "clang", shutil.which("ld.lld-19") or "ld.lld"
QEMU = {"": ["qemu-arm", "-cpu", "pxa250"], "eb": ["qemu-armeb", "-cpu", "pxa250"]}
WAYS = list(itertools.product(("arm", "thumb"), ("", "eb"), ("-O2", "-O0", "-Os")))
SECONDS = 1  # a limit for qemu; the core takes longer
SCRATCH = tempfile.TemporaryDirectory()


def run(command, **more):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, **more)


def clang(way, *arguments):
    state, order, level = way
    # Clang 19 makes ARM code for --target=thumbv5te-none-eabi if a processor is named: hence -m.
    done = run([CLANG, f"--target=arm{order}v5te-none-eabi", f"-m{state}", "-mcpu=xscale", level, "-ffreestanding",
                "-fno-builtin", "-w", f"-DEXPECT_THUMB={int(state == 'thumb')}", f"-DEXPECT_BIG={int(order == 'eb')}",
                f"-I{RUNTIME}", *arguments])
    if done.returncode:
        raise RuntimeError(f"{arguments} {way}: {done.stderr}")


@functools.lru_cache(None)
def runtime(state, order):
    """Objects of the run-time library; a folder of this process has them."""
    folder = pathlib.Path(SCRATCH.name) / f"{state}{order}"
    folder.mkdir()
    objects = []
    for source in [*PARTS, RUNTIME / "output.c", RUNTIME / "start.s"]:
        objects.append(folder / f"{source.name}.o")
        clang((state, order, "-O1"), "-c", source, "-o", objects[-1])
    return objects


def compiled(source, way, folder, *options):
    program = folder / f"{source.stem}-{''.join(way)}.elf"
    clang(way, "-nostdlib", f"--ld-path={shutil.which(LINKER)}", "-static", "-Wl,--image-base=0x10000", *options,
          *runtime(*way[:2]), source, "-o", program)
    return program


def difference(arm_run, program, order):
    """Empty if both machines agree; None if qemu takes too long or the program runs away there:
    csmith makes loops without end, which compilers may treat as unreachable code."""
    try:
        expected = run([*QEMU[order], program], timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None
    if expected.returncode < 0:
        return None
    got = run([arm_run, program])
    if (got.returncode, got.stdout) == (expected.returncode, expected.stdout):
        return "" if expected.stdout else f"{program}: prints nothing"
    return (f"{program}: qemu ends with {expected.returncode} and prints\n{expected.stdout}"
            f"the core ends with {got.returncode} and prints\n{got.stdout}{got.stderr}")


def check(arm_run, source, ways, folder, *options):
    """(compared, differences)"""
    differences = [difference(arm_run, compiled(source, way, folder, *options), way[1]) for way in ways]
    return sum(d is not None for d in differences), [d for d in differences if d]


def random_program(seed, arm_run, options):
    folder = options.out / str(seed)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "platform.info").write_text("integer size = 4\npointer size = 4\n")
    source = folder / f"{seed}.c"
    try:
        made = run(["csmith", "--seed", seed, "--no-argc", "--no-packed-struct", "--no-hash-value-printf", "--concise",
                    "--max-funcs", "6", "-o", source], cwd=folder, timeout=20)
    except subprocess.TimeoutExpired:
        made = None
    if made is None or made.returncode:
        shutil.rmtree(folder)
        return 0, []
    ways = [WAYS[seed % len(WAYS)]] if options.split else WAYS
    result = check(arm_run, source, ways, folder, f"-I{CSMITH}")
    if not result[1]:
        shutil.rmtree(folder)
    return result[0], [f"{text}repeat: tools/xscale-campaign programs {seed}-{seed}\n" for text in result[1]]


def seeds(text):
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("arm_run")
    parser.add_argument("--csmith", type=seeds, metavar="FIRST-LAST")
    parser.add_argument("--split", action="store_true")
    parser.add_argument("--out", type=pathlib.Path, help="where random programs that fail are kept")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    missing = [tool for tool in (CLANG, LINKER, "qemu-arm", "qemu-armeb") if not shutil.which(tool)]
    if missing:
        sys.exit(f"programs.py: {', '.join(missing)} missing; tools/setup installs them")
    arm_run = os.path.abspath(options.arm_run)
    for state, order in itertools.product(("arm", "thumb"), QEMU):
        runtime(state, order)
    scratch = pathlib.Path(SCRATCH.name)
    options.out = (options.out or scratch).resolve()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        if options.csmith:
            jobs = [pool.submit(random_program, seed, arm_run, options) for seed in options.csmith]
        else:
            jobs = [pool.submit(check, arm_run, source, WAYS, scratch)
                    for source in sorted((HERE / "programs").glob("*.c"))]
        results = [job.result() for job in jobs]
    failures = [text for _, found in results for text in found]
    compared = sum(count for count, _ in results)
    if not options.csmith and compared != len(results) * len(WAYS):
        failures.append("a program does not end under qemu\n")
    print("".join(failures) + f"{compared} runs compared with qemu, {len(failures)} differ")
    sys.exit(bool(failures) or not compared)


if __name__ == "__main__":
    main()
