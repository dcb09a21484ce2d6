"""Cost of events: host instructions per transmitted frame without probes, and with
a probe that counts all events.

The program is tests/bench/count_events.cc.
"""
import os

from . import measure

PROGRAM = "count_events"
FRAMES = {"forward": (2000, 4000), "overload": (2000, 4000), "pcfq": (40, 80)}
WITHOUT_HOOKS = "build/without-hooks"


def options(parser):
    measure.add_systems(parser, ["forward", "pcfq"], FRAMES)
    parser.add_argument("--hooks", action="store_true", help="also compares with a build without the hooks that report events; "
                        f"it is built for this in {WITHOUT_HOOKS}, in some minutes")


def a_frame(given, binaries, system, *listens):
    """Host instructions and events per frame."""
    environment = dict(os.environ, PATH=given.bin + os.pathsep + os.environ["PATH"])  # to find mecc

    def counts(frames):
        done = measure.run([*measure.CALLGRIND, f"{binaries}/{PROGRAM}", f"microblocks/systems/{system}.toml", str(frames), *listens],
                           cwd=measure.ROOT, env=environment)
        return done.host_instructions(), sum(int(line.split()[1]) for line in done.output.splitlines())
    few, many = FRAMES[system]
    return [n / (many - few) for n in measure.growth(counts, few, many)]


def build_without_hooks():
    for command in (["cmake", "--preset", "release", "-B", WITHOUT_HOOKS, "-D", "CMAKE_CXX_FLAGS=-DIXP_WITHOUT_HOOKS"],
                    ["cmake", "--build", WITHOUT_HOOKS, "--target", PROGRAM]):
        measure.run(command, cwd=measure.ROOT)
    return f"{measure.ROOT}/{WITHOUT_HOOKS}/bin"


def rows(given):
    measure.need_valgrind()
    without_hooks = given.hooks and build_without_hooks()
    yield "| system | | host instructions a frame | events a frame |\n|---|---|---|---|"
    for system in given.systems:
        silent, _ = a_frame(given, given.bin, system, "none")
        rise = ""
        if without_hooks:
            bare, _ = a_frame(given, without_hooks, system, "none")
            yield f"| {system} | built without hooks | {bare:,.0f} | |"
            rise = f" ({100 * (silent / bare - 1):+.2f} %)"
        yield f"| {system} | no probe | {silent:,.0f}{rise} | |"
        counting, events = a_frame(given, given.bin, system)
        yield f"| {system} | a probe counts all events | {counting:,.0f} ({100 * (counting / silent - 1):+.1f} %) | {events:,.0f} |"
