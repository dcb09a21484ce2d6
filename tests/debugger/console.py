#!/usr/bin/env python3
"""ixpemu debug on pipes and files of commands.

    console.py BIN_DIR
"""
import collections
import filecmp
import os
import pty
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.append(os.path.dirname(__file__) + "/..")
from in_folder import BIN, SOURCE  # noqa: E402

os.chdir(SOURCE)
os.environ["TERM"] = "dumb"  # plain lines; line_editing.py has the others
FORWARD = "microblocks/systems/forward.toml"
SHORT = ["--until", "packets_tx=40"]
LIMIT = 300  # seconds; only a hang takes as long


def debug(commands, *arguments, system=FORWARD):
    if isinstance(commands, str):
        commands = commands.encode()
    done = subprocess.run([f"{BIN}/ixpemu", "debug", system, *arguments], input=commands, capture_output=True, timeout=LIMIT)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def limit(test, end):
    """Calls `end`, which kills a process, when only a hang can be why the test waits."""
    timer = threading.Timer(LIMIT, end)
    timer.start()
    test.addCleanup(timer.cancel)


def await_line(test, process, text):
    """Reads lines of a process up to one with `text`."""
    limit(test, process.kill)
    test.assertTrue(any(text in line for line in process.stdout), f"no {text}")


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
        self.assertNotIn("  and 1:0.0", out)  # the end of a step, at a breakpoint: named once
        self.assertIn("the start of the run", out)

    def test_files_of_the_run_are_those_of_ixpemu_run(self):
        with tempfile.TemporaryDirectory() as folder:
            status, out, error = debug(f"goto 20000\nback\nstepi 5\ncontinue\nback\nwrite {folder}/d\n", *SHORT)
            self.assertEqual((status, error), (0, ""), out)
            subprocess.run([f"{BIN}/ixpemu", "run", FORWARD, "--quiet", "--out", f"{folder}/r", *SHORT], check=True, timeout=LIMIT)
            shutil.copytree(f"{folder}/r", f"{folder}/e")
            os.remove(f"{folder}/r/run.json")  # the debugger writes none
            names = sorted(os.listdir(f"{folder}/r"))
            self.assertEqual(sorted(os.listdir(f"{folder}/d")), names)
            for name in names:
                self.assertTrue(filecmp.cmp(f"{folder}/d/{name}", f"{folder}/r/{name}", shallow=False), name)
            status, out, error = debug(f"goto 9000\nset scratch[0x3f00] = 5\nwrite {folder}/e\n", *SHORT)
            self.assertEqual(status, 0, error)
            self.assertFalse(filecmp.cmp(f"{folder}/e/stats.json", f"{folder}/r/stats.json", shallow=False))
            self.assertNotIn("run.json", os.listdir(f"{folder}/e"))
            self.assertEqual(debug("write /dev/null/x\n", *SHORT)[0], 1)

    def test_what_was_set_at_the_start_is_set_again(self):
        status, out, error = debug("set scratch[0x3000] = 5\nadvance 20\nset scratch[0x3004] = 6\nadvance 20\ngoto 10\nprint scratch[0x3000]\n"
                                   "goto 30\nprint scratch[0x3000]\nprint scratch[0x3004]\ngoto 0\nprint scratch[0x3000]\n"
                                   "reset\nprint scratch[0x3000]\n", *SHORT)
        self.assertEqual((status, error), (0, ""))
        self.assertEqual([int(v) for v in re.findall(r"^scratch\[0x300\d\] = (\d)$", out, re.M)], [5, 5, 6, 5, 0])

    def test_who_knows_what_was_set_by_whatever_name(self):
        """A variable by its register, memory by another number, absolute registers from another context; not another context's."""
        status, out, error = debug("break 1:0 tx.uc:48\ncontinue\nset handle = 77\nprint handle\nset sram0[4096] = 5\nset lm[3] = 6\n"
                                   "who handle\nwho sram0[0x1000]\nwho lm[1 + 2]\nset @b13 = 7\nthread 1:0.5\nwho @b13\nwho a5\nwho b5\nwho lm[3]\n"
                                   "who sram0[0x1000]\nthread 0:0.0\nwho @b13\nwho lm[3]\n", *SHORT)
        self.assertEqual((status, error), (0, ""))
        register, = re.findall(r"^handle = 77 .* in (.*)$", out, re.M)
        told = [answer for _, answer in re.findall(r"^> who (.*)\n(.*)$", out, re.M)]
        self.assertEqual([t.split(": ")[1] if "debugger" in t else "-" for t in told],
                         ["set to 0x4d in the debugger", "set to 0x5 in the debugger", "set to 0x6 in the debugger", "set to 0x7 in the debugger", "-", "-",
                          "set to 0x6 in the debugger", "set to 0x5 in the debugger", "-", "-"])
        self.assertIn("no change since the start of the run", debug("who a5\n", *SHORT)[1])
        self.assertIn("set to 0x4d", debug(f"break 1:0 tx.uc:48\ncontinue\nset handle = 77\nwho {register}\n", *SHORT)[1])

    def test_memory_is_shown_by_longwords(self):
        status, out, error = debug("set lm[3] = 6\nset sram0[0x1004] = 7\nx lm 2 3\nx sram0 0x1000 3\n", *SHORT)
        self.assertEqual((status, error), (0, ""))
        self.assertIn("> x lm 2 3\n00000002: 00000000 00000006 00000000\n", out)
        self.assertIn("> x sram0 0x1000 3\n00001000: 00000000 00000007 00000000\n", out)

    def test_how_a_run_ended_is_how_the_session_ends(self):
        self.assertEqual(debug("continue\nquit\n", *SHORT)[0], 0)
        fails = ["--set", "microengine.0:0.start=0", "--set", "chip.stop.stuck=100000"]
        status, out, error = debug("continue\ninfo end\ncontinue\nstepi\nback-stepi\n", *fails)
        self.assertEqual(status, 0, error)  # the position is before the end again
        self.assertIn("the run has failed", out)
        status, out, error = debug("continue\n", *fails)
        self.assertEqual(status, 1)
        self.assertIn("the run failed at cycle", error)

    def test_commands_that_cannot_be_read(self):
        for path, says in (("/", "/: error: cannot read: Is a directory"), ("/dev/zero", "/dev/zero:1: error: a command has at most")):
            status, _, error = debug("", "--commands", path)
            self.assertEqual(status, 1)
            self.assertIn(says, error)

    def test_errors_with_a_place_of_their_own_keep_it(self):
        status, _, error = debug("write /dev/null/run\n", *SHORT)
        self.assertEqual(status, 1)
        self.assertIn("standard input:1: error: /dev/null/run: the files of the run were not written", error)

    def test_names_of_gdb_and_unique_beginnings(self):
        ours = debug("step\nstep\nwhere\nback-step\nback-stepi\ninfo breakpoints\ncontinue\nback\n", *SHORT)
        theirs = debug("next\nn\nbt\nreverse-step\nreverse-stepi\ninfo b\nconti\nreverse-continue\n", *SHORT)
        self.assertEqual(ours[0], 0, ours[2])
        unnamed = [re.sub("^> .*\n", "", out, flags=re.M) for _, out, _ in (ours, theirs)]
        self.assertEqual(unnamed[0], unnamed[1])
        self.assertIn("no command 'st'", debug("st\n", *SHORT)[2])
        self.assertIn("no 'info r'", debug("info r\n", *SHORT)[2])

    def test_a_temporary_breakpoint_stops_once(self):
        """In either direction; steps that end there count."""
        for moves in ("continue", "goto 40000\nback", "until cycle == 40000"):
            status, out, error = debug(f"tbreak 1:0 tx.uc:48\nbreak packet p0.3 tx\ninfo breakpoints\n{moves}\ninfo breakpoints\ncontinue\n",
                                       "--until", "packets_tx=600")
            self.assertEqual((status, error), (0, ""))
            self.assertRegex(out, r"> info breakpoints\n1 .*, for one stop\n2 .*\n(> .*\n(cycle 40000: here\n)?)+cycle \d+: breakpoint 1, 1:0")
            self.assertEqual(len(re.findall("^1  ", out, re.M)), 1)

    def test_displays_are_printed_at_each_stop(self):
        status, out, error = debug("thread 1:0.0\ndisplay handle\ndisplay cycle\nbreak 1:0 tx.uc:48\ncontinue\nthread 0:0.0\nundisplay 2\n"
                                   "advance 5\nundisplay\nadvance 5\n", *SHORT)
        self.assertEqual((status, error), (0, ""))
        stopped, = re.findall(r"> continue\ncycle (\d+): ", out)
        shown = re.findall(r"^(\d): (\w+) = (\(no value\)|\S+)", out, re.M)
        self.assertEqual(shown[:3], [("1", "handle", "(no value)")] * 2 + [("2", "cycle", "0")])
        self.assertEqual(shown[4], ("2", "cycle", stopped))
        self.assertNotIn("no", shown[3][2])
        self.assertEqual([n for n, *_ in shown], list("112121"))

    def test_source_reads_commands(self):
        """Errors have their file and line; a file that names itself is refused."""
        with tempfile.TemporaryDirectory() as folder:
            def write(name, text):
                with open(f"{folder}/{name}", "w") as out:
                    out.write(text)
            write("inner", "advance 3\n")
            write("outer", f"advance 4\nsource {folder}/inner\n\n# a comment\nwhere\n")
            write("wrong", f"source {folder}/inner\nadvance moon\n")
            write("itself", f"source {folder}/itself\n")
            write("quits", "quit\n")
            status, out, error = debug(f"source {folder}/outer\nadvance 2\nsource {folder}/quits\nadvance 5\n", *SHORT)
            self.assertEqual((status, error), (0, ""))
            self.assertEqual(re.findall(r"^cycle (\d+):", out, re.M), ["4", "7", "7", "9"])
            status, out, error = debug(f"source {folder}/wrong\nadvance 2\n", *SHORT)
            self.assertEqual((status, error), (1, f"{folder}/wrong:2: error: 'moon' is not a number of cycles, expected a number, decimal or 0x...\n"))
            self.assertIn("does", debug(f"source {folder}/itself\n", *SHORT)[2])

    def test_wrong_commands_are_refused_with_their_line(self):
        for line, says in (("brek main", "did you mean 'break'"), ("break nowhere.c:3", "no code is at"),
                           ("break", "expected a place"), ("print", "expected an expression"), ("print 1 +", "expected"),
                           ("print nothing", "there is no 'nothing'"), ("set cycle = 1", "cannot be written"),
                           ("delete 7", "no breakpoint 7"), ("tbreak", "expected a place"), ("display zebra", "no 'zebra' in the program of 0:0"),
                           ("print node", "no 'node' in the program of 0:0; that of 0:1 has it: thread 0:1.0"),
                           ("watch node", "no 'node' in the program of 0:0; that of 0:1 has it: thread 0:1.0"),
                           ("undisplay 1", "no display 1"), ("source", "expected a file"), ("source /nowhere/x", "/nowhere/x: cannot open"),
                           ("up", "no call stack"), ("frame 1", "no call stack"), ("thread 2:9", "no thread"), ("goto", "expected the cycle"),
                           ("goto x", "expected a number"), ("info moon", "no 'info moon'"), ("x moon 0", "no memory"),
                           ("x sram0 3", "multiple of 4"), ("break ring NONE", "no ring"), ("watch a99", "too high"),
                           ("break 0:0 *9999", "instructions"), ("continue now", "too much"),
                           ("break main if ((", "no code|expected"), ("list nowhere.c:1", "no code"),
                           ("break ring RING_TX if (", "expected"), ("break queue 0", "an entry"),
                           ("break queue 2 0", "channel 0 or 1"), ("break signal token_get put", "too much"),
                           ("break ring RING_TX putt", "'putt': expected put, get or a frame"), ("who ring RING_TX p0", "or a frame"),
                           ("break ring RING_TX put p9.1", "no frame comes to port 9"), ("break queue 0 0 inn", "'inn': expected in, out or a frame"),
                           ("break queue 4294967296 0", "channel 0 or 1"), ("break queue 0 4294967296", "an entry 0 to 63"),
                           ("break packet rxx", "'rxx': expected rx, tx, port N or a frame"), ("break packet tx port 7", r"no \[port.7\]"),
                           ("break packet port 4294967296", r"no \[port.4294967296\]"), ("break packet port", "the number of a port"),
                           ("break 0:1. main", "expected contexts"), ("break ring RING_TX put if", "a condition behind 'if'"),
                           ("break tx.uc:4294967340", "tx.uc has no code from line 4294967340 on, the last is in line \\d+; code of an inlined call"),
                           ("break 0:0 tx.uc:44", "tx.uc has no code on 0:0"),
                           ("disassemble 99999999999999", r"the program of 0:0 has \d+ instructions"), ("print \u2665", "'\u2665' in column 1"),
                           ("print message.handle", r"expected a longword of the structure by its number, as in message\[1\]"),
                           ("list tx.uc:4294967297", r"tx.uc has \d+ lines, not 4294967297"), ("list tx.uc:0", "no code"),
                           ("delete 4294967297", "no breakpoint 4294967297"), ("enable", "the number of a breakpoint"), ("disable", "the number of a"),
                           ("disable 1 1", "no breakpoint 1"), ("who ring(RING_TX, 0)", "there is no word 0"), ("who ring(NONE, 0)", "no ring"),
                           ("who ring(RING_TX, -1)", "there is no word"), ("print 1/0", "1 / 0 is a division by 0"),
                           ("print 5 % (ctx * 0)", "5 % 0 is a division by 0"), ("print 1 << 64", "1 << 64 shifts by 64 bits, expected 0 to 63"),
                           ("print 1 >> -1", "1 >> -1 shifts by -1 bits"), ("set a0 = 1/0", "division by 0"), ("set a0 = 1 << 40", "1099511627776 does not fit in 32 bits"),
                           ("set a0 = -(1 << 31) - 1", "-2147483649 does not fit in 32 bits"),
                           ("print " + "1+" * 3000 + "1", r"expected an expression of at most 4096 characters")):
            status, _, error = debug(f"info rings\n{line}\ninfo rings\n")
            self.assertEqual(status, 1, line)
            self.assertRegex(error, rf"standard input:2: error: .*({says})", line)

    def test_variables_of_c_in_memory_have_names(self):
        """Shared ones, and each context's; a longword of a structure or an array by its number."""
        program = """#include <ixp.h>
static __declspec(shared local_mem) unsigned total;
static __declspec(local_mem) unsigned mine[40];
static __declspec(shared scratch) unsigned seen;
static __declspec(sram) unsigned own;
int main(void) {
  for (;;) {
    total += 1;
    mine[total & 3] += ctx();
    seen = total;
    own = ctx() + 20;
    ctx_swap();
  }
}
"""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("m.c", program), ("m.toml", '[[microengine]]\nat = "0:0"\nimage = "m.c"\n[stop]\ncycles = 9000\n')):
                with open(f"{folder}/{name}", "w") as out:
                    out.write(text)
            status, out, error = debug("goto 5000\nthread 0:0.3\nprint mine[0]\nprint own\nthread 0:0.5\nprint mine[0]\nprint own\n"
                                       "print total - seen < 9\nset seen = 5\nprint seen\nprint mine[32]\n", system=f"{folder}/m.toml")
            self.assertEqual(status, 1)
            self.assertRegex(error, r"there is no 'mine\[32\]'")
            values = re.findall(r"^> print (.*)\n.* = (\d+)", out, re.M)
            self.assertEqual([int(v) for n, v in values if n == "own"], [23, 25])
            self.assertEqual([int(v) for n, v in values if n == "seen"], [5])
            self.assertEqual([int(v) % c for (n, v), c in zip([v for v in values if v[0] == "mine[0]"], (3, 5))], [0, 0])
            self.assertRegex(out, r"own = 23 \(0x17\) in sram0\[0x[0-9a-f]+\]")

    def test_variables_that_share_a_transfer_register_show_their_own_data(self):
        program = """
#include <ixp.h>
int main(void) {
  __declspec(sram_read_reg) unsigned aa[2], bb[2];
  __declspec(sram_write_reg) unsigned cc, dd[2];
  SIGNAL sa, sb, sc, sd;
  for (unsigned at = 0; ; at = (at + 8) & 24) {
    sram_read(aa, (volatile void __sram *)(0x1000 + at), 2, sig_done, &sa);
    wait_for_all(&sa);
    cc = 0xcc000000 | (aa[0] ^ aa[1]) & 0xff;
    sram_write(&cc, (volatile void __sram *)0x3000, 1, ctx_swap, &sc);
    sram_read(bb, (volatile void __sram *)(0x2000 + at), 2, sig_done, &sb);
    wait_for_all(&sb);
    dd[0] = 0xdd000000 | bb[0] & 0xff;
    dd[1] = 0xdd100000 | bb[1] & 0xff;
    sram_write(dd, (volatile void __sram *)0x3008, 2, ctx_swap, &sd);
  }
}
"""
        memory = "".join(f"set sram0[{base + at}] = {tag << 24 | at}\n" for base, tag in ((0x1000, 0xaa), (0x2000, 0xbb)) for at in range(0, 32, 4))
        step = "stepi\ninfo variables\n"
        for level in "012g":
            with tempfile.TemporaryDirectory() as folder:
                for name, text in (("m.c", program), ("m.toml", f'[[microengine]]\nat = "0:0"\nimage = "m.c"\noptimise = "{level}"\nstart = 1\n[stop]\ncycles = 9000\n')):
                    with open(f"{folder}/{name}", "w") as out:
                        out.write(text)
                status, out, error = debug(f"{memory}thread 0:0.0\n{120 * step}", system=f"{folder}/m.toml")
            self.assertEqual((status, error), (0, ""), level)
            places = collections.defaultdict(set)
            for name, place, value in re.findall(r"^(aa|bb|cc|dd)\S* +(\S+) +.*\(0x([0-9a-f]+)\)", out, re.M):
                self.assertTrue(value.startswith(name), f"{name} = {value} at -O{level}")
                places[name].add(place)
            self.assertEqual(places["aa"] & places["bb"], {"$0", "$1"}, level)
            self.assertEqual(places["cc"] & places["dd"], {"out:$0"}, level)

    def test_lists_the_line_that_was_asked_for(self):
        with open("microblocks/tx/tx.uc") as source:
            lines = source.read().splitlines()
        for at in (1, 2, len(lines)):
            shown = "".join(f"{'=>' if n == at else '  '} {n:4}  {lines[n - 1]}\n" for n in range(max(1, at - 5), min(len(lines), at + 5) + 1))
            self.assertEqual(debug(f"list tx.uc:{at}\n"), (0, f"> list tx.uc:{at}\n{shown}", ""))
        self.assertRegex(debug("list check#\n")[1], r"\n=> +65 .*")

    def test_names_that_nobody_can_ever_have_are_refused_in_conditions(self):
        """Conditions are checked when they are set; names that have no value yet are accepted."""
        fields = "which are handle, port, bytes, and no variable or register of a program"
        for line, says in (("break ring RING_TX put if prt > 1", f"'prt' is no field of the messages on ring RING_TX, {fields}; did you mean 'port'"),
                           ("break ring RING_TX if bytes > 60 && zebra", f"'zebra' is no field .* {fields}"),
                           ("break ring RING_TX put if a99 == 1", "too high a number"), ("break ring RING_TX put if depth(RING) > 1", "no ring 'RING'"),
                           ("break 1:0 tx.uc:44 if nothing == 1", "no 'nothing' in the program of 1:0"),
                           ("break 1:0 tx.uc:44 if nothing[2]", "no 'nothing' in the program of 1:0"),
                           ("break queue 0 0 if nothing", "no 'nothing' in any program"),
                           ("break signal 1:0 token_get if signal(nothing)", "no signal 'nothing'"),
                           ("break packet if handel", "no 'handel' in the program of 0:0"),
                           ("watch depth(RING_TX) if nothing", "no 'nothing'"), ("until nothing > 3", "no 'nothing'"), ("last nothing", "no 'nothing'")):
            status, _, error = debug(f"info rings\n{line}\ncontinue\n", *SHORT)
            self.assertEqual(status, 1, line)
            self.assertRegex(error, rf"standard input:2: error: .*{says}", line)
        remedy = '; a variable that the compiler removed is there with optimise = "g"\n'
        self.assertNotIn(remedy, debug("print zebra\n", *SHORT)[2])  # assembly
        self.assertIn(remedy, debug("print zebra\n", *SHORT, system="microblocks/systems/forward-c.toml")[2])
        with tempfile.TemporaryDirectory() as folder:
            with open(f"{folder}/wide.c", "w") as program, open(f"{folder}/wide.toml", "w") as system:
                program.write("#include <ixp.h>\nmain() { unsigned long long wide = ctx(); while (wide < 900) wide *= 3; }\n")
                system.write('[[microengine]]\nat = "0:0"\nimage = "wide.c"\noptimise = "g"\n[stop]\ncycles = 99\n')
            self.assertTrue(debug("break wide.c:2\ncontinue\nprint wide\n", system=f"{folder}/wide.toml")[2].endswith("there are wide[0], wide[1]\n"))
        for line in ("break ring RING_TX put if port == 1 && node != 5 && a3 && $4 && lm[3] && cycle && signal(token_put)",
                     "break 0:1 check# if length > 60", "break queue 0 0 if handle", "until node == 77 && ring(RING_TX, 0)"):
            status, _, error = debug(f"thread 0:1.0\n{line}\n", *SHORT)
            self.assertEqual((status, error), (0, ""), line)

    def test_a_condition_is_shown_as_it_was_written(self):
        status, out, error = debug("until  depth(RING_TX)>0\nadvance 2000\nlast depth(RING_TX)==0\n", *SHORT)
        self.assertEqual((status, error), (0, ""))
        self.assertRegex(out, r"\n> advance 2000\n(.*\n)*> last depth\(RING_TX\)==0\ncycle \d+: depth\(RING_TX\)==0 became (true|false)\n")
        self.assertRegex(out, r"^> until  depth\(RING_TX\)>0\ncycle \d+: depth\(RING_TX\)>0 became true\n")

    def test_narrow_variables_have_the_values_of_their_types(self):
        """Registers have further bits. Halves of a longword are no elements."""
        program = """#include <ixp.h>
#define WORD(address) (*(volatile __scratch unsigned *)(address))
typedef const unsigned short port_t;
int main(void) {
  port_t x = WORD(0x200) + 0x12345;
  unsigned char c = x * 3;
  signed char n = (signed char)(x + 0x6f);
  short s = x - 0x7000;
  _Bool odd = x;
  struct { unsigned short a, b; } halves;
  halves.a = x;
  halves.b = c;
  WORD(0x104) = 1;
  WORD(0x108) = (x & 0xff) + c + (n << 24) + s + odd;
  WORD(0x10c) = (s & 15) + (c << 24) + halves.b + (halves.a << 7);
}
"""
        right = {"x": "9029 (0x2345)", "c": "207 (0xcf)", "n": "4294967220 (0xffffffb4), signed -76",
                 "s": "4294947653 (0xffffb345), signed -19643", "odd": "1"}
        shown = set()
        with tempfile.TemporaryDirectory() as folder:
            with open(f"{folder}/narrow.c", "w") as source:
                source.write(program)
            for level in "012sg":
                with open(f"{folder}/narrow.toml", "w") as system:
                    system.write(f'[[microengine]]\nat = "0:0"\nimage = "narrow.c"\noptimise = "{level}"\nstart = 1\n[stop]\nidle = true\n')
                status, out, error = debug("thread 0:0.0\n" + "stepi\ninfo variables\n" * 40, system=f"{folder}/narrow.toml")
                self.assertEqual((status, error), (0, ""), level)
                for name, value in re.findall(r"^(\w+(?:\[\d\])?) +[ab]\d+ +(.*)$", out, re.M):
                    self.assertEqual(value, right.get(name), (level, name))
                    shown.add(name)
        self.assertGreaterEqual(shown, set(right) - {"odd"})

    def test_contexts_that_a_program_has_not(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(f"{folder}/four.uc", "w") as program, open(f"{folder}/four.toml", "w") as system:
                program.write(".num_contexts 4\nagain#:\nctx_arb[voluntary], br[again#]\n")
                system.write('[[microengine]]\nat = "0:0"\nimage = "four.uc"\n[stop]\ncycles = 1000\n')
            self.assertEqual(debug("break 0:0.2,6 again#\ncontinue\n", system=f"{folder}/four.toml")[0], 0)
            self.assertEqual(debug("break again#\ncontinue\n", system=f"{folder}/four.toml")[0], 0)
            status, _, error = debug("break 0:0.2,3 again#\n", system=f"{folder}/four.toml")
            self.assertEqual(status, 1)
            self.assertIn("microengine 0:0 runs four contexts: 0, 2, 4, 6", error)

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

    def test_random_sequences_end_in_order(self):
        """Status 1 has an error, status 0 none."""
        dice = random.Random(4)
        commands = ["stepi", "back-stepi", "step", "back-step", "out", "swap", "packet", "back", "advance 90", "goto 400", "reset", "list", "where",
                    "break ring RING_TX put", "tbreak packet rx", "watch depth(RING_TX)", "info frames", "info rings", "info variables", "info digest",
                    "thread 0:1.3", "thread 1:0", "display cycle", "undisplay", "print pc", "who signal s1", "set scratch[0x100] = 7", "delete",
                    "print 1/0", "goto x", "thread 9:9", "info ring nope", "set cycle = 1", "every 9 9"]
        for n in range(16):
            text = "\n".join(dice.choices(commands, k=12))
            with self.subTest(text):
                status, _, error = debug(text, "--until", "cycles=3000")
                self.assertIn(status, (0, 1))
                self.assertEqual(status == 1, ": error: " in error, error)
                self.assertNotIn("internal", error)

    def test_who_names_the_frame(self):
        """Frame p0.3 is named for a context's message, for the message's words, and for the memory
        that the context writes."""
        status, out, error = debug("break ring RING_RX_PORT0 get p0.3\ncontinue\nadvance 60\ninfo threads\nwho $0\nstepi 2\nprint pc\n"
                                   "who handle\ndelete\nbreak packet p0.3 tx\ncontinue\nwho sram0[0x10060]\n", *SHORT)
        self.assertEqual((status, error), (0, ""))
        thread, = re.findall(r"breakpoint 1, (0:1\.\d)", out)
        self.assertRegex(out, rf"\n. {thread} \w+ .*, frame p0\.3\n")
        self.assertRegex(out, rf"> who \$0\ncycle \d+: .*\n  by {thread} at pc .*, on frame p0\.3\n.*scratch\[get")
        self.assertRegex(out, rf"> who handle\ncycle \d+: .*\n  by {thread} at pc .*, on frame p0\.3\n.*alu")

    def test_who_names_the_frame_long_after_the_write(self):
        """Contexts have worked on many other frames since."""
        _, out, _ = debug("break ring RING_RX_PORT0 get p0.3\ncontinue\nadvance 120\nprint data\n", *SHORT)
        data, = re.findall(r"^data = (\d+)", out, re.M)
        status, out, error = debug(f"goto 60000\nwho dram[{data}]\n", "--until", "packets_tx=600")
        self.assertEqual((status, error), (0, ""))
        self.assertRegex(out, r"\n  by 0:1\.\d at pc .*, on frame p0\.3\n.*dram\[write")

    def ring_log(self, ring, *arguments, system=FORWARD):
        """Ring log of a run: (cycle, action, thread, message, longwords in the ring then)."""
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([f"{BIN}/ixpemu", "run", system, "--quiet", "--out", f"{folder}/r", "--rings", ring, *arguments], check=True,
                           timeout=LIMIT)
            with open(f"{folder}/r/rings.log") as lines:
                found = [re.match(r"(\d+) \w+ (put|get) (\S+) (\d+) (handle=.*)", line) for line in lines]
        return [(int(m[1]), m[2], m[3], m[5].strip(), int(m[4])) for m in found if m]

    def test_who_put_what_is_on_a_ring(self):
        """Against the log of the ring: the n-th longword there is of the message that was put as many messages ago."""
        # no context reads RING_TX
        system = ["--until", "cycles=30000", "--set", "microengine.1:0.start=0"]
        log = [(c, thread, message) for c, action, thread, message, _ in self.ring_log("RING_TX", *system) if action == "put"]
        puts = [p for p in log if p[0] < 20000]
        self.assertGreater(len(puts), 20)
        for index in (0, 1, 7, 2 * len(puts) - 1):
            status, out, error = debug(f"goto 20000\nwho ring(RING_TX, {index})\n", *system)
            self.assertEqual((status, error), (0, ""))
            _, thread, message = puts[index // 2]
            self.assertRegex(out, rf"put of 2 longwords into ring RING_TX {re.escape(message)}.*\n  by {re.escape(thread)} at ")

    def test_who_raised_and_who_took_a_signal(self):
        status, out, error = debug("goto 3000\nwho signal 1:0 token_get\nwho signal 1:0 token_get taken\n"
                                   "who signal 1:0 sig_message raised\nbreak signal 1:0 token_get taken\ncontinue\n", *SHORT)
        self.assertEqual((status, error), (0, ""))
        raised, taken = re.findall(r"token_get\ncycle (\d+): (.*)\ncycle (\d+): (.*)\n", out)[0][1::2]
        self.assertRegex(raised, r"1:0\.\d: s\d was raised by 1:0\.\d at pc \d+ \(macros\.uc:\d+, \w+#\)")
        self.assertRegex(taken, r"1:0\.\d: s\d was taken, the context awakes to go on at pc \d+ \(tx\.uc:44")
        self.assertRegex(out, r"sig_message raised\ncycle \d+: 1:0\.\d: s\d was raised by the command of 1:0\.\d at pc \d+ \(tx\.uc:44")
        self.assertRegex(out, r"continue\ncycle \d+: breakpoint 1, 1:0\.\d: s\d was taken")

    def test_who_moved_a_buffer_of_a_queue(self):
        status, out, error = debug("break queue 0 0 out\ncontinue\nwho queue 0 0 out\nbreak queue 0 0 out p0.1\nenable 1\n", *SHORT)
        self.assertEqual((status, error), (0, ""))
        self.assertRegex(out, r"continue\ncycle (\d+): breakpoint 1, 0:0\.\d at pc .*: dequeue of 0x\w+ from sram0 entry 0, \d+ in it then\n")
        self.assertRegex(out, r"who queue 0 0 out\ncycle \d+: dequeue of .*\n  by 0:0\.\d at ")

    def test_conditions_of_rings_queues_and_signals(self):
        """Fields of the message and the state where it stops; each stop is one that the ring's log has."""
        log = self.ring_log("RING_TX", *SHORT)
        second = [c for c, action, _, message, _ in log if action == "put" and " port=1 " in f" {message} "][1]
        status, out, error = debug("break ring RING_TX put if port == 1\ncontinue\ncontinue\nprint cycle\n", *SHORT)
        self.assertEqual((status, error), (0, ""))
        stopped = int(re.findall(r"cycle = (\d+)", out)[0])
        self.assertIn(stopped - second, (0, 1))
        status, out, error = debug("break ring RING_TX put if depth(RING_TX) > 4\ncontinue\nprint depth(RING_TX)\nback\n", *SHORT,
                                   "--set", "microengine.1:0.start=0")
        self.assertEqual((status, error), (0, ""))
        self.assertGreater(int(re.findall(r"depth\(RING_TX\) = (\d+)", out)[0]), 4)
        self.assertIn("the start of the run", out)
        status, out, error = debug("break signal 1:0 token_get if ctx == 5\ncontinue\nbreak queue 0 0 out if queue(0, 0) % 2 == 1\n"
                                   "disable 1\ncontinue\nprint queue(0, 0) % 2\ndisable 2\nbreak ring RING_TX put if node == 1\ncontinue\n", *SHORT)
        self.assertEqual((status, error), (0, ""))
        self.assertRegex(out, r"continue\ncycle \d+: breakpoint 1, 1:0\.5: s\d was raised")
        self.assertIn("queue(0, 0) % 2 = 1\n", out)
        self.assertIn("the condition has no value: node has no place at", out)

    def test_a_stop_at_a_ring_or_a_queue_shows_what_happened(self):
        """Each message is on the ring, or no longer, and the buffer in the queue."""
        log = self.ring_log("RING_TX", *SHORT)
        for direction in "put", "get":
            cycles, depths = zip(*[(c, depth) for c, action, _, _, depth in log if action == direction][:25])
            status, out, error = debug(f"break ring RING_TX {direction}\n" + "continue\nprint cycle\nprint depth(RING_TX)\n" * 25, *SHORT)
            self.assertEqual((status, error), (0, ""))
            self.assertEqual([int(c) for c in re.findall(r"^cycle = (\d+)", out, re.M)], [c + 1 for c in cycles])
            self.assertEqual([int(d) for d in re.findall(r"^depth\(RING_TX\) = (\d+)", out, re.M)], list(depths))
        status, out, error = debug("break queue 0 0 out\n" + "continue\nprint queue(0, 0)\n" * 25, *SHORT)
        self.assertEqual((status, error), (0, ""))
        self.assertEqual(re.findall(r"entry 0, (\d+) in it then", out), re.findall(r"^queue\(0, 0\) = (\d+)", out, re.M))

    def test_a_condition_that_divides_by_0_stops(self):
        status, out, error = debug("break ring RING_TX put if 1 / (packets_tx * 0)\ncontinue\n", *SHORT)
        self.assertEqual((status, error), (0, ""))
        self.assertIn("the condition has no value: 1 / 0 is a division by 0", out)

    def test_pipes_as_streams_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkfifo(f"{folder}/pipe.pcap")
            status, _, error = debug("continue\n", "--rx", f"0={folder}/pipe.pcap")
            self.assertEqual(status, 1)
            self.assertIn("store the stream in a file", error)

    def test_output_that_cannot_be_written(self):
        with open("/dev/full", "w") as full:
            p = subprocess.run([f"{BIN}/ixpemu", "debug", FORWARD], input=b"info threads\n", stdout=full, stderr=subprocess.PIPE,
                               timeout=LIMIT)
        self.assertEqual(p.returncode, 1)
        self.assertIn(b"No space left", p.stderr)

    def test_no_process_is_left(self):
        p = subprocess.Popen([f"{BIN}/ixpemu", "debug", FORWARD], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        p.stdin.write(b"goto 400000\nprint cycle\n")
        p.stdin.flush()
        await_line(self, p, b"cycle =")
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
        await_line(self, p, b"cycle =")
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
        limit(self, p.kill)
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

    def test_ctrl_c_at_the_prompt_repeats_no_step(self):
        """Typed on a terminal, also behind part of a command."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.execv(f"{BIN}/ixpemu", ["ixpemu", "debug", FORWARD])
        limit(self, lambda: os.kill(pid, signal.SIGKILL))
        shown = b""

        def cycle():  # of the next prompt
            nonlocal shown
            while not (prompt := re.search(rb"(\d+) \d:\d\.\d > ", shown)):
                shown += os.read(terminal, 4096)
            shown = shown[prompt.end():]
            return int(prompt[1])

        cycle()
        os.write(terminal, b"stepi 20\n")
        here = cycle()
        for typed in b"\x03", b"stepi\x03", b"\x03":
            os.write(terminal, typed)
            self.assertEqual(cycle(), here)
        os.write(terminal, b"\n")  # an empty line does
        self.assertGreater(cycle(), here)
        os.write(terminal, b"quit\n")
        self.assertEqual(os.waitpid(pid, 0)[1], 0)
        os.close(terminal)


unittest.main()
