"""Emulated over host time of the media gateway, with the control core and without.

The load is that of the system files, RTP and RTSP, 45 Mbit/s in all, again and
again for a second. Host time: processor time of one core, the best of K runs,
less the time of a run of 1 us (compiling, starting).
"""
from . import measure

MS = 1000
SYSTEMS = {"gateway": "with the core", "gateway-static": "without"}
LOAD = [word for port in range(3) for word in ("--set", f"port.{port}.rx.repeat=true")]


def options(parser):
    measure.add_runs(parser, 3)


def rows(given):
    yield "| control core | emulated s | host s | emulated/host |\n|---|---|---|---|"
    for system, core in SYSTEMS.items():
        command = [f"{given.bin}/ixpemu", "run", measure.system(system), "--quiet", *LOAD, "--until"]
        start, whole = (min(measure.run([*command, f"time_ms={ms}"]).processor for _ in range(given.runs)) for ms in (0.001, MS))
        host = whole - start
        yield f"| {core} | {MS / 1000} | {host:.2f} | {MS / 1000 / host:.2f} |"
