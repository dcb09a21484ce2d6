"""Programs that are measured: their time, memory and host instructions."""
import argparse
import dataclasses
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from tools_lib import commands

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CALLGRIND = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]


def fail(text):
    sys.exit(f"tools/bench: {text}")


@dataclasses.dataclass
class Done:
    """A finished program."""
    elapsed: float
    processor: float  # seconds of all threads and children
    memory: float     # MB, the peak
    output: str
    errors: str

    def host_instructions(self):
        """Callgrind's count for the process that executed most: mecc is a separate one."""
        counts = [int(n.replace(",", "")) for n in re.findall(r"Collected : ([\d,]+)", self.errors)]
        return max(counts) if counts else fail("callgrind printed no count")


def run(command, **more):
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        begin = time.perf_counter()
        child = subprocess.Popen(command, stdout=output, stderr=errors, **more)
        _, status, usage = os.wait4(child.pid, 0)
        elapsed = time.perf_counter() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        done = Done(elapsed, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output.read(), errors.read())
    if status:
        fail(f"{' '.join(map(str, command))} failed:\n{done.errors}")
    return done


def growth(numbers, few, many):
    """Differences between the numbers of a long run and of a short one: without the start-up."""
    return [b - a for a, b in zip(numbers(few), numbers(many))]


def system(name):
    """Path of a system of microblocks/systems, or of the file with this path."""
    return os.path.abspath(name) if name.endswith(".toml") else f"{ROOT}/microblocks/systems/{name}.toml"


def has_valgrind():
    found = shutil.which("valgrind") is not None
    if not found:
        print("tools/bench: valgrind is missing (tools/setup --all); host instructions are not counted", file=sys.stderr)
    return found


def need_valgrind():
    if not shutil.which("valgrind"):
        fail("valgrind is missing (tools/setup --all)")


def use_one_core():
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def add_runs(parser, usual):
    parser.add_argument("--runs", type=commands.above_0, default=usual, metavar="K", help=f"runs of each kind ({usual})")


def add_systems(parser, usual, known=()):
    def names(text):
        unknown = [name for name in text.split(",") if known and name not in known]
        if unknown:
            raise argparse.ArgumentTypeError(f"no {', '.join(unknown)}; expected some of {', '.join(known)}")
        return text.split(",")
    parser.add_argument("--systems", type=names, default=list(usual), metavar="NAME,...",
                        help=f"{'among ' + ', '.join(known) if known else 'of microblocks/systems, or files'} ({','.join(usual)})")
