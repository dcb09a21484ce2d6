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


def without(words, weight, mask):
    """The table of weights with `mask` of each word that is `weight`."""
    return [word & mask if word == weight else word for word in words]


def cases(work, binaries, scale):
    """name, stream, changes of the system file, defines, exact counts of drops (None: only that some are)"""
    flows, packets, frames = TRAFFIC[scale]

    def make(name, load=100, changes=None):
        return streams.make(binaries, streams.description(flows), f"{work}/{name}{scale}", packets, load, frames, changes)

    def of(stream, wanted):
        return sum(number in wanted for number in streams.numbers(stream))

    plain, heavy = make("plain"), make("heavy", load=1000)
    slow = {"process": {"WORK_UNIT": 40}}
    yield "plain", plain, {}, {}, {}
    yield "overload", heavy, {"boot.freelist.buffers": 100}, slow, {"no_buffer": None}
    yield "rings full", heavy, {}, {"pcfq": {"HANDED_OUT_MAX": 1000}, "wfq_cpu": {"HANDED_OUT_MAX": 1000}}, {}
    yield "few buffers", plain, {"boot.freelist.buffers": 10}, slow, {"no_buffer": None}
    if not scale:
        words = systems.weights(systems.path_of("pcfq"))
        yield ("flows without weight", plain, {systems.WEIGHTS: without(words, 0x1f0a088d, 0)}, {},
               {"no_weight": of(plain, (1, 5, 9, 13))})
        yield ("weight of the processors alone", plain, {systems.WEIGHTS: without(words, 0x01191776, 0xffff0000)}, {},
               {"no_weight": of(plain, (2, 6, 10, 14))})
        strangers = make("strangers", changes={"flow.2.number": [17, 4711]})
        yield "unknown flows", strangers, {}, {}, {"unknown_flow": of(strangers, (17, 4711))}
        yield "malformed", f"{work}/malformed.pcap", {}, {}, malformed(plain, f"{work}/malformed.pcap")
    else:
        few = {scheduler: {"RESIDENT_FREE": 4} for scheduler in ("pcfq", "wfq_cpu", "wfq_bw")}
        yield "few flows resident", heavy, {}, few, {}
        yield ("flows without weight", plain, {"boot.load.1.words": [0], "boot.load.2.words": [0x00040000]}, {},
               {"no_weight": of(plain, range(1, 513))})
        strangers = make("strangers", changes={"flow.2.number": 1025})
        yield "unknown flows", strangers, {}, {}, {"unknown_flow": of(strangers, range(1025, 65536))}


def check(binaries, work, system, case):
    name, stream, changes, defines, expected = case
    arriving = len(streams.numbers(stream))
    path = systems.path_of(system)
    images = ("pcfq", "process") if system.startswith("pcfq") else ("wfq_cpu", "wfq_bw", "process")
    changes = {systems.STREAMS: [stream], **changes}
    changes |= systems.defines(path, {image: values for image, values in defines.items() if image in images})
    try:
        _, stats = systems.run(binaries, path, f"{work}/out", "--log-data", "none", changes=changes)
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
