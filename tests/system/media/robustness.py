#!/usr/bin/env python3
"""Shaper and prioritizer under faults: no wedge, and every frame is transmitted or counted by
reason.

  robustness.py BIN_DIR
"""
import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
from experiments import stream_table  # noqa: E402
from tools_lib import pcap, protocols, systems  # noqa: E402

ENDS = protocols.endpoint("10.0.0.2:5004"), protocols.endpoint("10.0.1.2:6000")
STREAM = {"source": "10.0.0.2:5004", "destination": "10.0.1.2:6000", "kbit_s": 50000, "depth_bytes": 3000, "waiting": 100}

# Every block polls its ring, as without bells.
POLLING = {"shaper": {"0:0": {}, "0:1": {"BRIDGE": 1, "POLL_CYCLES": 600}, "1:0": {}},
           "prioritizer": {"0:0": {}, "0:1": {"BRIDGE": 1, "POLL_CYCLES": 600}, "0:2": {},
                           "1:0": {"BEGUN_RING": "RING_BEGUN", "ELEMENTS_IN_FLIGHT_MAX": 28}}}


def plain(rng, count, size=None):
    """Back to back."""
    return [(0, protocols.rtp(*ENDS, size or rng.choice((60, 300, 1514)), i, i // 7, payload_type=96 + i % 4)) for i in range(count)]


def damaged(rng, count):
    """Bytes of the headers changed, and frames cut anywhere."""
    out = []
    for i, (_, frame) in enumerate(plain(rng, count)):
        frame = bytearray(frame)
        for _ in range(rng.randrange(4)):
            frame[rng.randrange(12, 58)] = rng.randrange(256)
        out.append((i * 3000, bytes(frame[:rng.choice((len(frame), len(frame), rng.randrange(15, 60)))])))
    return out


def loop(table):
    """A chain of streams that has no end, as a writer might leave it that does not keep the order."""
    words = bytearray(table)
    heads = stream_table.H["STREAM_HEADS"] * 4
    words[heads:heads + 4] = (1).to_bytes(4, "big")
    words[heads + stream_table.H["STREAM_SOURCE"]] ^= 1  # so that packets do not match its first entry
    return bytes(words)


# Name, frames, changes of every system, of the table, counters that must count
def cases(rng):
    yield "overload", plain(rng, 1500, 60), {"port.1.tx.rate_mbps": 100}, None, None
    yield "slow link", plain(rng, 400, 1514), {"port.1.tx.rate_mbps": 10}, None, None
    yield "few buffers", plain(rng, 400), {"boot.freelist.buffers": 12}, None, {"no_buffer"}
    yield "damaged frames", damaged(rng, 1500), {}, None, None
    yield "without bells", plain(rng, 200), {}, None, None
    yield "loop in the table", plain(rng, 100), {}, loop, set()


def check(binaries, work, system, name, frames, changes, change_table, counted):
    table = stream_table.build([STREAM])
    pcap.write(f"{work}/in.pcap", frames)
    changes = {"port.0.rx.streams": [f"{work}/in.pcap"], "port.0.rx.timing": "stamps"} | changes
    if name == "without bells":
        changes |= {f"microengine.{at}.define": defines for at, defines in POLLING[system].items()}
    if system == "shaper":
        with open(f"{work}/table", "wb") as f:
            f.write(change_table(table) if change_table else table)
        changes |= stream_table.loaded(f"{work}/table")
        changes["microengine.0:1.define.LAYERS"] = 1
    _, stats = systems.run(binaries, systems.path_of(system), f"{work}/out", "--log-data", "none", changes=changes)
    of = stats["frames"]
    drops = {k: n for k, n in of["dropped_by_microcode"].items() if n}
    good = of["balanced"] and of["received"] == len(frames) and stats["end"]["reason"] == "idle"
    good &= of["transmitted"] + sum(drops.values()) == of["received"] and of["transmitted"] > 0
    good &= counted is None or counted <= set(drops) or system == "prioritizer"
    print(f"{'ok   ' if good else 'WRONG'} {system}, {name}: {of['received']} received, {of['transmitted']} transmitted, dropped {drops}")
    return good


def main(binaries):
    good = True
    with tempfile.TemporaryDirectory() as work:
        for case in cases(random.Random(1)):
            for system in "shaper", "prioritizer":
                try:
                    good &= check(binaries, work, system, *case)
                except RuntimeError as e:
                    print(f"WRONG {system}, {case[0]}:", *str(e).splitlines()[:25], sep="\n")
                    good = False
    return 0 if good else 1


sys.exit(main(sys.argv[1]))
