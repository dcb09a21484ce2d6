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
from experiments_lib import e2, headers, systems  # noqa: E402

AT, LINK_AT = (headers.numbers("pcfq")[name] for name in ("TRACE_BASE", "TRACE_LINK_BASE"))
SCHEDULERS = [("pcfq", "pcfq", "pcfq", AT), ("wfq", "wfq_cpu", "cpu", AT), ("wfq", "wfq_bw", "link", LINK_AT)]
# Flows, systems, packets a flow, load in per cent, frames in all. Twice the work of the table keeps queues in
# front of processors and link; 1,024 flows arrive at four times the link's rate, so that most have packets.
CASES = [("table1", "", 60, 110, None), ("table1-1024", "-1024", 3, 400, 1000)]
# The systems of experiment E2 on its thirty flows: also with virtual time that runs faster.
E2_SCHEDULERS = [("pcfq", "pcfq", "pcfq", AT), ("paced", "pcfq", "pcfq", AT), *SCHEDULERS[1:]]
binaries, compare = sys.argv[1:]


def follow(name, path, changes, image, at, *arguments):
    """Runs a system with a trace of `image`, and the oracle after it."""
    dump, _ = systems.run(binaries, path, None, "--dump", f"sram0:{at}+{8 + 8 * 6200}",
                          changes=changes | systems.defines(path, {image: {"TRACE": 1}}))
    done = subprocess.run([compare, *map(str, arguments)], input=dump, text=True, capture_output=True)
    print(f"{name}, {image}: {done.stdout.strip()}")
    return done.returncode == 0


def words_text(words):
    return ",".join(f"{word:#010x}" for word in words)


good = True
with tempfile.TemporaryDirectory() as work:
    for flows, suffix, packets, load, frames in CASES:
        stream = streams.make(binaries, streams.description(flows), f"{work}/{flows}", packets, load, frames)
        for base, image, kind, at in SCHEDULERS:
            path = systems.path_of(base + suffix)
            changes = {systems.STREAMS: [stream]} | systems.defines(path, {"process": {"WORK_UNIT": 14}})
            good &= follow(base + suffix, path, changes, image, at, kind, 50, words_text(systems.weights(path)))
    stream = streams.make(binaries, e2.FLOWS, f"{work}/e2", 50, 120)
    words = words_text(e2.weight_words(e2.read_flows()))
    for system, image, kind, at in E2_SCHEDULERS:
        good &= follow(f"e2, {system}", *e2.system_of(system, stream), image, at, kind, e2.LINK_MBPS, words, 1, systems.LINE_BYTES, e2.PACE.get(system, 1))
sys.exit(0 if good else 1)
