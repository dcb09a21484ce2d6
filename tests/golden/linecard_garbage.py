#!/usr/bin/env python3
"""Line cards at a fabric's port that sends garbage: frames that are no cells, cells that are not
due, grants without a request. The chip stays in step: every frame is counted, every buffer is
free, and whole packets between the garbage leave.

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

sys.path.append(os.path.join(ROOT, "tools"))
from tools_lib import protocols  # noqa: E402

SYSTEMS = os.path.join(ROOT, "microblocks/systems")
FRAMES = 3000


def header(kind, of, output, length, source, first, last, packet, behind):
    return struct.pack(">II", kind << 28 | of << 24 | output << 16 | length << 8 | source,
                       first << 31 | last << 30 | packet << 16 | behind)


def whole_cell(number, rng):
    """A packet of one cell from input 15, which sends no other packet."""
    data = b"\x45" + struct.pack(">H", number) + rng.randbytes(rng.randrange(61))
    return header(1, 1, 0, len(data), 15, 1, 1, number % 2**13, 0) + data


def garbage(rng, kind):
    """Random fields, more often valid than not, or random bytes."""
    if rng.random() < 0.2:
        return rng.randbytes(rng.randrange(1, 400))
    length = rng.choice((64, 64, 64, 40, 0, 65))
    data = rng.randbytes(length if rng.random() < 0.9 else rng.randrange(100))
    return header(rng.choice((kind,) * 8 + (2, 15)), rng.choice((0, 0, 0, 1, 7)), rng.choice((0, 1, 15, 16, 255)), length,
                  rng.choice((0, 1, 2, 14, 16, 255)), rng.randrange(2), rng.randrange(2), rng.randrange(4),
                  rng.choice((0, 0, 1, 2, 40))) + data


def cframes(rng, payloads, kind):
    """(C-frame, whether it is good and of that kind) of each payload; some become others, or bytes that are none."""
    for payload in payloads:
        chance = rng.random()
        if chance < 0.1 or not payload or len(payload) > 256:
            yield rng.randbytes(rng.randrange(1, 400)), False
            continue
        other = chance < 0.2
        frame = protocols.cframe(rng.randrange(16) if other else kind, payload, rng.getrandbits(32), rng.choice((3, 3, 3, 0, 1, 2)))
        if chance > 0.9:
            at = rng.randrange(len(frame))
            frame = frame[:at] + bytes([frame[at] ^ 1 << rng.randrange(8)]) + frame[at + 1:]
        yield frame, 0.2 <= chance <= 0.9


def run(binaries, system, frames, folder, *more, port=1):
    capture = os.path.join(folder, "in.pcap")
    write_pcap(capture, frames)
    subprocess.run([os.path.join(binaries, "ixpemu"), "run", os.path.join(SYSTEMS, system), "--quiet", "--until", "idle",
                    "--rx", f"{port}={capture}", "--out", folder, *more], check=True, timeout=1200)
    with open(os.path.join(folder, "stats.json"), encoding="utf-8") as f:
        return json.load(f)


def left_at(folder):
    with open(os.path.join(folder, "port0_tx.log"), encoding="utf-8") as f:
        return [bytes.fromhex(line.split()[5])[14:] for line in f if not line.startswith("#")]


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
        counts = run(binaries, "linecard-egress.toml", frames, work)["frames"]
        left = left_at(work)
    found = iter(left)
    assert all(cell[8:] in found for cell in due), "a whole packet did not leave, or not in order"
    dropped = counts["dropped_by_microcode"]
    assert min(dropped[name] for name in ("bad_header", "wrong_cell", "joined", "rx_error")) > 50, dropped
    assert dropped["oversize"] == 1, dropped
    print(f"egress: {len(frames)} frames, {len(due)} whole packets left, {dropped}")


def ingress(binaries, rng):
    with tempfile.TemporaryDirectory() as work:
        counts = run(binaries, "linecard-requests.toml", [garbage(rng, 3) for _ in range(FRAMES)], work, "--set",
                     "port.0.rx={ streams = [] }")["frames"]
    dropped = counts["dropped_by_microcode"]
    assert dropped["grant"] == 0 and dropped["grant_lost"] + dropped["rx_error"] == FRAMES, dropped
    print(f"ingress: {FRAMES} frames, {dropped}")


def csix_egress(binaries, rng):
    due, frames = [], []
    for n, (frame, _) in enumerate(cframes(rng, (garbage(rng, 1) for _ in range(FRAMES)), protocols.UNICAST)):
        frames.append(frame)
        if n % 5 == 0:
            due.append(whole_cell(n // 5, rng))
            frames.append(protocols.cframe(protocols.UNICAST, due[-1]))
    frames += [protocols.cframe(protocols.UNICAST, header(1, of, 0, 8, source, 1, 1, 0, 0) + bytes(8)) for of in (0, 1) for source in range(16)]
    with tempfile.TemporaryDirectory() as work:
        stats = run(binaries, "linecard-csix-egress.toml", frames, work, port=0)
        left = iter(left_at(work))
        with open(os.path.join(work, "port1_tx.log"), encoding="utf-8") as f:
            crossed = sum(row.split()[4] != "-" for row in f if not row.startswith("#"))
    assert all(cell[8:] in left for cell in due), "a whole packet did not leave, or not in order"
    dropped, counts = stats["frames"]["dropped_by_microcode"], stats["csix"]
    assert min(dropped[name] for name in ("bad_header", "wrong_cell", "joined", "rx_error")) > 50, dropped
    assert min(counts[name] for name in ("idle", "discarded", "damaged", "length_errors", "vertical_errors", "forwarded")) > 20, counts
    assert crossed == counts["forwarded"], (crossed, counts)
    assert stats["frames"]["received"] == len(frames) and stats["frames"]["balanced"], stats["frames"]
    print(f"egress over CSIX: {len(frames)} frames, {len(due)} whole packets left, {dropped}, {counts}")


def csix_ingress(binaries, rng):
    frames = list(cframes(rng, (garbage(rng, 3) for _ in range(FRAMES)), protocols.FLOW_CONTROL))
    with tempfile.TemporaryDirectory() as work:
        stats = run(binaries, "linecard-csix.toml", [frame for frame, _ in frames], work, "--set", "port.0.rx={ streams = [] }")
    dropped, counts = stats["frames"]["dropped_by_microcode"], stats["csix"]
    taken, lost = counts["fcififo_frames"], stats["frames"]["dropped_by_hardware"]
    assert dropped["grant"] == 0 and dropped["grant_lost"] == taken, dropped
    assert taken + sum(lost.values()) == FRAMES and taken + lost.get("FCIFIFO overflow", 0) >= sum(good for _, good in frames), lost
    assert lost["damaged flow control"] == counts["fcififo_errors"] > 200 and lost["idle C-frame"] > 0, (lost, counts)
    print(f"ingress over CSIX: {FRAMES} frames, {dropped}, {counts}")


def main():
    rng = random.Random(5)
    egress(sys.argv[1], rng)
    ingress(sys.argv[1], rng)
    csix_egress(sys.argv[1], rng)
    csix_ingress(sys.argv[1], rng)


if __name__ == "__main__":
    main()
