#!/usr/bin/env python3
"""Virtual times, finish times, predictions and choices of the schedulers against the oracle.

  oracle.py BIN_DIR COMPARE_TRACE
"""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools"))
import streams  # noqa: E402
from experiments_lib import systems  # noqa: E402

SCHEDULERS = [("pcfq", "pcfq", "pcfq", 0x500000), ("wfq", "wfq_cpu", "cpu", 0x500000), ("wfq", "wfq_bw", "link", 0x600000)]
# Flows, systems, packets a flow, load in per cent, frames in all. Twice the work of the table keeps queues in
# front of processors and link; 1,024 flows arrive at four times the link's rate, so that most have packets.
CASES = [("table1", "", 60, 110, None), ("table1-1024", "-1024", 3, 400, 1000)]
binaries, compare = sys.argv[1:]
good = True
with tempfile.TemporaryDirectory() as work:
    for flows, suffix, packets, load, frames in CASES:
        stream = streams.make(binaries, streams.description(flows), f"{work}/{flows}", packets, load, frames)
        for base, image, kind, at in SCHEDULERS:
            system, path = base + suffix, f"{work}/{image}.toml"
            systems.variant(system, path, [(r"streams = \[.*?\]", f'streams = ["{stream}"]')],
                            {image: {"TRACE": 1}, "process": {"WORK_UNIT": 14}})
            dump, _ = systems.run(binaries, path, None, "--dump", f"sram0:{at}+{8 + 8 * 6200}")
            done = subprocess.run([compare, kind, "50", ",".join(systems.weights(system))], input=dump, text=True,
                                  capture_output=True)
            print(f"{system}, {image}: {done.stdout.strip()}")
            good &= done.returncode == 0
sys.exit(0 if good else 1)
