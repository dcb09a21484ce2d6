"""Cost of networks of chips, and its growth with chips, threads and ranks.

Rings of 1 to 16 chips (tools/make-network; one chip is a ring without links),
in which every chip sends 100,000 frames of 64 bytes per second to the chip two
positions on. A table for each --part:

  instructions  host instructions of one thread. A model, fitted to a few small
                networks, beside the counts
  times         processor time by threads and ranks, the minimum of K runs, less
                that of the start; with --elapsed also elapsed time, which is
                meaningful only on an otherwise idle machine

Model: host instructions = chips x emulated ms x CHIP + frames through chips x
HOP + windows x (WINDOW + chips x CHIP_WINDOW) + link messages x MESSAGE. CHIP
and HOP come from one chip, idle and loaded; WINDOW and CHIP_WINDOW from two and
four idle chips with wires of 100 and 500 ns; MESSAGE is callgrind's count for
the functions of wires, with four chips. Networks of 8 and 16 chips are not part
of the fit.
"""
import json
import os
import re
import shutil
import sys
import tempfile

from . import measure

COUNTED = 0.1, 0.3      # ms: the two runs that callgrind counts
TIMED = 0.05, 5.05      # ms
RATE, DELAY_NS = 100_000, 500
FITTED, CHECKED = (1, 2, 4), (8, 16)


def options(parser):
    measure.add_runs(parser, 3)
    parser.add_argument("--elapsed", action="store_true")
    parser.add_argument("--part", choices=PARTS, default="instructions", help="the table (instructions)")


class Bench:
    def __init__(self, given, work):
        self.given, self.work = given, work
        os.environ["PATH"] = given.bin + os.pathsep + os.environ["PATH"]

    def network(self, chips, rate=RATE, delay_ns=DELAY_NS):
        """Path of the network's file."""
        out = f"{self.work}/{chips}-{rate}-{delay_ns}"
        if not os.path.exists(out):
            shape = "ring" if chips > 2 else "line"
            command = [measure.ROOT + "/tools/make-network", shape, str(chips), "--out", out, "--delay-ns", str(delay_ns), "--ms", "100"]
            if rate:
                packets = int(rate * TIMED[1] / 1000) + 100
                command += ["--flows", str(packets), "--packets-per-s", str(rate), "--to", str(max(1, min(2, chips - 1)))]
            measure.run(command)
        return out + "/network.toml"

    def run(self, network, ms, before=(), more=()):
        """The finished run; its ms, windows, link messages and received frames."""
        out = self.work + "/run"
        shutil.rmtree(out, ignore_errors=True)
        done = measure.run([*before, "ixpemu", "run", network, "--until", f"time_ms={ms}", "--quiet", "--out", out, *more])
        with open(out + "/network.json", encoding="utf-8") as f:
            n = json.load(f)
        received = 0
        for chip in n["chips"]:
            with open(f"{out}/{chip}/stats.json", encoding="utf-8") as f:
                received += json.load(f)["frames"]["received"]
        return done, [ms, n["windows"], sum(link["sent"] for link in n["links"].values()), received]

    def counted(self, chips, **keys):
        """Host instructions, ms, windows, messages and hops between two points of a run."""
        def numbers(ms):
            done, said = self.run(self.network(chips, **keys), ms, measure.CALLGRIND)
            return [done.host_instructions(), *said]
        return measure.growth(numbers, *COUNTED)

    def counted_in(self, chips, functions):
        """Host instructions per link message in these functions and their callees."""
        file = self.work + "/functions"
        _, said = self.run(self.network(chips), COUNTED[1], ["valgrind", "--tool=callgrind", f"--callgrind-out-file={file}"])
        text = measure.run(["callgrind_annotate", "--inclusive=yes", "--threshold=100", file]).output
        total = 0
        for name in functions:
            found = re.search(rf"^ *([\d,]+) .*:{re.escape(name)}", text, re.M)
            if not found:
                measure.fail(f"callgrind saw no {name}; its name changed, or the program has no symbols")
            total += int(found[1].replace(",", ""))
        return total / said[2]

    def timed(self, chips, **how):
        """Processor seconds and elapsed seconds per emulated ms."""
        def best(ms):
            tries = [self.run(self.network(chips), ms, **how)[0] for _ in range(self.given.runs)]
            return min(done.processor for done in tries), min(done.elapsed for done in tries)
        return [max(1e-9, seconds) / (TIMED[1] - TIMED[0]) for seconds in measure.growth(best, *TIMED)]


