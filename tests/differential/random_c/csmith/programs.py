"""Programs of csmith that the dialect and the machine accept, and their results on the host.

The dialect has no floating point, no argc; unions would show the byte order, packed structs
unaligned members. The limits keep programs small: a control store of 8192 words, 640 longwords of
local memory. csmith learns from platform.info that pointers have 32 bits.
"""

import os
import pathlib
import re
import subprocess

from harness import Skipped, run

HERE = pathlib.Path(__file__).resolve().parent

ALWAYS = ("--no-argc --no-unions --no-packed-struct --no-hash-value-printf --concise "
          "--max-block-size 3").split()
SMALL = ("--max-funcs 4 --max-block-depth 3 --max-expr-complexity 6 --max-array-dim 1 "
         "--max-array-len-per-dim 4 --max-struct-fields 4 --no-volatiles").split()
LARGER = ("--max-funcs 6 --max-block-depth 4 --max-expr-complexity 8 --max-array-dim 2 "
          "--max-array-len-per-dim 4 --max-struct-fields 5").split()
LARGE = ("--max-funcs 8 --max-block-depth 5 --max-expr-complexity 10 --max-array-dim 3 "
         "--max-array-len-per-dim 6 --max-struct-fields 8 --max-pointer-depth 3").split()

# Consecutive seeds get all flavours in turn: options of csmith, and of mecc.
FLAVOURS = [
    ("small", SMALL + ["--no-bitfields"], []),
    ("small, data in SRAM", SMALL + ["--no-bitfields"], ["-mdata=sram"]),
    ("bit-fields", SMALL + ["--bitfields"], []),
    ("larger, data in SRAM", LARGER + ["--no-bitfields"], ["-mdata=sram"]),
    ("one function", SMALL + ["--bitfields", "--max-funcs", "1", "--max-expr-complexity", "10"], []),
    ("volatile, bit-fields, data in SRAM", LARGER + ["--bitfields"], ["-mdata=sram"]),
    ("volatile", [o for o in SMALL if o != "--no-volatiles"] + ["--no-bitfields"], []),
    ("large, data in SRAM", LARGE + ["--bitfields"], ["-mdata=sram"]),
    ("large", LARGE + ["--no-bitfields", "--max-array-dim", "1"], []),
    ("32 bits", SMALL + ["--no-bitfields", "--no-longlong", "--no-math64"], []),
]

LEVELS = ["-O0", "-O1", "-O2", "-Os", "-Og"]
MECC = ["-w", "--run-contexts=1", "--control-store=8192", "--cycles=10000000000", f"-I{HERE}"]
HOST_SECONDS = 1
HOST_SECONDS_UNOPTIMISED = 0.5  # the emulator runs fewer instructions in its ten thousand million cycles


class Case:
    contexts = 1

    def __init__(self, seed, folder):
        self.seed = seed
        self.flavour, _, self.options = FLAVOURS[seed % len(FLAVOURS)]
        self.path = generate(seed, folder)

    def checksum(self):
        return expected(self.path)

    def source(self, level):
        """The same at every level."""
        return self.path


def options_of(path):
    return []


def generate(seed, folder):
    """Writes folder/SEED.c. csmith does not always come to an end."""
    (folder / "platform.info").write_text("integer size = 4\npointer size = 4\n")
    path = folder / f"{seed}.c"
    try:
        made = run(["csmith", "--seed", seed, *ALWAYS, *FLAVOURS[seed % len(FLAVOURS)][1], "-o", path],
                   cwd=folder, timeout=20)
    except subprocess.TimeoutExpired:
        raise Skipped("csmith takes too long") from None
    if made.returncode != 0:
        raise Skipped("csmith fails")
    path.write_text(obscure(path.read_text()))
    return path


def obscure(text):
    """Adds an unknown zero to the global variables: an optimiser that sees the whole program would
    compute most of them, and little would be left to compile."""
    variables = re.findall(r"^static (?:volatile )?u?int\d+_t (g_\d+)((?:\[\d+\])*) =", text, re.M)
    changes = "".join(f"    {name}{re.sub('[0-9]+', '0', index)} ^= unknown_zero;\n"
                      for name, index in variables)
    return text.replace("    crc32_gentab();\n", "    crc32_gentab();\n" + changes, 1)


def output(path, *more, seconds=HOST_SECONDS):
    """The host's output; its last word is the checksum. more: options of gcc."""
    program = path.with_suffix(f".{os.getpid()}.exe")
    built = run(["gcc", "-m32", "-std=gnu11", "-O1", "-w", "-fwrapv", "-fno-strict-aliasing",
                 *more, f"-I{HERE}", path, "-o", program])
    if built.returncode != 0:
        raise Skipped("gcc refuses it")
    try:
        ran = run([program], timeout=seconds)
    except subprocess.TimeoutExpired:
        raise Skipped("does not end on the host") from None
    finally:
        program.unlink(missing_ok=True)
    if ran.returncode != 0:
        raise Skipped("fails on the host")
    return ran.stdout


def expected(path, *more, **limits):
    return int(output(path, *more, **limits).split()[-1], 16)


def takes_long(path):
    """Whether the unoptimised program exceeds the host's limit, so the emulator may too: loops of
    2**32 rounds, which optimisers see through."""
    try:
        expected(path, "-O0", seconds=HOST_SECONDS_UNOPTIMISED)
    except Skipped:
        return True
    return False


native = expected


def shrink(text, is_bad):
    """Nothing that creduce does not do."""
    return text
