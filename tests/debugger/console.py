#!/usr/bin/env python3
"""ixpemu debug on pipes and files of commands.

    console.py BIN_DIR SOURCE_DIR
"""
import filecmp
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import tempfile
import unittest

BIN, SOURCE = (os.path.abspath(p) for p in sys.argv[1:3])
del sys.argv[1:3]
os.chdir(SOURCE)
FORWARD = "microblocks/systems/forward.toml"
SHORT = ["--until", "packets_tx=40"]
LIMIT = 120  # seconds; only a hang takes as long


def debug(commands, *arguments, system=FORWARD):
    if isinstance(commands, str):
        commands = commands.encode()
    done = subprocess.run([f"{BIN}/ixpemu", "debug", system, *arguments], input=commands, capture_output=True, timeout=LIMIT)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


class Console(unittest.TestCase):
    def test_stepping_and_back_is_the_same_run(self):
        status, out, error = debug("break 1:0.0 tx.uc:44\ncontinue\ncontinue\nstepi 7\nwhere\nback-stepi 7\nwhere\n"
                                   "back\nback\ncontinue\n", *SHORT)
        self.assertEqual((status, error), (0, ""))
        first, second, again = re.findall(r"^cycle (\d+): breakpoint 1, 1:0.0 at pc 11", out, re.M)[:2] + \
            re.findall(r"^> continue\ncycle (\d+)", out, re.M)[-1:]
        stepped, back = re.findall(r"^> where\ncycle (\d+): 1:0.0", out, re.M)
        self.assertGreater(int(stepped), int(second))
        self.assertEqual(back, second)
        self.assertEqual(again, first)
        self.assertIn("the start of the run", out)

    def test_files_of_the_run_are_those_of_ixpemu_run(self):
        with tempfile.TemporaryDirectory() as folder:
            status, out, error = debug(f"goto 20000\nback\nstepi 5\ncontinue\nback\nwrite {folder}/d\n", *SHORT)
            self.assertEqual((status, error), (0, ""), out)
            subprocess.run([f"{BIN}/ixpemu", "run", FORWARD, "--quiet", "--out", f"{folder}/r", *SHORT], check=True)
            names = sorted(os.listdir(f"{folder}/r"))
            self.assertEqual(sorted(os.listdir(f"{folder}/d")), names)
            for name in names:
                self.assertTrue(filecmp.cmp(f"{folder}/d/{name}", f"{folder}/r/{name}", shallow=False), name)
            status, out, error = debug(f"goto 9000\nset scratch[0x3f00] = 5\nwrite {folder}/e\n", *SHORT)
            self.assertEqual(status, 0, error)
            self.assertFalse(filecmp.cmp(f"{folder}/e/stats.json", f"{folder}/r/stats.json", shallow=False))
            self.assertEqual(debug("write /dev/null/x\n", *SHORT)[0], 1)

    def test_how_a_run_ended_is_how_the_session_ends(self):
        self.assertEqual(debug("continue\nquit\n", *SHORT)[0], 0)
        fails = ["--set", "microengine.0:0.start=0", "--set", "chip.stop.stuck=100000"]
        status, out, error = debug("continue\ninfo end\ncontinue\nstepi\nback-stepi\n", *fails)
        self.assertEqual(status, 0, error)  # it stands before the end again
        self.assertIn("the run has failed", out)
        status, out, error = debug("continue\n", *fails)
        self.assertEqual(status, 1)
        self.assertIn("the run failed at cycle", error)

    def test_wrong_commands_are_refused_with_their_line(self):
        for line, says in (("brek main", "did you mean 'break'"), ("break nowhere.c:3", "no code is at"),
                           ("break", "expected a place"), ("print", "expected an expression"), ("print 1 +", "expected"),
                           ("print nothing", "there is no 'nothing'"), ("set cycle = 1", "cannot be written"),
                           ("delete 7", "no breakpoint 7"), ("thread 2:9", "no thread"), ("goto", "expected the cycle"),
                           ("goto x", "expected a number"), ("info moon", "no 'info moon'"), ("x moon 0", "no memory"),
                           ("x sram0 3", "multiple of 4"), ("break ring NONE", "no ring"), ("watch a99", "too high"),
                           ("break 0:0 *9999", "instructions"), ("continue now", "too much"),
                           ("break main if ((", "no code|expected"), ("list nowhere.c:1", "no code")):
            status, _, error = debug(f"info rings\n{line}\ninfo rings\n")
            self.assertEqual(status, 1, line)
            self.assertRegex(error, rf"standard input:2: error: .*({says})", line)

    def test_garbage_ends_in_order(self):
        noise = random.Random(3)
        names = ["break", "print", "x", "info", "who", "set", "watch", "thread", "until", "list", "help", "disassemble"]
        for n in range(12):
            text = bytes(noise.randrange(256) for _ in range(200)) if n % 2 else \
                f"{noise.choice(names)} {''.join(chr(noise.randrange(32, 127)) for _ in range(30))}\n".encode()
            status, _, error = debug(text)
            self.assertIn(status, (0, 1), (text, error))
        self.assertEqual(debug("")[0], 0)
        self.assertEqual(debug("\n\n#nothing\n  \n")[0], 0)

    def test_pipes_as_streams_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkfifo(f"{folder}/pipe.pcap")
            status, _, error = debug("continue\n", "--rx", f"0={folder}/pipe.pcap")
            self.assertEqual(status, 1)
            self.assertIn("store the stream in a file", error)

    def test_output_that_cannot_be_written(self):
        with open("/dev/full", "w") as full:
            p = subprocess.run([f"{BIN}/ixpemu", "debug", FORWARD], input=b"info threads\n", stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(p.returncode, 1)
        self.assertIn(b"No space left", p.stderr)

    def test_no_process_is_left(self):
        p = subprocess.Popen([f"{BIN}/ixpemu", "debug", FORWARD], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        p.stdin.write(b"goto 400000\nprint cycle\n")
        p.stdin.flush()
        while b"cycle =" not in p.stdout.readline():
            pass
        p.send_signal(signal.SIGKILL)
        p.stdin.close()
        p.wait(LIMIT)
        self.assertEqual(p.stdout.read(), b"")  # ends when the last process that has it open is gone
        p.stdout.close()

    def test_a_process_with_the_chip_that_dies_is_told(self):
        p = subprocess.Popen([f"{BIN}/ixpemu", "debug", FORWARD], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, start_new_session=True)
        self.addCleanup(p.kill)
        p.stdin.write(b"goto 300000\nprint cycle\n")
        p.stdin.flush()
        while b"cycle =" not in p.stdout.readline():
            pass
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                if int(process) != p.pid and os.getpgid(int(process)) == p.pid:
                    os.kill(int(process), signal.SIGKILL)
            except ProcessLookupError:
                pass
        _, error = p.communicate(b"info rings\n", LIMIT)
        self.assertEqual(p.returncode, 1)
        self.assertIn(b"the process that holds the chip has gone", error)

    def test_ctrl_c_gives_the_prompt_back(self):
        parent, child = pty.openpty()
        p = subprocess.Popen([f"{BIN}/ixpemu", "debug", FORWARD, "--until", "packets_tx=100000000"], stdin=child, stdout=child,
                             stderr=child, start_new_session=True)
        os.close(child)
        self.addCleanup(p.kill)
        shown = b""

        def until(text):
            nonlocal shown
            while text not in shown:
                shown += os.read(parent, 4096)
            shown = shown[shown.index(text) + len(text):]

        until(b"> ")
        os.write(parent, b"continue\n")
        until(b"continue")
        os.write(parent, b"wrong\n")  # read when the prompt is there again
        while b"interrupted" not in shown:  # one that comes before the run begins only gives a new prompt
            if select.select([parent], [], [], 0.3)[0]:
                shown += os.read(parent, 4096)
            else:
                p.send_signal(signal.SIGINT)
        until(b"there is no command 'wrong'")
        os.write(parent, b"info rings\n")
        until(b"RING_TX")
        os.write(parent, b"quit\n")
        self.assertEqual(p.wait(LIMIT), 0)
        os.close(parent)


unittest.main()
