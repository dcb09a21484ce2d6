#!/usr/bin/env python3
"""tools/experiments cost from end to end with few packets: its results must be consistent.

  cost.py BIN_DIR
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, ROOT)
from checks import check  # noqa: E402
from experiments import cost, cost_report  # noqa: E402

PACKETS = 128


with tempfile.TemporaryDirectory() as folder:
    done = subprocess.run([f"{ROOT}/tools/experiments", "cost", "--setup", "pcfq-16", "--packets", str(PACKETS), "--bin",
                           sys.argv[1], "--out", f"{folder}/results", "--report", f"{folder}/cost.md"],
                          capture_output=True, text=True, timeout=1200)
    good = check(f"runs: {done.stdout}{done.stderr}", done.returncode == 0)
    with open(glob.glob(f"{folder}/results/*/*.json")[0]) as f:
        result = json.load(f)["result"]
    with open(f"{folder}/cost.md") as f:
        page = f.read()
highest = result["highest"]
good &= check(f"a highest rate, {highest:.0f}", cost.LOWEST < highest < cost.HIGHEST and f"{highest:,.0f}" in page)
for state, part in ("sustained", 0.75), ("overloaded", 0.5):
    activity = result[state]["schedulers"]["pcfq"]
    cycles = [cost_report.per_packet(result, "pcfq", state, thread) for thread in cost_report.THREADS]
    good &= check(f"{state}: cycles a packet {[round(c) for c in cycles]}", all(10 < c < 1000 for c in cycles))
    executed = sum(t["executed"] for t in activity["threads"].values())
    good &= check(f"{state}: threads execute what the microengine is busy with",
                  abs(executed + activity["idle"] - activity["cycles"]) <= 0.02 * activity["cycles"])
taken = result["sustained"]["schedulers"]["pcfq"]["threads"]["enqueue"]["packets"]
good &= check(f"three quarters of the packets when sustained, {taken}", abs(taken - 0.75 * PACKETS) <= 4)
sys.exit(0 if good else 1)
