#!/usr/bin/env python3
"""Console and editors' server survive programs that end, breakpoints in defer slots, resets in
mid-run, and clients that disappear. (Garbage: console.py, dap.py.)

    survival.py BIN_DIR
"""
import json
import os
import pty
import re
import socket
import struct
import subprocess
import sys
import unittest

import protocol
from protocol import LIMIT

sys.path.append(os.path.dirname(__file__) + "/..")
from in_folder import BIN, SOURCE, InFolder  # noqa: E402

os.environ["TERM"] = "dumb"  # plain lines; line_editing.py has the others
FORWARD = f"{SOURCE}/microblocks/systems/forward.toml"
ENDLESS = ["--until", "packets_tx=100000000"]
# Each context goes 20 times round, 19 of them over the two instructions behind the branch; then it ends.
LOOP = """.reg count
.init count 0
again#:
  alu[count, count, +, 1]
  alu[--, count, -, 20]
  beq[done#]
  br[again#], defer[2]
slot#:
  alu[count, count, +, 0]
  nop
done#:
  ctx_arb[kill]
"""
# Five times, a microengine writes a reset register of the chip.
RESET = """.reg $value address count
.sig done
.init count 0
again#:
  alu[count, count, +, 1]
  immed[address, {address}]
  alu_shf[$value, --, B, 1, <<{bit}]
  cap[write, $value, address, 0, 1], ctx_swap[done]
  alu[--, count, -, 5]
  bne[again#]
  ctx_arb[kill]
"""
SYSTEM = """[[microengine]]
at = "0:0"
image = "program.uc"
start = 3
[stop]
idle = true
cycles = 100000
"""


