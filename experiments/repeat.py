"""A run of each page's data, made again: with the seed of its row, and with a seed of its own."""
import csv
import dataclasses
import gzip
import io
import os
import pathlib
import resource
import tempfile
import typing

from tools_lib import systems
from .intervals import mean_and_half_width, of_next_run
from . import compare, cost, e1, e1_data, e1_line, e1_line_report, e1_literal, e1_model, e1_units, e2, e2_alpha, e2_data, e2_poisson, e2_two
from . import e3, e3_data, e4, e5, e6, e6_chips, e6_pays, e6_pays_tcp, e6_speedup, e6_tcp, e7, e7_data, e7_limits, pace, regime, regime_report
from . import runs, sensitivity, whole_results
from .experiment import Experiment, from_row, whole

DOCS = pathlib.Path(systems.ROOT, "docs/experiments")
IMAGES = pathlib.Path(systems.ROOT, "tests/system/shapes/images")
FRESH = 90001  # used by no page
SHARE = 0.9    # of a fresh run's figures that lie within the interval of one more run
LENGTH = ("packets", "slots", "ms")  # columns that a run's processor time is proportional to


# ---- Programs of the pages' runs

def of_images(changes):
    """Changes that decide the words of images, with the same paths in every clone.

    Data loaded at boot does not decide them, and may be in a temporary folder.
    """
    return {key: value.removeprefix(f"{systems.ROOT}/") if isinstance(value, str) else value
            for key, value in systems.of_programs(changes).items() if not key.startswith("boot.")}


class KeptImages(systems.Images):
    """Programs that the compiler of a page's runs made, by their system file and the changes that
    mecc reads; a program that is not kept is compiled. `keep`: keeps the present compiler's."""

    def __init__(self, page, keep=False):
        super().__init__()
        self.folder_kept, self.keep = IMAGES / page.replace(",", "").replace(" ", "-"), keep
        self.compiled = False  # whether a program was not kept

    def compile(self, binaries, system, changes, output):
        kept = self.folder_kept / f"{pathlib.Path(system).stem}-{runs.digest_of(of_images(changes))}.uof.gz"
        if self.keep or not kept.exists():
            self.compiled |= not self.keep
            made = super().compile(binaries, system, changes, output)
            if self.keep:
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.write_bytes(gzip.compress(pathlib.Path(output).read_bytes(), mtime=0))
            return made
        pathlib.Path(output).write_bytes(gzip.decompress(kept.read_bytes()))
        return ["--images", output]


# ---- Runs

@dataclasses.dataclass(frozen=True)
class Again:
    file: str           # CSV, below docs/experiments
    cell: tuple         # columns that name a cell
    make: typing.Callable  # (binaries, row of the CSV, seed): CSV of one run
    line: tuple = ()    # columns that name a line of a run
    of: dict = dataclasses.field(default_factory=dict)     # {column: value} of the rows it uses
    network: bool = False  # ixpemu compiles its programs, which cannot be kept
    first: dict = dataclasses.field(default_factory=dict)  # the same of the cell that is repeated

    def rows(self):
        with open(DOCS / self.file, newline="", encoding="utf-8") as f:
            found = [row for row in csv.DictReader(f) if self.of.items() <= row.items()]
        return sorted(found, key=lambda row: not self.first.items() <= row.items())

    def of_run(self, rows):
        """Rows of the first one's run."""
        run = (*self.cell, "seed")
        return [row for row in rows if named(row, run) == named(rows[0], run)]

    def lines(self, rows):
        """{line: {figure: text}} of a run's rows."""
        return {named(row, self.line): {name: text for name, text in row.items() if text and name not in (*self.cell, *self.line, "seed")} for row in rows}

    def again(self, binaries, row, seed):
        """`lines` of a run of the row's cell."""
        return self.lines(csv.DictReader(io.StringIO(self.make(binaries, row, seed))))


def named(row, columns):
    """Values of the columns; None for one that the row lacks, as "seed" of a deterministic run."""
    return tuple(row.get(name) for name in columns)


def seed_of(row):
    return int(row.get("seed") or 0)


def columns(row, names):
    return {name: row[name] for name in names}


def e1_run(binaries, setup, row, seed):
    return e1.run_one(binaries, setup, row["system"], seed, int(row["packets"]))


def of_literal(binaries, row, seed):
    setup = next(s for s in e1_literal.SETUPS if tuple(map(str, e1_literal.choices(s))) == named(row, e1_literal.CHOICES))
    return e1_data.text([(columns(row, e1_literal.CHOICES), e1_run(binaries, setup, row, seed))])


