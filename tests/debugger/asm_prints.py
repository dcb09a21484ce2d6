#!/usr/bin/env python3
""".print and .assert of the assembler: their output on both engines, that they change no word and
no cycle, and their effect with NDEBUG and where a register has another's value.

    asm_prints.py BIN_DIR
"""
import json
import os
import re
import sys
import unittest

sys.path.append(os.path.dirname(__file__) + "/..")
from in_folder import SOURCE, InFolder  # noqa: E402

PROGRAM = """.num_contexts 4
.reg n odd $word address
.sig done
immed[n, 0]
immed[address, 0x100]
.while (n < 60)
    alu[odd, n, AND, 1]
    .print "n is %u, %#06x, odd %d", n + 1, (n << 4) | odd, -odd
    .print_if (odd != 0 && n > 40), "odd and above 40: %u%%", n
    alu[$word, --, B, n]
    scratch[write, $word, address, 0, 1], ctx_swap[done]
    alu[n, n, +, 1]
#ifdef LIMIT
    .assert (n <= LIMIT)
#endif
    nop
.endw
ctx_arb[kill]
"""
SYSTEM = """[[microengine]]
at = "0:0"
image = "count.uc"
start = 5
[stop]
idle = true
cycles = 100000
"""


class AssemblerPrints(InFolder):
    def setUp(self):
        super().setUp()
        self.write("count.uc", PROGRAM)
        self.system = self.write("count.toml", SYSTEM)

    def run_emulator(self, out, *arguments, system=None):
        done = self.emulate(system or self.system, self.work / out, *arguments, status=None)
        return done.returncode, done.stderr

    def log(self, out):
        return self.lines(f"{self.work}/{out}/debug.log")

    def lines(self, path):  # the first one names the run
        with open(path) as f:
            return f.read().splitlines()[1:]

    def mecc(self, *arguments):
        return self.call("mecc", *arguments, status=None, cwd=self.work)

    def test_both_engines_say_the_same(self):
        for engine in "threaded", "reference":
            self.assertEqual(self.run_emulator(engine, "--engine", engine), (0, ""))
        lines = self.log("threaded")
        self.assertEqual(lines, self.log("reference"))
        said = [re.fullmatch(r"cycle \d+ ME 0:0 ctx ([02]) \S*count\.uc:(\d+): (.*)", line).groups() for line in lines]
        expected = []
        for n in range(60):
            expected.append(("8", f"n is {n + 1}, {n << 4 | n & 1:#06x}, odd {-(n & 1)}" if n else "n is 1, 000000, odd 0"))
            if n % 2 and n > 40:
                expected.append(("9", f"odd and above 40: {n}%"))
        for context in "02":
            self.assertEqual([s[1:] for s in said if s[0] == context], expected)

    def test_without_them_words_and_cycles_are_the_same(self):
        self.write("without.uc", re.sub(r"^ *\.print.*\n", "", PROGRAM, flags=re.M))
        words = self.mecc("--print-words", "count.uc")
        self.assertEqual((words.returncode, words.stderr), (0, ""))
        for other in ("without.uc",), ("-DNDEBUG=1", "count.uc"):
            self.assertEqual(self.mecc("--print-words", *other).stdout, words.stdout)
        optimised = self.mecc("-O1", "--print-words", "count.uc").stdout
        self.assertEqual(self.mecc("-O1", "--print-words", "without.uc").stdout, optimised)
        self.assertEqual(self.run_emulator("with"), (0, ""))
        self.assertEqual(self.run_emulator("release", "--define", "NDEBUG=1"), (0, ""))
        self.assertFalse(os.path.exists(f"{self.work}/release/debug.log"))
        self.assertEqual(self.run_emulator("asserts", "--define", "LIMIT=60", "--set", 'microengine.0:0.image="without.uc"'), (0, ""))
        self.assertFalse(os.path.exists(f"{self.work}/asserts/debug.log"))
        cycles = []
        for name in "with", "release":
            with open(f"{self.work}/{name}/stats.json") as f:
                cycles.append(json.load(f)["end"]["cycle"])
        self.assertEqual(*cycles)

    def test_port_logs_are_the_same(self):
        """Adds a print before each instruction of a block that forwards frames."""
        folder = f"{SOURCE}/microblocks"
        with open(f"{folder}/rx/rx.uc") as f:
            text, number = [], 0
            for line in f:
                if re.match(r" +\w+\[", line):
                    text.append(f'.print "{number}"\n')
                    number += 1
                text.append(line)
        self.assertGreater(number, 15)
        self.write("rx.uc", "".join(text).replace('#include "', f'#include "{folder}/rx/'))
        logs = []
        for name, more in ("plain", []), ("printing", ["--set", f'microengine.0:0.image="{self.work}/rx.uc"']):
            status, error = self.run_emulator(name, "--until", "packets_tx=60", *more, system=f"{folder}/systems/forward.toml")
            self.assertEqual((status, error), (0, ""))
            logs.append([f"{self.work}/{name}/port{p}_{way}.log" for p in range(3) for way in ("rx", "tx")])
        self.assertGreater(len(self.log("printing")), 1000)
        for a, b in zip(*logs):
            self.assertEqual(self.lines(a), self.lines(b))

    def test_an_assertion_fails_the_run(self):
        for engine in "threaded", "reference":
            status, error = self.run_emulator("limit", "--define", "LIMIT=37", "--engine", engine)
            self.assertEqual(status, 1)
            self.assertRegex(error, r"count\.uc:14: assertion '\(n <= LIMIT\)' failed: cycle \d+ ME 0:0 ctx 0"
                                    r"|count\.uc:14: assertion '\(n <= 37\)' failed: cycle \d+ ME 0:0 ctx 0")
        self.assertEqual(self.run_emulator("limit", "--define", "LIMIT=60"), (0, ""))
        self.assertEqual(self.run_emulator("limit", "--define", "LIMIT=37", "--define", "NDEBUG=1"), (0, ""))

    def test_a_value_that_is_not_kept_is_unknown_and_warned_of(self):
        self.write("gone.uc", """.reg a b @sum
immed[a, 1]
alu[@sum, @sum, +, a]
immed[b, 2]
.print "a %u b %u", a, b
alu[@sum, @sum, +, b]
.print_if (b == 2), "never"
nop
nop
ctx_arb[kill]
""")
        done = self.mecc("gone.uc", "-o", "gone.uof")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.write("gone.toml", SYSTEM.replace("count.uc", "gone.uc"))
        status, error = self.run_emulator("gone", system=f"{self.work}/gone.toml")
        self.assertEqual(status, 0, error)
        for line in self.log("gone"):
            self.assertRegex(line, r"a (1|<optimized out>) b 2$|never$")


unittest.main()
