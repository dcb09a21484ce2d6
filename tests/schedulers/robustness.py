#!/usr/bin/env python3
"""Both scheduling systems under what should not happen: no wedge, and every packet is transmitted or
counted by reason.

  robustness.py BIN_DIR
"""
import os
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools"))
from experiments_lib import systems  # noqa: E402

PACKETS = 20  # of each of 16 flows
FLOW_FRAMES = 16 * PACKETS


def flows(work, name, binaries, load=100, change=lambda text: text):
    with open(f"{systems.ROOT}/flows/table1.toml") as f:
        text = change(f.read())
    with open(f"{work}/{name}.toml", "w") as f:
        f.write(text)
    subprocess.run([f"{binaries}/ixpgen", f"{work}/{name}.toml", "--packets", str(PACKETS), "--load", str(load), "-o",
                    f"{work}/{name}"], check=True, stdout=subprocess.DEVNULL)
    return f"{work}/{name}/port0.pcap"


def frames_of(pcap):
    """Positions of the frames in the bytes of a pcap file."""
    at = 24
    while at < len(pcap):
        length = struct.unpack_from("<I", pcap, at + 8)[0]
        yield at + 16, length
        at += 16 + length


def malformed(path, out):
    """Damages every fourth frame, each time in another way; returns how many of each counter."""
    with open(path, "rb") as f:
        pcap = bytearray(f.read())
    ways = [("not_ipv4", 12, 0x86), ("bad_header", 14, 0x46), ("bad_checksum", 24, 0xff), ("bad_header", 16, 0x7f)]
    expected = {}
    for i, (at, _) in enumerate(frames_of(pcap)):
        if i % 4 == 0:
            reason, offset, value = ways[i // 4 % len(ways)]
            pcap[at + offset] = value
            expected[reason] = expected.get(reason, 0) + 1
    with open(out, "wb") as f:
        f.write(pcap)
    return expected


def cases(work, binaries):
    """name, stream, changes of the system file, defines, exact counts of drops (None: only that some are)"""
    plain = flows(work, "plain", binaries)
    heavy = flows(work, "heavy", binaries, load=1000)
    no_weight = (r"0x1f0a088d(?=, 0x0119)", "0x00000000")
    yield "plain", plain, [], {}, {}
    yield "overload", heavy, [(r"buffers = \d+", "buffers = 100")], {"process": {"WORK_UNIT": 40}}, {"no_buffer": None}
    yield "rings full", heavy, [], {"pcfq": {"HANDED_OUT_MAX": 1000}, "wfq_cpu": {"HANDED_OUT_MAX": 1000}}, {}
    yield "few buffers", plain, [(r"buffers = \d+", "buffers = 10")], {"process": {"WORK_UNIT": 40}}, {"no_buffer": None}
    yield "flow without weight", plain, [no_weight], {}, {"no_weight": 4 * PACKETS}
    yield "weight of the processors alone", plain, [(r"0x01191776", "0x01190000")], {}, {"no_weight": 4 * PACKETS}
    renumbered = flows(work, "strangers", binaries, change=lambda t: t.replace("[7, 16]", "[17, 4711]"))
    yield "unknown flows", renumbered, [], {}, {"unknown_flow": 2 * PACKETS}
    yield "malformed", f"{work}/malformed.pcap", [], {}, malformed(plain, f"{work}/malformed.pcap")


def check(binaries, work, system, case):
    name, stream, changes, defines, expected = case
    path = f"{work}/system.toml"
    images = ("pcfq", "process") if system == "pcfq" else ("wfq_cpu", "process")
    systems.variant(system, path, [(r"streams = \[.*?\]", f'streams = ["{stream}"]'), *changes],
                    {image: values for image, values in defines.items() if image in images})
    try:
        _, stats = systems.run(binaries, path, f"{work}/out", "--log-data", "none")
    except RuntimeError as e:
        print(f"WRONG {system}, {name}: {e}")
        return False
    frames = stats["frames"]
    drops = {k: n for k, n in frames["dropped_by_microcode"].items() if n}
    good = frames["balanced"] and frames["received"] == FLOW_FRAMES
    good &= frames["transmitted"] + sum(drops.values()) == frames["received"]
    good &= set(drops) == set(expected) and all(n in (None, drops[k]) for k, n in expected.items() if k in drops)
    good &= stats["end"]["reason"] == "idle"
    print(f"{'ok   ' if good else 'WRONG'} {system}, {name}: {frames['received']} received, {frames['transmitted']} "
          f"transmitted, dropped {drops}, expected {expected}")
    return good


def main(binaries):
    good = True
    with tempfile.TemporaryDirectory() as work:
        for case in cases(work, binaries):
            for system in "pcfq", "wfq":
                good &= check(binaries, work, system, case)
    return 0 if good else 1


sys.exit(main(sys.argv[1]))
