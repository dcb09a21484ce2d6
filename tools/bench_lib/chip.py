"""Cost of a run of each system on one core, by engine, with logs.

Host time is processor time of the run less that of its start-up, so that other
processes disturb it little; the best of K runs. Figures per packet are per
transmitted frame. Instructions that an engine skips are not counted.
tests/bench/registers.toml executes loops over registers without commands.
"""
import collections
import json
import tempfile

from . import measure

SYSTEMS = ("forward", "forward-c", "overload", "pcfq", "wfq", "pcfq-1024")
# Emulated microseconds: of the timed run, and of the two runs counted by callgrind.
SPANS = {"threaded": (5000, 500, 1500), "reference": (500, 50, 150)}
HEAD = """| system | engine | packets/s | microengine instructions/s | emulated/host time | host instructions a packet | a command | \
a microengine instruction |
|---|---|---|---|---|---|---|---|"""
Run = collections.namedtuple("Run", "seconds host emulated packets instructions commands polls")


def options(parser):
    measure.add_runs(parser, 3)
    measure.add_systems(parser, SYSTEMS)


def run(given, system, engine, microseconds, counted=False):
    with tempfile.TemporaryDirectory() as work:
        done = measure.run([*measure.CALLGRIND * counted, f"{given.bin}/ixpemu", "run", measure.system(system), "--engine", engine,
                            "--until", f"time_ms={microseconds / 1000}", "--quiet", "--fail-on", "none", "--out", work])
        with open(f"{work}/stats.json", encoding="utf-8") as f:
            stats = json.load(f)
    return Run(done.processor, done.host_instructions() if counted else 0, stats["end"]["time_ns"] / 1e9,
               stats["frames"]["transmitted"], stats["instructions"] - stats.get("skipped", 0),
               sum(u["commands"] for u in stats["units"] if u["name"].startswith("command bus")),
               sum(r["empty_gets"] for r in stats["rings"]))


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


def rows(given):
    measure.use_one_core()
    yield HEAD
    bounds, with_callgrind = [], measure.has_valgrind()
    for name in given.systems:
        for engine, (length, short, long) in SPANS.items():
            def fastest(us, of=(given, name, engine)):
                return min(run(*of, us) for _ in range(given.runs))

            def counted_run(us, of=(given, name, engine)):
                return run(*of, us, counted=True)

            timed = Run(*measure.growth(fastest, 1, length))
            counted = with_callgrind and Run(*measure.growth(counted_run, short, long))
            bounds += [bound(name, timed)] * (engine == "threaded")
            yield row(name, engine, timed, counted)
    yield from ["", *bounds]
