"""Sweeps over a user's system (docs/experiments/sweep.md): every combination of values, each with several seeds."""
import contextlib
import csv
import dataclasses
import hashlib
import io
import itertools
import json
import math
import os
import re
import shutil
import socket
import sys
import tomllib

from tools_lib import files, systems
from . import measures, runs
from .experiment import Experiment, add_seeds
from .intervals import mean_and_half_width

KINDS = ("system", "network", "fabric")
FILES = (*KINDS, "flows")
KEYS = (*FILES, "seeds", "measure", "set", "vary", "cases")
SEED = {"seed", "network.seed", "flows.seed"}  # keys that each run sets to its own of 'seeds'
SEEDS_MAX = 1000
RUNS_MAX = 1_000_000


@dataclasses.dataclass(frozen=True)
class Axis:
    """A varied parameter: [(text of a value, {key: value})]."""
    name: str
    values: list

    def keys(self):
        return {key for _, changes in self.values for key in changes}


@dataclasses.dataclass(frozen=True)
class Run:
    """Everything that determines a run's results, except the contents of files."""
    system: str     # or network, or fabric; paths are absolute
    flows: str      # "" for none
    changes: dict   # of the system file, {key: value}
    flow_changes: dict
    seed: int
    measure: list
    kind: str       # of KINDS


class Sweep:
    """A parsed sweep file. Errors are RuntimeError with the file's name."""

    def __init__(self, path):
        self.path = path
        try:
            text = systems.read(path)
        except ValueError as e:  # invalid TOML or UTF-8
            self.fail(e)
        unknown = [key for key in text if key not in KEYS]
        if unknown:
            self.fail(f"unknown key '{unknown[0]}'; expected {', '.join(KEYS)}")
        self.base = {key: text[key] for key in FILES if key in text}
        self.seeds = self.read_seeds(text.get("seeds", 1))
        self.measure = self.read_measure(text.get("measure", next((usual for kind, usual in measures.USUAL_OF.items() if kind in text), measures.USUAL)))
        self.set = dict(leaves(self.table(text, "set")))
        # In the order of the file
        self.axes = [axis for key in text if key in ("vary", "cases") for axis in getattr(self, key)(self.table(text, key))]
        if not self.axes:
            self.fail("nothing varies; expected e.g. vary.port.0.rx.rate_mbps = [400, 800]")
        axes = [axis.name for axis in self.axes]
        varied = [key for axis in self.axes for key in axis.keys()]
        for names, fault in ((axes, "varies twice"), (self.measure, "is measured twice"),
                             (varied, "is set by two of 'vary' and 'cases'")):
            if repeated := next((name for name in names if names.count(name) > 1), None):
                self.fail(f"'{repeated}' {fault}")
        if not SEED.isdisjoint([*axes, *varied, *self.set]):
            self.fail("'seed' varies or is set; expected 'seeds', a number of them or a list")
        number = math.prod(len(axis.values) for axis in self.axes) * len(self.seeds)
        if number > RUNS_MAX:
            self.fail(f"these are {number} runs; at most {RUNS_MAX} are made")

    def fail(self, text):
        raise RuntimeError(f"{self.path}: {text}")

    def table(self, text, key):
        value = text.get(key, {})
        if not isinstance(value, dict):
            self.fail(f"'{key}' is no table")
        return value

    def read_seeds(self, seeds):
        if type(seeds) is int and 1 <= seeds <= SEEDS_MAX:
            return list(range(1, seeds + 1))
        if isinstance(seeds, list) and seeds and all(type(s) is int and s >= 0 for s in seeds) and len(set(seeds)) == len(seeds):
            return seeds
        self.fail(f"'seeds' is how many (1 to {SEEDS_MAX}), or a list of them, each once")

    def read_measure(self, names):
        if not isinstance(names, list) or not names or not all(isinstance(n, str) for n in names):
            self.fail("'measure' is a list of texts")
        for name in names:
            if not measures.known(name):
                self.fail(f"'measure' has '{name}'; {measures.EXPECTED}")
        return names

    def vary(self, table):
        for key, values in leaves(table):
            if not isinstance(values, list) or not values:
                self.fail(f"'vary.{key}' is no list of values; sets of keys that change together are for [cases.NAME]")
            for value in values:
                self.check({f"vary.{key}": value})
            yield Axis(key, [(as_text(value), {key: value}) for value in values])

    def cases(self, table):
        for name, of_name in table.items():
            if not isinstance(of_name, dict) or not of_name or not all(isinstance(case, dict) for case in of_name.values()):
                self.fail(f"'cases.{name}' is no table of cases, each a table of keys; e.g. [cases.{name}.slow]")
            yield Axis(name, [(text, dict(leaves(case))) for text, case in of_name.items()])

    def cells(self):
        """[(texts of the values, {key: value})] of all combinations; the last axis changes fastest."""
        for combination in itertools.product(*(axis.values for axis in self.axes)):
            changes = dict(self.base | self.set)
            for _, of_value in combination:
                changes |= of_value
            self.check(changes)
            yield tuple(text for text, _ in combination), changes

    def check(self, changes):
        for key, value in changes.items():
            try:
                systems.toml(value)
            except (TypeError, ValueError) as e:
                self.fail(f"'{key}': {e}")

    def run(self, changes, seed):
        folder = os.path.dirname(os.path.abspath(self.path))
        files = {}
        for key in FILES:
            if key in changes:
                if not isinstance(changes[key], str):
                    self.fail(f"'{key}' is no text")
                files[key] = os.path.normpath(os.path.join(folder, changes[key]))
                if not os.path.isfile(files[key]):
                    self.fail(f"'{key}' is {files[key]}, which is no file")
        kinds = [kind for kind in KINDS if kind in files]
        if not kinds:
            self.fail("there is no 'system', the system file to run")
        kind = kinds[0]
        if len(kinds) > 1 or kind != "system" and "flows" in files:
            self.fail(f"'{kinds[-1]}' stands alone, without 'system' and 'flows'")
        of_flows = {k.removeprefix("flows."): v for k, v in changes.items() if k.startswith("flows.")}
        if of_flows and "flows" not in files:
            self.fail(f"'flows.{next(iter(of_flows))}' is set, but there is no 'flows', a description of flows")
        of_system = {k: v for k, v in changes.items() if k not in files and not k.startswith("flows.")}
        return Run(files[kind], files.get("flows", ""), of_system, of_flows, seed, self.measure, kind)

    def rows(self):
        """[(texts of the values, run)]: all seeds of a combination, then the next."""
        return [(texts, self.run(changes, seed)) for texts, changes in self.cells() for seed in self.seeds]