def of_units(binaries, row, seed):
    key = tuple(e1_units.CYCLE.key())
    case = next(case for case in e1_units.CASES if tuple(map(str, case.key().values())) == named(row, key))
    return e1_data.text([(columns(row, key), e1_run(binaries, case.setup, row, seed))])


def of_line(binaries, row, seed):
    cell, system = e1_line_report.cell_of(row), row["system"]
    return e1_line_report.runs_text({cell: {system: [e1_line.run_one(binaries, cell, system, seed)]}})


def of_setups(binaries, row, seed):
    packets = int(row["packets"])
    setup = e1.MEASURED.get(row["setup"]) or e1_line.shown(packets).setup()
    of = e1_run(binaries, setup, row, seed) if row["source"] == e1_data.OF_CHIP else e1_model.run(
        binaries, setup, seed, packets, [row["system"]])[row["system"]]
    return whole_results.text(e1_data.rows(row["source"], {row["setup"]: {row["system"]: [of]}}, [seed], packets))


def of_cost(binaries, row, _):
    return whole_results.text([({}, cost.measure(binaries, row["system"].strip('"'), int(row["flows"]), int(row["packets"])))])


def of_pace(binaries, row, _):
    cell = from_row(pace.Cell, row)
    return pace.data({cell: pace.run_one(binaries, cell)})


def of_sensitivity(binaries, row, seed):
    chip = {row["parameter"]: int(row["value"])} if row["parameter"] else {}
    return whole_results.text([({}, sensitivity.line_rate(binaries, chip, seed))])


def of_e2(binaries, row, seed):
    setup, packets = row["setup"], int(row["packets"])
    found = {system: [e2.run_one(binaries, e2.SETUPS[setup], system, seed, packets)] for system in e2.SYSTEMS}
    return e2_data.text({packets: {setup: found}}, e2.promised(binaries), {})


def of_two(binaries, _, seed):
    return e2_data.text({}, None, {system: [e2_two.run_one(binaries, system, seed)] for system in e2_two.SYSTEMS})


def of_poisson(binaries, row, seed):
    return e2_poisson.data({row["system"]: [e2.run_one(binaries, e2_poisson.SETUP, row["system"], seed, int(row["packets"]))]})


def of_alpha(binaries, row, seed):
    key, packets = (row["reading"], int(row["alpha_percent"]), row["system"]), int(row["packets"])
    return e2_alpha.data({key: [e2_alpha.run_one(binaries, key[1], e2_alpha.READINGS[key[0]], key[2], seed, packets)]}, packets, [seed])


def of_shaper(binaries, row, _):
    case, packets = from_row(e3.Case, row), int(row["packets"])
    plain = {(case.high, case.low): e3.unshaped(binaries, case.high, case.low, packets)}
    return e3_data.text({case: e3.shaped(binaries, case, packets)}, plain, packets)


def of_switch(binaries, row, _):
    path, size, packets = row["path"], int(row["bytes"]), int(row["packets"])
    return e5.data({(path, size): e5.delays(binaries, e5.PATHS[path], size, packets)}, packets)


def of_chips(binaries, row, _):
    rate, slots = int(row["rate"]), int(row["slots"])
    return e6_chips.data({rate: e6_chips.run_one(binaries, rate, slots)}, slots)


def of_gaps(binaries, row, seed):
    cell, packets = from_row(e4.Cell, row), int(row["packets"])
    return e4.data({cell: [e4.run(binaries, cell, packets, seed)]}, packets * e4.RUNS)


def of_fabric(module, cls, data):
    def make(binaries, row, seed):
        run, slots = from_row(cls, row), int(row["slots"])
        return data({run: [module.run_one(binaries, run, slots, seed)]}, slots, [seed])
    return make


def of_delays(binaries, row, seed):
    regime_, packets = row["regime"], int(row["packets"])
    found = compare.delays(binaries, compare.REGIMES[regime_], row["system"].strip('"'), seed, packets)
    return whole_results.text([({"regime": regime_, "packets": packets}, found)])


def of_shares(binaries, row, seed):
    return whole_results.text([({}, compare.shares(binaries, row["system"].strip('"'), seed))])


