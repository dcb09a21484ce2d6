#!/usr/bin/env python3
"""ixp_print and ixp_assert in the debugger, on its console and in an editor, against debug.log of the same run.

    prints.py BIN_DIR
"""
import os
import re
import sys
import unittest

import protocol

sys.path.append(os.path.dirname(__file__) + "/..")
from in_folder import BIN, InFolder  # noqa: E402

PROGRAM = """#include <ixp.h>
main() {
  __declspec(sram_write_reg) unsigned word;
  SIGNAL done;
  unsigned n;
  for (n = 0; n < 60; ++n) {
    word = n;
    ixp_print("n is %u", n);
#ifdef LIMIT
    ixp_assert(n < LIMIT);
#endif
    scratch_write(&word, (volatile void __scratch *)0x100, 1, ctx_swap, &done);
  }
}
"""
KEPT = """#include <ixp.h>
main() {
  volatile unsigned __scratch *to = (volatile unsigned __scratch *)0x100;
  unsigned before = *to + 8;
  unsigned half = before / 2;
  *to = half + 3;
  *to = 1;
  ixp_print("half is %u", half);
}
"""
SYSTEM = """[[microengine]]
at = "0:0"
image = "count.c"
start = 3
[stop]
idle = true
cycles = 100000
"""


class Prints(InFolder):
    def setUp(self):
        super().setUp()
        self.write("count.c", PROGRAM)
        self.system = str(self.write("count.toml", SYSTEM))
        self.emulate(self.system, self.out)
        self.log = (self.out / "debug.log").read_text().splitlines()[1:]
        self.assertEqual(len(self.log), 120)
        self.assertRegex(self.log[80], "n is 40$")

    def debug(self, commands, *arguments):
        done = self.call("ixpemu", "debug", self.system, *arguments, status=None, input=commands)
        return done.returncode, done.stdout, done.stderr

    def prints(self, text):
        return [line for line in text.splitlines() if re.match(r"cycle \d+ ME ", line)]

    def test_each_print_is_shown_once_on_the_way_forwards(self):
        stops = "break 0:0.1 count.c:11\ncontinue\nstepi 5\ncontinue\nstep 3\nadvance 100\ngoto 1000\nswap\ndelete\ncontinue\n"
        status, out, error = self.debug(stops)
        self.assertEqual((status, error), (0, ""))
        self.assertEqual(self.prints(out), self.log)
        status, out, error = self.debug("goto 1000\nback-stepi\ngoto 500\nwho scratch[0x100]\n")
        self.assertEqual((status, error), (0, ""))
        self.assertEqual(self.prints(out), [line for line in self.log if int(line.split()[1]) < 1000])
        status, out, error = self.debug("goto 700\ngoto 500\ngoto 700\n")  # once for each time that it is passed
        cycle = [int(line.split()[1]) for line in self.prints(out)]
        self.assertEqual(cycle, [int(n.split()[1]) for first in (0, 500) for n in self.log if first <= int(n.split()[1]) < 700])

    def test_the_level_of_a_system_file_keeps_variables(self):
        self.write("kept.c", KEPT)
        shown = []
        for level in "0", "g":
            changes = ["image=\"kept.c\"", "start=1", f"optimise=\"{level}\""]
            self.emulate(self.system, self.out, *(word for change in changes for word in ("--set", "microengine.0:0." + change)))
            shown.append((self.out / "debug.log").read_text().splitlines()[-1].split(": ", 1)[1])
        self.assertEqual(shown, ["half is <optimized out>", "half is 4"])

    def test_an_assertion_stops_in_front_of_its_instruction(self):
        status, out, error = self.debug("continue\nprint n\nprint cycle\nback-stepi\ncontinue\nwhere\nbreak 0:0 count.c:11\nback\n"
                                        "delete\ncontinue\ncontinue\ninfo end\n", "--define", "LIMIT=37")
        self.assertEqual(status, 0, error)  # it stands before the end
        stops = re.findall(r"cycle (\d+): (0:0\.\d at pc \d+) \(count.c:\d+, main\): \S*count.c:10: assertion 'n < LIMIT' failed\n", out)
        self.assertEqual(len(stops), 4, out)
        self.assertEqual(len(set(stops)), 2)  # both contexts come to it
        self.assertIn("n = 37 (0x25)", out)
        self.assertIn("print cycle\ncycle = " + stops[0][0], out)
        status, out, error = self.debug("continue\ncontinue\ncontinue\nback\n", "--define", "LIMIT=37")
        self.assertEqual(status, 0, error)
        self.assertRegex(out, r"the run has failed: \S*count.c:10: assertion 'n < LIMIT' failed: cycle \d+ ME 0:0 ctx 0\n")
        self.assertRegex(out, r"> back\ncycle \d+: 0:0\.\d at .*: assertion 'n < LIMIT' failed\n")
        status, out, error = self.debug("continue\ncontinue\ncontinue\n", "--define", "LIMIT=37")
        self.assertEqual(status, 1)
        self.assertIn("assertion 'n < LIMIT' failed", error)

    @unittest.skipUnless(protocol.THERE, "python3-debugpy is not installed")
    def test_an_editor_gets_prints_as_output_and_assertions_as_exceptions(self):
        c = protocol.Client(protocol.start(BIN, "--define", "LIMIT=37"))
        self.addCleanup(c.process.kill)
        c.launch(self.system)
        self.assertEqual([f["filter"] for f in c.capabilities["exceptionBreakpointFilters"]], ["assertions"])
        set_ = c.ask("setExceptionBreakpoints", filters=["assertions", "moon"])["breakpoints"]
        self.assertEqual([b["verified"] for b in set_], [True, False])
        self.assertIn("there is no filter 'moon'", set_[1]["message"])
        c.begin()
        c.ask("continue", threadId=1)
        stop = c.wait("stopped")
        self.assertEqual(stop["reason"], "exception")
        self.assertIn("assertion 'n < LIMIT' failed", stop["text"])
        self.assertRegex(c.ask("exceptionInfo", threadId=stop["threadId"])["description"], "count.c:10: assertion 'n < LIMIT' failed$")
        cycle = int(re.match(r"cycle (\d+)", stop["text"])[1])
        shown = [body["output"].rstrip() for name, body in c.passed if name == "output" and body["category"] == "stdout"]
        self.assertEqual([s.split(" ", 2)[1] for s in shown], [n.split(" ", 2)[1] for n in self.log if int(n.split()[1]) < cycle])
        self.assertRegex(shown[-1], "n is 3[67]$")
        c.ask("setExceptionBreakpoints", filters=[])
        c.ask("continue", threadId=1)
        self.assertEqual(c.wait("stopped")["reason"], "end of the run")
        self.assertEqual(c.end(), 1)


unittest.main()
