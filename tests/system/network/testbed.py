#!/usr/bin/env python3
"""Four routers in full mesh, packets that go round in loops, with time-driven priority and without: tools/tdp-testbed.

    testbed.py BIN_DIR

docs/tdp.md has more of it, whose commands tests/docs runs: best effort without the guard.
"""
import os
import pathlib
import sys
import unittest

sys.path += [os.path.dirname(__file__) + "/../..", os.path.dirname(__file__) + "/../../.."]
from experiments import e7, e7_report  # noqa: E402
from in_folder import BIN, SOURCE, InFolder  # noqa: E402

SCENARIO = f"{SOURCE}/microblocks/reservations/tdp_scenario{{}}.toml"
GOLDEN = f"{SOURCE}/tests/system/network/tdp_scenario{{}}.txt"
WELL = "All packets left; every frame was where and when it must be.\n"


def flow_rows(text):
    """{flow: (sent, left, nominal, min, max, jitter)}"""
    table = text.split("\n\n")[0].splitlines()[1:]
    return {row[:20].strip(): row[20:].split() for row in table}


def link_rows(text):
    """{link: (timed, padding, untimed, most, begins, over)}"""
    table = text.split("\n\n")[1].splitlines()[1:]
    return {row[0]: list(map(float, row[1:])) for row in map(str.split, table)}


def verdict(text):
    return text.split("\n\n")[-1]


