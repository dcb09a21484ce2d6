#!/usr/bin/env python3
"""Both scheduling systems under what should not happen: no wedge, and every packet is transmitted or
counted by reason.

  robustness.py BIN_DIR
"""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools"))
import streams  # noqa: E402
from experiments_lib import systems  # noqa: E402

# The system's name goes on with it; its flows, packets of each, frames in all.
TRAFFIC = {"": ("table1", 20, None), "-1024": ("table1-1024", 2, 300)}


def malformed(path, out):
    """Damages every fourth frame, each time in another way; returns how many of each counter."""
    with open(path, "rb") as f:
        pcap = bytearray(f.read())
    ways = [("not_ipv4", 12, 0x86), ("bad_header", 14, 0x46), ("bad_checksum", 24, 0xff), ("bad_header", 16, 0x7f)]
    expected = {}
    for i, (at, _) in enumerate(streams.frames_of(pcap)):
        if i % 4 == 0:
            reason, offset, value = ways[i // 4 % len(ways)]
            pcap[at + offset] = value
            expected[reason] = expected.get(reason, 0) + 1
    with open(out, "wb") as f:
        f.write(pcap)
    return expected


def cases(work, binaries, scale):
    """name, stream, changes of the system file, defines, exact counts of drops (None: only that some are)"""
    flows, packets, frames = TRAFFIC[scale]

    def make(name, load=100, change=lambda text: text):
        with open(streams.description(flows)) as f:
            text = change(f.read())
        with open(f"{work}/{name}.toml", "w") as f:
            f.write(text)
        return streams.make(binaries, f"{work}/{name}.toml", f"{work}/{name}{scale}", packets, load, frames)

    def of(stream, wanted):
        return sum(number in wanted for number in streams.numbers(stream))

    plain, heavy = make("plain"), make("heavy", load=1000)
    yield "plain", plain, [], {}, {}
    yield "overload", heavy, [(r"buffers = \d+", "buffers = 100")], {"process": {"WORK_UNIT": 40}}, {"no_buffer": None}
    yield "rings full", heavy, [], {"pcfq": {"HANDED_OUT_MAX": 1000}, "wfq_cpu": {"HANDED_OUT_MAX": 1000}}, {}
    yield "few buffers", plain, [(r"buffers = \d+", "buffers = 10")], {"process": {"WORK_UNIT": 40}}, {"no_buffer": None}
    if not scale:
        yield ("flow without weight", plain, [(r"0x1f0a088d(?=, 0x0119)", "0x00000000")], {},
               {"no_weight": of(plain, (1, 5, 9, 13))})
        yield ("weight of the processors alone", plain, [("0x01191776", "0x01190000")], {},
               {"no_weight": of(plain, (2, 6, 10, 14))})
        strangers = make("strangers", change=lambda text: text.replace("[7, 16]", "[17, 4711]"))
        yield "unknown flows", strangers, [], {}, {"unknown_flow": of(strangers, (17, 4711))}
        yield "malformed", f"{work}/malformed.pcap", [], {}, malformed(plain, f"{work}/malformed.pcap")
    else:
        few = {scheduler: {"RESIDENT_FREE": 4} for scheduler in ("pcfq", "wfq_cpu", "wfq_bw")}
        yield "few flows resident", heavy, [], few, {}
        yield ("flows without weight", plain, [("0x007c0022", "0x00000000"), ("0x0004005e", "0x00040000")], {},
               {"no_weight": of(plain, range(1, 513))})
        strangers = make("strangers", change=lambda text: text.replace("flows = 128", "flows = 128\nnumber = 1025"))
        yield "unknown flows", strangers, [], {}, {"unknown_flow": of(strangers, range(1025, 65536))}


def check(binaries, work, system, case):
    name, stream, changes, defines, expected = case
    arriving = len(streams.numbers(stream))
    path = f"{work}/system.toml"
    images = ("pcfq", "process") if system.startswith("pcfq") else ("wfq_cpu", "wfq_bw", "process")
    systems.variant(system, path, [(r"streams = \[.*?\]", f'streams = ["{stream}"]'), *changes],
                    {image: values for image, values in defines.items() if image in images})
    try:
        _, stats = systems.run(binaries, path, f"{work}/out", "--log-data", "none")
    except RuntimeError as e:
        print(f"WRONG {system}, {name}: {e}")
        return False
    frames = stats["frames"]
    drops = {k: n for k, n in frames["dropped_by_microcode"].items() if n}
    good = frames["balanced"] and frames["received"] == arriving
    good &= frames["transmitted"] + sum(drops.values()) == frames["received"]
    good &= set(drops) == set(expected) and all(n in (None, drops[k]) for k, n in expected.items() if k in drops)
    good &= stats["end"]["reason"] == "idle"
    print(f"{'ok   ' if good else 'WRONG'} {system}, {name}: {frames['received']} received, {frames['transmitted']} "
          f"transmitted, dropped {drops}, expected {expected}")
    return good


def main(binaries):
    good = True
    with tempfile.TemporaryDirectory() as work:
        for scale in TRAFFIC:
            for case in cases(work, binaries, scale):
                for system in "pcfq", "wfq":
                    good &= check(binaries, work, system + scale, case)
    return 0 if good else 1


sys.exit(main(sys.argv[1]))
