"""The base class of experiments, and their registry.

A module of this folder registers an experiment by a subclass with a name: its programs and inputs,
its options, and main(), which makes the missing runs and returns the page."""
import dataclasses
import functools
import importlib
import json
import os
import pkgutil
import shutil
import sys

from tools_lib import systems
from . import runs

REGISTERED = {}          # {name: class}
SEEDS = range(1, 1000)   # of reports without seeds of their own
COMMENTS = "\n## Comments\n"


def registered():
    """{name: class} of all modules of this folder."""
    for module in pkgutil.iter_modules([os.path.dirname(__file__)]):
        importlib.import_module(f"{__package__}.{module.name}")
    return dict(sorted(REGISTERED.items()))


def whole(least, most):
    """A type of options."""
    def convert(text):
        number = int(text)
        if not least <= number <= most:
            raise ValueError
        return number
    convert.__name__ = f"whole number from {least} to {most}"  # for messages of argparse
    return convert


def add_packets(parser, usual, default=None, of="of all flows together, each run", least=100, most=10**7):
    parser.add_argument("--packets", type=whole(least, most), default=default, metavar="N", help=f"{of} ({usual})")


def add_setups(parser, setups):
    parser.add_argument("--setup", action="append", metavar="NAME", choices=list(setups),
                        help=f"only this one; may be repeated ({', '.join(setups)})")


def add_seeds(parser, usual, default=None, most=99):
    parser.add_argument("--seeds", type=whole(1, most), default=default, metavar="N", help=f"how many ({usual})")


def add_from_data(parser):
    parser.add_argument("--from-data", action="store_true", help="makes no runs: writes the page from its CSV")


def from_row(cls, row):
    """A dataclass from the columns of a CSV with its fields' names."""
    fields = dataclasses.fields(cls)
    return cls(**{f.name: row[f.name] == "True" if f.type is bool else f.type(row[f.name]) for f in fields if f.name in row})


def binaries():
    found = shutil.which("ixpemu")
    return os.path.dirname(found) if found else os.path.join(systems.ROOT, "build/release/bin")


def split_comments(path):
    """(text, heading, comments) of a page; empty strings if there is none."""
    if not os.path.exists(path):
        return "", "", ""
    with open(path, encoding="utf-8") as f:
        return f.read().partition(COMMENTS)


class Experiment:
    programs = systems.PROGRAMS
    made_of = ()  # files and folders that change the results; the programs also do
    writes_page = True
    usual_name = None  # of --out, in the help; None: build/experiments/NAME

    def __init_subclass__(cls, name=None, help=None, page=None):
        super().__init_subclass__()
        if name in REGISTERED:
            raise ValueError(f"'{name}' is registered by {REGISTERED[name].__module__}")
        if name:
            cls.name, cls.help, REGISTERED[name] = name, help, cls
            cls.page = page or f"experiments/{name}.md"  # path in docs

    def __init__(self, given, workers):
        self.given, self.workers, self.binaries = given, workers, given.bin
        given.out = os.path.abspath(given.out or self.usual_out())
        if not getattr(given, "report", None):
            given.report = os.path.join(systems.ROOT, "docs", self.page_name())

    # ---- Of each experiment

    @staticmethod
    def options(parser):
        """Adds the experiment's own options."""

    @staticmethod
    def check(given, error):
        """Calls `error` with a text if options do not fit."""

    def page_name(self):
        """Path in docs of the page that main() returns."""
        return self.page

    def usual_out(self):
        return os.path.join(systems.ROOT, "build/experiments", self.name)

    def main(self):
        """The page, or None if there is none to write."""
        raise NotImplementedError

    # ---- Of all

    @classmethod
    def add_to(cls, commands):
        parser = commands.add_parser(cls.name, help=cls.help)
        cls.options(parser)
        if cls.writes_page:
            parser.add_argument("--report", metavar="FILE", help="instead of the page in docs; - for standard output; plots and data "
                                "go beside it")
        parser.add_argument("--jobs", type=whole(1, 1000), default=os.cpu_count(), metavar="N", help="runs at a time (all processors)")
        parser.add_argument("--mpi", type=whole(2, 100000), metavar="N", help="as N processes of MPI: one hands out runs, the "
                            "others make them; instead of --jobs")
        parser.add_argument("--hostfile", metavar="FILE", help="machines for --mpi, as mpirun takes them")
        parser.add_argument("--bin", default=binaries(), metavar="DIR",
                            help="of ixpemu, ixpgen, ixplog, mecc (where PATH has ixpemu, else build/release/bin)")
        parser.add_argument("--out", metavar="DIR", help="keeps results and each figure's Vega-Lite "
                            f"({cls.usual_name or f'build/experiments/{cls.name}'})")

    def kept(self, programs, made_of, folder=""):
        """Saved runs that depend on these programs and files."""
        inside = [os.path.join(systems.ROOT, path) for path in made_of]
        digest = runs.made_of(*inside, *(os.path.join(self.binaries, name) for name in programs))
        return runs.Runs(os.path.join(self.given.out, folder + digest), self.workers)

    @functools.cached_property
    def runs(self):
        return self.kept(self.programs, self.made_of)

    def setups(self, of_all):
        """The selected ones of {name: set-up}."""
        return {name: setup for name, setup in of_all.items() if not self.given.setup or name in self.given.setup}

    def stem(self):
        """Name of the page without its ending; other files of the experiment begin with it."""
        return os.path.basename(self.page_name() if self.given.report == "-" else self.given.report).removesuffix(".md")

    def path_beside(self, name):
        page = os.path.join(systems.ROOT, "docs", self.page_name()) if self.given.report == "-" else os.path.abspath(self.given.report)
        return os.path.join(os.path.dirname(page), name)

    def write_beside(self, name, text):
        if self.given.report != "-":
            runs.write(self.path_beside(name), text)

    def data(self, name, make):
        """Text of the CSV beside the page: of `make`, or with --from-data of the existing file."""
        if self.given.from_data:
            try:
                with open(self.path_beside(name), encoding="utf-8") as f:
                    return f.read()
            except FileNotFoundError:
                raise RuntimeError(f"--from-data: there is no {self.path_beside(name)}; the command without --from-data makes the runs") from None
        text = make()
        self.write_beside(name, text)
        return text

    def pictures(self, figures):
        """Writes each of {key: figure} as NAME.vl.json into --out and as NAME.svg beside the page;
        {key: file name}. Names are of the page and the key."""
        names = {key: "-".join([self.stem()] + [key] * bool(key)) for key in figures}
        for key, figure in figures.items():
            path = os.path.join(self.given.out, names[key] + ".vl.json")
            runs.write(path, json.dumps(figure) + "\n")
            if self.given.report != "-":
                systems.call([os.path.join(self.binaries, "ixplog"), "draw", path, "-o", self.path_beside(names[key] + ".svg")])
        return {key: name + ".svg" for key, name in names.items()}

    def write_page(self, path, text):
        """Keeps the hand-written section "Comments" of an earlier page."""
        if path == "-":
            sys.stdout.write(text)
            return
        runs.write(path, text + "".join(split_comments(path)[1:]))
        print(f"wrote {path}")
