#!/usr/bin/env python3
"""Line cards at a fabric's port that sends what no fabric should: frames that are no cells, cells that are not due, grants of
nothing. The chip stays in step: every frame is counted, every buffer free, and packets that come whole among it leave.

    linecard_garbage.py BIN_DIR
"""
import json
import os
import random
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from linecard import ROOT, write_pcap  # noqa: E402

SYSTEMS = os.path.join(ROOT, "microblocks/systems")
FRAMES = 3000


def header(kind, of, output, length, source, first, last, packet, behind):
    return struct.pack(">II", kind << 28 | of << 24 | output << 16 | length << 8 | source,
                       first << 31 | last << 30 | packet << 16 | behind)


def whole_cell(number, rng):
    """A packet of one cell from input 15, which nothing else comes from."""
    data = b"\x45" + struct.pack(">H", number) + rng.randbytes(rng.randrange(61))
    return header(1, 1, 0, len(data), 15, 1, 1, number % 2**13, 0) + data


def garbage(rng, kind):
    """Fields that are right more often than not, and bytes that are none."""
    if rng.random() < 0.2:
        return rng.randbytes(rng.randrange(1, 400))
    length = rng.choice((64, 64, 64, 40, 0, 65))
    data = rng.randbytes(length if rng.random() < 0.9 else rng.randrange(100))
    return header(rng.choice((kind,) * 8 + (2, 15)), rng.choice((0, 0, 0, 1, 7)), rng.choice((0, 1, 15, 16, 255)), length,
                  rng.choice((0, 1, 2, 14, 16, 255)), rng.randrange(2), rng.randrange(2), rng.randrange(4),
                  rng.choice((0, 0, 1, 2, 40))) + data


def run(binaries, system, frames, folder, *more):
    capture = os.path.join(folder, "in.pcap")
    write_pcap(capture, frames)
    subprocess.run([os.path.join(binaries, "ixpemu"), "run", os.path.join(SYSTEMS, system), "--quiet", "--until", "idle",
                    "--rx", f"1={capture}", "--out", folder, *more], check=True)
    with open(os.path.join(folder, "stats.json"), encoding="utf-8") as f:
        return json.load(f)["frames"]


def egress(binaries, rng):
    good = iter([whole_cell(n, rng) for n in range(FRAMES)])
    frames, due = [], []
    while len(frames) < FRAMES:
        if rng.random() < 0.2:
            due.append(next(good))
            frames.append(due[-1])
        else:
            frames.append(garbage(rng, 1))
    # More than a buffer holds.
    frames += [header(1, 0, 0, 64, 13, behind == 39, behind == 0, 0, behind) + bytes(64) for behind in range(39, -1, -1)]
    # Packets without an end would stay: another one begins.
    frames += [header(1, of, 0, 8, source, 1, 1, 0, 0) + bytes(8) for of in (0, 1) for source in range(16)]
    with tempfile.TemporaryDirectory() as work:
        counts = run(binaries, "linecard-egress.toml", frames, work)
        with open(os.path.join(work, "port0_tx.log"), encoding="utf-8") as f:
            left = [bytes.fromhex(line.split()[5])[14:] for line in f if not line.startswith("#")]
    found = iter(left)
    assert all(cell[8:] in found for cell in due), "a whole packet did not leave, or not in order"
    dropped = counts["dropped_by_microcode"]
    assert min(dropped[name] for name in ("bad_header", "wrong_cell", "joined", "rx_error")) > 50, dropped
    assert dropped["oversize"] == 1, dropped
    print(f"egress: {len(frames)} frames, {len(due)} whole packets left, {dropped}")


def ingress(binaries, rng):
    with tempfile.TemporaryDirectory() as work:
        counts = run(binaries, "linecard-requests.toml", [garbage(rng, 3) for _ in range(FRAMES)], work, "--set",
                     "port.0.rx={ streams = [] }")
    dropped = counts["dropped_by_microcode"]
    assert dropped["grant"] == 0 and dropped["grant_lost"] + dropped["rx_error"] == FRAMES, dropped
    print(f"ingress: {FRAMES} frames, {dropped}")


def main():
    rng = random.Random(5)
    egress(sys.argv[1], rng)
    ingress(sys.argv[1], rng)


if __name__ == "__main__":
    main()
