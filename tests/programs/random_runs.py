#!/usr/bin/env python3
"""Runs mecc on random command lines and on damaged sources, and checks that it always ends well.

    random_runs.py --mecc MECC [--seeds FIRST-LAST] [--keep DIR] [--memory-gib N] SOURCE...

A good end: exit status 0, 1 or 2 in time and in bounded memory; a message on standard error when
it refuses; outputs that are complete when the status is 0, and none otherwise. Everything follows
from the seed. With --keep, sources of bad ends are kept in DIR. --memory-gib 0 sets no bound: the
address sanitizer reserves terabytes for its shadow.
"""
import argparse
import pathlib
import random
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile

TIMEOUT_S = 300

FLAGS = ["-S", "--list", "-g", "--costs", "--emit-llvm", "--verify", "--contexts=4",
         "--contexts=8", "--contexts=7", "-O0", "-O1", "-O2", "-O3", "-Os", "-O", "-Ox",
         "-mdata=sram", "-mdata=local", "-mdata=dram", "-mdata", "--run-contexts=1",
         "--run-contexts=8", "--run-contexts=0", "--control-store=100", "--control-store=8192",
         "--control-store=-1", "-Wall", "-Wno-shadow", "-Werror", "-Wnosuch", "-W", "-DX", "-DX=1",
         "-D", "-D1", "-DX(a)=a", "-UX", "-U", "-I", "-I.", "-Inosuch", "-include", "nosuch.h",
         "--disassemble", "--assemble", "--print-words", "-E", "--compile-commands", "--system",
         "--version", "--help", "-x", "--", "-", "", "--nosuch", "@file"]
SNIPPETS = ["__declspec(", "sram", "scratch shared", "local_mem", ")", "{", "}", "[", "]", ";", "*",
            "&", "SIGNAL s;", "SIGNAL_PAIR", "ctx_swap", "sig_done", "__wait_for_all(", "for(;;)",
            "int", "long long", "char", "0", "1", "0xffffffff", "-1", "<<", ">>", "/", "%", "==",
            "goto x;", "x:", "switch (", "case 1:", "return", "struct {", "union", "volatile",
            "const", "sizeof", "__asm", "alu[", "ctx_arb[", "#include <ixp.h>\n", "#define X(a) a a\n",
            "X(", "\"", "'", "/*", "\\\n", "\0", "\xff", "__implicit_write(&", "__ctx()",
            "main(", "float", "static", "inline", "__intrinsic", "gp_reg", "sram_read_reg"]


def limit(memory_gib):
    """Sets the limits of a run before mecc begins."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if memory_gib:
        resource.setrlimit(resource.RLIMIT_AS, (memory_gib << 30, memory_gib << 30))


def run(options, arguments, folder):
    """Status and error ("" if there is none)."""
    before = {p.name for p in folder.iterdir()}
    try:
        done = subprocess.run([str(options.mecc.resolve())] + arguments, cwd=folder,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT_S,
                              check=False, preexec_fn=lambda: limit(options.memory_gib))
    except subprocess.TimeoutExpired:
        return None, f"still running after {TIMEOUT_S} s"
    except (OSError, ValueError) as e:  # NUL in an argument
        return None, str(e)
    made = {p.name for p in folder.iterdir()} - before
    said = done.stderr.decode(errors="replace")
    if done.returncode not in (0, 1, 2):
        return done.returncode, f"exit status {done.returncode}\n{said[-2000:]}"
    if "internal error" in said or "LLVM ERROR" in said:
        return done.returncode, said[-2000:]
    if done.returncode and not said.strip():
        return done.returncode, f"exit status {done.returncode} without a word"
    if any(name.endswith(".tmp") for name in made):
        return done.returncode, f"left behind {sorted(made)}"
    diagnostics = {b for a, b in zip(arguments, arguments[1:]) if a == "--sarif"}
    if done.returncode and made - diagnostics:
        return done.returncode, f"status {done.returncode}, but wrote {sorted(made)}"
    return done.returncode, ""


def damaged(rng, text):
    """The text with a few random wounds."""
    for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(6)
        if kind == 0:
            text = text[:at]
        elif kind == 1:
            text = text[:at] + rng.choice(SNIPPETS) + text[at:]
        elif kind == 2:
            text = text[:at] + text[at + rng.randrange(1, 40):]
        elif kind == 3:  # tokens change places
            words = text.split(" ")
            i, j = rng.randrange(len(words)), rng.randrange(len(words))
            words[i], words[j] = words[j], words[i]
            text = " ".join(words)
        elif kind == 4:  # numbers become others
            digits = [i for i, c in enumerate(text) if c.isdigit()]
            if digits:
                i = rng.choice(digits)
                text = text[:i] + rng.choice("0123456789") * rng.choice([1, 1, 2, 9]) + text[i + 1:]
        else:
            lines = text.split("\n")
            lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
            text = "\n".join(lines)
    return text


def one(rng, options, sources, folder):
    """One run; the arguments and the error."""
    source = rng.choice(sources)
    text = source.read_text(errors="surrogateescape")
    if rng.random() < 0.7:
        text = damaged(rng, text)
        arguments = ["a.c", "-I", str(source.parent.resolve()), "-o", "a.uof"]
        arguments += rng.sample(["-O0", "-Os", "-mdata=sram", "--contexts=4", "--verify", "-DPORT=0",
                                 "--list", "-g", "--costs"], rng.randrange(4))
    else:
        arguments = ["a.c"] if rng.random() < 0.8 else []
        arguments += [rng.choice(FLAGS) for _ in range(rng.randrange(1, 6))]
        if rng.random() < 0.5:
            arguments += ["-o", rng.choice(["a.uof", "-", "", "a.c", ".", "no/such/folder"])]
        if rng.random() < 0.2:
            arguments += ["--sarif", "s.sarif"]
        rng.shuffle(arguments)
    (folder / "a.c").write_text(text, errors="surrogateescape")
    return arguments, run(options, arguments, folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mecc", required=True, type=pathlib.Path)
    parser.add_argument("--seeds", default="1-100")
    parser.add_argument("--memory-gib", default=4, type=int)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("sources", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    first, last = (int(n) for n in options.seeds.split("-"))
    bad, statuses = 0, {}
    for seed in range(first, last + 1):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            arguments, (status, trouble) = one(random.Random(seed), options, options.sources, folder)
            statuses[status] = statuses.get(status, 0) + 1
            if not trouble:
                continue
            bad += 1
            print(f"seed {seed}: mecc {shlex.join(arguments)}: {trouble}")
            if options.keep:
                options.keep.mkdir(parents=True, exist_ok=True)
                shutil.copy(folder / "a.c", options.keep / f"{seed}.c")
    print(f"{last - first + 1 - bad} of {last - first + 1} runs ended well; statuses "
          + ", ".join(f"{s}: {n}" for s, n in sorted(statuses.items(), key=str)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
