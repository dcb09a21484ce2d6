#!/usr/bin/env python3
"""Virtual times, finish times, predictions and choices of the schedulers against the oracle.

  oracle.py BIN_DIR COMPARE_TRACE
"""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../tools"))
from experiments_lib import e2  # noqa: E402
import streams  # noqa: E402
from ixp import headers, systems  # noqa: E402

AT, LINK_AT = (headers.numbers("pcfq")[name] for name in ("TRACE_BASE", "TRACE_LINK_BASE"))
SCHEDULERS = [("pcfq", "pcfq", "pcfq", AT), ("wfq", "wfq_cpu", "cpu", AT), ("wfq", "wfq_bw", "link", LINK_AT)]
# Flows, systems, packets a flow, load in per cent, frames in all. Twice the work of the table keeps queues in
# front of processors and link; 1,024 flows arrive at four times the link's rate, so that most have packets.
CASES = [("table1", "", 60, 110, None), ("table1-1024", "-1024", 3, 400, 1000)]
# The systems of experiment E2 on its thirty flows: also with virtual time that runs faster.
E2_SCHEDULERS = [("pcfq", "pcfq", "pcfq", AT), ("paced", "pcfq", "pcfq", AT), *SCHEDULERS[1:]]
PAYLOAD = 0x2ffffc00  # flows of E2 whose processing goes over the payload: both groups of RC2, but the last flow but one
TASKS = os.path.join(systems.ROOT, "rings/tasks.h")
binaries, compare = sys.argv[1:]


def follow(name, path, changes, image, at, *arguments):
    """Runs a system with a trace of `image`, and the oracle after it."""
    dump, _ = systems.run(binaries, path, None, "--dump", f"sram0:{at}+{8 + 8 * 6200}",
                          changes=changes | systems.defines(path, {image: {"TRACE": 1}}))
    done = subprocess.run([compare, *arguments], input=dump, text=True, capture_output=True)
    print(f"{name}, {image}: {done.stdout.strip()}{done.stderr}")
    return done.returncode == 0


def follow_e2(system, image, at, kind, stream, words, parameters):
    """The same with a scheduler of E2 that is built with `parameters`."""
    path, changes = e2.system_of(system, stream)
    more = systems.defines(path, {image: parameters})
    if "ALPHA_PERCENT" in parameters:
        more["messages"] = TASKS
    if "RESIZES" in parameters:
        more |= systems.defines(path, {"process": {"RESIZES": 1}})
    own = {"LINK_MBPS": e2.LINK_MBPS, "PROCESSORS": 1, "LINK_OVERHEAD_BYTES": systems.LINE_BYTES} | parameters
    return follow(f"e2, {system} {parameters}", path, changes | more, image, at, kind, words,
                  *(f"{name}={value}" for name, value in own.items()))


def words_text(words):
    return ",".join(f"{word:#010x}" for word in words)


good = True
with tempfile.TemporaryDirectory() as work:
    for flows, suffix, packets, load, frames in CASES:
        stream = streams.make(binaries, streams.description(flows), f"{work}/{flows}", packets, load, frames)
        for base, image, kind, at in SCHEDULERS:
            path = systems.path_of(base + suffix)
            changes = {systems.STREAMS: [stream]} | systems.defines(path, {"process": {"WORK_UNIT": 14}})
            good &= follow(base + suffix, path, changes, image, at, kind, words_text(systems.weights(path)))
    stream = streams.make(binaries, e2.FLOWS, f"{work}/e2", 50, 120)
    words = words_text(e2.weight_words(e2.read_flows()))
    for system, image, kind, at in E2_SCHEDULERS:
        good &= follow_e2(system, image, at, kind, stream, words, {"VIRTUAL_PACE": e2.PACE[system]} if system in e2.PACE else {})
    # The predictor of the simulation: other parts of the last packet, costs by length, packets that become shorter
    half = streams.make(binaries, e2.FLOWS, f"{work}/half", 50, 120, changes={"flow.0.resized_percent": [30, 60]})
    for parameters, packets in (({"ALPHA_PERCENT": 40}, stream), ({"ALPHA_PERCENT": 40, "PAYLOAD_FLOWS": PAYLOAD}, stream),
                                ({"ALPHA_PERCENT": 90, "PAYLOAD_FLOWS": PAYLOAD, "RESIZES": 1}, half)):
        for system, image, at, kind in (("pcfq", "pcfq", AT, "pcfq"), ("wfq", "wfq_cpu", AT, "cpu")):
            good &= follow_e2(system, image, at, kind, packets, words, parameters)
sys.exit(0 if good else 1)
