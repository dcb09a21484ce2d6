"""Programs that use features csmith lacks (flavours.py), and their results on a big-endian host:
powerpc's gcc under qemu. Without these, `checksums` has the results for some seeds."""

import hashlib
import os
import pathlib
import re
import shutil
import subprocess

from harness import Skipped, run

from .flavours import FLAVOURS
from .program import Program

HERE = pathlib.Path(__file__).resolve().parent
CHECKSUMS = HERE / "checksums"

LEVELS = [f"{level}{data}" for data in ("", " -mdata=sram") for level in ("-O0", "-O1", "-O2", "-O3", "-Os", "-Og")]
MECC = ["-w", "--control-store=8192", "--cycles=300000000", f"-I{HERE}"]
CONTEXTS = {1: ["--run-contexts=1", f"--system={HERE / 'ring.toml'}"], 4: ["--contexts=4"], 8: []}
CROSS = "powerpc-linux-gnu-gcc"
HOST_SECONDS = 5


class Case:
    """A program. Every other level gets a variant with code that never runs."""

    def __init__(self, seed, folder):
        self.seed, self.folder = seed, folder
        self.kind = FLAVOURS[seed % len(FLAVOURS)]
        self.flavour, self.contexts = self.kind.name, self.kind.contexts
        self.options = []
        self.text = Program(seed, self.kind, 0).text()

    def write(self, text):
        path = self.folder / f"{self.seed}.c"
        path.write_text(text)
        return path

    def source(self, level):
        number = LEVELS.index(level)
        if (number + self.seed) % 2 == 0:
            return self.write(self.text)
        return self.write(Program(self.seed, self.kind, number + 1).text())

    def checksum(self):
        path = self.write(self.text)
        try:
            return expected(path)
        finally:
            path.unlink()

    def digest(self):
        headers = (HERE / "machine.h").read_text() + (HERE / "host.h").read_text()
        return hashlib.sha256((self.text + headers).encode()).hexdigest()[:16]

    def kept_checksum(self):
        """The checksum of the same program, or an error."""
        for line in CHECKSUMS.read_text().splitlines():
            seed, digest, checksum = line.split()
            if seed == str(self.seed) and digest == self.digest():
                return int(checksum, 16)
        raise SystemExit(f"the generator makes another program {self.seed} than when {CHECKSUMS} was "
                         "written; write it again with tools/c-campaign dialect --checksums")


def options_of(path):
    contexts = re.search(r"^#define CONTEXTS (\d)", path.read_text(), re.M)
    return CONTEXTS[int(contexts.group(1))]


def compiled(compiler, runner, path, options):
    program = path.with_suffix(f".{os.getpid()}.exe")
    built = run([*compiler, "-std=gnu11", "-O1", "-w", "-fsigned-char", "-fwrapv",
                 "-fno-strict-aliasing", "-pthread", *options, f"-I{HERE}", path, "-o", program])
    if built.returncode != 0:
        raise Skipped(f"gcc refuses it: {built.stderr[:200]}")
    try:
        ran = run([*runner, program], timeout=HOST_SECONDS)
    except subprocess.TimeoutExpired:
        raise Skipped("does not end on the host") from None
    finally:
        program.unlink(missing_ok=True)
    if ran.returncode != 0:
        raise Skipped(f"fails on the host: {ran.stderr[:200]}")
    return ran.stdout


def output(path, *options):
    """The host's output; its last word is the checksum."""
    if not shutil.which(CROSS) or not shutil.which("qemu-ppc"):
        raise SystemExit(f"{CROSS} and qemu-ppc are missing; tools/setup --all installs them")
    return compiled([CROSS, "-static"], ["qemu-ppc"], path, options)


def expected(path, *options):
    return int(output(path, *options).split()[-1], 16)


def native(path, *options):
    return int(compiled(["gcc", "-m32"], [], path, options).split()[-1], 16)


def takes_long(path):
    return False


def shrink(text, is_bad):
    """Removes statements from a program of the generator while is_bad(text) holds. The rest is as
    valid as the whole, which no reducer of text can promise: registers are still waited for and
    nothing is undefined."""
    said = re.match(r"// seed (\d+), .*, variant (\d+)", text)
    if not said:
        return text
    seed, variant = map(int, said.groups())
    flavour = FLAVOURS[seed % len(FLAVOURS)]
    left = list(range(1, Program(seed, flavour, variant).numbered + 1))
    best = text
    every = set(left)
    size = len(left) // 2
    while size:
        at = 0
        while at < len(left):
            tried = left[:at] + left[at + size:]
            smaller = Program(seed, flavour, variant, frozenset(every - set(tried))).text()
            if smaller != best and is_bad(smaller):
                left, best = tried, smaller
            elif smaller == best:
                left = tried
            else:
                at += size
        size //= 2
    return best
