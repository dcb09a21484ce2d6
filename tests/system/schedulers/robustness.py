#!/usr/bin/env python3
"""Scheduling systems under faults: no wedge, and every packet is transmitted or counted by reason.

  robustness.py BIN_DIR SYSTEM...     of experiments/schedulers.py
"""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
from experiments import schedulers  # noqa: E402
import streams  # noqa: E402
from tools_lib import pcap, systems  # noqa: E402

# By number of flows: their description, packets of each, frames in all.
TRAFFIC = {16: ("table1", 20, None), 1024: ("table1-1024", 2, 300)}


def malformed(path, out):
    """Damages every fourth frame, each time in another way; returns how many of each counter."""
    with open(path, "rb") as f:
        data = bytearray(f.read())
    ways = [("not_ipv4", 12, 0x86), ("bad_header", 14, 0x46), ("bad_checksum", 24, 0xff), ("bad_header", 16, 0x7f)]
    expected = {}
    for i, (at, _) in enumerate(pcap.positions(data)):
        if i % 4 == 0:
            reason, offset, value = ways[i // 4 % len(ways)]
            data[at + offset] = value
            expected[reason] = expected.get(reason, 0) + 1
    with open(out, "wb") as f:
        f.write(data)
    return expected


def without(words, weight, mask):
    """The table of weights with `mask` of each word that is `weight`."""
    return [word & mask if word == weight else word for word in words]


def cases(work, binaries, count):
    """(name, stream, changes of the system file, defines, drops)

    defines: "front" of the scheduler in front of the processors, "all" of all schedulers.
    drops: exact counts (None: any number above 0). A pair: if the link is charged, and if not."""
    flows, packets, frames = TRAFFIC[count]

    def make(name, load=100, changes=None):
        return streams.make(binaries, streams.description(flows), f"{work}/{name}-{count}", packets, load, frames, changes)

    def of(stream, wanted):
        return sum(number in wanted for number in streams.numbers(stream))

    plain, heavy = make("plain"), make("heavy", load=1000)
    slow = {"process": {"WORK_UNIT": 40}}
    yield "plain", plain, {}, {}, {}
    yield "overload", heavy, {"boot.freelist.buffers": 100}, slow, {"no_buffer": None}
    yield "rings full", heavy, {}, {"front": {"HANDED_OUT_MAX": 1000}}, {}
    yield "few buffers", plain, {"boot.freelist.buffers": 10}, slow, {"no_buffer": None}
    if count == 16:
        words = systems.weights(systems.path_of("pcfq"))
        yield ("flows without weight", plain, {systems.WEIGHTS: without(words, 0x1f0a088d, 0)}, {},
               {"no_weight": of(plain, (1, 5, 9, 13))})
        yield ("weight of the processors alone", plain, {systems.WEIGHTS: without(words, 0x01191776, 0xffff0000)}, {},
               ({"no_weight": of(plain, (2, 6, 10, 14))}, {}))
        strangers = make("strangers", changes={"flow.2.number": [17, 4711]})
        yield "unknown flows", strangers, {}, {}, {"unknown_flow": of(strangers, (17, 4711))}
        yield "malformed", f"{work}/malformed.pcap", {}, {}, malformed(plain, f"{work}/malformed.pcap")
    else:
        yield "few flows resident", heavy, {}, {"all": {"RESIDENT_FREE": 4}}, {}
        yield ("flows without weight", plain, {"boot.load.1.words": [0], "boot.load.2.words": [0x00040000]}, {},
               ({"no_weight": of(plain, range(1, 513))}, {"no_weight": of(plain, range(1, 257))}))
        strangers = make("strangers", changes={"flow.2.number": 1025})
        yield "unknown flows", strangers, {}, {}, {"unknown_flow": of(strangers, range(1025, 65536))}


def charges_link(images):
    """Whether one of these schedulers charges the link, so that each flow needs a weight for it."""
    def source(name):
        with open(f"{systems.ROOT}/microblocks/{name}/{name}.c", encoding="utf-8") as f:
            return f.read()
    return any("#define CHARGES_LINK 0" not in source(name) for name in images)


def check(binaries, work, system, count, case):
    name, stream, changes, defines, expected = case
    arriving = len(streams.numbers(stream))
    path, base = schedulers.system(system, count)
    changes = base | {systems.STREAMS: [stream]} | changes
    images = schedulers.SCHEDULERS[system]
    if isinstance(expected, tuple):
        expected = expected[0 if charges_link(images.values()) else 1]
    for what, values in defines.items():
        of = {"front": [images[schedulers.FRONT]], "all": images.values()}.get(what, [what])
        changes |= schedulers.defines(system, count, dict.fromkeys(of, values))
    try:
        _, stats = systems.run(binaries, path, f"{work}/out", "--log-data", "none", changes=changes)
    except RuntimeError as e:
        print(f"WRONG {system}, {count} flows, {name}: {e}")
        return False
    frames = stats["frames"]
    drops = {k: n for k, n in frames["dropped_by_microcode"].items() if n}
    good = frames["balanced"] and frames["received"] == arriving
    good &= frames["transmitted"] + sum(drops.values()) == frames["received"]
    good &= set(drops) == set(expected) and all(n in (None, drops[k]) for k, n in expected.items() if k in drops)
    good &= stats["end"]["reason"] == "idle"
    print(f"{'ok   ' if good else 'WRONG'} {system}, {count} flows, {name}: {frames['received']} received, {frames['transmitted']} "
          f"transmitted, dropped {drops}, expected {expected}")
    return good


def main(binaries, names):
    good = True
    with tempfile.TemporaryDirectory() as work:
        for count in TRAFFIC:
            for case in cases(work, binaries, count):
                for system in names:
                    good &= check(binaries, work, system, count, case)
    return 0 if good else 1


sys.exit(main(sys.argv[1], sys.argv[2:]))
