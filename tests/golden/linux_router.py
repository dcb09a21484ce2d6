#!/usr/bin/env python3
"""The emulated router against a real one: traces/real holds the frames that arrived at each port
of a Linux router and the frames that Linux sent. Fed with the former, ipv4_forward must send the
same IPv4 frames, byte for byte, each flow in the same order.

  linux_router.py BIN_DIR ENGINE
"""
import collections
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "tools"))
from tools_lib import pcap, portlog  # noqa: E402

REAL = os.path.join(ROOT, "traces/real")


def flows(frames):
    """IPv4 frames by protocol, addresses and the first four payload bytes (ports)."""
    result = collections.defaultdict(list)
    for frame in frames:
        if frame[12:14] == b"\x08\x00":
            result[frame[23], frame[26:34], frame[34:38]].append(frame)
    return result


def main():
    binaries, engine = sys.argv[1:]
    with tempfile.TemporaryDirectory() as out:
        command = [os.path.join(binaries, "ixpemu"), "run", os.path.join(ROOT, "microblocks/systems/forward.toml"),
                   "--engine", engine, "--until", "idle", "--quiet", "--out", out]
        for port in range(3):
            command += ["--rx", f"{port}={REAL}/port{port}_in.pcap"]
        subprocess.run(command, check=True, timeout=1200)
        wrong = compared = 0
        for port in range(3):
            linux = flows(frame for _, frame in pcap.read(f"{REAL}/port{port}_out.pcap"))
            ours = flows(portlog.frames(f"{out}/port{port}_tx.log"))
            for flow in sorted(set(linux) | set(ours)):
                if linux[flow] != ours[flow]:
                    print(f"port {port}, flow {flow}: Linux sent {len(linux[flow])} frames, we sent {len(ours[flow])}")
                    for n, (a, b) in enumerate(zip(linux[flow], ours[flow])):
                        if a != b:
                            print(f"  the first that differs is {n}:\n  Linux {a.hex()}\n  ours  {b.hex()}")
                            break
                    wrong += 1
                compared += len(linux[flow])
    print(f"{compared} frames of Linux compared, {wrong} flows differ")
    sys.exit(1 if wrong or compared < 100 else 0)


main()
