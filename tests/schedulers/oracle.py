#!/usr/bin/env python3
"""Virtual times, finish times, predictions and choices of the schedulers against the oracle.

  oracle.py BIN_DIR COMPARE_TRACE
"""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools"))
from experiments_lib import systems

CASES = [("pcfq", "pcfq", "pcfq", 0x500000), ("wfq", "wfq_cpu", "cpu", 0x500000), ("wfq", "wfq_bw", "link", 0x600000)]
binaries, compare = sys.argv[1:]
good = True
with tempfile.TemporaryDirectory() as work:
    subprocess.run([f"{binaries}/ixpgen", f"{systems.ROOT}/flows/table1.toml", "--packets", "60", "-o", work,
                    "--load", "110"], check=True, stdout=subprocess.DEVNULL)
    for system, image, kind, at in CASES:
        path = f"{work}/{image}.toml"
        # Twice the work of the table keeps queues in front of processors and link
        systems.variant(system, path, [(r"streams = \[.*?\]", f'streams = ["{work}/port0.pcap"]')],
                        {image: {"TRACE": 1}, "process": {"WORK_UNIT": 14}})
        dump, _ = systems.run(binaries, path, None, "--dump", f"sram0:{at}+{8 + 8 * 6000}")
        done = subprocess.run([compare, kind, "50", ",".join(systems.weights(system))], input=dump, text=True,
                              capture_output=True)
        print(f"{system}, {image}: {done.stdout.strip()}")
        good &= done.returncode == 0
sys.exit(0 if good else 1)
