#!/usr/bin/env python3
"""tools/experiments e6: the closed forms, and the experiment from end to end with short runs.

    experiment_test.py BIN_DIR
"""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BIN = sys.argv.pop(1)
sys.path.insert(0, ROOT)
from experiments import e6, e6_report, figures  # noqa: E402


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


class Forms(unittest.TestCase):
    def test_waiting_times(self):
        """Computed by hand from sizes 1, 9, 24 with shares 0.559, 0.200, 0.241."""
        for load, short, long, preemptive, plain in ((0.2, 0.0065, 2.66, 1.18, 2.39), (0.6, 0.0201, 15.68, 6.93, 14.33),
                                                     (0.8, 0.0272, 41.43, 18.29, 38.21), (0.9, 0.0309, 92.77, 40.93, 85.97)):
            forms = e6.Forms(load)
            self.assertAlmostEqual(forms.short, short, 4)
            for found, expected in (forms.long, long), (forms.preemptive, preemptive), (forms.plain, plain):
                self.assertAlmostEqual(found, expected, 2)
            self.assertAlmostEqual(forms.gain, plain / preemptive, 1)

    def test_highest_throughput(self):
        self.assertAlmostEqual(e6.highest_throughput(16), 0.940, 3)
        self.assertAlmostEqual(e6.highest_throughput(10**6), 0.936, 3)

    def test_ideal_throughput_is_what_a_random_walk_leaves(self):
        self.assertAlmostEqual(e6.ideal_throughput(10**6), 1 - math.sqrt(2 * 155.575 / 8.143 * 15 / 16 / math.pi / 10**6), 5)


class Curves(unittest.TestCase):
    def test_points_stand_where_their_values_are(self):
        panel = figures.lines("t", "x", "y", {"a": [(0, 1, 0), (1, 100, 0)], "b": [(0, 10, 5), (1, 0, 0)]}, True, ["b"], width=100, height=200)
        image = subprocess.run([os.path.join(BIN, "ixplog"), "draw", "-", "-o", "-"], input=json.dumps(figures.figure([panel])),
                               capture_output=True, text=True, check=True, timeout=300).stdout
        lines = [element for element in xml.etree.ElementTree.fromstring(image).iter() if element.get("class", "").startswith("line")]
        # The value 0 has no position on a logarithmic axis; 10 has an interval from 5 to 15.
        self.assertEqual([line.get("d") for line in lines[:2]], ["M58.0 226.0L158.0 26.0", "M58.0 126.0"])
        self.assertEqual([line.get("stroke-dasharray") for line in lines[:2]], [None, "5 3"])
        self.assertEqual(lines[2].get("d"), "M58.0 156.1L58.0 108.4")


class Verdicts(unittest.TestCase):
    """The page confirms the statements that hold, and no others."""

    @staticmethod
    def statements(changed):
        """Verdicts on the paper's figures, with runs modified by `changed(run)`."""
        def of(run):
            waiting = {"short": 0.03, "long": 100.0, "all": 44.0} if run.scheduler in e6.PREEMPTIVE else {
                "short": 60.0, "long": 60.0 if run.load == 0.8 else 95.0, "all": 60.0 if run.load < 0.85 else 40.0}
            if run.speedup > 1 and run.scheduler in e6.PREEMPTIVE:
                waiting["all"] = 20.0
            through = e6.TABLE_1.get(run.scheduler, 0.99) if run.ports == e6.PORTS else e6.highest_throughput(run.ports)
            waiting, through, queue = changed(run, waiting, through)
            return {"throughput": {"mean": through}, "queues": {"input_short": {"max": queue}},
                    "packets": {kind: {name: {"mean": waiting[kind]} for name in ("waiting", "service", "crossing", "delay")}
                                for kind in waiting}}
        measured = e6_report.Measured({run: [of(run)] for run in e6.grid()})
        return [line for line in e6_report.statements(measured).splitlines() if "confirmed" in line]

    def test_the_papers_own_figures_are_confirmed(self):
        rows = self.statements(lambda run, waiting, through: (waiting, through, 6))
        self.assertGreater(len(rows), 20)
        self.assertEqual([row for row in rows if "not confirmed" in row], [])

    def refuted(self, changed):
        return [row.split("|")[1].strip() for row in self.statements(changed) if "not confirmed" in row]

    def test_others_are_not(self):
        self.assertEqual(self.refuted(lambda run, w, t: (w, t, 7)), ["their FIFO stays under 7 cells"])
        self.assertEqual(self.refuted(lambda run, w, t: (w, t - 0.002 * (run.scheduler == "p-msm"), 6)),
                         ["Table 1: P-MSM 0.940"])
        self.assertEqual(set(self.refuted(lambda run, w, t: (w, t + 0.006 * (run.ports == 64), 6))),
                         {"T_max has the closed form above"})
        self.assertEqual(self.refuted(lambda run, w, t: (w | {"short": 0.2 if run.scheduler == "p-spf" else w["short"]}, t, 6)),
                         ["short packets wait nearly not at all under preemption"])
        self.assertEqual(self.refuted(lambda run, w, t: (
            w | {"all": 50.0 if run.scheduler == "p-mwm-ca" and run.load == 0.9 else w["all"]}, t, 6)),
            ["the four preemptive curves coincide"])
        self.assertIn("at load 0.8 long packets lose about 40 cells", self.refuted(lambda run, w, t: (
            w | {"long": 120.0 if run.scheduler == "p-spf" and run.load == 0.8 else w["long"]}, t, 6)))
        self.assertIn("and little below it", self.refuted(lambda run, w, t: (
            w | {"long": 120.0 if run.scheduler == "p-spf" and run.load == 0.5 else w["long"]}, t, 6)))
        self.assertEqual(set(self.refuted(lambda run, w, t: (
            w | {"all": 70.0 if run.scheduler == "p-spf" and run.load == 0.4 and run.speedup == 1 else w["all"]}, t, 6))),
            {"overall delay is better than without preemption below load 0.85", "the four preemptive curves coincide",
             "(the same, against the best of the four in packet mode)"})


