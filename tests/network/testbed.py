#!/usr/bin/env python3
"""Four routers in full mesh, packets that go round in loops: tools/tdp-testbed.

    testbed.py BIN_DIR SOURCE_DIR
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BIN, SOURCE = (os.path.abspath(p) for p in sys.argv[1:3])
del sys.argv[1:3]
os.environ["PATH"] = BIN + os.pathsep + os.environ["PATH"]
SCENARIO = SOURCE + "/microblocks/reservations/tdp_scenario{}.toml"


class Testbed(unittest.TestCase):
    def setUp(self):
        self.out = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.out)

    def run_tool(self, file, ms):
        return subprocess.run([SOURCE + "/tools/tdp-testbed", file, "--out", self.out, "--ms", str(ms)],
                              capture_output=True, text=True, timeout=300)

    def test_first_scenario(self):
        r = self.run_tool(SCENARIO.format(1), 10)
        self.assertEqual(r.returncode, 0, r.stderr)
        rows = {row[0]: row[1:] for row in map(str.split, r.stdout.splitlines()[1:])}
        hops = {"f1234": 20, "f123": 15, "f234": 15, "f341": 15, "f412": 15}
        self.assertEqual(sorted(rows), sorted(hops))
        for flow, (left, least, most, jitter) in rows.items():
            # 8 enter; each hop takes a frame's time on the line and the link, 81.8 us
            self.assertGreaterEqual(int(left), 4)
            self.assertGreater(float(least), hops[flow] * 0.0818)
            self.assertLess(float(most), 10)
            self.assertAlmostEqual(float(jitter), float(most) - float(least), delta=0.0011)
        network = json.loads(pathlib.Path(self.out, "run/network.json").read_text())
        # what is sent into links is every hop of every packet: none is lost
        for chip, c in network["chips"].items():
            self.assertEqual(c["lost_by_hardware"], 0)
            counters = json.loads(pathlib.Path(self.out, "run", chip, "stats.json").read_text())["frames"]["dropped_by_microcode"]
            self.assertEqual(sum(counters.values()), 0)
        self.assertEqual(sum(c["entered"] for c in network["chips"].values()), 5 * 8)

    def test_files_that_are_no_testbed(self):
        text = pathlib.Path(SCENARIO.format(1)).read_text()
        for old, new, why in (("loops = 5", "loops = 0", "flow f1234 has no loops"),
                              ("loops = 5", "loops = 50", "more hops than a TTL"),
                              ('"R4"]', '"R4", "R5"]', "5 routers"),
                              ("packets = 12", "", "there is no 'packets'"),
                              ("[time]", "[time", "error: ")):
            path = self.out + "/wrong.toml"
            pathlib.Path(path).write_text(text.replace(old, new))
            r = self.run_tool(path, 10)
            self.assertEqual(r.returncode, 1)
            self.assertIn(why, r.stderr)
            self.assertNotIn("Traceback", r.stderr)


if __name__ == "__main__":
    unittest.main()