def leaves(table, before=""):
    """{dotted key: value} of nested tables."""
    for key, value in table.items():
        if isinstance(value, dict) and value:
            yield from leaves(value, f"{before}{key}.")
        else:
            yield before + key, value


def as_text(value):
    return value if isinstance(value, str) else systems.toml(value)


# ---- Dependencies of results

INCLUDE = re.compile(r'(?:#[ \t]*(?:include|include_next|import|embed)[ \t]*|\.incbin[ \t]+\\?)["<]([^">\\\n]+)')


def with_includes(path, seen, folders):
    """Adds a file, and the files that it includes, to `seen`: each file of an included name beside it or in `folders`."""
    path = os.path.normpath(path)
    if path in seen or not os.path.isfile(path):
        return
    seen.add(path)
    if path.endswith((".c", ".h", ".uc", ".s", ".S")):
        with open(path, encoding="utf-8", errors="replace") as f:
            included = INCLUDE.findall(f.read())
        for name in included:
            for folder in [os.path.dirname(path), *folders]:
                with_includes(os.path.join(folder, name), seen, folders)


def chips_of(run):
    """[(path of a chip's system, texts of its 'set')] of a network. ixpemu reports errors."""
    network = systems.read(run.system)
    for key, value in run.changes.items():
        with contextlib.suppress(AttributeError, LookupError, TypeError, ValueError):
            systems.change(network, systems.parts(key), value)
    chips = network.get("chip")
    return [(os.path.join(os.path.dirname(run.system), chip["system"]), systems.texts_in(chip.get("set", [])))
            for chip in (chips if isinstance(chips, list) else []) if isinstance(chip, dict) and isinstance(chip.get("system"), str)]


