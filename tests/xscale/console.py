#!/usr/bin/env python3
"""ixpemu run --console: bytes of a pipe and of a terminal reach an ARM program, and a run with the
recorded input has the same logs. The terminal's mode is restored after every end.

    console.py BIN_DIR
"""
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import unittest

sys.path.append(os.path.dirname(__file__) + "/..")
from in_folder import SOURCE, InFolder  # noqa: E402
PROGRAM = SOURCE / "tests/xscale/console/echo.c"
OUTPUTS = "uart.txt", "typed.txt", "hazards.txt", "contexts.txt", "stats.json"


class Console(InFolder):
    def setUp(self):
        super().setUp()
        self.system('')

    def system(self, key, stop="time_ms = 60000"):
        self.write("x.toml", f'[xscale]\nprogram = "{PROGRAM}"\n{key}\n[stop]\nidle = true\n{stop}\n')

    def command(self, out, *options):
        return ["ixpemu", "run", self.work / "x.toml", "--quiet", "--out", self.work / out, *options]

    def piped(self, out, data, *options):
        return self.call(*self.command(out, *options), input=data, text=False, status=None)

    def outputs(self, out):
        return {name: (self.work / out / name).read_text() for name in OUTPUTS}

    def check_replay(self, stop="time_ms = 60000"):
        """A run with the recorded input is equal, on both engines."""
        (self.work / "typed.txt").write_text((self.work / "live/typed.txt").read_text())
        self.system('typed = "typed.txt"', stop)
        for engine in "threaded", "reference":
            done = self.piped(engine, b"", "--engine", engine)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(self.outputs("live"), self.outputs(engine))

    def test_pipe(self):
        done = self.piped("live", b"ab\n.", "--console")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout.decode(), r"^ready\n61 at (\d+)\n62 at \d+\n0a at \d+\n2e at \d+\n4 bytes\n$")
        self.assertEqual(done.stdout.decode(), (self.work / "live/uart.txt").read_text())
        self.assertRegex((self.work / "live/typed.txt").read_text(), r"^# ixp typed 1 .*\n\d+ 61620a2e\n\d+ end\n$")
        self.check_replay()

    def test_input_that_comes_late(self):
        run = subprocess.Popen(self.command("live", "--console"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        os.read(run.stdout.fileno(), 6)  # ready
        for byte in b"a", b".":
            run.stdin.write(byte)
            run.stdin.flush()
            while b"\n" not in os.read(run.stdout.fileno(), 100):
                pass
        run.communicate(timeout=300)
        self.assertEqual(run.returncode, 0)
        self.assertEqual(len((self.work / "live/typed.txt").read_text().splitlines()), 4)
        self.check_replay()

    def test_input_decides_the_run(self):
        marks = set()
        for typed in b"a.", b"b.":
            self.piped("live", typed, "--console")
            marks.add((self.work / "live/hazards.txt").read_text().split("\n")[0])
        self.assertEqual(len(marks), 2)
        again = self.call("ixpemu", "rerun", self.work / "live", status=1)
        self.assertIn("run.json: error: the run had --console; to repeat it, copy its typed.txt", again.stderr)

    def on_terminal(self, data, end=None):
        """Types data at a ready program; returns status, output, whether the mode changed."""
        terminal, inside = pty.openpty()
        before = termios.tcgetattr(inside)
        run = subprocess.Popen(self.command("live", "--console"), stdin=inside, stdout=inside, stderr=inside)
        shown, sent = b"", False
        while run.poll() is None or select.select([terminal], [], [], 0)[0]:
            if select.select([terminal], [], [], 0.05)[0]:
                shown += os.read(terminal, 1000)
            if not sent and b"ready" in shown:
                self.assertFalse(termios.tcgetattr(inside)[3] & (termios.ICANON | termios.ECHO | termios.ISIG))
                os.write(terminal, data)
                if end:
                    run.send_signal(end)
                sent = True
        changed = termios.tcgetattr(inside) != before
        os.close(terminal)
        os.close(inside)
        return run.returncode, shown.decode(), changed

    def test_terminal(self):
        status, shown, changed = self.on_terminal(b"a\x03\x01\x01\x01x")
        self.assertEqual((status, changed), (0, False), shown)
        self.assertEqual(re.findall(r"(..) at", shown), [])  # the run ends with the escape
        self.assertRegex((self.work / "live/typed.txt").read_text(), r"\n(\d+) 610301\n\1 quit\n$")
        self.check_replay()

    def test_terminal_of_a_program_that_ends(self):
        status, shown, changed = self.on_terminal(b"a\x03.\x01x")
        self.assertEqual((status, changed), (0, False), shown)

    def test_terminal_after_signals(self):
        for end in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
            status, shown, changed = self.on_terminal(b"a", end)
            self.assertEqual((status, changed), (128 + end, False), shown)

    def test_mistakes(self):
        self.system('typed = "typed.txt"')
        for text, said in (("5 6\n", "typed.txt:1:1: error: '5 6', expected bytes in hexadecimal"),
                           ("# x\n5 61\n4 61\n", "typed.txt:3:1: error: '4 61', expected a tick that is not before"),
                           ("5 quit\n6 61\n", "typed.txt:2:1: error: '6 61', expected nothing after"),
                           ("x 61\n", "typed.txt:1:1: error: 'x 61', expected a tick")):
            self.write("typed.txt", text)
            done = self.piped("live", b"")
            self.assertEqual(done.returncode, 1)
            self.assertIn(said, done.stderr.decode())
        self.write("typed.txt", "")
        done = self.piped("live", b"", "--console")
        self.assertEqual(done.returncode, 1)
        self.assertIn("x.toml:3:9: error: 'typed' replays an input, --console records one", done.stderr.decode())
        self.write("x.toml", "[stop]\nidle = true\n")
        done = self.piped("live", b"", "--console")
        self.assertEqual(done.returncode, 1)
        self.assertIn("has no [xscale], which --console needs", done.stderr.decode())


unittest.main(argv=sys.argv[:1])
