"""The plugin of pytest: its golden logs equal the logs of ixpemu, differences name frames, and a
failed test shows its simulation."""
import itertools
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import common

TEST = """
def test_it(ixp_simulation, ixp_golden):
    sim = ixp_simulation({system!r}, {changes}, images={images!r}, until={until!r})
    sim.run()
    ixp_golden(sim, "golden", {tolerance})
"""


class Plugin(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name)
        self.golden = self.work / "golden"

    def pytest(self, *words, status=0, changes=None, tolerance=0, until="packets_tx=30"):
        test = self.work / "test_it.py"
        test.write_text(TEST.format(system=common.FORWARD, changes=changes, images=common.images(), tolerance=tolerance, until=until))
        done = subprocess.run([sys.executable, "-m", "pytest", "-p", "ixp2400.pytest_plugin", "-p", "no:cacheprovider", "--rootdir", self.work,
                               test, *words], cwd=self.work, capture_output=True, text=True, timeout=600,
                              env=dict(os.environ, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1", COLUMNS="200"))
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def edit(self, *row):
        """Changes columns, unless "", of port 0's first golden row; without columns removes it."""
        path = self.golden / "port0_tx.log"
        lines = path.read_text().splitlines(True)
        columns = [new or old for new, old in itertools.zip_longest(row, lines[2].split())]
        lines[2] = " ".join(columns) + "\n" if row else ""
        path.write_text("".join(lines))

    def test_logs_of_ixpemu(self):
        common.ixpemu("run", common.FORWARD, "--images", common.images(), "--quiet", "--until", "packets_tx=30", "--out", str(self.golden))
        self.pytest()
        theirs = {path.name: path.read_text() for path in self.golden.glob("port*_tx.log")}
        for name in theirs:
            (self.golden / name).unlink()
        self.assertIn("has no port*_tx.log; --ixp-update writes them", self.pytest(status=1))
        self.pytest("--ixp-update")
        self.assertEqual({path.name: path.read_text() for path in self.golden.glob("port*_tx.log")}, theirs)

    def test_other_times(self):
        self.pytest("--ixp-update")
        changes = {"chip.sram.read": 120}
        text = self.pytest(changes=changes, status=1)
        self.assertRegex(text, r"E +Failed: port0_tx.log: 10 of 10 frames differ\n"
                               r"E +frame p0.0: last byte at cycle \d+, expected \d+\n(E +frame .*\n){4}E +... and 5 more\n")
        self.assertRegex(text, "<Simulation forward.toml: cycle .*>")
        self.assertIn("ME 0:0 rx.uc", text)
        self.pytest(changes=changes, tolerance=2000)

    def test_other_frames(self):
        self.pytest("--ixp-update")
        for row, text in ((("", "", "", "64"), "frame p0.0: has 60 bytes, expected 64"),
                          (("", "", "", "", "", "02ff"), "frame p0.0: byte 1 is 0x00, expected 0xff"),
                          (("", "", "", "", "p9.9"), "frame p9.9: is missing"), ((), "frame p0.0: was not expected")):
            self.pytest("--ixp-update")
            self.edit(*row)
            self.assertIn(text, self.pytest(status=1))
        self.pytest("--ixp-update")
        # A golden log may have the first bytes only.
        self.edit("", "", "", "", "", "0200")
        self.pytest()
        (self.golden / "port3_tx.log").write_text("1 2 0 4 p3.0 00112233\n")
        self.assertIn("port3_tx.log: 1 of 1 frames differ", self.pytest(status=1))
        self.pytest("--ixp-update")
        self.pytest()
        (self.golden / "port0_tx.log").unlink()
        self.assertIn("port0_tx.log: 10 of 0 frames differ", self.pytest(status=1))

    def test_damaged_and_empty_logs(self):
        self.pytest("--ixp-update")
        path = self.golden / "port0_tx.log"
        whole = path.read_bytes()
        for text in whole[:-1], whole[:-9], whole + b"1 2\n", whole + b"1 2 x 4 p0.77\n", whole.replace(b" p0", b"\xff0", 1):
            path.write_bytes(text)
            self.assertRegex(self.pytest(status=1), r"Failed: port0_tx.log:\d+: expected sop_cycle eop_cycle frame bytes tag data; --ixp-update")
        for words in (), ("--ixp-update",):
            self.assertIn("the simulation transmitted no frame", self.pytest(*words, status=1, until="cycles=1000"))


unittest.main()