def value_of(change):
    """Value of "KEY=VALUE", as --set reads it."""
    text = change.partition("=")[2]
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):
        return text


class Contents:
    """Digests of files; each file is read once."""

    def __init__(self, binaries):
        self.of_file = {}
        self.binaries = binaries

    def digest(self, path):
        if path not in self.of_file:
            self.of_file[path] = runs.made_of(path)
        return self.of_file[path]

    def name(self, run):
        """Name of a run in the results folder; it changes with the inputs."""
        try:
            chain = systems.chain(run.system)
            changes = [(run.system, run.changes)]
            for path, of_chip in chips_of(run) if run.kind == "network" else []:
                chain += systems.chain(path)
                changes.append((path, [value_of(change) for change in of_chip]))
        except ValueError as e:
            raise RuntimeError(f"{run.system}: {e}") from None
        files = {run.flows} - {""}
        named = [os.path.join(os.path.dirname(path), text) for path, tables in [*chain, *changes]
                 for text in systems.texts_in(tables)]
        share = os.path.join(self.binaries, "../share")
        folders = [path for path in named if os.path.isdir(path)] + [share, os.path.join(share, "mecc/include")]
        for path in [path for path, _ in chain] + named:
            with_includes(path, files, folders)
        programs = [os.path.join(self.binaries, p) for p in (["ixpfabric"] if run.kind == "fabric" else systems.PROGRAMS)]
        inputs = [self.digest(path) for path in [*programs, *sorted(files)]]
        described = json.dumps([dataclasses.asdict(run), inputs])
        return hashlib.sha256(described.encode()).hexdigest()[:16]


# ---- A run

def streams(binaries, run, folder):
    """Streams for the run's seed, and the overrides that make each port play its stream with its timestamps."""
    if not run.flows:
        return {}
    made = systems.generate(binaries, run.flows, folder, "--seed", str(run.seed), changes=run.flow_changes)
    ports = systems.read(run.system).get("port", {})
    changes = {}
    for port in made["ports"]:
        key = f"port.{port['port']}.rx"
        changes[f"{key}.streams"] = [os.path.join(folder, port["file"])]
        if "timing" not in ports.get(str(port["port"]), {}).get("rx", {}):
            changes[f"{key}.timing"] = "stamps"
    return changes


def make_fabric(binaries, folder, run):
    """Executes a run of ixpfabric, which leaves no files. Returns its measures."""
    stats = json.loads(systems.call([os.path.join(binaries, "ixpfabric"), run.system, "--json", "--seed", str(run.seed),
                                     *systems.settings(run.changes)]))
    return {**dataclasses.asdict(run), "values": {name: measures.of_fabric(stats, name) for name in run.measure}}


def make(binaries, folder, run):
    """Executes a run in a separate folder, kept only if the run fails. Returns its measures."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    try:
        changes = streams(binaries, run, os.path.join(folder, "streams")) | run.changes
        out = os.path.join(folder, "out")
        _, stats = systems.run(binaries, run.system, out, "--seed", str(run.seed), "--log-data", "header:40", changes=changes)
        measured = (measures.OfNetwork if run.kind == "network" else measures.Measures)(binaries, out, stats, run.flows)
        values = {name: measured.value(name) for name in run.measure}
    except (RuntimeError, OSError, ValueError) as e:
        if systems.stopping():
            shutil.rmtree(folder, ignore_errors=True)
        raise RuntimeError(f"{e}\nits files are in {folder} on {socket.gethostname()}") from None
    shutil.rmtree(folder)
    return {**dataclasses.asdict(run), "values": values}


def results(sweep, binaries, kept):
    """[(texts of the values, run, {measure: value})] in the sweep's order. `kept` is locked."""
    rows = sweep.rows()
    contents = Contents(binaries)
    names = [contents.name(run) for _, run in rows]
    wanted = [(name, make_fabric if run.kind == "fabric" else make, binaries, os.path.join(kept.folder, name), run) for name, (_, run) in zip(names, rows)]
    made = kept.all_here(wanted, labels={name: label(sweep, *row) for name, row in zip(names, rows)})
    return [(texts, run, result["values"]) for (texts, run), result in zip(rows, made)]


