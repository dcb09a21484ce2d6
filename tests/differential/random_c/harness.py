"""Shared by the generators of C programs and their users: running commands, judging results.

A generator is a folder with programs.py:

    LEVELS                      options of mecc a program is compiled with, one after the other
    FLAVOURS                    kinds of programs, which go round with the seed
    MECC                        more options of mecc-run
    Case(seed, folder)          one program: flavour, options, checksum(), source(level)
    options_of(path)            more options of mecc-run, which a source needs
    expected(path, *options)    the checksum the host's compiler computes from a source
    native(path, *options)      the same from the compiler of this machine, which has sanitizers
    shrink(text, is_bad)        a smaller program of the same kind, the input of creduce
    takes_long(path)            whether the emulator need not end it
"""

import importlib
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "dialect")]

GENERATORS = ("csmith", "dialect")
DONE = 0x600DC0DE  # beside the checksum, when there is one
DUMP = "--dump=scratch:0x100+2"
TOO_LARGE = ("local memory is full", "local memory is exhausted", "control store",
             "transfer registers are exhausted", "signals are in use at the same time")


class Skipped(Exception):
    """There is no program, or nothing to compare with."""


def generator(name):
    return importlib.import_module(f"{name}.programs")


def run(command, **more):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, **more)


def judge(result, checksum):
    """(kind, details) of one run: "same", "rejected", or a failure."""
    if result.kind == "refused":
        line = next((l for l in result.text.splitlines() if "error:" in l), "no reason")
        why = line.split("error:")[-1].strip()
        if any(limit in why for limit in TOO_LARGE):
            return "rejected", next(limit for limit in TOO_LARGE if limit in why)
        return "refused", why
    if result.kind != "ended":
        lines = result.text.strip().splitlines() or ["no word"]
        return result.kind, lines[-1 if result.kind in ("crash", "hazard") else 0]
    if result.words.get(("scratch", 0x104)) != DONE:
        return "mismatch", "ended without a checksum"
    value = result.words[("scratch", 0x100)]
    if value != checksum:
        return "mismatch", f"{value:08x}, the host says {checksum:08x}"
    return "same", ""
