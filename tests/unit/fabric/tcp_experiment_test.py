#!/usr/bin/env python3
"""tools/experiments e6 --setup tcp: its verdicts, and the whole experiment with short runs.

    tcp_experiment_test.py BIN_DIR
"""
import csv
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BIN = sys.argv.pop(1)
sys.path.insert(0, ROOT)
from experiments import e6_tcp  # noqa: E402


def measured(changed):
    """Two seeds; with preemption all is a tenth better, but for the factor `changed(run, what)`."""
    def of(run, seed):
        better = run.scheduler in e6_tcp.PREEMPTIVE

        def value(what, least):
            return least * seed * (1 if better == (what == "goodput") else 0.9 if better else 1 / 1.1) * changed(run, what)
        return {"tcp": {"goodput": {"mean": value("goodput", 0.1)}, "round_trip": {"mean": value("round trip", 500)},
                        "timeouts": 0, "segments_again": 0, "segments": 1000, "dropped": 0,
                        "segments_ahead": 0 if changed(run, "order") == 1 else 1,
                        "completion": [{key: value(f"size {k}", 1000) for key in ("mean", "percentile_50", "percentile_99",
                                                                                "percentile_100")} for k in range(3)]},
                "packets": {"short": {"waiting": {"mean": 1.0}}}, "order": {"left": {"TCP data": 9}, "late": []}}
    return e6_tcp.Measured({run: [of(run, seed) for seed in (1, 2)] for run in e6_tcp.grid()})


def refuted(changed):
    return [row.split("|")[1].strip() for row in e6_tcp.statements(measured(changed)).splitlines() if "not confirmed" in row]


class Verdicts(unittest.TestCase):
    def test_what_is_better_everywhere_is_confirmed(self):
        rows = e6_tcp.statements(measured(lambda run, what: 1)).splitlines()
        self.assertEqual(len([row for row in rows if "confirmed" in row]), 2 + 5 * len(e6_tcp.PAIRS))
        self.assertEqual(refuted(lambda run, what: 1), [])

    def test_what_is_worse_somewhere_is_not(self):
        for what, text in (("round trip", "round trips are shorter"), ("size 1", "flows of 20 KB"), ("order", "TCP data arrive")):
            found = refuted(lambda run, of, what=what: 1.2 if of == what and run.scheduler == "p-msm" and run.load == 0.5 else 1)
            self.assertEqual(len(found), 1)
            self.assertIn(text, found[0])
        found = refuted(lambda run, of: 0.8 if of == "goodput" and run.scheduler == "p-spf" and run.endless == 4 else 1)
        self.assertEqual(len(found), 1)
        self.assertIn("endless flows", found[0])

    def test_late_data_are_counted_and_what_overtakes_them_decides(self):
        def late(behind):
            by_run = measured(lambda run, what: 1).by_run
            by_run[e6_tcp.ORDERS[0]][0]["order"]["late"] = [{"packets": "TCP data", "behind": behind, "late": 4}]
            return e6_tcp.Measured(by_run)
        self.assertIn("| 4 of 18 |", e6_tcp.table_of_order(late("TCP without data")))
        self.assertNotIn("not confirmed", e6_tcp.statements(late("TCP without data")))
        self.assertIn("not confirmed", e6_tcp.statements(late("TCP data")))

    def test_what_seeds_do_not_tell_apart_is_not(self):
        by_run = measured(lambda run, what: 1).by_run
        by_run[e6_tcp.Run("p-spf", 0.5)][1]["tcp"]["round_trip"]["mean"] *= 2
        rows = e6_tcp.statements(e6_tcp.Measured(by_run)).splitlines()
        self.assertEqual([row for row in rows if "not told apart at 0.5" in row], [row for row in rows if "not confirmed" in row])
        self.assertIn("not told apart at 0.5", "".join(rows))


class Experiment(unittest.TestCase):
    def test_from_end_to_end(self):
        with tempfile.TemporaryDirectory() as work:
            page = os.path.join(work, "page.md")
            command = [os.path.join(ROOT, "tools/experiments"), "e6", "--setup", "tcp", "--slots", "10000", "--seeds", "1", "--bin",
                       BIN, "--out", os.path.join(work, "out"), "--report", page, "--jobs", "2"]
            subprocess.run(command, capture_output=True, text=True, check=True, timeout=1200)
            with open(page, encoding="utf-8") as f:
                text = f.read()
            os.remove(page)
            subprocess.run([*command, "--from-data"], capture_output=True, check=True, timeout=60)
            with open(page, encoding="utf-8") as f:
                self.assertEqual(f.read(), text)
            self.assertIn("0 packets dropped | confirmed", text)
            for part in ("completion-0", "completion-2", "round-trip", "endless"):
                self.assertIn(f"page-{part}.svg", text)
                xml.etree.ElementTree.parse(os.path.join(work, f"page-{part}.svg"))
            with open(os.path.join(work, "data/page.csv"), newline="", encoding="utf-8") as f:
                rows = list(csv.DictReader(f))
            self.assertEqual({(row["scheduler"], row["load"]) for row in rows},
                             {(run.scheduler, str(run.load)) for run in e6_tcp.grid()})
            self.assertRegex(text, r"P-SPF \| TCP data \| TCP without data \| \d+ of \d+ \|")


if __name__ == "__main__":
    unittest.main()