def label(sweep, texts, run):
    return ", ".join([f"{axis.name}={text}" for axis, text in zip(sweep.axes, texts)] + [f"seed={run.seed}"])


# ---- Tables

def as_csv(rows):
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def results_csv(sweep, made):
    rows = [[axis.name for axis in sweep.axes] + ["seed"] + sweep.measure]
    for texts, run, values in made:
        rows.append([*texts, run.seed] + ["" if values[name] is None else values[name] for name in sweep.measure])
    return as_csv(rows)


def summaries(sweep, made):
    """[(texts of the values, {measure: summary_of its values})]"""
    out = []
    for at in range(0, len(made), len(sweep.seeds)):
        of_cell = made[at:at + len(sweep.seeds)]
        values = {name: [v[name] for _, _, v in of_cell if v[name] is not None] for name in sweep.measure}
        out.append((of_cell[0][0], {name: summary_of(of_name) for name, of_name in values.items()}))
    return out


def summary_of(values):
    """(mean, half width of its 95 % interval), None for that of one value and for no values."""
    if not values:
        return None
    mean, half = mean_and_half_width(values)
    return mean, half if len(values) > 1 else None


def summary_csv(sweep, summary):
    rows = [[axis.name for axis in sweep.axes] + ["runs"] + [c for name in sweep.measure for c in (name, f"{name} ±")]]
    for texts, means in summary:
        rows.append([*texts, len(sweep.seeds)] + [c for name in sweep.measure for c in means[name] or ("", "")])
    return as_csv(rows)


def summary_text(sweep, summary):
    """Human-readable: means with their intervals."""
    rows = [[axis.name for axis in sweep.axes] + sweep.measure]
    for texts, means in summary:
        shown = ["-" if m is None else f"{m[0]:.6g}" + ("" if m[1] is None else f" ± {m[1]:.2g}") for m in means.values()]
        rows.append([*texts, *shown])
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths)).rstrip() + "\n" for row in rows)


# ---- Files of results; earlier ones are renamed as in base/run_folder.h

def set_aside(paths):
    for path in paths:
        with contextlib.suppress(FileNotFoundError):
            os.replace(path, path + ".earlier")


def forget_earlier(paths):
    for path in paths:
        with contextlib.suppress(FileNotFoundError):
            os.remove(path + ".earlier")


class SweepExperiment(Experiment, name="sweep", help="values x seeds over a system of yours"):
    writes_page = False
    usual_name = "SWEEP"

    @staticmethod
    def options(parser):
        parser.add_argument("sweep", metavar="SWEEP.toml", help="docs/experiments/sweep.md")
        add_seeds(parser, "1 to N, instead of the file's", most=SEEDS_MAX)

    @staticmethod
    def check(given, error):
        given.out = given.out or given.sweep.removesuffix(".toml")
        if os.path.exists(given.out) and not os.path.isdir(given.out):
            error(f"--out: {os.path.abspath(given.out)} is no folder")

    def read(self):
        swept = Sweep(self.given.sweep)
        if self.given.seeds:
            swept.seeds = list(range(1, self.given.seeds + 1))
        return swept

    def main(self):
        """Writes results.csv and summary.csv, prints the summary. Earlier results are set aside."""
        out = self.given.out
        paths = [os.path.join(out, name) for name in ("results.csv", "summary.csv")]
        kept = runs.Runs(os.path.join(out, "runs"), self.workers)
        swept = None if os.path.isdir(out) else self.read()  # an invalid file makes no folder
        with kept.alone():
            set_aside(paths)
            swept = swept or self.read()
            made = results(swept, self.binaries, kept)
            summary = summaries(swept, made)
            files.write_together(dict(zip(paths, (results_csv(swept, made), summary_csv(swept, summary)))))
            forget_earlier(paths)
        sys.stdout.write(summary_text(swept, summary))
        print(f"wrote {out}/results.csv, summary.csv")
