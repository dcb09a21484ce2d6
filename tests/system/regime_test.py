#!/usr/bin/env python3
"""tools/experiments regime over two kinds of traffic: model and chip agree within bounds, results are the same
for all kinds of workers, pages show the results.

  regime_test.py BIN_DIR
"""
import argparse
import csv
import glob
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = sys.argv.pop(1)
sys.path.insert(0, ROOT)
from experiments import e1, e1_model, figures  # noqa: E402
from experiments import regime, regime_numbers, regime_report, workers  # noqa: E402

PACKETS, SEED = 1500, regime.SEEDS[0]
TRAFFIC = regime.Traffic("poisson", 96, 88)
LINE_RATE = regime.Cell(regime.Traffic("line-rate", 100, 88), 4, "demand")

# Per cent that a category's average delay may be off, by packets handed out ahead. With none each packet waits for the
# chip's schedulers, which decide at once in the model (docs/experiments/regime.md).
AVERAGE = {0: 40, 4: 6}
# Points that a category's reduction of the average may be off, with weights by demand and 4 packets ahead
REDUCTION = 6


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


class Regime(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = tempfile.mkdtemp(prefix="regime-test-")
        cls.addClassCleanup(shutil.rmtree, cls.work)
        done = cls.regime("one")
        if done.returncode:
            raise RuntimeError(done.stdout + done.stderr)
        experiment = cls.experiment("one")
        cls.model = experiment.found_model([SEED])
        cls.chip = experiment.found_chip([SEED])

    @classmethod
    def regime(cls, out, *options):
        return subprocess.run([f"{ROOT}/tools/experiments", "regime", "--packets", str(PACKETS), "--seeds", "1",
                               "--chip-seeds", "1", "--traffic", TRAFFIC.name(), "--bin", BIN, "--out", f"{cls.work}/{out}",
                               "--report", f"{cls.work}/{out}/regime.md", *options], capture_output=True, text=True, timeout=1200)

    @classmethod
    def experiment(cls, out):
        given = argparse.Namespace(out=f"{cls.work}/{out}", bin=BIN, packets=PACKETS)
        return regime_report.Regime(given, workers.Local(2))

    def agree(self, cell, model, chip):
        for system in e1.SYSTEMS:
            for c in e1.CATEGORIES:
                off = 100 * (model[system]["ms"][c]["mean"] / chip[system]["ms"][c]["mean"] - 1)
                self.assertLess(abs(off), AVERAGE[cell.ahead],
                                f"{cell.name()}, {system}, {c}: the model's average is {off:.1f} % off")
        if (cell.ahead, cell.weights) == (4, "demand"):
            both = [regime_numbers.reductions(of, "mean") for of in (model, chip)]
            for c in e1.CATEGORIES:
                self.assertLess(abs(both[0][c] - both[1][c]), REDUCTION,
                                f"{cell.name()}, {c}: reductions {both[0][c]}, {both[1][c]}")

    def test_model_and_chip_agree(self):
        self.assertEqual(len(self.chip), len(regime.CHIP_AHEAD) * len(regime.WEIGHTS))
        for cell, by_seed in self.chip.items():
            self.agree(cell, self.model[cell][SEED], by_seed[SEED])

    def test_they_agree_at_line_rate(self):
        made = regime.model_run(BIN, LINE_RATE.traffic, SEED, PACKETS, [LINE_RATE], e1.SYSTEMS)
        chip = {system: regime.chip_run(BIN, LINE_RATE, system, SEED, PACKETS) for system in e1.SYSTEMS}
        self.assertEqual([of["lost"] for of in chip.values()], [0, 0])
        self.agree(LINE_RATE, made[LINE_RATE.name()], chip)

    def test_the_same_again(self):
        made = regime.model_run(BIN, TRAFFIC, SEED, PACKETS, regime.cells(TRAFFIC), e1.SYSTEMS)
        self.assertEqual(made, {cell.name(): {system: by_seed[SEED][system] for system in e1.SYSTEMS} for cell, by_seed in self.model.items()})
        cell = next(iter(self.chip))
        self.assertEqual(regime.chip_run(BIN, cell, "pcfq", SEED, PACKETS), self.chip[cell][SEED]["pcfq"])

    def test_pages_have_what_is_there(self):
        names = sorted(os.path.basename(path) for path in glob.glob(f"{self.work}/one/regime*"))
        before = {name: read(f"{self.work}/one/{name}") for name in names}
        self.assertEqual(len(before), 12)  # page, CSV, five figures twice
        with open(f"{self.work}/one/regime.csv", newline="") as f:
            self.assertEqual([row["source"] for row in csv.DictReader(f)], ["model"] * 8 + ["chip"] * 4)
        self.assertIn("| model | 8 of 1360 | 8 of 1360 | 1 |", before["regime.md"])
        self.assertIn("| chip | 4 of 224 | 4 of 224 | 1 |", before["regime.md"])
        self.assertIn("model: 169 runs, about 1 min of one processor; chip: 440 runs", before["regime.md"])
        for name in names:
            if name.endswith(".svg"):
                xml.etree.ElementTree.fromstring(before[name])
        for again in ["--part", "page"], ["--from-data"]:
            self.assertEqual(self.regime("one", *again).returncode, 0)
            self.assertEqual(before, {name: read(f"{self.work}/one/{name}") for name in names})

    def test_unknown_traffic_is_refused(self):
        self.assertEqual(self.regime("two", "--traffic", "poisson-link97-*").returncode, 2)


class Streams(unittest.TestCase):
    def test_paces_are_of_the_line(self):
        for name, pace in regime.PACES.items():
            traffic = regime.Traffic(name, pace, 80)
            with tempfile.TemporaryDirectory() as work:
                path = regime.generate(BIN, traffic, SEED, 300, work)
                packets = e1_model.read_packets(path, traffic.setup())
            rate = sum(p.bytes + e1.LINE_BYTES for p in packets[1:]) * 8 / (packets[-1].time - packets[0].time)
            self.assertAlmostEqual(rate / 1e6 / e1.LINK_MBPS, pace / 100, delta=0.001)

    def test_bursts_are_on_and_off(self):
        gaps = {}
        for arrivals in "poisson", "onoff":
            with tempfile.TemporaryDirectory() as work:
                path = regime.generate(BIN, regime.Traffic(arrivals, 80, 80), SEED, 4000, work)
                times = [p.time for p in e1.stream_packets(path) if p.flow == 0]
            gaps[arrivals] = [b - a for a, b in zip(times, times[1:])]
        shorter = {name: sum(g < sum(of) / len(of) / 2 for g in of) / len(of) for name, of in gaps.items()}
        self.assertLess(shorter["poisson"], 0.5)
        self.assertGreater(shorter["onoff"], 0.7)


class Scale(unittest.TestCase):
    def test_classes_are_the_same_on_both_sides_of_0(self):
        self.assertEqual(figures.LIMITS, tuple(-limit for limit in reversed(figures.LIMITS)))
        self.assertEqual(len(set(figures.CLASSES)), len(figures.LIMITS) + 1)


if __name__ == "__main__":
    unittest.main()
