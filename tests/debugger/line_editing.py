#!/usr/bin/env python3
"""ixpemu debug on a terminal: editing, history and completion of lines.

    line_editing.py BIN_DIR
"""
import fcntl
import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
import unittest

sys.path.append(os.path.dirname(__file__) + "/..")
from in_folder import BIN, SOURCE, InFolder  # noqa: E402

COMMAND = [f"{BIN}/ixpemu", "debug", f"{SOURCE}/microblocks/systems/forward.toml", "--until", "packets_tx=100000000"]
NETWORK = [f"{BIN}/ixpemu", "debug", f"{SOURCE}/microblocks/networks/two_routers.toml", "--chip", "A"]
LIMIT = 300  # seconds; only a hang takes as long
PROMPT = rb"(\d+) 0:0\.0 > "  # of a network after the name of the chip


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, environment, controlling=True, command=None):
        self.master, self.inside = pty.openpty()
        self.mode = termios.tcgetattr(self.inside)
        self.shown = b""
        take = (lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)) if controlling else None
        self.process = subprocess.Popen(command or COMMAND, stdin=self.inside, stdout=self.inside, stderr=self.inside, start_new_session=True,
                                        preexec_fn=take, env=environment)

    def close(self):
        self.process.kill()
        self.process.wait(LIMIT)
        os.close(self.inside)
        os.close(self.master)

    def until(self, pattern):
        """The match of `pattern` in the next output, which is consumed up to its end."""
        end = time.monotonic() + LIMIT
        while not (found := re.search(pattern, self.shown)):
            ended = self.process.poll() is not None or time.monotonic() > end
            if select.select([self.master], [], [], 0 if ended else 1)[0]:
                self.shown += os.read(self.master, 4096)
            elif ended:
                raise AssertionError(f"{pattern!r} is not in {self.shown!r}")
        self.shown = self.shown[found.end():]
        return found

    def type(self, keys, shows):
        """Types at the next prompt, and waits for this output."""
        self.until(PROMPT)
        os.write(self.master, keys)
        return self.until(shows)

    def interrupt(self):
        """Presses Ctrl-C until the run is interrupted. Before the run it has no effect."""
        end = time.monotonic() + LIMIT
        while not re.search(PROMPT, self.shown) and time.monotonic() < end:
            if select.select([self.master], [], [], 0.3)[0]:
                self.shown += os.read(self.master, 4096)
            else:
                os.write(self.master, b"\x03")

    def quit(self):
        self.type(b"quit\n", b"quit")
        return self.process.wait(LIMIT)


class LineEditing(InFolder):
    def setUp(self):
        super().setUp()
        self.history = self.work / ".local/state/ixp2400/debug_history"

    def environment(self, **more):
        inherited = {k: v for k, v in os.environ.items() if k not in ("XDG_STATE_HOME", "EDITRC")}
        return {**inherited, "HOME": str(self.work), "TERM": "xterm", **more}

    def terminal(self, controlling=True, command=None, **more):
        terminal = Terminal(self.environment(**more), controlling, command)
        self.addCleanup(terminal.close)
        return terminal

    def test_a_line_is_edited(self):
        t = self.terminal()
        t.type(b"rint 6 * 7\x01p\n", rb"\n6 \* 7 = 42 \(0x2a\)")
        t.type(b"print 1\x7f9 \xc3\xa9\xff\n", "'\u00e9' in column".encode())
        self.assertEqual(t.quit(), 0)
        self.assertEqual(termios.tcgetattr(t.inside), t.mode)

    def test_the_history_lasts(self):
        self.history.parent.mkdir(parents=True)
        self.history.write_text("".join(f"print {n}\n" for n in range(5000, 7000)))
        t = self.terminal()
        for line in b"print 40 + 2\n", b"print 40 + 2\n", b"\n":
            t.type(line, b"\n")
        self.assertEqual(t.quit(), 0)
        self.assertEqual(self.history.read_text(), "".join(f"print {n}\n" for n in range(6002, 7000)) + "print 40 + 2\nquit\n")
        t = self.terminal()
        t.type(b"\x1b[A\x1b[A\n", rb"\n40 \+ 2 = 42")
        self.assertEqual(t.quit(), 0)

    def test_words_are_completed(self):
        t = self.terminal()
        t.type(b"print packets_r\t", rb"packets_r.*x")  # shown before the next key
        os.write(t.master, b"\n")
        t.until(rb"\npackets_rx = 0")
        t.type(b"back-st\t\t", rb"\nback-stepi  back-step\r\n")
        t.type(b"\x15disa\ts\t0\n", rb"\n=> +0 ")
        t.type(b"zebra\t\n", b"there is no command 'zebra'")
        self.assertEqual(t.quit(), 0)

    def test_chips_are_completed(self):
        t = self.terminal(command=NETWORK)
        t.type(b"chip \t\t", rb"\nA  B\r\n")
        t.type(b"B\t\n", rb"\nchip B, cycle 0\r\n")
        self.assertEqual(t.quit(), 0)

    def test_ctrl_c_discards_the_line_and_interrupts_a_run(self):
        t = self.terminal()
        for keys, cycle in (b"", b"0"), (b"stepi\n", b"1"), (b"stepi\x03", b"1"), (b"\x03", b"1"), (b"\n", b"2"):
            os.write(t.master, keys)  # an empty line repeats the last step
            self.assertEqual(t.until(PROMPT)[1], cycle)
        os.write(t.master, b"continue\n")
        t.until(b"continue\r\n")
        t.interrupt()
        t.type(b"print 1 + 1\n", rb"\n1 \+ 1 = 2")
        self.assertEqual(t.quit(), 0)

    def test_an_error_and_ctrl_c_end_a_sourced_file(self):
        self.write("wrong", "brek\nprint 5 * 5\n")
        self.write("long", "continue\nprint 5 * 5\n")
        t = self.terminal()
        t.type(f"source {self.work}/wrong\n".encode(), rb"/wrong:1: .*no command 'brek'")
        t.type(f"source {self.work}/long\n".encode(), rb"\n> continue\r\n")
        t.interrupt()
        self.assertNotIn(b"25", t.shown)
        t.type(b"print 1 + 1\n", rb"\n1 \+ 1 = 2")
        self.assertEqual(t.quit(), 0)

    def test_the_end_of_input_ends_the_session(self):
        t = self.terminal()
        t.until(PROMPT)
        os.write(t.master, b"\x04")
        self.assertEqual(t.process.wait(LIMIT), 0)

    def test_a_terminal_that_does_not_control_the_session(self):
        t = self.terminal(controlling=False)
        t.type(b"print 6 * 7\n", rb"\n6 \* 7 = 42")
        self.assertEqual(t.quit(), 0)

    def test_no_history_without_a_folder(self):
        t = self.terminal(XDG_STATE_HOME="/dev/null/state")
        t.type(b"print 6 * 7\n", rb"\n6 \* 7 = 42")
        t.type(b"\x1b[A\n", rb"\n6 \* 7 = 42")
        self.assertEqual(t.quit(), 0)
        self.assertFalse(self.history.exists())

    def test_plain_lines_leave_no_history(self):
        t = self.terminal(TERM="dumb")
        t.type(b"rint 6 * 7\x01p\n", b"there is no command 'rint'")
        self.assertEqual(t.quit(), 0)
        done = subprocess.run(COMMAND, input=b"print 6 * 7\n\tquit\n", capture_output=True, env=self.environment(), timeout=LIMIT)
        self.assertEqual(done.stdout, b"> print 6 * 7\n6 * 7 = 42 (0x2a)\n> \tquit\n")
        self.assertFalse(self.history.exists())


unittest.main()
