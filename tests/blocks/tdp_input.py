#!/usr/bin/env python3
"""tdp_input against the rule, on random packets: frames of arrival and departure, header, drops.
The neighbour's time cycle has four frames, some without a packet; routes have their own delays.

  tdp_input.py BIN_DIR [PACKETS]
"""
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../tools"))
from tools_lib.protocols import checksum  # noqa: E402

FRAMES, DELAY = 4, 3
TIMED, PARITY, CYCLE = 0x0C, 0x10, 0x20
DELAYS = {1: 0, 2: 1, 3: 2}  # of routes: 10.N.0.0/16 leaves by port N; 0: the router's
HOPS = 0x410000
PADDING_PORT = 9
COUNT_PADDING, COUNT_NOT_IN_STEP, COUNT_BAD_CHECKSUM, COUNT_TX_RING_FULL = 0x3f28, 0x3f2c, 0x3f18, 0x3f24


def packet(codepoint, net, port=1000, protocol=17, ttl=64):
    ip = bytearray([0x45, codepoint << 2, 0, 46, 0, 1, 0, 0, ttl, protocol, 0, 0, 10, 9, 0, 1, 10, net, 0, 3])
    ip[10:12] = checksum(bytes(ip)).to_bytes(2, "big")
    return bytes([2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0]) + ip + (1000).to_bytes(2, "big") + port.to_bytes(2, "big") + bytes(22)


def sent(rng, packets):
    """[(frame, cycle, kind, net)] as a neighbour sends; some cycles lack the first."""
    at = 1  # it is in the middle of a cycle when the router begins
    for _ in range(packets):
        kind = rng.choice(("timed", "timed", "timed", "padding", "best effort", "tcp to 9"))
        yield at % FRAMES, at // FRAMES % 2, kind, rng.choice(list(DELAYS))
        if rng.random() < 0.1:  # says of no frame that it has begun
            yield (at + 1) % FRAMES, at // FRAMES % 2, "broken", 1
        if kind != "best effort":  # the frame was seen
            at += rng.choice((0, 1, 2) if at % FRAMES == FRAMES - 1 else (0, 1, 1))


def followed(packets):
    """For each packet: (frame in which it leaves or None, codepoint), or its drop counter."""
    step, frame, cycle = 0, 0, 0
    for came, turn, kind, net in packets:
        if kind in ("best effort", "broken"):
            yield (None, 0) if kind == "best effort" else COUNT_BAD_CHECKSUM
            continue
        if step == 0:
            step, cycle = 1, turn
        elif turn != cycle:
            step, frame, cycle = 2, came % 2, turn
        elif came % 2 != frame % 2:
            frame = (frame + 1) % FRAMES
        if kind == "padding":
            yield COUNT_PADDING
        elif step < 2:
            yield COUNT_NOT_IN_STEP
        else:
            assert frame == came
            out = frame + (DELAYS[net] or DELAY)
            yield out % FRAMES, TIMED | PARITY * (out % 2) | CYCLE * (turn ^ (out >= FRAMES))


def longwords(data):
    return "[" + ", ".join(hex(int.from_bytes(data[at:at + 4], "big")) for at in range(0, len(data), 4)) + "]"


def written(kind, **keys):
    return f"[[test.{kind}]]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items())


def table():
    """Routes by the second byte of the address."""
    root, second = bytearray(1024), bytearray(1024)
    root[40:44] = (0x80400400).to_bytes(4, "big")
    hops = b""
    for net, delay in DELAYS.items():
        second[4 * net:4 * net + 4] = (HOPS + 16 * (net - 1)).to_bytes(4, "big")
        hops += (delay << 8 | net).to_bytes(4, "big") + bytes([2, 0, 0, 0, net, 2, 2, 0, 0, 0, net, 1])
    return written("memory", region='"sram0"', address=0x400000, words=longwords(bytes(root + second))) + \
        written("memory", region='"sram0"', address=HOPS, words=longwords(hops))


def full():
    """Packets for a full ring are dropped."""
    for edge, ring, size in (0, "RING_OUT", 512), (1, "RING_EDGE", 256):
        yield f'[[test]]\nname = "no room on {ring}"\n' + table() + \
            written("memory", region='"dram"', address=0x100000, words=longwords(packet(0, 1)[:40])) + \
            written("put", ring=f'"{ring}"', words=[7] * (size - 16)) + \
            written("put", ring=f'"RING_RX_PORT{3 * edge}"', handle=0xc0004000, bytes=60) + \
            written("expect", region='"scratch"', address=COUNT_TX_RING_FULL, words=[1])


def test(rng, packets):
    packets = list(sent(rng, packets))
    text = f'[[test]]\ncycles = {5000 * len(packets)}\nname = "{len(packets)} packets of a neighbour"\n' + table()
    expected, drops = "", {COUNT_PADDING: 0, COUNT_NOT_IN_STEP: 0, COUNT_BAD_CHECKSUM: 0}
    for n, ((frame, turn, kind, net), result) in enumerate(zip(packets, followed(packets))):
        codepoint = 0 if kind == "best effort" else TIMED | PARITY * (frame % 2) | CYCLE * turn
        port, protocol = (PADDING_PORT if kind in ("padding", "tcp to 9") else 1000), 6 if kind == "tcp to 9" else 17
        frame_in = packet(codepoint, net, port, protocol)
        if kind == "broken":
            frame_in = frame_in[:24] + b"\x55\xaa" + frame_in[26:]
        handle, address = 0xc0004000 + 8 * n, 0x100000 + 2048 * n + 128 * (n % 4)
        text += written("memory", region='"dram"', address=address, words=longwords(frame_in[:40]))
        text += written("put", ring='"RING_RX_PORT0"', handle=handle, bytes=60)
        if isinstance(result, int):
            drops[result] += 1
            continue
        out, codepoint = result
        expected += written("expect", ring='"RING_OUT"', handle=handle, port=net, bytes=60, timed=int(out is not None), frame=out or 0)
        leaves = packet(codepoint, net, port, protocol, ttl=63)[14:40]
        macs = bytes([2, 0, 0, 0, net, 2, 2, 0, 0, 0, net, 1, 8, 0])
        expected += written("expect", region='"dram"', address=address, words=longwords(macs + leaves))
    for counter, count in drops.items():
        expected += written("expect", region='"scratch"', address=counter, words=[count])
    assert all(drops.values())
    return text + expected


def main():
    binaries, packets = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 50
    with tempfile.TemporaryDirectory() as work:
        with open(f"{work}/s.toml", "w", encoding="utf-8") as f:
            f.write(f'messages = "{HERE}/../../rings/tdp.h"\n[[microengine]]\nat = "0:1"\n'
                    f'image = "{HERE}/../../microblocks/tdp_input/tdp_input.c"\ndefine = {{ EDGE_PORTS = 8, FRAMES = {FRAMES}, DELAY = {DELAY} }}\n')
        with open(f"{work}/s.test.toml", "w", encoding="utf-8") as f:
            f.write('system = "s.toml"\n' + test(random.Random(packets), packets) + "".join(full()))
        sys.exit(subprocess.run([os.path.join(binaries, "ixptest"), f"{work}/s.test.toml"], timeout=300).returncode)


if __name__ == "__main__":
    main()
