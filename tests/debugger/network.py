#!/usr/bin/env python3
"""ixpemu debug of one chip of a network: frames are as in ixpemu run, forwards and back.

    network.py BIN_DIR
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

import protocol
from protocol import LIMIT

sys.path.append(os.path.dirname(__file__) + "/..")
from in_folder import BIN, SOURCE  # noqa: E402

os.chdir(SOURCE)
os.environ["TERM"] = "dumb"  # plain lines
NETWORK = "microblocks/networks/two_routers.toml"


def debug(commands, *arguments, system=NETWORK):
    done = subprocess.run([f"{BIN}/ixpemu", "debug", system, *arguments], input=commands, capture_output=True, text=True, timeout=LIMIT)
    return done.returncode, done.stdout, done.stderr


def frames(folder, chip, port, direction):
    """Cycle of the last byte, name and size of the frames of a port log."""
    with open(f"{folder}/{chip}/port{port}_{direction}.log") as log:
        lines = [line.split() for line in log if not line.startswith("#")]
    return [(int(eop), name, int(size)) for _, eop, _, size, name, *_ in lines]


def stops(out, verb):
    return [(int(cycle), name, int(size)) for cycle, name, size in
            re.findall(rf"^cycle (\d+): breakpoint 1, frame (\S+) of (\d+) bytes was {verb} by port", out, re.M)]


class Networks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kept = tempfile.TemporaryDirectory()
        cls.folder = cls.kept.name
        cls.folder_of_run = f"{cls.folder}/run"
        subprocess.run([f"{BIN}/ixpemu", "run", NETWORK, "--quiet", "--out", cls.folder_of_run], check=True, timeout=LIMIT)

    @classmethod
    def tearDownClass(cls):
        cls.kept.cleanup()

    def test_frames_of_both_chips_are_those_of_the_run(self):
        """B receives from A; A receives the answers of B."""
        for chip, port, direction, verb in (("B", 0, "rx", "received"), ("A", 1, "rx", "received"), ("B", 1, "tx", "transmitted")):
            expected = frames(self.folder_of_run, chip, port, direction)[:40]
            status, out, error = debug(f"break packet {direction} port {port}\n" + "continue\n" * 40, "--chip", chip)
            self.assertEqual((status, error), (0, ""))
            got = stops(out, verb)
            self.assertEqual([g[1:] for g in got], [e[1:] for e in expected])
            # A byte ends at half a cycle, too, and the stop is at the first whole one.
            self.assertLessEqual({g[0] - e[0] for g, e in zip(got, expected)}, {0, 1}, (chip, port, direction))

    def test_back_is_the_same_run(self):
        commands = "break packet rx port 0\n" + "continue\n" * 30 + "back\n" * 29 + "continue\n" * 29
        status, out, error = debug(commands, "--chip", "B")
        self.assertEqual((status, error), (0, ""))
        got = stops(out, "received")
        self.assertEqual([name for _, name, _ in got[:30]], [f"p0.{n}" for n in range(30)])
        self.assertEqual(got[30:], got[28::-1] + got[1:30])

    def test_the_end_and_back_from_it(self):
        """The whole network ends it: idle, or a time."""
        status, out, error = debug("continue\ninfo end\ngoto 200000\nprint packets_rx\nback-stepi\ncontinue\nprint cycle\n", "--chip", "A")
        self.assertEqual((status, error), (0, ""))
        ends = re.findall(r"^(?:ended at )?cycle (\d+): (?:the run has ended: )?idle$", out, re.M)
        self.assertEqual(ends, [re.search(r"^cycle = (\d+)", out, re.M)[1]] * 3, out)
        received = sum(cycle <= 200000 for port in range(3) for cycle, *_ in frames(self.folder_of_run, "A", port, "rx"))
        self.assertIn(f"packets_rx = {received} ", out)
        status, out, error = debug("continue\nprint cycle\n", "--chip", "B", "--until", "time_ms=0.2", "--set", "chip.B.ppm=50")
        self.assertEqual((status, error), (0, ""))
        self.assertIn("cycle = 120006 ", out)

    def failing(self, chip):
        """A network file whose `chip` fails after 300 cycles, and the error of its run."""
        with open(f"{self.folder}/fails.uc", "w") as program:
            program.write("immed[a0, 100]\nloop#:\nalu[a0, a0, -, 1]\nbgt[loop#]\n.assert a0\nnop\nctx_arb[kill]\n")
        with open(NETWORK) as read:
            text = read.read().replace('"../', f'"{SOURCE}/microblocks/').replace('\\"../../', f'\\"{SOURCE}/')
        path = f"{self.folder}/{chip}_fails.toml"
        with open(path, "w") as file:
            name = text.index(f'name = "{chip}"')
            end = text.index("\n]", name)
            file.write(text[:end] + f"\n  'microengine.0:1.image=\"{self.folder}/fails.uc\"'," + text[end:])
        run = subprocess.run([f"{BIN}/ixpemu", "run", path, "--quiet"], capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, rf"error: the run failed: .*{chip}: ")
        return path, run.stderr

    def test_a_chip_that_fails_fails_the_session(self):
        """Status and message are equal to the run's, for the chip in hand and for another one."""
        for bad in "AB":
            path, expected = self.failing(bad)
            for chip in "AB":
                to_end = "continue\n" * (2 if chip == bad else 1)  # the assertion is a stop, too
                status, out, error = debug(f"{to_end}goto 100\n{to_end}", "--chip", chip, system=path)
                self.assertEqual((status, error), (1, expected), (bad, chip))
                self.assertEqual(len(re.findall(rf"^cycle \d+: the run has failed: {bad}: ", out, re.M)), 2, out)
                self.assertEqual(debug("goto 100\n", "--chip", chip, system=path)[::2], (0, ""))

    def test_a_value_that_was_set_stays_set(self):
        status, out, error = debug("goto 150000\nset scratch[0x3f00] = 5\ngoto 160000\ngoto 149999\nprint scratch[0x3f00]\n"
                                   "goto 150000\nprint scratch[0x3f00]\nwho scratch[0x3f00]\n", "--chip", "B")
        self.assertEqual((status, error), (0, ""))
        self.assertEqual(re.findall(r"^scratch\[0x3f00\] = (\d+)$", out, re.M), ["0", "5"])
        self.assertIn("cycle 150000: set to 0x5 in the debugger", out)

    def written(self, commands, *arguments):
        """Output of a session that ends with `write`, and the files written."""
        folder = f"{self.folder}/{self.id()}"
        status, out, error = debug(f"{commands}write {folder}\n", *arguments)
        self.assertEqual((status, error), (0, ""))
        return out, folder

    def same(self, one, other):
        """Compares the files of two runs of the network; the debugger writes no run.json."""
        done = subprocess.run(["diff", "-r", "-x", "run.json", one, other], capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_write_is_the_run(self):
        _, folder = self.written("goto 120000\nchip A\n", "--chip", "B")
        self.same(self.folder_of_run, folder)

    def test_another_chip_at_the_same_time(self):
        """Breakpoints are of a chip. A thousandth is the difference of the clocks."""
        status, out, error = debug("break packet rx port 0\ncontinue\nchip\nchip A\ninfo breakpoints\ngoto 110000\nchip B\nback\n", "--chip", "B",
                                   "--set", "chip.A.ppm=1000")
        self.assertEqual((status, error), (0, ""))
        (first, *_), (last, *_) = stops(out, "received")
        self.assertIn("chips: A, B; current: B\n", out)
        self.assertIn(f"chip A, cycle {-(-first * 1001 // 1000)}\n> info breakpoints\nthere are no breakpoints\n", out)
        self.assertIn("chip B, cycle 109890\n", out)
        self.assertTrue(first < last <= 109890, (first, last))

    def test_a_change_of_another_chip(self):
        """A word of a frame changes in A, before A sends it to B; `reset` of A discards it."""
        change = "goto 100710\nset dram[0x135140] = 0xdeadbeef\n"
        look = "chip B\nbreak ring RING_RX_PORT0 put p0.0\ncontinue\n"
        out, folder = self.written(f"{look}chip A\n{change}{look}chip A\nprint dram[0x135140]\n", "--chip", "A")
        self.assertIn("dram[0x135140] = 3735928559 ", out)
        with open(f"{folder}/B/port0_rx.log") as log:
            self.assertEqual([line.split()[4] for line in log if "deadbeef" in line], ["p0.0"])
        _, folder = self.written(f"{change}chip B\ngoto 120000\nchip A\nreset\nchip B\n", "--chip", "A")
        self.same(self.folder_of_run, folder)

    def test_a_restarted_chip(self):
        """Its lives are two chips."""
        restart = ["--set", "chip.B.restart_at_ms=0.3", "--set", "chip.B.restart_takes_ms=0.1"]
        run = f"{self.folder}/restarted"
        subprocess.run([f"{BIN}/ixpemu", "run", NETWORK, "--quiet", "--out", run, *restart], check=True, timeout=LIMIT)
        stop = "break packet rx port 0\n" + "continue\n" * 20 + "back\n" * 9
        for chip in "B", "B.2":
            out, folder = self.written(f"print cycle\n{stop}goto 1000000000\n", "--chip", chip, *restart)
            self.same(run, folder)
            got = stops(out, "received")
            expected = frames(run, chip, 0, "rx")[:20]
            self.assertEqual([g[1:] for g in got[:20]], [e[1:] for e in expected])
            self.assertLessEqual({g[0] - e[0] for g, e in zip(got, expected)}, {0, 1})
            self.assertEqual(got[20:], got[18:9:-1])
            self.assertIn("cycle = 0\n", out)
            self.assertRegex(out, r"\ncycle \d+: the run has ended: " + ("restarted" if chip == "B" else "idle"))
        status, out, error = debug("goto 170000\nchip B.2\ngoto 100\nchip A\nchip B\nback-stepi\n", "--chip", "B", *restart)
        self.assertEqual((status, error), (0, ""))
        self.assertEqual(re.findall(r"^chip (\S+), cycle (\d+)", out, re.M), [("B.2", "0"), ("A", "240100"), ("B", "180000")])

    def test_wrong_choices(self):
        for says, *arguments in ((r"two_routers.toml: error: is a network, .* --chip with one of A, B,",), (r"--chip C: no such chip; .* A, B,", "--chip", "C")):
            status, _, error = debug("", *arguments)
            self.assertEqual(status, 1)
            self.assertRegex(error, says)
        status, _, error = debug("", "--chip", "A", system="microblocks/systems/forward.toml")
        self.assertEqual((status, "--chip is for networks; this is one system" in error), (1, True))
        status, _, error = debug("chip C\n", "--chip", "A")
        self.assertEqual((status, "there is no chip 'C'; expected one of A, B" in error), (1, True))
        status, _, error = debug("chip A\n", system="microblocks/systems/forward.toml")
        self.assertEqual((status, "'chip' is for networks" in error), (1, True))

    @unittest.skipUnless(protocol.THERE, "python3-debugpy is not installed (tools/setup --all)")
    def test_an_editor_and_a_chip_that_fails(self):
        path, _ = self.failing("B")
        client = protocol.Client(protocol.start(BIN))
        self.addCleanup(client.process.kill)
        client.launch(path, chip="A")
        client.begin()
        client.ask("continue", threadId=1)
        self.assertIn("the run has failed: B: ", client.wait("stopped")["text"])
        self.assertEqual(client.end(), 1)

    @unittest.skipUnless(protocol.THERE, "python3-debugpy is not installed (tools/setup --all)")
    def test_an_editor(self):
        client = protocol.Client(protocol.start(BIN))
        self.addCleanup(client.process.kill)
        client.launch(NETWORK, chip="B", set=["link.0.delay_ns=1000"])
        line = 86
        source = {"path": f"{SOURCE}/microblocks/rx/rx.uc"}
        self.assertTrue(client.ask("setBreakpoints", source=source, breakpoints=[{"line": line}])["breakpoints"][0]["verified"])
        client.begin()
        cycles = []
        for command in ("continue", "continue", "reverseContinue", "continue"):
            client.ask(command, threadId=1)
            thread = client.wait("stopped")["threadId"]
            frame = client.ask("stackTrace", threadId=thread)["stackFrames"][0]
            self.assertEqual(frame["line"], line)
            cycles.append(int(client.ask("evaluate", expression="cycle", frameId=frame["id"], context="watch")["result"].split()[0]))
        self.assertEqual(cycles[::2], [cycles[0]] * 2)
        self.assertEqual(cycles[1::2], [cycles[1]] * 2)
        self.assertLess(cycles[0], cycles[1])
        self.assertEqual(client.end(), 0)


if __name__ == "__main__":
    unittest.main()
