#!/usr/bin/env python3
"""Pages are those that their CSV gives, byte for byte; a run repeated gives its row's digest.

  pages.py BIN_DIR [--keep]

Times depend on the programs, so the runs repeated here load the images in images/, which the
compiler of the page's runs made. --keep writes them again, after a page's runs were made again.
"""
import csv
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path += [str(ROOT), str(ROOT / "tests")]
import vega_lite  # noqa: E402
from experiments import cost, e2_data, e2_two, e3, e3_data, e5, e6_chips  # noqa: E402
from experiments import e7, e7_data, e7_limits, pace, repeat, runs, whole_results  # noqa: E402
from experiments.experiment import from_row  # noqa: E402
from tools_lib import systems  # noqa: E402

KEEP = "--keep" in sys.argv
if KEEP:
    sys.argv.remove("--keep")
BIN = str(pathlib.Path(sys.argv.pop(1)).resolve())
DOCS = ROOT / "docs/experiments"
MADE = {"e1": ["e1"], "e1-model": ["e1", "--model"], "e2": ["e2"], "e2-poisson": ["e2", "--poisson"], "e4": ["e4"], "e5": ["e5"], "e6-speedup": ["e6", "--setup", "speedup"], "e7-limits": ["e7", "--part", "limits"],
        "e6-pays": ["e6", "--setup", "pays"], "e7-late": ["e7", "--part", "late"], "cost": ["cost"],
        "e6-chips": ["e6", "--setup", "chips"], "e3": ["e3"], "e2-alpha": ["e2", "--alpha"], "schedulers": ["schedulers"],
        "pace": ["pace"], "e6-pays-tcp": ["e6", "--setup", "pays-tcp"], "e7": ["e7"], "e6": ["e6"], "e6-tcp": ["e6", "--setup", "tcp"], "regime": ["regime"], "intervals": ["intervals"]}

# With programs that are kept, or without any.
REPEATED = ("e1, literal", "e1-model, model", "schedulers, delays", "e2-alpha", "e4", "e6", "e6-tcp", "e6-speedup", "e6-pays",
            "e6-pays-tcp", "regime, model")


def rows(name):
    with open(DOCS / "data" / name, newline="", encoding="utf-8") as f:
        return list(csv.DictReader(f))


def text_of(file):
    return file.read_text(encoding="utf-8")


repeat.KeptImages.keep = KEEP
systems.images = repeat.KeptImages()


class Pages(unittest.TestCase):
    def test_pages_are_made_from_their_data(self):
        """Each picture has a specification in --out."""
        with tempfile.TemporaryDirectory() as work:
            copy = pathlib.Path(work) / "experiments"
            shutil.copytree(DOCS, copy)
            for page, command in MADE.items():
                (copy / f"{page}.md").write_text(text_of(copy / f"{page}.md").replace("# ", "# stale ", 1), encoding="utf-8")
                subprocess.run([ROOT / "tools/experiments", *command, "--from-data", "--bin", BIN, "--out", f"{work}/out", "--report",
                                copy / f"{page}.md"], check=True, capture_output=True, timeout=600)
            figures = [vega_lite.checked(path)["vconcat"] for path in pathlib.Path(work, "out").glob("*.vl.json")]
            self.assertGreater(len(figures), 20)
            for file in sorted(DOCS.rglob("*.*")):
                self.assertEqual(text_of(copy / file.relative_to(DOCS)), text_of(file), file.name)


class Runs(unittest.TestCase):
    def test_seeds_of_the_page_and_fresh_ones(self):
        """Nine of ten figures of fresh runs are within the interval of one more run."""
        tried = inside = 0
        systems.images = repeat.KeptImages()
        for name in REPEATED:
            with self.subTest(name):
                repeated = repeat.AGAIN[name]
                self.assertTrue(repeat.same(repeated, repeated.rows(), BIN))
                of = repeat.within(repeated, repeated.rows(), BIN, repeat.FRESH)
                tried, inside = tried + of[0], inside + of[1]
        self.assertFalse(systems.images.compiled, "programs are not kept: --keep")
        self.assertGreater(tried, 100)
        self.assertGreaterEqual(inside, repeat.SHARE * tried)

    def test_e2(self):
        key, result = whole_results.read(text_of(DOCS / "data" / e2_data.DATA))[-1]
        self.assertEqual(key["setup"], e2_data.TWO)
        self.assertEqual(e2_data.of_two(e2_two.run_one(BIN, key["system"], int(key["seed"]))), result)

    def test_e3(self):
        row = rows(e3_data.DATA)[0]
        self.assertEqual(runs.digest_of(e3.shaped(BIN, from_row(e3.Case, row), int(row["packets"]))), row["run"])

    def test_e5(self):
        packets = int(rows(e5.DATA)[0]["packets"])
        self.assertEqual(e5.data(e5.measure(BIN, packets), packets), text_of(DOCS / "data" / e5.DATA))

    def test_pace(self):
        cell, result = next(iter(pace.read(text_of(DOCS / "data" / pace.DATA)).items()))
        self.assertEqual(pace.run_one(BIN, cell), result)

    def alike(self, flow, wanted):
        """A network compiles its programs, so times may differ a little."""
        for name in ("sent", "left"):
            self.assertEqual(flow[name], int(wanted[name]))
        for name in ("least", "most"):
            self.assertAlmostEqual(flow[name], int(wanted[name]), delta=1000)

    def test_e7(self):
        key, result = whole_results.read(text_of(DOCS / "data" / e7_data.CASES))[-1]
        with tempfile.TemporaryDirectory() as work:
            found = e7.run_case(int(key["scenario"]), key["case"], 1000 * result["seconds"], result["seed"], BIN, work)
        for name, flow in result["flows"].items():
            self.alike(found["flows"][name], flow)
        self.assertEqual((found["violations"], found["drops"]), (result["violations"], result["drops"]))

    def test_e7_limits(self):
        row = rows(e7_limits.DATA)[0]
        cell = from_row(e7_limits.Cell, row)
        with tempfile.TemporaryDirectory() as work:
            found = e7_limits.run(cell, e7_limits.reservation(cell, work), int(row["seed"]), BIN, work)
        self.alike(found["flows"][row["flow"]], row | {"least": row["least_ns"], "most": row["most_ns"]})
        self.assertEqual(found["drops"], {})

    def test_chips(self):
        """As with E7."""
        key, result = whole_results.read(text_of(DOCS / "data" / e6_chips.DATA))[-1]
        again = e6_chips.run_one(BIN, int(key["rate"]), int(key["slots"]))
        for kind, slots in result["pipeline"].items():
            for length, of in slots.items():
                self.assertAlmostEqual(again["pipeline"][kind][length]["total"], of["total"], delta=0.01 * of["total"])

    def test_cost(self):
        _, result = whole_results.read(text_of(DOCS / "data" / cost.DATA))[0]
        self.assertEqual(cost.measure(BIN, result["system"], result["flows"], result["packets"]), result)


class Results(unittest.TestCase):
    RESULTS = [({"seed": "1"}, {"a": {"b": [1, 2.5], "0": "text"}, "more": []}), ({"seed": "2"}, {"a": None})]

    def test_results_survive(self):
        self.assertEqual(whole_results.read(whole_results.text(self.RESULTS)), self.RESULTS)

    def test_a_changed_number_is_found(self):
        with self.assertRaisesRegex(RuntimeError, "line 2: numbers do not have the digest"):
            whole_results.read(whole_results.text(self.RESULTS).replace("2.5", "2.6"))


if __name__ == "__main__":
    unittest.main()
