#!/usr/bin/env python3
"""The router in C against the router in assembly: for the input of traces/golden/GOLDEN it must
send the same frames, byte for byte, and keep the order of each input port. (Times of leaving
may differ by some cycles.)

  same_frames.py BIN_DIR SYSTEM GOLDEN ENGINE
"""
import collections
import glob
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "tools"))
from tools_lib import portlog  # noqa: E402


def by_input(log):
    """Length, tag and data of the frames of a port log, by the port they entered at."""
    result = collections.defaultdict(list)
    for row in portlog.rows(log):
        result[row.tag.split(".")[0]].append((row.bytes, row.tag, row.data))
    return result


binaries, system, golden, engine = sys.argv[1:]
os.chdir(ROOT)
environment = dict(os.environ, PATH=binaries + ":" + os.environ["PATH"])
with open(f"traces/golden/{golden}/run") as f:
    words = [word for line in f if not line.startswith("#") for word in line.split()]
compared = wrong = 0
with tempfile.TemporaryDirectory() as out:
    subprocess.run(["ixpemu", "run", system, *words[1:], "--engine", engine, "--quiet", "--out", out], check=True, env=environment, timeout=1200)
    for log in sorted(glob.glob(f"traces/golden/{golden}/*_tx.log")):
        expected, sent = by_input(log), by_input(f"{out}/{os.path.basename(log)}")
        for port in sorted(set(expected) | set(sent)):
            # Runs end at some packet: the last frames of a port may or may not have left.
            common = min(len(expected[port]), len(sent[port]))
            if expected[port][:common] != sent[port][:common] or abs(len(expected[port]) - len(sent[port])) > 3:
                print(f"{os.path.basename(log)}, from {port}: {len(expected[port])} frames expected, {len(sent[port])} sent, they differ")
                wrong += 1
            compared += common
print(f"{compared} frames compared, {wrong} flows differ")
sys.exit(1 if wrong or compared < 100 else 0)
