#!/usr/bin/env python3
"""A small kernel that drives the network as Linux does, with microcode of its own on the rings of
Linux's driver, in both byte orders: every frame must leave by the next port with its TTL spent, or
be counted.

    forward.py BIN_DIR
"""
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(os.path.join(ROOT, "tools"))
from tools_lib import pcap, portlog, protocols  # noqa: E402

HERE = ROOT / "tests/xscale/forward"
LIBRARY = ROOT / "microblocks/xscale"
BIN = pathlib.Path(sys.argv[1]).resolve()
CLANG, LINKER = shutil.which("clang-19") or "clang", shutil.which("ld.lld-19") or "ld.lld"
PORTS, FRAMES = 3, 300
GAP_NS, LINE_RATE_NS = 20_000, 672  # between frames of a port: a light load, and an overload
FREELIST_ENTRY = 1 << 12 | 2  # signal 1, transfer register 2 of microengine 0


def frame(port, n, ttl):
    """A frame of 60 bytes; one in ten is not IPv4."""
    body = struct.pack(">HI20x", port, n)
    f = protocols.ipv4(f"10.0.{port}.2", f"10.0.{(port + 1) % PORTS}.2", 17, body, n, ttl, bytes(6) + bytes((2, 0, 0, 0, 0, port)))
    return f[:13] + b"\x06" + f[14:] if n % 10 == 9 else f


def words_of(name, source, *options):
    out = subprocess.run([BIN / "mecc", "--print-words", *options, source], check=True, capture_output=True, text=True, timeout=1200).stdout.split()
    return f"static const u32 {name}[][2] = {{" + ", ".join(f"{{0x{w[:2]}, 0x{w[2:]}}}" for w in out) + "};\n"


def build(work, order):
    (work / "microcode.h").write_text(words_of("receive", ROOT / "tests/golden/hosted/rx.uc", f"-DFREELIST_ENTRY={FREELIST_ENTRY}")
                                      + words_of("transmit", HERE / "tx.uc"))
    library = [LIBRARY / n for n in ("start.s", "interrupts.c", "rings.c", "printf.c", "console.c", "memory.c", "divide_abi.s", "divide.c")]
    subprocess.run([CLANG, f"--target=arm{order}v5te-none-eabi", "-mcpu=xscale", "-O2", "-ffreestanding", "-Wall", "-Werror", f"-I{LIBRARY}",
                    f"-I{work}", "-nostdlib", f"--ld-path={shutil.which(LINKER)}", "-static", "-Wl,-Ttext=0xf0008000,-e,enter_kernel",
                    HERE / "head.s", HERE / "forward.c", *library, "-o", work / "kernel"], check=True, timeout=1200)


def run(work, engine, gap_ns):
    sent = {p: [frame(p, n, 1 if n % 7 == 3 else 64) for n in range(FRAMES)] for p in range(PORTS)}
    ports = ""
    for p, frames in sent.items():
        pcap.write(work / f"port{p}.pcap", [(n * gap_ns, f) for n, f in enumerate(frames)])
        ports += f'[port.{p}.rx]\nstreams = "port{p}.pcap"\ntiming = "stamps"\nfcs = "keep"\nstart_ns = 1000000\n[port.{p}.tx]\n'
    (work / "x.toml").write_text(f'[xscale]\nkernel = "kernel"\nboard = "enp2611"\ncommand_line = "1"\n{ports}[stop]\ntime_ms = 20\n')
    done = subprocess.run([BIN / "ixpemu", "run", work / "x.toml", "--quiet", "--engine", engine, "--out", work / "out"],
                          capture_output=True, text=True, timeout=1200)
    left = [[f[:60] for f in portlog.frames(work / f"out/port{p}_tx.log")] for p in range(PORTS)]
    return done, sent, left, json.loads((work / "out/stats.json").read_text())


def expected(frames):
    """The frames that the next port sends."""
    out = []
    for f in frames:
        if f[12:14] == b"\x08\x00" and f[22] > 1:
            out.append(f[:14] + protocols.with_checksum(f[14:22] + bytes((f[22] - 1,)) + f[23:34]) + f[34:])
    return out


def is_part(some, frames):
    """In the same order."""
    rest = iter(frames)
    return all(f in rest for f in some)


def problems(work, done, sent, left, stats, overload):
    counts = re.fullmatch(r"received (\d+), forwarded (\d+), dropped (\d+), no room (\d+)\n", done.stdout)
    if not counts or done.returncode:
        yield f"status {done.returncode}\n{done.stdout}{done.stderr}"
        return
    received, forwarded, dropped, no_room = map(int, counts.groups())
    contexts = (work / "out/contexts.txt").read_text()
    if len(re.findall(r"ME 0:[01] loaded by the XScale core\n  next instructions of contexts:( \d+){8}\n", contexts)) != 2:
        yield contexts
    lost = sum(stats["frames"]["dropped_by_hardware"].values())
    if received + lost != PORTS * FRAMES or forwarded + dropped + no_room != received or forwarded != sum(map(len, left)):
        yield f"{done.stdout}{lost} frames were lost and {sum(map(len, left))} left"
    for p in range(PORTS):
        there, due = left[(p + 1) % PORTS], expected(sent[p])
        if not is_part(there, due) or (not overload and there != due):
            yield f"port {(p + 1) % PORTS} sent other frames"
    if overload != (lost > 0) or (not overload and no_room):
        yield f"{done.stdout}{lost} frames were lost"


def main():
    failed = 0
    for order in "", "eb":
        with tempfile.TemporaryDirectory() as folder:
            work = pathlib.Path(folder)
            build(work, order)
            for gap_ns, overload in (GAP_NS, False), (LINE_RATE_NS, True):
                name = f"{'big' if order else 'little'}-endian, a frame in {gap_ns} ns"
                results = {engine: run(work, engine, gap_ns) for engine in ("threaded", "reference")}
                for engine, result in results.items():
                    for text in problems(work, *result, overload):
                        print(f"{name}, {engine}: {text}")
                        failed += 1
                (done, _, left, stats), other = results.values()
                if (done.stdout, left, stats["interrupt_sources"]) != (other[0].stdout, other[2], other[3]["interrupt_sources"]):
                    print(f"{name}: the engines differ")
                    failed += 1
                print(f"{name}: {done.stdout}", end="")
    return failed > 0


sys.exit(main())
