#!/usr/bin/env python3
"""The header switch on microengines and on the control core: both send the frames of a model of
the rule, one by one, and count the same drops.

    header_switch.py BIN_DIR ENGINE [--packets N]
"""
import argparse
import collections
import json
import os
import random
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "tools"))
from tools_lib import pcap, protocols  # noqa: E402
SYSTEMS = {name: os.path.join(ROOT, f"microblocks/systems/{name}.toml") for name in ("header-switch", "header-switch-slow")}
GAP_US = 40  # between frames: the control core takes some twenty for one
# The table of the system files: destination -> new destination, new source, port, MACs
TABLE = {0x0a000009: (0x0a000102, 0x0a000101, 1, bytes.fromhex("020000000102020000000101")),
         0x0a00000a: (0x0a000003, 0x0a000009, 0, bytes.fromhex("020000000003020000000009"))}


def packet(macs, source, destination, protocol, payload, udp_checksum=True):
    """An IPv4 frame with correct checksums, that of UDP only with udp_checksum."""
    pseudo = struct.pack(">IIBBH", source, destination, 0, protocol, len(payload))
    at = {6: 16, 17: 6}.get(protocol)
    if at is not None and (protocol == 6 or udp_checksum):
        value = protocols.checksum(pseudo + payload[:at] + b"\0\0" + payload[at + 2:] + bytes(len(payload) % 2))
        payload = payload[:at] + struct.pack(">H", value or (0xffff if protocol == 17 else 0)) + payload[at + 2:]
    return protocols.ipv4(source, destination, protocol, payload, 7, macs=macs)


def drawn(rng):
    """Random (frame, expectation): (port, transmitted frame), or the drop counter."""
    macs = rng.randbytes(12)
    kind = rng.choice(["udp", "udp", "bare", "tcp", "tcp", "icmp", "lost", "arp", "options"])
    if kind == "arp":
        return macs + b"\x08\x06" + rng.randbytes(46), "not_ipv4"
    size = rng.choice([26, 56, 84, 1455, rng.randrange(26, 1400)])
    body, source = rng.randbytes(size), rng.getrandbits(32)
    destination = rng.choice(list(TABLE)) if kind != "lost" else rng.choice([0x0a000049, 0, 0x0b000009, 0xffffffff])
    protocol = {"tcp": 6, "icmp": 1}.get(kind, 17)
    if kind == "bare":
        body = body[:6] + b"\0\0" + body[8:]
    frame = packet(macs, source, destination, protocol, body, kind != "bare")
    if kind == "options":
        return frame[:14] + b"\x46" + frame[15:], "bad_header"
    if kind == "lost":
        return frame, "no_route"
    to, new_source, port, new_macs = TABLE[destination]
    return frame, (port, packet(new_macs, new_source, to, protocol, body, kind != "bare"))


def run(binaries, system, engine, capture, out):
    subprocess.run([os.path.join(binaries, "ixpemu"), "run", system, "--engine", engine, "--rx", f"0={capture}",
                    "--set", "port.0.rx.timing=stamps", "--out", out, "--quiet"], check=True, timeout=1200)
    sent = {}
    for port in 0, 1:
        with open(os.path.join(out, f"port{port}_tx.log"), encoding="utf-8") as f:
            sent[port] = [bytes.fromhex(line.split()[5]) for line in f if not line.startswith("#")]
    with open(os.path.join(out, "stats.json"), encoding="utf-8") as f:
        drops = json.load(f)["frames"]["dropped_by_microcode"]
    return sent, {name: count for name, count in drops.items() if count}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries")
    parser.add_argument("engine")
    parser.add_argument("--packets", type=int, default=60)
    given = parser.parse_args()
    rng = random.Random(3)
    frames = [drawn(rng) for _ in range(given.packets)]
    wanted = {port: [what[1] for _, what in frames if what[0] == port] for port in (0, 1)}
    drops = dict(collections.Counter(what for _, what in frames if isinstance(what, str)))
    wrong = []
    with tempfile.TemporaryDirectory() as work:
        capture = os.path.join(work, "frames.pcap")
        pcap.write(capture, [((i + 1) * GAP_US * 1000, frame) for i, (frame, _) in enumerate(frames)])
        for name, system in SYSTEMS.items():
            sent, dropped = run(given.binaries, system, given.engine, capture, os.path.join(work, name))
            for port in wanted:
                if sent[port] != wanted[port]:
                    first = next((i for i, pair in enumerate(zip(sent[port], wanted[port])) if pair[0] != pair[1]), None)
                    wrong.append(f"{name}: port {port} sent {len(sent[port])} frames, expected {len(wanted[port])}")
                    if first is not None:
                        wrong.append(f"frame {first}:\n{sent[port][first].hex()}\n{wanted[port][first].hex()}")
            if dropped != drops:
                wrong.append(f"{name}: dropped {dropped}, expected {drops}")
    print("\n".join(wrong) or f"{len(frames)} frames through two header switches: as the model has it; {drops}")
    sys.exit(bool(wrong) or not all(wanted.values()))


if __name__ == "__main__":
    main()
