#!/usr/bin/env python3
"""Pages are those that their CSV gives, byte for byte; a run repeated gives its row's digest.

  pages.py BIN_DIR

Times depend on the programs, so the runs repeated here load the images in images/, which the
compiler of the page's runs made (tools/experiments repeat --keep).
"""
import fnmatch
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path += [str(ROOT), str(ROOT / "tests")]
import vega_lite  # noqa: E402
from experiments import repeat, whole_results  # noqa: E402
from tools_lib import systems  # noqa: E402

BIN = str(pathlib.Path(sys.argv.pop(1)).resolve())
DOCS = ROOT / "docs/experiments"
MADE = {"e1": ["e1"], "e1-model": ["e1", "--model"], "e2": ["e2"], "e2-poisson": ["e2", "--poisson"], "e4": ["e4"], "e5": ["e5"], "e6-speedup": ["e6", "--setup", "speedup"], "e7-limits": ["e7", "--part", "limits"],
        "e6-pays": ["e6", "--setup", "pays"], "e7-late": ["e7", "--part", "late"], "cost": ["cost"],
        "e6-chips": ["e6", "--setup", "chips"], "e3": ["e3"], "e2-alpha": ["e2", "--alpha"], "schedulers": ["schedulers"],
        "pace": ["pace"], "e6-pays-tcp": ["e6", "--setup", "pays-tcp"], "e7": ["e7"], "e6": ["e6"], "e6-tcp": ["e6", "--setup", "tcp"], "regime": ["regime"], "intervals": ["intervals"]}

# With programs that are kept, or without any.
REPEATED = ("e1, literal", "e1, units", "e1, line rate", "e1-model, chip", "e1-model, model",
            "regime, model", "regime, chip", "pace", "cost", "schedulers, cost",
            "schedulers, delays", "sensitivity", "e2, two flows", "e2-alpha", "e3", "e4", "e5",
            "e6", "e6-tcp", "e6-speedup", "e6-pays", "e6-pays-tcp")
# (figures of a run, relative difference allowed)
NETWORKS = {"e6, chips": ("pipeline.*.total", 0.01), "e7": ("flows.*", 0.001), "e7-limits": ("*", 0.001)}


def text_of(file):
    return file.read_text(encoding="utf-8")


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
        for name in REPEATED:
            with self.subTest(name):
                repeated, systems.images = repeat.AGAIN[name], repeat.KeptImages(name)
                self.assertTrue(repeat.same(repeated, repeated.rows(), BIN))
                of = repeat.within(repeated, repeated.rows(), BIN, repeat.FRESH)
                tried, inside = tried + of[0], inside + of[1]
                self.assertFalse(systems.images.compiled, "programs are not kept")
                systems.images.forget()
        self.assertGreater(tried, 100)
        self.assertGreaterEqual(inside, repeat.SHARE * tried)

    def test_networks(self):
        """A network compiles its programs, so figures of times may differ a little."""
        for name, (compared, share) in NETWORKS.items():
            repeated = repeat.AGAIN[name]
            rows = repeated.rows()
            wanted = repeated.lines(repeated.of_run(rows))
            for line, figures in repeated.again(BIN, rows[0], repeat.seed_of(rows[0])).items():
                for figure in set(fnmatch.filter(figures, compared)) - {"digest"}:
                    with self.subTest(name, line=line, figure=figure):
                        value = float(wanted[line][figure])
                        self.assertAlmostEqual(float(figures[figure]), value, delta=share * value)


class Results(unittest.TestCase):
    RESULTS = [({"seed": "1"}, {"a": {"b": [1, 2.5], "0": "text"}, "more": []}), ({"seed": "2"}, {"a": None})]

    def test_results_survive(self):
        self.assertEqual(whole_results.read(whole_results.text(self.RESULTS)), self.RESULTS)

    def test_a_changed_number_is_found(self):
        with self.assertRaisesRegex(RuntimeError, "line 2: numbers do not have the digest"):
            whole_results.read(whole_results.text(self.RESULTS).replace("2.5", "2.6"))


if __name__ == "__main__":
    unittest.main()