class Model:
    WIRES = ("ixp::WireSender::frame_begins(", "ixp::WireReceiver::deliver(", "ixp::WireReceiver::Source::next(")

    def __init__(self, bench):
        idle, loaded = bench.counted(1, rate=0), bench.counted(1)
        self.chip = idle[0] / idle[1]
        self.hop = (loaded[0] - self.chip * loaded[1]) / loaded[4]
        window = {}
        for chips in FITTED[1:]:
            short, long = bench.counted(chips, rate=0, delay_ns=100), bench.counted(chips, rate=0)
            window[chips] = (short[0] - long[0]) / (short[2] - long[2])
        (few, a), (many, b) = window.items()
        self.chip_window = (b - a) / (many - few)
        self.window = a - few * self.chip_window
        self.message = bench.counted_in(FITTED[-1], self.WIRES)

    def predicted(self, chips, ms, windows, messages, hops):
        return (chips * ms * self.chip + hops * self.hop + windows * (self.window + chips * self.chip_window)
                + messages * self.message)


def instructions(bench):
    measure.need_valgrind()
    model = Model(bench)
    yield "Host instructions (callgrind, one thread):\n"
    yield "| chips | windows a ms | link messages a ms | host instructions an emulated ms and chip | model | difference |"
    yield "|---|---|---|---|---|---|"
    for chips in FITTED + CHECKED:
        counted, *rest = bench.counted(chips)
        ms, windows, messages, _ = rest
        predicted = model.predicted(chips, *rest)
        yield (f"| {chips} | {windows / ms:,.0f} | {messages / ms:,.0f} | {counted / ms / chips:,.0f} | "
               f"{predicted / ms / chips:,.0f} | {predicted / counted - 1:+.1%} |")
    yield "\n| | host instructions | of |\n|---|---|---|"
    for name, value, what in (("CHIP", model.chip, "an emulated ms of an idle chip, whose microcode polls"),
                              ("HOP", model.hop, "a frame through a chip"),
                              ("WINDOW", model.window, "a window, whatever the number of chips"),
                              ("CHIP_WINDOW", model.chip_window, "a window of one chip and its links"),
                              ("MESSAGE", model.message, "a link message, in one process")):
        yield f"| {name} | {value:,.0f} | {what} |"
    yield "\nThe model for more chips, with the same load a chip:\n"
    yield "| chips | wires | host instructions an emulated ms |\n|---|---|---|"
    for chips in 64, 256, 1000:
        for delay_ns in DELAY_NS, 5000:
            total = model.predicted(chips, 1, 1e6 / delay_ns, 2 * chips * RATE / 1000, 3 * chips * RATE / 1000)
            yield f"| {chips} | {delay_ns} ns | {total / 1e9:,.2f} billion |"


def times(bench):
    ways = [("1 thread", {}), ("2 threads", {"more": ["--threads", "2"]})]
    if shutil.which("mpirun") and os.path.exists(f"{bench.given.bin}/ixpemu-mpi"):
        ways += [(f"{n} rank{'s' * (n > 1)}", {"before": [measure.ROOT + "/tools/mpirun", "-n", str(n)]}) for n in (1, 2, 4)]
    else:
        print("tools/bench: MPI is missing (tools/setup --all); ranks are not measured", file=sys.stderr)
    title = "Time of processors over emulated time"
    yield title + (" (elapsed over emulated time in brackets):" if bench.given.elapsed else ":") + "\n"
    yield f"| chips | {' | '.join(name for name, _ in ways)} |\n" + "|---" * (len(ways) + 1) + "|"
    for chips in FITTED + CHECKED:
        cells = []
        for _, how in ways:
            processor, elapsed = bench.timed(chips, **how)
            cells.append(f"{processor * 1000:,.1f}" + (f" ({elapsed * 1000:,.1f})" if bench.given.elapsed else ""))
        yield f"| {chips} | {' | '.join(cells)} |"


PARTS = {"instructions": instructions, "times": times}


def rows(given):
    with tempfile.TemporaryDirectory() as work:
        yield from PARTS[given.part](Bench(given, work))