class VerdictsOfForms(unittest.TestCase):
    @staticmethod
    def rows(changed):
        """Verdicts on times of the forms, multiplied by the factor `changed(kind, load)`."""
        def of(run):
            forms = e6.Forms(min(run.load, 0.95), run.ports)
            times = {"short": forms.short, "long": forms.long,
                     "all": forms.preemptive if run.scheduler == "p-spf" else forms.plain}
            return {"packets": {kind: {"waiting": {"mean": time * changed(kind, run.load)}} for kind, time in times.items()}}
        measured = e6_report.Measured({run: [of(run)] for run in e6.grid()})
        return [[cell.strip() for cell in row.split("|")[1:-1]] for row in
                e6_report.verdicts_of_forms(measured, "cells").splitlines()[2:]]

    def test_times_as_the_forms_have_them_are_confirmed(self):
        rows = self.rows(lambda kind, load: 1)
        self.assertEqual(len(rows), 5)
        self.assertEqual({row[2] for row in rows}, {"confirmed"})
        self.assertIn("1.00 at 0.2, 1.00 at 0.3", rows[0][1])

    def test_a_form_holds_up_to_a_load(self):
        said = [row[2] for row in self.rows(lambda kind, load: 1.2 if kind == "long" and load in (0.5, 0.8) else 1)]
        self.assertEqual(said[1], "confirmed up to 0.4, **not confirmed** above")
        self.assertEqual(said[0], "confirmed")

    def test_or_nowhere(self):
        self.assertEqual([row[2] for row in self.rows(lambda kind, load: 0.8 if kind == "short" else 1)][0], "**not confirmed**")


class Experiment(unittest.TestCase):
    def test_from_end_to_end(self):
        with tempfile.TemporaryDirectory() as work:
            page = os.path.join(work, "page.md")
            command = [os.path.join(ROOT, "tools/experiments"), "e6", "--slots", "500", "--seeds", "1", "--bin", BIN, "--out",
                       os.path.join(work, "out"), "--report", page, "--jobs", "2"]
            first = subprocess.run(command, capture_output=True, text=True, check=True, timeout=1200)
            self.assertIn(f"[{len(e6.grid())}/{len(e6.grid())}]", first.stderr)
            text = read(page)
            for name in ("Table 1", "T_max", "Gain", "Figures", "Choices"):
                self.assertIn(name, text)
            for part in "short", "long", "all", "speedup":
                self.assertIn(f"page-{part}.svg", text)
                xml.etree.ElementTree.parse(os.path.join(work, f"page-{part}.svg"))
            with open(os.path.join(work, "data/page.csv"), newline="", encoding="utf-8") as f:
                rows = list(csv.DictReader(f))
            self.assertEqual(len(rows), len(e6.grid()))
            self.assertEqual({(row["slots"], row["seed"], len(row["digest"])) for row in rows}, {("500", "1", 16)})
            again = subprocess.run(command, capture_output=True, text=True, check=True, timeout=1200)
            self.assertIn(f"{len(e6.grid())} of {len(e6.grid())} runs are there already", again.stderr)
            self.assertEqual(read(page), text)
            os.remove(page)
            subprocess.run([*command, "--from-data"], capture_output=True, check=True, timeout=60)
            self.assertEqual(read(page), text)


if __name__ == "__main__":
    unittest.main()