def of_regime(binaries, row, seed):
    cell, packets = regime_report.cell_of(row), int(row["packets"])
    if row["source"] == "chip":
        found = {system: regime.chip_run(binaries, cell, system, seed, packets) for system in e1.SYSTEMS}
    else:
        names = e1.SYSTEMS + [name for name in regime.CHANGED if row[f"{name}.lost"]]
        found = regime.model_run(binaries, cell.traffic, seed, packets, [cell], names)[cell.name()]
    return regime_report.data_of_runs({row["source"]: {cell: {seed: found}}}, packets)


def of_limits(binaries, row, seed):
    cell = from_row(e7_limits.Cell, row)
    with tempfile.TemporaryDirectory(prefix="limits-") as work:
        found = e7_limits.run(cell, e7_limits.reservation(cell, work), seed, binaries, work)
    return e7_limits.data({cell: [found]}, [(cell, [seed])])


def of_testbed(binaries, row, seed):
    scenario, case, seconds = int(row["scenario"]), row["case"], int(row["seconds"])
    with tempfile.TemporaryDirectory(prefix="testbed-") as work:
        found = e7.run_case(scenario, case, 1000 * seconds, seed, binaries, work)
    return e7_data.cases({(scenario, case): [{"seconds": seconds, "seed": seed} | found]})


def fields(cls):
    return tuple(field.name for field in dataclasses.fields(cls))


OF_RUN = ("scheduler", "load", "speedup")
OF_LINE, OF_CELL = fields(e1_line.Cell), fields(e7_limits.Cell)
OF_REGIME = ("source", "arrivals", "link", "cpu", "ahead", "weights")
AGAIN = {
    "e1, literal": Again("data/e1-literal.csv", (*e1_literal.CHOICES, "system"), of_literal, ("category",)),
    "e1, units": Again("data/e1-units.csv", (*e1_units.CYCLE.key(), "packets", "system"), of_units, ("category",)),
    "e1, line rate": Again(f"data/{e1_line_report.RUNS}", (*OF_LINE, "system"), of_line),
    "e1, set-ups": Again("data/e1-setups.csv", ("setup", "system"), of_setups),
    "e1-model, chip": Again("data/e1-model.csv", ("setup", "source", "system"), of_setups, of={"source": "chip"}),
    "e1-model, model": Again("data/e1-model.csv", ("setup", "source", "system"), of_setups, of={"source": "model"}),
    "regime, model": Again(regime_report.RUNS, OF_REGIME, of_regime, of={"source": "model"}),
    "regime, chip": Again(regime_report.RUNS, OF_REGIME, of_regime, of={"source": "chip"}),
    "pace": Again(f"data/{pace.DATA}", fields(pace.Cell), of_pace),
    "cost": Again(f"data/{cost.DATA}", ("system", "flows"), of_cost),
    "schedulers, cost": Again("data/schedulers-cost.csv", ("system", "flows"), of_cost),
    "schedulers, delays": Again("data/schedulers-delays.csv", ("regime", "system"), of_delays),
    "schedulers, shares": Again("data/schedulers-shares.csv", ("system",), of_shares),
    "sensitivity": Again("data/sensitivity-runs.csv", (*sensitivity.KEY, "run"), of_sensitivity),
    "e2": Again(f"data/{e2_data.DATA}", ("setup", "packets"), of_e2, ("system",)),
    "e2, two flows": Again(f"data/{e2_data.DATA}", ("setup", "packets"), of_two, ("system",), of={"setup": e2_data.TWO}),
    "e2-poisson": Again("data/e2-poisson.csv", ("system",), of_poisson, ("group",)),
    "e2-alpha": Again("data/e2-alpha.csv", ("reading", "alpha_percent", "system"), of_alpha),
    "e3": Again(f"data/{e3_data.DATA}", fields(e3.Case), of_shaper),
    "e5": Again(f"data/{e5.DATA}", ("path", "bytes"), of_switch),
    "e4": Again("data/e4.csv", e4.CELL, of_gaps, first={"jitter_us": "200"}),
    "e6": Again("data/e6.csv", (*OF_RUN, "ports", "enter", "count"), of_fabric(e6, e6.Run, e6.data)),
    "e6-tcp": Again("data/e6-tcp.csv", fields(e6_tcp.Run), of_fabric(e6_tcp, e6_tcp.Run, e6.data)),
    "e6-speedup": Again("data/e6-speedup.csv", OF_RUN, of_fabric(e6, e6.Run, e6_speedup.data)),
    "e6-pays": Again("data/e6-pays.csv", OF_RUN, of_fabric(e6, e6.Run, e6_pays.data)),
    "e6-pays-tcp": Again("data/e6-pays-tcp.csv", ("traffic", *OF_RUN), of_fabric(e6_tcp, e6_pays_tcp.Run, e6_pays_tcp.data)),
    "e6, chips": Again(f"data/{e6_chips.DATA}", ("rate",), of_chips, network=True, first={"rate": "400"}),
    "e7": Again("data/e7.csv", ("scenario", "case"), of_testbed, network=True, first={"case": "tdp"}),
    "e7-limits": Again("data/e7-limits.csv", OF_CELL, of_limits, ("flow",), network=True, first={"router": "fifo"}),
    "e7-late": Again("data/e7-late.csv", OF_CELL, of_limits, ("flow",), network=True),
}


