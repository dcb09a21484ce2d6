"""The table of docs/speed.md: the cost of a run of each system on this machine, by engine.

Host time is processor time of the run less that of its start-up, so that other processes disturb it little; host
instructions are callgrind's, the difference of two runs. Figures per packet are per transmitted frame.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from bench_lib import page

SYSTEMS = ("forward", "forward-c", "overload", "pcfq", "wfq", "pcfq-1024")
# Emulated microseconds: of the timed run, and of the two runs counted by callgrind.
SPANS = {"threaded": (5000, 500, 1500), "reference": (500, 50, 150)}
HEAD = """| system | engine | packets/s | microengine instructions/s | emulated/host time | host instructions a packet | a command | \
a microengine instruction |
|---|---|---|---|---|---|---|---|"""


class Run:
    def __init__(self, stats, seconds, host):
        self.seconds, self.host = seconds, host
        self.emulated = stats["end"]["time_ns"] / 1e9
        self.packets = stats["frames"]["transmitted"]
        self.instructions = stats["instructions"] - stats.get("skipped", 0)
        self.commands = sum(u["commands"] for u in stats["units"] if u["name"].startswith("command bus"))
        self.polls = sum(r["empty_gets"] for r in stats["rings"])

    def less(self, earlier):
        for name in vars(self):
            setattr(self, name, getattr(self, name) - getattr(earlier, name))
        return self


def run(emulator, system, engine, microseconds, counted=False):
    with tempfile.TemporaryDirectory() as work:
        command = [emulator, "run", system, "--engine", engine, "--until", f"time_ms={microseconds / 1000}", "--quiet",
                   "--fail-on", "none", "--out", work]
        if counted:
            command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={work}/callgrind.%p"] + command
        with open(os.path.join(work, "errors"), "w+") as errors:
            child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)
            _, status, usage = os.wait4(child.pid, 0)
            errors.seek(0)
            text = errors.read()
        if status:
            sys.exit(f"tools/bench: {' '.join(command)} failed:\n{text}")
        with open(os.path.join(work, "stats.json")) as f:
            stats = json.load(f)
    host = [int(n.replace(",", "")) for n in re.findall(r"Collected : ([\d,]+)", text)]
    return Run(stats, usage.ru_utime + usage.ru_stime, max(host, default=0))


def measure(emulator, system, engine, runs, with_callgrind):
    length, short, long = SPANS[engine]
    start_up = min((run(emulator, system, engine, 1) for _ in range(runs)), key=lambda r: r.seconds)
    timed = min((run(emulator, system, engine, length) for _ in range(runs)), key=lambda r: r.seconds).less(start_up)
    counted = None
    if with_callgrind:
        first = run(emulator, system, engine, short, counted=True)
        counted = run(emulator, system, engine, long, counted=True).less(first)
    return timed, counted


def ratio(a, b, digits=0):
    return f"{a / b:,.{digits}f}" if b > 0 else "-"


def row(name, engine, timed, counted):
    cells = [name, engine, ratio(timed.packets, timed.seconds), ratio(timed.instructions, timed.seconds),
             ratio(timed.emulated, timed.seconds, 4)]
    for divisor in ("packets", "commands", "instructions"):
        cells.append(ratio(counted.host, getattr(counted, divisor)) if counted else "not counted")
    return "| " + " | ".join(cells) + " |"


def bound(name, timed):
    """The dominant activity of the run, which bounds it."""
    share = timed.polls / timed.commands if timed.commands else 0
    what = ("scans: polls, instructions between them, and a step of each busy microengine every kernel.lookahead cycles"
            if share > 0.5 else "commands: issue, buses, units, words and the context swap that waits")
    return (f"- `{name}`: {ratio(timed.commands, timed.packets, 1)} commands a packet, a command every "
            f"{ratio(timed.instructions, timed.commands, 1)} instructions, {share:.0%} of them gets that find an empty ring; "
            f"bounded by {what}.")


def write(path, root, emulator, runs, systems=SYSTEMS):
    with_callgrind = shutil.which("valgrind") is not None
    if not with_callgrind:
        print("tools/bench: valgrind is missing (tools/setup --all); host instructions are not counted", file=sys.stderr)
    rows, bounds = [], []
    for name in systems:
        for engine in SPANS:
            timed, counted = measure(emulator, os.path.join(root, f"microblocks/systems/{name}.toml"), engine, runs, with_callgrind)
            rows.append(row(name, engine, timed, counted))
            if engine == "threaded":
                bounds.append(bound(name, timed))
            print(rows[-1], file=sys.stderr)
    page.put(path, "tools/bench", "\n".join([HEAD, *rows, "", *bounds]))
