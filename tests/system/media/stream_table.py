#!/usr/bin/env python3
"""tools/stream-table: its tables, the descriptions it refuses, and its agreement with the header
as compiled for the ARM.

  stream_table.py
"""
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, ROOT)
from experiments import stream_table  # noqa: E402

TOOL = os.path.join(ROOT, "tools/stream-table")
GOOD = """[[stream]]
name = "a"
source = "10.0.0.2:5004"
destination = "10.0.1.2:6000"
kbit_s = 800
depth_bytes = 2048
waiting = 64
"""
SECOND = GOOD.replace('"a"', '"b"').replace(":6000", ":6002")
# Changes of GOOD, and the expected errors.
BAD = [(("kbit_s = 800\n", ""), "'kbit_s' is missing"), (("800", "0"), "kbit_s = 0; expected"), (("800", "4"), "kbit_s = 4; expected"),
       (("800", "nan"), "kbit_s = nan"), (("800", '"x"'), "kbit_s = 'x'"), (("800", "true"), "kbit_s = True"),
       (("10.0.0.2:5004", "10.0.0.2"), "no ADDRESS:PORT"), ((":6000", ":0"), "port 0"), ((":6000", ":70000"), "port 70000"),
       (("waiting = 64", "waiting = 0"), "waiting = 0"), (("2048", "63"), "depth_bytes = 63"),
       (("waiting = 64", "waiting = 64\nwait = 1"), "unknown key 'wait'"), (("waiting = 64", "waiting = 64\nbase = \"c\""), "no stream 'c'"),
       (("waiting = 64", "waiting = 64\nprotocol = \"ip\""), "protocol 'ip'"),
       (("waiting = 64", "waiting = 64\ndeadline_ms = 1e9"), "deadline_ms = 1000000000.0"), (("[[stream]]", "[[steam]]"), "'steam'"),
       (("[[stream]]", "[[stream]"), "error: "), ((GOOD, ""), "no streams"), ((GOOD, "stream = 3"), "no streams"),
       ((GOOD, GOOD + GOOD.replace('"a"', '"b"')), "same addresses"), ((GOOD, GOOD + SECOND.replace('"b"', '"a"')), "two streams are named")]


def make(text, work, out="table"):
    path = f"{work}/streams.toml"
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return subprocess.run([TOOL, path, "-o", os.path.join(work, out)], capture_output=True, text=True, timeout=300)


def words(path):
    with open(path, "rb") as f:
        data = f.read()
    return [int.from_bytes(data[i:i + 4], "big") for i in range(0, len(data), 4)]


def check_made(work):
    done = make(GOOD + SECOND + 'base = "a"\ndeadline_ms = 2\n', work)
    assert done.returncode == 0, done.stderr
    made = words(f"{work}/table")
    heads, entries = made[:2048], made[2048:]
    assert len(entries) == 64 and sorted(filter(None, heads)) == [1, 2], heads
    assert heads[stream_table.chain(17, 0x0a000002, 0x0a000102, 6000)] == 1
    assert entries[:8] == [0, 0x0a000002, 0x0a000102, 5004 << 16 | 6000, 17 << 24 | 64 << 12, 375 << 16, 2048, 0], entries[:8]
    assert entries[36:40] == [17 << 24 | 64 << 12 | 1, 375 << 16, 2048, 75000], entries[36:40]


def check_refused(work):
    for (old, new), message in BAD:
        text = GOOD.replace(old, new)
        done = make(text, work, "none")
        assert done.returncode == 1 and message in done.stderr and "Traceback" not in done.stderr, (text, done)
        assert not os.path.exists(f"{work}/none"), text
    assert "would take the place of its description" in make(GOOD, work, "streams.toml").stderr
    assert make("x = " + "[" * 5000, work).stderr.count("\n") == 1, "brackets too deep"
    assert make(GOOD, work, "/dev/full").returncode == 1, "a full disk"
    many = "".join(GOOD.replace('"a"', f'"{n}"').replace("1.2:6000", f"{n >> 8}.{n & 255}:7000") for n in range(1025))
    assert "1025 streams" in make(many, work, "none").stderr


def check_header(work, rng):
    """The header's macros in C as this host compiles them, and compiled for the ARM."""
    drawn = [(rng.choice((6, 17)), rng.getrandbits(32), rng.getrandbits(32), rng.getrandbits(16), rng.randrange(573, 1 << 28))
             for _ in range(200)]
    lines = [f'  printf("%u %u\\n", STREAM_CHAIN({p}, {s}u, {d}u, {port}), STREAM_TICKS_A_BYTE_OF({rate}u, 600000000));'
             for p, s, d, port, rate in drawn]
    program = (f'#include <stdio.h>\n#include "{ROOT}/microblocks/shaper/stream_table.h"\nint main(void) {{\n' + "\n".join(lines) +
               "\n  return 0;\n}\n")
    with open(f"{work}/header.c", "w", encoding="utf-8") as f:
        f.write(program)
    compiler = shutil.which("clang-19") or shutil.which("clang") or "cc"
    subprocess.run([compiler, "-Wall", "-Werror", "-o", f"{work}/header", f"{work}/header.c"], check=True, timeout=300)
    printed = subprocess.run([f"{work}/header"], check=True, capture_output=True, text=True, timeout=300).stdout.split()
    wanted = [str(n) for p, s, d, port, rate in drawn
              for n in (stream_table.chain(p, s, d, port), stream_table.ticks_a_byte(rate / 125))]
    assert printed == wanted, [pair for pair in zip(printed, wanted) if pair[0] != pair[1]][:3]
    if compiler != "cc":
        subprocess.run([compiler, "--target=armebv5te-none-eabi", "-ffreestanding", "-Wall", "-Werror", "-x", "c", "-c", "-o",
                        f"{work}/arm.o", "-"], input=re.sub(r"#include <stdio.h>", "int printf(const char*, ...);", program), text=True, check=True,
                       timeout=300)


def check_derived(work):
    systems = os.path.join(ROOT, "microblocks/systems")
    subprocess.run([TOOL, f"{systems}/shaper.streams.toml", "-o", f"{work}/shaper"], check=True, timeout=300)
    assert words(f"{work}/shaper") == words(f"{systems}/shaper.streams"), "shaper.streams is not made of shaper.streams.toml"


with tempfile.TemporaryDirectory() as work:
    check_made(work)
    check_refused(work)
    check_header(work, random.Random(1))
    check_derived(work)
print("as it should be")
