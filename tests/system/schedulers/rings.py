#!/usr/bin/env python3
"""The history of the rings of pcfq.toml and wfq.toml (docs/formats.md): the same on both engines to the
byte; each ring returns its messages in order; packets pass rx, the scheduler and processing
as the frames say, and each is reported once.

  rings.py BIN_DIR"""
import os
import struct
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../tools"))
from checks import check  # noqa: E402
from tools_lib import portlog, systems  # noqa: E402

PACKETS = 100
FLOW_AT, FLOW_FIRST = systems.header_numbers("flow")["FLOW_NUMBER_AT"], systems.header_numbers("pcfq")["FLOW_FIRST"]


def history(path):
    """Puts and gets of each ring, a dictionary of fields each: {"SR_1": {"put": [...], "get": [...]}}."""
    rings = {}
    with open(path) as f:
        for line in f:
            columns = line.split()
            if columns[0] == "#":
                if columns[1] == "ring":
                    rings[columns[2]] = {"put": [], "get": []}
                continue
            if columns[5] != "empty":
                rings[columns[1]][columns[2]].append(dict(field.split("=") for field in columns[5:]))
    return rings


def arrivals(path):
    """(flow, bytes) of received frames."""
    return [(str(struct.unpack_from(">H", bytes.fromhex(row.data), FLOW_AT)[0] - FLOW_FIRST), str(row.bytes))
            for row in portlog.rows(path)]


def packets(messages):
    return [(m["flow"], m["bytes"]) for m in messages]


def case(binaries, system, work):
    logs = []
    for engine in "threaded", "reference":
        out = f"{work}/{system}-{engine}"
        systems.run(binaries, f"{systems.SYSTEMS}/{system}.toml", out, "--engine", engine, "--rings", "all", "--log-data",
                    "header:40", "--until", f"packets_tx={PACKETS}")
        with open(f"{out}/rings.log", "rb") as f:
            logs.append(f.read())
    good = check(f"{system}: the same history on both engines", logs[0] == logs[1])
    rings = history(f"{out}/rings.log")
    for name, ring in rings.items():
        good &= check(f"{system}: {name} gives {len(ring['get'])} of {len(ring['put'])} messages in order",
                      ring["get"] == ring["put"][:len(ring["get"])])
    arrived = packets(rings["SR_1"]["put"])
    good &= check(f"{system}: what arrived is on SR_1", len(arrived) >= PACKETS and
                  arrived == arrivals(f"{out}/port0_rx.log")[:len(arrived)])
    sent, forwarded = packets(rings["SR_2"]["get"]), packets(rings["SR_4"]["put"])
    reported = [m["flow"] for m in rings["SR_3"]["put"]]
    good &= check(f"{system}: {len(sent)} packets processed, {len(reported)} reported, {len(forwarded)} forwarded",
                  PACKETS <= len(forwarded) <= len(reported) <= len(sent) and set(sent) <= set(arrived) and
                  all(m["valid"] == "1" and int(m["cycles"]) > 0 for m in rings["SR_3"]["put"]))
    return good


with tempfile.TemporaryDirectory() as folder:
    sys.exit(0 if all([case(sys.argv[1], name, folder) for name in ("pcfq", "wfq")]) else 1)
