#!/usr/bin/env python3
"""tools/experiments sensitivity: parameters that must matter do, in the right direction, others do
not; every assumption of docs/accuracy.md is varied.

  sensitivity_test.py BIN_DIR
"""
import csv
import fnmatch
import os
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.path.abspath(sys.argv.pop(1))
sys.path.insert(0, ROOT)
from experiments import sensitivity, sensitivity_report  # noqa: E402

PAGE = f"before\n{sensitivity_report.BEGIN}old\n{sensitivity_report.END}after\n"


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


class Sensitivity(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = folder.name

    def measure(self, *options, page=PAGE, status=0, out="kept"):
        """(page, rows of the CSV) after the command; its error output if it must fail."""
        with open(f"{self.work}/page.md", "w") as f:
            f.write(page)
        done = subprocess.run([f"{ROOT}/tools/experiments", "sensitivity", "--bin", BIN, "--out", f"{self.work}/{out}",
                               "--report", f"{self.work}/page.md", *options], capture_output=True, text=True, timeout=1200)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        if status:
            return done.stderr
        with open(f"{self.work}/experiments/sensitivity.csv", newline="") as f:
            return read(f"{self.work}/page.md"), list(csv.DictReader(f))

    def test_what_matters_moves_its_figure(self):
        # Moves out of RBUF are on a frame's path, and rx waits for them; hashes are unused
        options = ["--figures", "crossing", "--figures", "rx-block", "--parameter", "dram.rbuf_rd", "--parameter", "hash.48"]
        page, rows = self.measure("--jobs", "1", *options)
        change = {(r["parameter"], int(r["value"]), r["figure"]): float(r["change"]) for r in rows}
        self.assertEqual(sorted(change), sorted((key, value, figure) for key, values in (
            ("dram.rbuf_rd", (70, 210)), ("hash.48", (40, 120))) for value in values for figure in ("crossing", "rx-block")))
        self.assertTrue(-10 < change["dram.rbuf_rd", 70, "crossing"] < -2)
        self.assertTrue(2 < change["dram.rbuf_rd", 210, "crossing"] < 10)
        self.assertTrue(change["dram.rbuf_rd", 70, "rx-block"] > 1 and change["dram.rbuf_rd", 210, "rx-block"] < -1)
        self.assertTrue(all(c == 0 for (key, _, _), c in change.items() if key == "hash.48"))
        # 70 cycles less of some 1,560
        crossing = next(r for r in rows if r["figure"] == "crossing" and r["value"] == "70")
        self.assertAlmostEqual(float(crossing["baseline"]) - float(crossing["result"]), 70, delta=7)
        # Cells stand below their figures
        table = [line.split("|") for line in page.splitlines() if line.startswith(("| parameter", "| `dram.rbuf_rd"))]
        for name, figure in ("crossing time", "crossing"), ("the same, faster bus", "rx-block"):
            self.assertEqual(table[1][[c.strip() for c in table[0]].index(name)].strip(),
                             " / ".join(f"{change['dram.rbuf_rd', value, figure]:+.1f}" for value in (70, 210)))
        # The page keeps the surrounding text, and ranks
        self.assertTrue(page.startswith("before\n") and page.endswith("after\n") and "old" not in page)
        self.assertRegex(page, r"\| crossing time \| `dram.rbuf_rd` = \d+: [+-]\d\.\d % \| none \| none \|")
        self.assertIn("No figure changes at all, to the last bit: `hash.48`.", page)
        # Two at a time: the same, and it is all there already when it is done again
        again = self.measure("--jobs", "2", *options, out="two")
        self.assertEqual((page, rows), again)
        kept = {path: os.stat(os.path.join(folder, path)).st_mtime_ns
                for folder, _, names in os.walk(f"{self.work}/kept") for path in names}
        self.assertEqual((page, rows), self.measure(*options))
        self.assertEqual(kept, {path: os.stat(os.path.join(folder, path)).st_mtime_ns
                                for folder, _, names in os.walk(f"{self.work}/kept") for path in names})
        self.assertEqual((page, rows), self.measure("--from-data", *options))
        self.assertIn("between which the tables go", self.measure(*options, page="no marks\n", status=1))
        self.assertIn("'nonsense'", self.measure("--parameter", "nonsense", status=1))

    def test_values_that_are_not_allowed(self):
        chosen = {p["key"]: p for p in sensitivity.assumed(BIN)}
        keys = ["bus.command_latency", "msf.rsw_autopush", "bus.d_cycles_per_quadword", "dram.open_page", "sram.q_op_busy"]
        tried = {p["key"]: sensitivity_report.tried(p, values)
                 for p, values in sensitivity.values(BIN, [chosen[key] for key in keys])}
        # 27 would be more than latencies that contain it; 20 is less than microengines run ahead; 1 is less than the least
        self.assertEqual(tried, dict(zip(keys, ["9 / 24*", "32* / 60", "– / 3", "1 / –", "4 / 14"])))

    def test_failures_and_doubts_are_told(self):
        change = lambda before, found: sensitivity_report.Change("crossing", before, found)  # noqa: E731
        self.assertEqual(change([100], {"failed": ["stuck"]}).text(), "fails")
        self.assertEqual(change([100, 200], {"crossing": [100], "failed": ["stuck"]}).text(), "fails")
        self.assertEqual(change([100], {"crossing": [101]}).text(), "+1.0")
        self.assertEqual(change([100, 200], {"crossing": [101, 203]}).text(), "(+1.3)")  # 1 and 3, not far from 0 for two
        self.assertEqual(change([100, 200], {"crossing": [102, 202]}).text(), "+1.3")
        of = lambda key: {"key": key, "value": 10, "max": 100}  # noqa: E731
        found = [(of("a"), [5, 15], [{"crossing": [101, 209]}, {"failed": ["stuck", "stuck"]}]),
                 (of("b"), [5, None], [{"crossing": [102, 202]}, None])]
        page = sensitivity_report.part({"crossing": [100, 200]}, found)
        self.assertIn("| crossing time | `b` = 5: +1.3 % | `a` = 5: (+3.3) % | none |", page)
        self.assertIn("| `a` | 10 | 5 / 15 | (+3.3) / fails |", page)
        self.assertIn("| `b` | 10 | 5 / – | +1.3 / – |", page)
        self.assertIn("* `a` = 15: stuck\n", page)
        rows = list(csv.DictReader(sensitivity_report.data({"crossing": [100, 200]}, found).splitlines()))
        self.assertEqual([(r["parameter"], r["value"], r["result"], r["failed"]) for r in rows],
                         [("a", "5", "155.0", ""), ("a", "15", "", "stuck"), ("b", "5", "152.0", "")])

    def test_every_assumption_of_the_page_is_tried(self):
        tried = [p["key"] for p in sensitivity.assumed(BIN)]
        section = re.search(r"^## Assumed\n(.*?)^## ", read(f"{ROOT}/docs/accuracy.md"), re.M | re.S).group(1)
        named = [key for row in re.findall(r"^\|[^|]*\|([^|]*)\|[^|]*\|$", section, re.M) for key in re.findall(r"`([^`]+)`", row)]
        self.assertGreater(len(named), 15)
        for pattern in named:
            with self.subTest(pattern):
                known = fnmatch.filter([p["key"] for p in sensitivity.parameters(BIN)], pattern)
                self.assertTrue(known)
                self.assertEqual([key for key in known if key not in tried], [])

    def test_the_kept_figures_are_of_these_parameters(self):
        with open(f"{ROOT}/docs/experiments/sensitivity.csv", newline="") as f:
            rows = list(csv.DictReader(f))
        self.assertEqual({r["parameter"]: int(r["default"]) for r in rows}, {p["key"]: p["value"] for p in sensitivity.assumed(BIN)},
                         "docs/experiments/sensitivity.csv is of other parameters: run 'tools/experiments sensitivity'")
        self.assertEqual({r["figure"] for r in rows}, set(sensitivity.FIGURES))


if __name__ == "__main__":
    unittest.main(verbosity=2)
