#!/usr/bin/env python3
"""The dispatch loop against a model: the frames it forwards, its table of flows, its counters.
Assembled with the system, and by itself with values set when it is loaded; and its twin in C,
compiled with the system at several levels.

  run.py BIN_DIR ENGINE
"""
import os
import re
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path.append(os.path.join(ROOT, "tools"))
from tools_lib import pcap, portlog  # noqa: E402

STREAM = os.path.join(ROOT, "traces/real/port1_in.pcap")
ROWS, ROW_WORDS, VALID = 256, 8, 1 << 31
COUNTERS = 0x3F10, 0x3F40, 0x3F44  # COUNT_NOT_IPV4, COUNT_NO_ROOM, COUNT_OVER_LIMIT: rings.h
CLASSES = {1: 1, 6: 2, 17: 3}


class Model:
    """The expected frames, in order, and the packets and bytes of flows."""

    def __init__(self, limit):
        self.limit, self.sent, self.flows = limit, [], {}
        self.drops, self.classes = [0, 0, 0], [0, 0, 0, 0]
        for _, frame in pcap.read(STREAM):
            self.frame(frame)

    def frame(self, frame):
        if frame[12:14] != b"\x08\x00":
            self.drops[0] += 1
            return
        protocol = frame[23]
        ports = struct.unpack(">I", frame[34:38])[0] if protocol in (6, 17) else 0
        flow = (*struct.unpack(">II", frame[26:34]), ports, protocol | VALID)
        row = self.flows.setdefault(flow, [0, 0, 0])
        row[0] += 1
        row[1] += len(frame)
        if row[0] > self.limit:
            row[2] += 1
            self.drops[2] += 1
            return
        self.classes[CLASSES.get(protocol, 0)] += 1
        self.sent.append(frame)


def dumped(text):
    """Longwords that --dump printed, by region and address."""
    words, region = {}, None
    for line in text.splitlines():
        if m := re.fullmatch(r"(\w+) 0x[0-9a-f]+ \+\d+", line):
            region = m[1]
        elif m := re.fullmatch(r"([0-9a-f]{8}):((?: [0-9a-f]{8})+)", line):
            for i, word in enumerate(m[2].split()):
                words[region, int(m[1], 16) + 4 * i] = int(word, 16)
    return words


def compiled(binaries, source, out, options):
    """The addresses of its variables, as mecc reports them of assembly and of C."""
    report = subprocess.run([f"{binaries}/mecc", "--costs", *options, source, "-o", f"{out}/dispatch.uof"],
                            check=True, capture_output=True, text=True, timeout=1200).stdout
    at = {m[1]: int(m[2], 16) for m in re.finditer(r"^memory: (\w+) at (0x[0-9a-f]+) ", report, re.M)}
    return at | {m[2]: int(m[1], 16) for m in re.finditer(r"^  [\w ]+ (0x[0-9a-f]+): (\w+),", report, re.M)}


def run(binaries, engine, at, out, more):
    command = [f"{binaries}/ixpemu", "run", f"{HERE}/dispatch.toml", "--engine", engine, "--quiet", "--out", out,
               *more, "--dump", f"sram0:{at['flow_table']:#x}+{ROWS * ROW_WORDS}",
               "--dump", f"scratch:{at['class_counters']:#x}+4"]
    for counter in COUNTERS:
        command += ["--dump", f"scratch:{counter:#x}+1"]
    words = dumped(subprocess.run(command, check=True, capture_output=True, text=True, timeout=1200).stdout)
    flows = {}
    for row in range(ROWS):
        base = at["flow_table"] + 4 * ROW_WORDS * row
        r = [words["sram0", base + 4 * i] for i in range(ROW_WORDS)]
        if r[3]:
            flows[tuple(r[:4])] = r[4:7]
    return (list(portlog.frames(f"{out}/port1_tx.log")), flows,
            [words["scratch", at["class_counters"] + 4 * i] for i in range(4)],
            [words["scratch", counter] for counter in COUNTERS])


def assembled(binaries, engine, limit, out, alone):
    at = compiled(binaries, f"{HERE}/dispatch.uc", out, [])
    more = ["--set", f"microengine.0:1.image={out}/dispatch.uof"] if alone else []
    return run(binaries, engine, at, out, ["--define", f"FLOW_LIMIT={limit}", *more])


def in_c(binaries, engine, limit, out, level):
    values = {"FLOW_LIMIT": limit, "OUTPUT_PORT": 1}
    messages = f'-D__MECC_MESSAGES__="{HERE}/rings.h"'
    at = compiled(binaries, f"{HERE}/dispatch.c", out, [level, messages, *(f"-D{k}={v}" for k, v in values.items())])
    more = ["--set", f"microengine.0:1.image={out}/dispatch.uof"] if level != "-O2" else \
        ["--set", f"microengine.0:1.image={HERE}/dispatch.c", "--set", f"microengine.0:1.define.FLOW_LIMIT={limit}"]
    return run(binaries, engine, at, out, more)


def main():
    binaries, engine = sys.argv[1:]
    wrong = []
    for limit, how, program, argument in ((5, "assembled with the system", assembled, False),
                                          (100000, "assembled before", assembled, True),
                                          (5, "C", in_c, "-O2"), (7, "C -O0", in_c, "-O0"),
                                          (100000, "C -Os", in_c, "-Os")):
        model = Model(limit)
        with tempfile.TemporaryDirectory() as out:
            got = program(binaries, engine, limit, out, argument)
        for what, ours, theirs in zip(("frames", "flows", "classes", "drops"), got,
                                      (model.sent, model.flows, model.classes, model.drops)):
            if ours != theirs:
                wrong.append(f"limit {limit}, {how}: {what} differ: {ours} is not {theirs}"[:400])
        print(f"limit {limit}, {how}: {len(model.sent)} frames sent, {len(model.flows)} flows, "
              f"classes {model.classes}, drops {model.drops}")
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


main()
