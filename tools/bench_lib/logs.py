"""Cost of logs: host instructions per transmitted frame, of the simulating thread
and of the others.

With a processor per thread, a run takes as long as the simulating thread.
"""
import glob
import re
import tempfile

from . import measure

WAYS = {"no logs": None, "port logs": [], "`--zstd`": ["--zstd"], "`--rings all`": ["--rings", "all"],
        "`--rings all --zstd`": ["--rings", "all", "--zstd"]}
FRAMES = {"forward": (2000, 6000), "overload": (2000, 6000), "pcfq": (40, 120)}


def options(parser):
    measure.add_systems(parser, ["forward"], FRAMES)


def counts(given, system, more, frames):
    """Host instructions of the first thread, and of the others."""
    with tempfile.TemporaryDirectory() as work:
        measure.run(["valgrind", "--tool=callgrind", "--separate-threads=yes", f"--callgrind-out-file={work}/count.%p",
                     f"{given.bin}/ixpemu", "run", measure.system(system), "--until", f"packets_tx={frames}",
                     "--quiet", *([] if more is None else ["--out", f"{work}/out", *more])])
        runs = {}  # by process: mecc is a separate one
        for name in glob.glob(f"{work}/count.*-*"):
            process, thread = re.search(r"count\.(\d+)-(\d+)$", name).groups()
            with open(name, encoding="utf-8") as f:
                total = next(int(line.split()[1]) for line in f if line.startswith("totals: "))
            runs.setdefault(process, {})[int(thread)] = total
        threads = max(runs.values(), key=lambda t: t[1])
        return threads[1], sum(threads.values()) - threads[1]


def rows(given):
    measure.need_valgrind()
    yield "| system | written | thread that simulates | beside it |\n|---|---|---|---|"
    for system in given.systems:
        few, many = FRAMES[system]
        plain = 0
        for way, more in WAYS.items():
            grown = measure.growth(lambda frames, more=more: counts(given, system, more, frames), few, many)
            simulates, beside = (n / (many - few) for n in grown)
            plain = plain or simulates
            rise = "" if more is None else f" ({100 * (simulates / plain - 1):+.1f} %)"
            yield f"| {system} | {way} | {simulates:,.0f}{rise} | {f'{beside:,.0f}' if beside >= 1 else ''} |"
