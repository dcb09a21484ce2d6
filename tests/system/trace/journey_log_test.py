#!/usr/bin/env python3
"""ixplog journey: stages of hand-written logs, and of runs against ixplog delay and ixpemu run --journey; damaged and
missing logs.

    journey_log_test.py BIN_DIR
"""
import csv
import io
import os
import re
import sys
import unittest

sys.path.append(os.path.dirname(__file__) + "/../..")
import vega_lite  # noqa: E402
from in_folder import SOURCE, InFolder  # noqa: E402
import xml.etree.ElementTree

FORWARD = SOURCE / "microblocks/systems/forward.toml"
PCFQ = SOURCE / "microblocks/systems/pcfq.toml"

# Three frames at 1 GHz: one through two rings, one through the second only, one that no ring has; one stays.
RX = """# ixp port log 1 port=0 dir=rx me_hz=1000000000 rate_mbps=1000 seed=1 run=0123456789abcdef
0 100 0 60 p0.0 00
100 200 1 60 p0.1 00
200 300 2 60 p0.2 00
300 400 3 60 p0.3 00
"""
TX = """# ixp port log 1 port=1 dir=tx me_hz=1000000000 rate_mbps=1000 seed=1 run=0123456789abcdef
700 800 0 60 p0.0 00
800 900 1 60 p0.1 00
900 1000 2 60 p0.2 00
"""
RINGS = """# ixp ring log 1 me_hz=1000000000 seed=1 run=0123456789abcdef
150 A put 0:0.0 2 handle=0x1 frame=p0.0
160 A get 0:1.0 0 empty
250 A get 0:1.0 0 handle=0x1 frame=p0.0
400 B put 0:1.0 2 handle=0x1 frame=p0.0
410 B put 0:1.1 2 handle=0x2 frame=p0.1
450 A put 0:1.1 2 handle=0x3 frame=p0.3
500 B get 1:0.0 2 handle=0x1 frame=p0.0
610 B get 1:0.0 0 handle=0x2 frame=p0.1
"""
STAGES = {("from the line to A", 1): 50, ("on A", 1): 100, ("from A to B", 1): 150, ("from the line to B", 1): 210,
          ("on B", 2): (100 + 200) / 2, ("from B to the line", 2): (200 + 190) / 2,
          ("from the line to the line", 1): 600, ("transmission", 3): 100, ("all", 3): 700}


class Journeys(InFolder):
    def tool(self, *words, status=0):
        done = self.call(*words, status=status)
        return done.stdout if status == 0 else done.stderr

    def table(self, folder, *words):
        return list(csv.DictReader(io.StringIO(self.tool("ixplog", "journey", folder, "--csv", *words))))

    def logs(self, rings=RINGS):
        for name, text in (("port0_rx.log", RX), ("port1_tx.log", TX), ("rings.log", rings)):
            self.write(name, text)
        return self.work

    def test_stages_are_those_of_the_logs(self):
        rows = self.table(self.logs(), "--by", "all")
        self.assertEqual({(r["stage"], int(r["frames"])): float(r["mean_ns"]) for r in rows}, STAGES)
        shares = [float(r["share_percent"]) for r in rows if r["stage"] != "all"]
        self.assertAlmostEqual(sum(shares), 100)
        text = self.tool("ixplog", "journey", self.work)
        self.assertIn("1 frames were not transmitted", text)
        self.assertIn("1 frames are on no line of rings.log", text)

    def test_a_window_and_groups_choose_frames(self):
        rows = self.table(self.logs(), "--by", "port", "--from-ms", "0.0002", "--to-ms", "0.00025")
        self.assertEqual({r["group"] for r in rows}, {"port 1", "all"})
        self.assertEqual({int(r["frames"]) for r in rows}, {1})

    def test_wrong_logs_say_what_is_right(self):
        for rings, message in ((RINGS.replace("0123456789abcdef", "fedcba9876543210"), "of another run"),
                               (re.sub(" frame=.*", "", RINGS), "names no frames; run again with --rings all"),
                               (RINGS + "nonsense\n", "rings.log:10: error: expected '633 RING put"),
                               ("", "names no frames"), (RX, "is no ring log")):
            with self.subTest(message=message):
                self.assertIn(message, self.tool("ixplog", "journey", self.logs(rings), status=1))
        (self.work / "rings.log").unlink()
        self.assertIn("has no rings.log; run again with", self.tool("ixplog", "journey", self.work, status=1))
        self.tool("ixplog", "journey", self.logs(), "--by", "category", status=2)
        self.assertIn("No space left", self.tool("ixplog", "journey", self.work, "--svg", "/dev/full", status=1))

    def run_of(self, system, *words):
        out = self.work / "run"
        text = self.tool("ixpemu", "run", system, "--quiet", "--rings", "all", "--ring-frames", "--out", out, *words)
        return out, text

    def test_stages_of_a_run_add_up_to_its_delay(self):
        for system, packing in ((FORWARD, []), (PCFQ, ["--zstd"])):
            out, _ = self.run_of(system, "--until", "packets_tx=120", *packing)
            rows = [r for r in self.table(out) if r["group"] == "all"]
            delay = re.search(r"^all +(\d+) +\d+ +(\d+)", self.tool("ixplog", "delay", out), re.M)
            total = sum(int(r["frames"]) * float(r["mean_ns"]) for r in rows if r["stage"] != "all")
            self.assertAlmostEqual(total / int(delay[1]), float(delay[2]), delta=1)

    def test_frames_are_on_a_ring_as_long_as_their_journeys_say(self):
        out, text = self.run_of(FORWARD, "--until", "packets_tx=60", "--journey", "slowest 1")
        frames, mean = re.search(r"^ *(\d+) +(\d+) +\d+  ring RING_TX", text, re.M).groups()
        row = next(r for r in self.table(out, "--by", "all") if r["stage"] == "on RING_TX")
        self.assertEqual(row["frames"], frames)
        self.assertEqual(int(float(row["mean_ns"]) * 0.6), int(mean))

    def test_the_picture_has_a_bar_for_each_group_and_stage(self):
        picture = self.work / "journey.svg"
        self.tool("ixplog", "journey", self.logs(), "--by", "port", "--svg", picture)
        bars = vega_lite.checked(self.work / "journey.vl.json")["layer"][0]["data"]["values"]
        self.assertEqual(len(bars), 2 * (len(STAGES) - 1))
        self.assertIn(0.1, [round(bar["to"] - bar["from"], 3) for bar in bars if bar["stage"] == "transmission"])
        root = xml.etree.ElementTree.parse(picture).getroot()
        drawn = [path.get("d") for path in root.iter() if path.get("class", "").startswith("fill")]
        self.assertEqual("".join(drawn).count("M"), len(bars) + len(STAGES) - 1)  # and the key


if __name__ == "__main__":
    unittest.main()
