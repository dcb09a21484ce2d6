#!/usr/bin/env python3
"""Processing executes the cycles that frames prescribe, and reports them. If it sleeps through
them, a rest of a few cycles does not make it sleep for 2^16 units of the timer.

  work.py BIN_DIR

Reports come in the order of completion, so each flow's are compared as sorted lists."""
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../tools"))
from tools_lib import portlog, systems  # noqa: E402

FRAME, PCFQ = systems.header_numbers("flow"), systems.header_numbers("pcfq")
WORK_AT, FLOW_AT = FRAME["FLOW_WORK_AT"], FRAME["FLOW_NUMBER_AT"]
TRACE_AT, MEASURED = PCFQ["TRACE_BASE"], PCFQ["TRACE_MEASURED"]
SLEPT_MAX = 2**19 # cycles: half a period of the timer
OVER = 40  # cycles: an iteration of the loop that polls the time, and the unmeasured part


def prescribed(log, unit):
    """{flow: sorted cycles} of a receive log."""
    out = {}
    for frame in portlog.frames(log):
        flow = int.from_bytes(frame[FLOW_AT:FLOW_AT + 2], "big") - PCFQ["FLOW_FIRST"]
        out.setdefault(flow, []).append(int.from_bytes(frame[WORK_AT:WORK_AT + 2], "big") * unit)
    return {flow: sorted(cycles) for flow, cycles in out.items()}


def measured(dump):
    words = systems.dumped(dump)
    out = {}
    for i in range(words[0]):
        record = words[8 + 8 * i:16 + 8 * i]
        if record[0] >> PCFQ["TRACE_KIND_SHIFT"] == MEASURED:
            out.setdefault(record[0] >> 16 & PCFQ["TRACE_FLOW_MAX"], []).append(record[3])
    return {flow: sorted(cycles) for flow, cycles in out.items()}


def case(binaries, work, unit, segment):
    path = systems.path_of("pcfq")
    changes = systems.defines(path, {"pcfq": {"TRACE": 1}, "process": {"WORK_UNIT": unit, "SEGMENT": segment}})
    dump, _ = systems.run(binaries, path, f"{work}/out", "--dump", f"sram0:{TRACE_AT}+{8 + 8 * 1200}", "--log-data",
                          "header:40", changes=changes)
    wanted, got = prescribed(f"{work}/out/port0_rx.log", unit), measured(dump)
    if {f: len(c) for f, c in wanted.items()} != {f: len(c) for f, c in got.items()}:
        print(f"WRONG unit {unit}: not one report for each packet")
        return False
    errors = [g - w for flow in wanted for w, g in zip(wanted[flow], got[flow])]
    good = min(errors) >= 0 and max(errors) <= OVER
    print(f"{'ok   ' if good else 'WRONG'} {unit} cycles a unit, segments of {segment}: {len(errors)} packets, {min(errors)} "
          f"to {max(errors)} cycles over, {sum(errors) / len(errors):.1f} on average")
    return good


def sleeping(binaries, work):
    """With a cycle as the unit many packets have hardly any work left after they are forwarded."""
    path = systems.path_of("pcfq")
    changes = systems.defines(path, {"process": {"WORK_UNIT": 1, "WORK_SLEEPS": 1, "POLL_CYCLES": 512}})
    changes |= {f"microengine.{at}.start": 1 for at in systems.running(path, "process")}
    systems.run(binaries, path, f"{work}/out", "--log-data", "header:40", changes=changes)
    delays = json.loads(systems.call([f"{binaries}/ixplog", "delay", f"{work}/out", "--json"]))["delay_cycles"]
    longest = max(row["max"] for row in delays)
    good = longest < SLEPT_MAX
    print(f"{'ok   ' if good else 'WRONG'} 1 cycle a unit, slept through: a frame takes {longest} cycles at most")
    return good


with tempfile.TemporaryDirectory() as folder:
    results = [sleeping(sys.argv[1], folder)]
    results += [case(sys.argv[1], folder, *parameters) for parameters in ((4, 1024), (16, 1024), (16, 30000))]
sys.exit(0 if all(results) else 1)
