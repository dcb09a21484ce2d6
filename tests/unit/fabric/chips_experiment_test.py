#!/usr/bin/env python3
"""tools/experiments e6 --setup chips: what it makes of port logs, and the experiment from end to end with a short run.

    chips_experiment_test.py BIN_DIR
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BIN = sys.argv.pop(1)
sys.path.insert(0, os.path.join(ROOT, "tools"))
from experiments_lib import e6_chips  # noqa: E402

# A short packet to output 1 between the cells of a long one to output 2; the last cell of a third packet is not there.
SENT = """# ixp port log 1 port=1 dir=tx
0 307 0 72 p0.0 1002400080000000
400 614 1 54 p0.1 11012e00c0000000
700 922 2 72 p0.0 1002400000000001
1000 1229 3 40 p0.0 1002200040000002
1300 1500 4 72 p0.2 1001400080010000
"""


class Logs(unittest.TestCase):
    def packets(self):
        with tempfile.TemporaryDirectory() as work:
            with open(os.path.join(work, "port1_tx.log"), "w", encoding="utf-8") as f:
                f.write(SENT)
            return e6_chips.packets_of(work)

    def test_packets_are_those_whose_last_cell_has_left(self):
        self.assertEqual(self.packets(), [("p0.1", "short", 1, [614]), ("p0.0", "long", 2, [307, 922, 1229])])

    def test_cells_enter_the_switch_when_they_have_left_the_chip(self):
        text = e6_chips.arrivals([self.packets()], lambda card, packet: [e6_chips.slot(end) for end in packet[3]])
        self.assertEqual(text.splitlines(), ["slot,input,packet,class,output,last", "0,0,1,long,2,0", "1,0,0,short,1,1",
                                             "3,0,1,long,2,0", "4,0,1,long,2,1"])

    def test_the_pipeline_is_counted_from_the_frames_last_byte(self):
        frames = [{"p0.0": (0, 0), "p0.1": (0, 614 - 3072)}]
        found = e6_chips.pipeline([self.packets()], frames)
        self.assertAlmostEqual(found["short"]["mean"], 10)
        self.assertAlmostEqual(found["long"]["most"], 1229 / 307.2)


class Experiment(unittest.TestCase):
    def test_from_end_to_end(self):
        with tempfile.TemporaryDirectory() as work:
            page = os.path.join(work, "page.md")
            subprocess.run([os.path.join(ROOT, "tools/experiments"), "e6", "--setup", "chips", "--slots", "1000", "--bin", BIN,
                            "--out", os.path.join(work, "out"), "--report", page, "--jobs", "2"], capture_output=True, check=True)
            with open(page, encoding="utf-8") as f:
                text = f.read()
            for rate in e6_chips.RATES:
                for cards in e6_chips.CARDS:
                    through = float(re.search(rf"\| {rate} \| P-SPF \| {cards} \| ([0-9.]+)", text)[1])
                    self.assertGreater(through, rate / 1000 * 0.6)
                    self.assertLess(through, rate / 1000 * 1.2)


if __name__ == "__main__":
    unittest.main()