class Testbed(InFolder):
    def setUp(self):
        super().setUp()
        self.out = self.work / "it's \"😀\" \\ "
        self.out.mkdir()

    def run_tool(self, file, ms, *more):
        return self.call(SOURCE / "tools/tdp-testbed", file, "--out", self.out, "--ms", str(ms), *more, status=None)

    def scenario(self, n, ms, nominal):
        """On full links; also the same as ever, packet by packet and link by link."""
        r = self.run_tool(SCENARIO.format(n), ms)
        self.assertEqual((r.returncode, verdict(r.stdout)), (0, WELL), r.stderr + r.stdout)
        for (flow, row), expected in zip(flow_rows(r.stdout).items(), nominal):
            sent, left, shown, least, most, jitter = map(float, row)
            self.assertEqual((sent, shown), (left, expected), flow)
            self.assertGreater(sent, 10)
            self.assertGreater(least, expected)
            self.assertLess(most, expected + 2.0)  # 1.25 ms at the edge, plus first and last frame
            self.assertLess(jitter, 0.5)
        most = [row[3] for row in link_rows(r.stdout).values()]
        self.assertEqual((max(most), min(most)), (3120, 84))
        self.assertEqual(r.stdout, pathlib.Path(GOLDEN.format(n)).read_text(), "if this is meant: tools/tdp-testbed "
                         f"microblocks/reservations/tdp_scenario{n}.toml --ms {ms} --out DIR > {GOLDEN.format(n)}")

    def test_first_scenario(self):
        self.scenario(1, 70, [15, 11.25, 11.25, 11.25, 11.25])

    def test_second_scenario(self):
        self.scenario(2, 130, [20, 30, 45, 30, 45])

    def test_faults_are_contained(self):
        """Missed pulses, a clock that drifts, a flow that sends too much, best effort wherever there is room."""
        r = self.run_tool(SCENARIO.format(1), 75, "--missed", "R2=170,200,201,202", "--ppm", "R4=50", "--excess", "f412=1.5",
                          "--best-effort", "R1,R3=30:1518")
        rows = flow_rows(r.stdout)
        self.assertEqual(r.returncode, 1, r.stderr)
        self.assertRegex(verdict(r.stdout), r"^[0-9]+ packets were dropped: over_reserved\nf412: [0-9]+ packets did not leave, "
                         r"the last of them sent at [0-9.]+ ms\n$")
        for flow in "f1234", "f123", "f234", "f341", "best effort R1-R3":
            self.assertEqual(rows[flow][0], rows[flow][1])
        self.assertLess(float(rows["f1234"][5]), 0.05)
        self.assertGreater(link_rows(r.stdout)["R1>R3"][2], 20)
        self.assertGreater(link_rows(r.stdout)["R2>R3"][4], 10)  # us: it waited for its pulse

    def test_restart(self):
        """A router that is restarted joins its neighbours, and two cycles later nothing is lost any more."""
        r = self.run_tool(SCENARIO.format(1), 170, "--restart", "R2=100")
        rows = flow_rows(r.stdout)
        self.assertEqual(rows["f341"][0], rows["f341"][1])  # does not come to R2
        last = [float(line.split()[-2]) for line in verdict(r.stdout).splitlines() if "did not leave" in line]
        self.assertEqual(len(last), 4, r.stdout + r.stderr)
        self.assertLess(max(last), 135)
        self.assertNotRegex(r.stdout, "time frame|best-effort frames")  # also then every frame is in its time frame
        for row in rows.values():
            self.assertGreater(int(row[1]), 20)

    def test_delays_of_flows_and_long_links(self):
        """Also a super cycle: one flow has one packet in four cycles."""
        r = self.run_tool(SOURCE / "microblocks/reservations/tdp_own_delays.toml", 70)
        self.assertEqual((r.returncode, verdict(r.stdout)), (0, WELL), r.stderr + r.stdout)
        rows = flow_rows(r.stdout)
        self.assertEqual([row[2] for row in rows.values()], ["7.50", "7.50", "1.75"])
        for flow, wait in ("by flow", 1.25), ("by both", 1.25), ("seldom", 20):
            sent, left, nominal, least, most, jitter = map(float, rows[flow])
            self.assertEqual(sent, left)
            self.assertLess(jitter, 0.02)
            self.assertTrue(nominal < least <= most < nominal + wait + 0.5, rows[flow])

    def test_late_frames_take_one_queue_more(self):
        """Time frames are served up to 200 us late: no loss, and the lateness is the jitter."""
        r = self.run_tool(SCENARIO.format(1), 60, "--late-us", "200", "--define", "DELAY_MAX=4")
        self.assertNotIn("dropped", r.stdout)
        self.assertNotIn("did not leave", r.stdout)
        jitter = [float(row[5]) for row in flow_rows(r.stdout).values()]
        self.assertLess(max(jitter), 0.25)
        self.assertGreater(max(jitter), 0.1)

    def test_experiment(self):
        """A run as tools/experiments e7 makes it, and the page of it."""
        figures = e7.run_case(1, "tdp", 60, 1, str(BIN), str(self.out)) | {"seconds": 60}
        self.assertEqual((figures["violations"], figures["drops"], os.listdir(self.out)), ([], {}, []))
        page = e7_report.report({(1, "tdp"): [figures, figures], (1, "fifo"): [figures | {"seconds": 600}]}, {}, ["a.svg"])
        self.assertRegex(page, r"\nJitter in 1 x 600 s:\n\n.*\n.*\n\| f1234 \| 0.0[0-9] \| - \| 3.10 \| - \| 0.18 \|\n")
        self.assertIn("\nJitter in 2 x 60 s:\n", page)
        self.assertRegex(page, r"\n\| f1234 \| - \| - \| 3.10 \| 0.0[0-9]+ \| 0.18 \|\n")
        self.assertRegex(page, r"\n\| f412 \| 11.25( \| 12.[0-9]+){4} \|\n")
        self.assertRegex(page, r"\n\| 1 \| time-driven priority \| 2 \| [0-9]+ \| 0 \| [0-9]+ \| 0 \| 3120 \|")

    def test_fifo(self):
        for router, ms in ("fifo", 20), ("loop", 13):
            r = self.run_tool(SCENARIO.format(1), ms, "--router", router)
            self.assertEqual((r.returncode, verdict(r.stdout)), (0, WELL), r.stderr)
            hops = {"f1234": 20, "f123": 15, "f234": 15, "f341": 15, "f412": 15}
            rows = flow_rows(r.stdout)
            self.assertEqual(sorted(rows), sorted(hops))
            for flow, (sent, left, _, least, longest, jitter) in rows.items():
                self.assertEqual(sent, left)
                self.assertGreater(float(least), hops[flow] * 0.0818)  # a frame's time on the line, and the link
                self.assertLess(float(longest), 5)
                self.assertAlmostEqual(float(jitter), float(longest) - float(least), delta=0.0011)
            self.assertGreater(max(float(row[5]) for row in rows.values()), 0.02)  # ms: here packets meet

    def test_files_that_are_no_testbed(self):
        text = pathlib.Path(SCENARIO.format(1)).read_text()
        light = text.replace("packets = 12", "packets = 1").replace("1040", "84")
        for old, new, why in (("loops = 5", "loops = 0", "flow f1234 has no loops"),
                              (text, light.replace("loops = 5", "loops = 50"), "more hops than a TTL"),
                              (text, light.replace('"R4"]', '"R4", "R5"]'), "5 routers"),
                              ("packets = 12", "", "has no 'packets'"),
                              ("delay = 3", "delay = 5", "flow f1234 does not fit beside nothing"),
                              ("frame_us = 250", "frame_us = 500", "time frames of 250 us"),
                              ("1040", "80", "frames have 60 to 1664 bytes"),
                              (text, light.replace('"R3", "R4"]', '"R1", "R4"]'), "comes to a router twice"),
                              ("frames = 60", "frames = 120", "100 at most"),
                              ("[time]", "\xff", "error: "),
                              ("[time]", "x = " + "[" * 5000, "error: "),
                              ("[time]", "[time", "error: ")):
            path = self.out / "wrong.toml"
            path.write_text(text.replace(old, new), encoding="latin-1")
            r = self.run_tool(path, 100)
            self.assertEqual(r.returncode, 1)
            self.assertIn(why, r.stderr)
            self.assertNotIn("Traceback", r.stderr)

    def test_options_that_are_none(self):
        for status, why, *options in ((1, "there is no flow f9", "--excess", "f9=2"),
                                      (1, "there is no router R9", "--missed", "R9=1"),
                                      (1, "20 ms are too short: flows begin after 30.5 ms, and packets take up to 20.0 ms to leave; "
                                       "take --ms 51 or more", "--ms", "20"),
                                      (2, "0, expected 1 to ", "--ms", "0"),
                                      (2, "no block has a parameter 'GAURD'", "--define", "GAURD=0"),
                                      (2, "100000000, expected 0 to 1000", "--source-ppm", "100000000"),
                                      (2, "300, expected 0 to 249", "--late-us", "300"),
                                      (2, "nan, expected 0 to 250", "--jitter-us", "nan"),
                                      (2, "'999999' of 'f123=999999' is no value", "--excess", "f123=999999"),
                                      (2, "'0' of 'f123=0' is no value", "--excess", "f123=0"),
                                      (2, "'x' of 'GUARD=x' is no value", "--define", "GUARD=x"),
                                      (2, "'1518' of 'R1,R3=1518' is no value", "--best-effort", "R1,R3=1518")):
            r = self.run_tool(SCENARIO.format(1), 100, *options)
            self.assertEqual(r.returncode, status, r.stderr)
            self.assertIn(why, r.stderr)
            self.assertNotIn("Traceback", r.stderr)


if __name__ == "__main__":
    unittest.main()