class Survival(InFolder):
    def system(self, program):
        self.write("program.uc", program)
        return str(self.write("system.toml", SYSTEM))

    def debug(self, system, commands, *arguments):
        done = subprocess.run([f"{BIN}/ixpemu", "debug", system, *arguments], input=commands, text=True, capture_output=True,
                              timeout=LIMIT)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    def client(self, system, *arguments):
        c = protocol.Client(protocol.start(BIN, system, *arguments))
        self.addCleanup(c.process.kill)
        c.launch("")
        return c

    # ---- a program that ends

    def test_a_program_that_ends(self):
        out = self.debug(self.system(LOOP), "thread 0:0.1\nbreak 0:0.1 done#\ncontinue\nstepi\nstep\nswap\nout\nprint a0\ninfo threads\n"
                                            "back\nprint pc\nback-stepi\nprint pc\ncontinue\nprint pc\ncontinue\nreset\ncontinue\n")
        self.assertRegex(out, r"> continue\ncycle \d+: breakpoint 1, 0:0.1 at pc 6 \(program.uc:12, done#\)")
        self.assertEqual(len(re.findall(r"> (?:stepi|step|swap|out)\ncycle \d+: the run has ended: idle", out)), 4, out)
        self.assertIn("0:0.1 ended", out)
        self.assertEqual(re.findall(r"> print pc\npc = (\d)", out), ["6", "2", "6"])
        self.assertEqual(len(re.findall("breakpoint 1, 0:0.1 at pc 6", out)), 4, out)

    @unittest.skipUnless(protocol.THERE, "python3-debugpy is not installed")
    def test_a_program_that_ends_in_an_editor(self):
        c = self.client(self.system(LOOP))
        c.begin()
        for command in ("continue", "next", "stepIn", "stepOut", "continue"):
            c.ask(command, threadId=1)
            self.assertEqual(c.wait("stopped")["reason"], "end of the run", command)
        self.assertIn("ended", c.ask("threads")["threads"][0]["name"])
        c.ask("stepBack", threadId=1)
        self.assertEqual(c.wait("stopped")["reason"], "step")
        self.assertEqual(c.ask("evaluate", expression="pc", frameId=1)["result"], "6 (0x6)")
        c.ask("continue", threadId=1)
        self.assertEqual(c.wait("stopped")["reason"], "end of the run")
        self.assertEqual(c.end(), 0)

    # ---- a breakpoint in a defer slot

    def test_a_breakpoint_in_a_defer_slot(self):
        out = self.debug(self.system(LOOP), "break 0:0.0 slot#\n" + 19 * "continue\nprint count\n" + "continue\n" + 19 * "back\nprint count\n" +
                         "continue\nstepi\nprint pc\nstepi\nprint pc\nback-stepi 2\nprint pc\nback-stepi\nprint pc\n")
        counts = [int(n) for n in re.findall(r"^count = (\d+)", out, re.M)]
        self.assertEqual(counts, [*range(1, 20), *range(19, 0, -1)])
        self.assertEqual(re.findall(r"^pc = (\d)", out, re.M), ["5", "0", "4", "3"])
        self.assertEqual(len(re.findall("breakpoint 1, 0:0.0 at pc 4", out)), 40, out)
        self.assertEqual(out.count("the run has ended: idle"), 1)

    @unittest.skipUnless(protocol.THERE, "python3-debugpy is not installed")
    def test_a_breakpoint_in_a_defer_slot_in_an_editor(self):
        c = self.client(self.system(LOOP))
        set_ = c.ask("setInstructionBreakpoints", breakpoints=[{"instructionReference": "0x10003", "offset": 2, "condition": "ctx == 1"}])
        self.assertTrue(set_["breakpoints"][0]["verified"])
        c.begin()
        for n in range(1, 20):
            c.ask("continue", threadId=1)
            stop = c.wait("stopped")
            self.assertEqual((stop["reason"], stop["threadId"]), ("breakpoint", 2))
            self.assertEqual(c.ask("evaluate", expression="100 * count + pc", frameId=2)["result"].split()[0], f"{100 * n + 5}")
        c.ask("continue", threadId=1)
        self.assertEqual(c.wait("stopped")["reason"], "end of the run")
        self.assertEqual(c.end(), 0)

    # ---- a reset in mid-run

    def test_reset_in_mid_run_gives_the_first_run_again(self):
        short = ["--until", "packets_tx=40"]
        digest = self.debug(FORWARD, "goto 3000\ninfo digest\n", *short)
        out = self.debug(FORWARD, "break 0:1 check#\nwatch depth(RING_TX)\ncontinue\ncontinue\nset sram0[0x10000] = 77\nset a3 = 5\nadvance 900\n"
                                  "reset\ninfo edits\nwhere\ninfo breakpoints\ncontinue\nreset\ndelete\ngoto 3000\ninfo digest\n", *short)
        self.assertEqual(out.split("> info digest\n")[1], digest.split("> info digest\n")[1])
        self.assertIn("> info edits\nnothing was set\n> where\ncycle 0: ", out)
        self.assertRegex(out, r"\n1   0:1 at .*\n2   depth\(RING_TX\) changes\n> continue\ncycle \d+: breakpoint \d")

    def test_reset_registers_that_microcode_writes(self):
        """RESET_1 of the microengine that runs, and RESET_0 of all: plain registers here, so the program goes on."""
        for address, bit in ((0x4a10, 0), (0x4a0c, 16), (0x4a0c, 7)):
            out = self.debug(self.system(RESET.format(address=address, bit=bit)),
                             "break 0:0.1 again#\n" + 5 * "continue\nprint count\n" + "continue\nback\nprint count\nstepi 4\nback-stepi 4\nreset\ncontinue\n")
            self.assertEqual(re.findall(r"^count = (\d)", out, re.M), list("012344"))
            self.assertIn("the run has ended: idle", out)

    @unittest.skipUnless(protocol.THERE, "python3-debugpy is not installed")
    def test_reset_in_an_editor(self):
        c = self.client(FORWARD, "--until", "packets_tx=40")
        c.ask("setFunctionBreakpoints", breakpoints=[{"name": "check#"}])
        c.begin()
        stops = []
        for _ in range(2):
            for _ in range(2):
                c.ask("continue", threadId=1)
                stops.append(c.wait("stopped")["text"])
            self.assertEqual(c.ask("evaluate", expression="reset", context="repl")["result"], "cycle 0\n")
            self.assertEqual(c.wait("stopped")["text"], "cycle 0")
        self.assertEqual(stops[:2], stops[2:])
        self.assertEqual(c.end(), 0)

    # ---- a client that disappears

    def test_nobody_reads_what_the_console_prints(self):
        p = subprocess.Popen([f"{BIN}/ixpemu", "debug", FORWARD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(p.kill)
        p.stdout.close()
        _, error = p.communicate(b"info registers\ncontinue\ninfo contexts\n", LIMIT)
        self.assertNotEqual(p.returncode, 0, error)

    def on_a_terminal(self):
        """The process, its terminal, and its output up to the first prompt."""
        process, terminal = pty.fork()
        if process == 0:
            os.execv(f"{BIN}/ixpemu", ["ixpemu", "debug", FORWARD, *ENDLESS])
        return process, terminal, self.show_until(terminal, b"> ")

    def show_until(self, terminal, text):
        shown = b""
        while text not in shown:
            shown += os.read(terminal, 4096)
        return shown

    def test_ctrl_c_at_the_prompt_takes_back_what_was_typed_and_repeats_nothing(self):
        process, terminal, _ = self.on_a_terminal()
        os.write(terminal, b"stepi\n")
        self.show_until(terminal, b"\n1 0:0.0 > ")
        os.write(terminal, b"stepi\x03")
        self.assertNotIn(b"cycle", self.show_until(terminal, b"\n1 0:0.0 > "))
        os.write(terminal, b"\n")  # this repeats it
        self.show_until(terminal, b"\n2 0:0.0 > ")
        for _ in range(20):  # each as soon as the prompt is there
            os.write(terminal, b"\x03")
            self.show_until(terminal, b"\n2 0:0.0 > ")
        os.write(terminal, b"quit\n")
        os.waitpid(process, 0)
        os.close(terminal)

    def test_a_terminal_that_is_closed_in_mid_run_ends_the_session(self):
        process, terminal, shown = self.on_a_terminal()
        os.write(terminal, b"continue\n")
        while b"continue" not in shown:
            shown += os.read(terminal, 4096)
        os.close(terminal)
        _, status = os.waitpid(process, 0)  # the run ends no other way
        self.assertNotEqual(status, 0)

    @unittest.skipUnless(protocol.THERE, "python3-debugpy is not installed")
    def test_an_editor_on_a_port_that_resets_its_connection_in_mid_run(self):
        p, connection, token = protocol.serve(BIN, FORWARD, *ENDLESS)
        self.addCleanup(p.kill)
        for n, (command, arguments) in enumerate((("launch", {"stopOnEntry": False, "token": token}), ("configurationDone", {}))):
            body = json.dumps({"seq": n + 1, "type": "request", "command": command, "arguments": arguments}).encode()
            connection.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        shown = b""
        while b'"command":"configurationDone"' not in shown:
            shown += connection.recv(4096)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # RST instead of FIN
        connection.close()
        p.stdin.close()
        self.assertEqual(p.wait(LIMIT), 0, p.stderr.read())
        p.stdout.close()
        p.stderr.close()


unittest.main()