# ---- Comparison

def number(text):
    """The number of a figure, or None."""
    try:
        return float(text)
    except ValueError:
        return None


def same(repeated, rows, binaries):
    """Whether the first row's run has the digits of the CSV."""
    return repeated.again(binaries, rows[0], seed_of(rows[0])) == repeated.lines(repeated.of_run(rows))


def within(repeated, rows, binaries, seed):
    """(figures of a run of the first row's cell with this seed, figures within the interval of one
    more run), as numbers. Figures that are the same in all runs of the CSV do not count."""
    of_cell = [row for row in rows if named(row, repeated.cell) == named(rows[0], repeated.cell)]
    tried = inside = 0
    if len({row.get("seed") for row in of_cell}) < 2:
        return tried, inside
    for line, figures in repeated.again(binaries, rows[0], seed).items():
        for name, text in figures.items():
            values = [number(row[name]) for row in of_cell if named(row, repeated.line) == line]
            if name == "digest" or None in (*values, number(text)) or len(set(values)) < 2:
                continue
            mean, half = mean_and_half_width(values)
            tried, inside = tried + 1, inside + (abs(float(text) - mean) <= of_next_run(half, len(values)))
    return tried, inside


def processor_seconds():
    return sum(of.ru_utime + of.ru_stime for of in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def length(row):
    return next((float(row[name]) for name in LENGTH if name in row), 1)


def all_lengths(repeated, rows):
    """Sum over the runs of the CSV, relative to the first one's length."""
    of_runs = {(named(row, (*repeated.cell, "seed")), length(row)) for row in rows}
    return sum(of for _, of in of_runs) / length(rows[0])


class Repeat(Experiment, name="repeat", page="results.md", help="a run of each page again: its digits, a fresh seed, processor time"):
    programs = [*systems.PROGRAMS, "ixpfabric"]
    writes_page = False

    @staticmethod
    def options(parser):
        parser.add_argument("--page", action="append", choices=list(AGAIN), metavar="NAME", help=f"only this one; may be repeated ({'; '.join(AGAIN)})")
        parser.add_argument("--keep", action="store_true", help=f"keeps the programs of these runs in {os.path.relpath(IMAGES, systems.ROOT)}, after a page's "
                            "runs were made again")
        parser.add_argument("--seed", type=whole(1, 10**6), default=FRESH, metavar="N", help=f"the fresh seed ({FRESH})")

    def main(self):
        """Prints a line a page. RuntimeError if a run has other digits, or if of the figures of all
        pages fewer than SHARE lie within."""
        differ, tried, inside = [], 0, 0
        for name in self.given.page or AGAIN:
            repeated, systems.images = AGAIN[name], KeptImages(name, self.given.keep)
            if not (DOCS / repeated.file).exists():
                print(f"{name}: not run since its runs are kept, there is no docs/experiments/{repeated.file}")
                continue
            rows, begun = repeated.rows(), processor_seconds()
            equal = same(repeated, rows, self.binaries)
            minutes = (processor_seconds() - begun) / 60 * all_lengths(repeated, rows)
            of = within(repeated, rows, self.binaries, self.given.seed)
            tried, inside = tried + of[0], inside + of[1]
            todays = systems.images.compiled or repeated.network
            differ += [name] * (not equal and not todays)
            digits = "same digits" if equal else "programs are not kept" if todays else "OTHER DIGITS"
            fresh = f"fresh seed: {of[1]} of {of[0]} figures within" if of[0] else "no interval"
            print(f"{name}: {digits}; {fresh}; all its runs: about {minutes:.1f} core-minutes", flush=True)
        print(f"in all {inside} of {tried} figures within the interval of one more run")
        if differ or inside < SHARE * tried and not self.given.page:
            raise RuntimeError(f"other digits: {', '.join(differ) or 'none'}; within: {inside} of {tried}, expected {SHARE:.0%}")
