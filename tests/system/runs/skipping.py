#!/usr/bin/env python3
"""Loops that wait for a clock are skipped (kernel.skip_loops): the same run with it and without, on
both engines, with observers and without, at any end of the run. The run reports the number of
instructions that were not executed.

  skipping.py BIN_DIR
"""
import json
import os
import sys
import unittest

sys.path.append(os.path.dirname(__file__) + "/../..")
from in_folder import SOURCE, InFolder  # noqa: E402
SYSTEM = SOURCE / "microblocks/systems/pcfq.toml"
OFF = ["--set", "chip.kernel.skip_loops=0"]


class Skipping(InFolder):
    def run_once(self, name, until, *options):
        """The run's output without the run's name, and the number of instructions skipped."""
        out = self.work / name
        self.call("ixpemu", "run", SYSTEM, "--until", until, "--quiet", "--out", out, *options)
        files = {}
        for file in sorted(set(os.listdir(out)) - {"run.json"}):  # has the options
            with open(out / file, encoding="utf-8") as f:
                files[file] = [line for line in f if not line.startswith("#")]
        stats = json.loads("".join(files["stats.json"]))
        skipped = stats.pop("skipped", 0)
        del stats["run"]
        files["stats.json"] = stats
        return files, skipped

    def test_switched_off(self):
        files, skipped = self.run_once("on", "time_ms=1")
        self.assertGreater(skipped, files["stats.json"]["instructions"] / 2)
        executed, none = self.run_once("off", "time_ms=1", *OFF)
        self.assertEqual(none, 0)
        self.assertEqual(files, executed)

    def test_ends_in_a_loop(self):
        for until in "packets_tx=6", "cycles=100003", "packets_rx=17":
            with self.subTest(until):
                files, skipped = self.run_once("on" + until, until)
                self.assertGreater(skipped, 0)
                self.assertEqual((files, 0), self.run_once("off" + until, until, *OFF))
                self.assertEqual((files, 0), self.run_once("reference" + until, until, "--engine", "reference"))

    def test_observed(self):
        timelines = []
        for name, options in ("on", []), ("off", OFF):
            timeline = self.work / f"{name}.pftrace"
            files, skipped = self.run_once("timeline" + name, "cycles=150000", "--timeline", timeline, "--rings", "all", *options)
            self.assertEqual(skipped > 0, name == "on")
            with open(timeline, "rb") as f:
                timelines.append((files, f.read()))
        self.assertEqual(*timelines)


unittest.main()
