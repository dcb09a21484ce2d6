#!/usr/bin/env python3
"""tools/experiments e6 --setup chips: its evaluation of port logs, and a short run at one rate.

    chips_experiment_test.py BIN_DIR
"""
import os
import re
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BIN = sys.argv.pop(1)
sys.path.insert(0, ROOT)
from experiments import e6_chips  # noqa: E402

# A short packet to output 1 between the cells of a long one to output 2; a third has no last cell.
SENT = """# ixp port log 1 port=1 dir=tx
0 100 0 8 - 2000000000000001
0 307 0 72 p0.0 1002400080000000
400 614 1 54 p0.1 11012e00c0000000
700 922 2 72 p0.0 1002400000000001
1000 1229 3 40 p0.0 1002200040000002
1300 1500 4 72 p0.2 1001400080010000
"""


class Logs(unittest.TestCase):
    def packets(self):
        with tempfile.TemporaryDirectory() as work:
            path = os.path.join(work, "port1_tx.log")
            with open(path, "w", encoding="utf-8") as f:
                f.write(SENT)
            return e6_chips.packets_of(path)

    def test_packets_are_those_whose_last_cell_has_left(self):
        self.assertEqual(self.packets(), [("p0.1", "short", 1, [614], 0), ("p0.0", "long", 2, [307, 922, 1229], 0)])

    def test_cells_enter_the_switch_when_they_have_left_the_chip(self):
        text = e6_chips.arrivals([self.packets()], lambda card, packet: [e6_chips.slot(end) for end in packet[3]])
        self.assertEqual(text.splitlines(), ["slot,input,packet,class,output,last", "0,0,1,long,2,0", "1,0,0,short,1,1",
                                             "3,0,1,long,2,0", "4,0,1,long,2,1"])

    def test_the_pipeline_is_counted_from_the_frames_last_byte(self):
        with tempfile.TemporaryDirectory() as work:
            empty = {f"{side}{card}/{log}": "" for card in range(e6_chips.PORTS)
                     for side, log in (("in", "port0_rx.log"), ("in", "port1_tx.log"), ("out", "port1_rx.log"), ("out", "frames.log"))}
            logs = {**empty, "in0/port1_tx.log": SENT,
                    "in0/port0_rx.log": "0 307 0 150 p0.0 00\n5 307 1 60 p0.1 00\n",
                    "out2/port1_rx.log": "0 1536 0 40 p1.0 1002200040000000\n",
                    "out1/port1_rx.log": "0 1229 0 54 p1.0 11012e00c0000000\n",
                    "out2/frames.log": "3072 512 0 150 in0:p0.0 in0>fabric>out2\n",
                    "out1/frames.log": "2560 512 0 60 in0:p0.1 in0>fabric>out1\n"}
            for name, text in logs.items():
                os.makedirs(os.path.join(work, os.path.dirname(name)), exist_ok=True)
                with open(os.path.join(work, name), "w", encoding="utf-8") as f:
                    f.write(text)
            found = e6_chips.pipeline(work)
        for of, parts in {"short": (1, 2, 1, 4), "long": (3, 1, 1, 5)}.items():
            self.assertEqual(found[of]["packets"], 1)
            for name, slots in zip(("ingress", "fabric", "egress", "total"), parts):
                self.assertAlmostEqual(found[of][name], slots, 2)


class Experiment(unittest.TestCase):
    def test_one_rate(self):
        text = e6_chips.report({1000: e6_chips.run_one(BIN, 1000, 600)}, 600)
        for cards in e6_chips.CARDS.values():
            through = float(re.search(rf"\| 1000 \| P-SPF \| {cards} \| ([0-9.]+)", text)[1])
            self.assertGreater(through, 0.6)
            self.assertLess(through, 1)
        # Short packets first: they are sooner at every card than long ones.
        total = {(cards, of): float(mean) for cards, of, mean in
                 re.findall(r"\| 1000 \| ([a-z, ]+) \| (short|long) \| \d+ \|.*\| ([0-9.]+) \| [0-9.]+ \|", text)}
        self.assertEqual(len(total), 4)
        for cards in "chips", "chips, requests":
            self.assertLess(total[cards, "short"], total[cards, "long"])


if __name__ == "__main__":
    unittest.main()
