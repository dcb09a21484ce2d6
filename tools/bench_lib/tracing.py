"""Cost of timelines, journeys and profiles, as multiples of the same run without
them.

Every round runs the system without, then with each of them; ratios are taken
within a round, and the table has the median of K rounds.
  elapsed    of the whole run less its start-up: the user's waiting time. Needs
             two otherwise idle processors
  processor  time of all threads: less disturbed by other processes
  callgrind  host instructions of all threads
"""
import os
import statistics
import tempfile

from . import measure

WAYS = {"nothing": [],
        "--timeline": ["--timeline", "all.pftrace"],
        "--timeline-of 0:0,1:0,rings,media": ["--timeline", "some.pftrace", "--timeline-of", "0:0,1:0,rings,media"],
        "--journey p0.17": ["--journey", "p0.17"],
        "--journey 'slowest 10'": ["--journey", "slowest 10"],
        "--journey drop": ["--journey", "drop"],
        "--profile": ["--profile", "profile"]}
HEAD = "| system | observed with | elapsed | processor | host instructions | memory | file |\n|---|---|---|---|---|---|---|"


def options(parser):
    measure.add_runs(parser, 5)
    measure.add_systems(parser, ["forward", "overload", "pcfq"])
    parser.add_argument("--ms", type=float, default=10, help="emulated milliseconds of a run (10)")
    parser.add_argument("--no-callgrind", action="store_true")


def run(given, system, way, ms, wrapper=()):
    """The finished run, and megabytes of its timeline."""
    with tempfile.TemporaryDirectory() as work:
        done = measure.run([*wrapper, f"{given.bin}/ixpemu", "run", measure.system(system), "--until", f"time_ms={ms}", "--quiet",
                            "--fail-on", "none", *WAYS[way]], cwd=work)
        return done, sum(os.path.getsize(f"{work}/{name}") for name in os.listdir(work) if name.endswith(".pftrace")) / 1e6


def host_instructions(given, system, way):
    """Host instructions per emulated millisecond."""
    return measure.growth(lambda ms: [run(given, system, way, ms, measure.CALLGRIND)[0].host_instructions()], 0.5, 1.5)[0]


def cells(given, system):
    start_up = min((run(given, system, "nothing", 0.001)[0] for _ in range(2)), key=lambda done: done.processor)
    rounds = {way: [] for way in WAYS}
    for _ in range(given.runs):
        for way, of in rounds.items():
            of.append(run(given, system, way, given.ms))
    counted = {} if given.no_callgrind else {way: host_instructions(given, system, way) for way in WAYS}

    def times(way, what):
        return [getattr(done, what) - getattr(start_up, what) for done, _ in rounds[way]]

    for way, of in rounds.items():
        if way == "nothing":
            costs = [f"{statistics.median(times(way, what)):.2f} s" for what in ("elapsed", "processor")]
            costs.append(f"{counted[way] / 1e6:,.0f} million" if counted else "not counted")
        else:
            costs = [f"{statistics.median(a / b for a, b in zip(times(way, what), times('nothing', what))):.2f}"
                     for what in ("elapsed", "processor")]
            costs.append(f"{counted[way] / counted['nothing']:.2f}" if counted else "not counted")
        yield [system, way if way == "nothing" else f"`{way}`", *costs, f"{max(done.memory for done, _ in of):.0f} MB",
               f"{of[0][1]:.1f} MB" if of[0][1] else ""]


def rows(given):
    given.no_callgrind = given.no_callgrind or not measure.has_valgrind()
    yield HEAD
    for system in given.systems:
        for of in cells(given, system):
            yield "| " + " | ".join(of) + " |"
