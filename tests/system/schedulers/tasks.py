#!/usr/bin/env python3
"""Packets whose tasks change their size, and packets without a task, which bypass processing
(rings/tasks.h): the frames that leave, and their paths. Thirty flows of E2: video needs no
processor, and decryption shortens packets.

  tasks.py BIN_DIR
"""
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
from checks import check  # noqa: E402
from experiments import e2  # noqa: E402
import streams  # noqa: E402
from tools_lib import pcap, portlog, systems  # noqa: E402
from tools_lib.protocols import one_complement_sum  # noqa: E402

FRAME = systems.header_numbers("flow")
TASKS = os.path.join(systems.ROOT, "rings/tasks.h")
PAST = systems.header_numbers("tasks")["SR_6"]
TO_PROCESSING = systems.header_numbers("pcfq")["SR_2"]
VIDEO, DECRYPTION = range(1, 11), range(11, 21)
PACKETS = 20
WAIT_MS = 2 * (1400 + systems.LINE_BYTES) * 8 / (e2.LINK_MBPS * 1000)  # the longest packet and one more on the link
# The processors are overloaded, the link is not
CHANGES = {"flow.0.kinds": [{"bytes": [64, 200], "cycles": 0}], "flow.1.resized_percent": [30, 60],
           "flow.1.packets_per_s": 100, "flow.2.packets_per_s": 100}


def sent(folder):
    """(flow, bytes) of each frame, after a check of its headers."""
    good, found = True, []
    for row in portlog.rows(f"{folder}/port0_tx.log"):
        size, data = row.bytes, bytes.fromhex(row.data)
        total, udp = (int.from_bytes(data[at:at + 2], "big") for at in (16, 38))
        good &= one_complement_sum(data[14:34]) == 0xffff and total == size - 14 and udp == size - 34
        found.append((int.from_bytes(data[FRAME["FLOW_NUMBER_AT"]:][:2], "big"), size))
    return good, found


def expected(path):
    """(flow, bytes) of each frame of a stream as it should leave."""
    least, at_percent = FRAME["FLOW_FRAME_BYTES_MIN"], FRAME["FLOW_RESIZE_AT"]
    for _, frame in pcap.read(path):
        percent = frame[at_percent] or 100
        yield int.from_bytes(frame[FRAME["FLOW_NUMBER_AT"]:][:2], "big"), least + (len(frame) - least) * percent // 100


def greatest_delay(binaries, folder, category):
    """In ms."""
    rows = json.loads(systems.call([f"{binaries}/ixplog", "delay", folder, "--flows", e2.FLOWS, "--json"]))["delay_cycles"]
    return next(r["max"] for r in rows if r["name"] == category) / (e2.ME_MHZ * 1000)


def one(binaries, work, system, stream):
    path, changes = e2.system_of(system, stream)
    words = changes[systems.WEIGHTS]
    for number in VIDEO:
        words[number - 1] &= 0xffff
    scheduler = "wfq_cpu" if system == "wfq" else "pcfq"
    spare = systems.running(path, "process")[1]
    changes |= {"messages": TASKS, f"microengine.{spare}.start": 1}
    changes |= systems.defines(path, {scheduler: {"SKIPS": 1, "RESIZES": 1}, "process": {"RESIZES": 1}})
    changes |= {f"microengine.{spare}.define.RING": "SR_6", f"microengine.{spare}.define.WORKS": 0}
    _, stats = systems.run(binaries, path, f"{work}/{system}", "--log-data", "header:40", changes=changes)
    wanted = sorted(expected(stream))
    good, found = sent(f"{work}/{system}")
    video = sum(flow in VIDEO for flow, _ in wanted)
    good = check(f"{system}: headers of what leaves are right", good)
    good &= check(f"{system}: {len(found)} frames leave with the lengths they should have", sorted(found) == wanted)
    puts = {ring["ring"]: ring["puts"] for ring in stats["rings"]}
    good &= check(f"{system}: video goes past processing, others do not",
                  puts[PAST] == video and puts[TO_PROCESSING] == len(wanted) - video)
    most = greatest_delay(binaries, f"{work}/{system}", "MPEG2/video")
    return good & check(f"{system}: video waits {most:.2f} ms at most, the link's queue", most < WAIT_MS)


def main(binaries):
    with tempfile.TemporaryDirectory() as work:
        stream = streams.make(binaries, e2.FLOWS, f"{work}/in", PACKETS, 100, changes=CHANGES)
        return all([one(binaries, work, system, stream) for system in ("pcfq", "wfq")])


sys.exit(0 if main(sys.argv[1]) else 1)
