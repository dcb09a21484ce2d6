#!/usr/bin/env python3
"""ixptest with a free list: buffers of messages are in use; buffers freed twice or still held are
failures with a line. Results of several files.

  buffers.py BIN_DIR
"""
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET

BIN = os.path.abspath(sys.argv.pop(1))
PROGRAM = """
.num_contexts 8
.sig got
.reg read $handle $what
.xfer_order $handle $what
.reg handle ring list
br!=ctx[0, end#]
immed[ring, 0]
immed[list, 0]
next#:
scratch[get, $handle, ring, 0, 2], sig_done[got]
ctx_arb[got]
alu[handle, --, B, $handle]
beq[next#]
alu_shf[handle, --, B, handle, <<8]
alu_shf[handle, --, B, handle, >>8]
alu[--, $what, -, 1]
beq[keep#]
sram[enqueue, --, handle, 0]
alu[--, $what, -, 2]
bne[next#]
sram[enqueue, --, handle, 0] ; freed twice
keep#:
br[next#]
end#:
ctx_arb[kill]
"""
SYSTEM = """
messages = "rings.h"
[[microengine]]
at = "0:1"
image = "block.uc"
[boot]
freelist = { channel = 0, entry = 0, buffers = 8, buffer_bytes = 2048, descriptor_base = 0x10000, data_base = 0x100000HELD }
"""
RINGS = """#define THING_HANDLE 0, 31, 0, hex
#define THING_WHAT 1, 31, 0, number
#define RING_IN 0
#define RING_IN_HOLDS 128, THING
"""
HEAD = 'system = "system.toml"\ncycles = 3000\n'


def test(*kinds, name="one"):
    puts = "".join(f'[[test.put]]\nring = "RING_IN"\nhandle = {0xc0004000 + 8 * n}\nwhat = {kind}\n' for n, kind in enumerate(kinds))
    return f'[[test]]\nname = "{name}"\n{puts}[[test.expect]]\nring = "RING_IN"\nempty = true\n'


class Buffers(unittest.TestCase):
    def run_tests(self, *texts, held=0):
        with tempfile.TemporaryDirectory() as folder:
            files = {"block.uc": PROGRAM, "rings.h": RINGS, "system.toml": SYSTEM.replace("HELD", f", held = {held}" if held else "")}
            names = [f"{chr(97 + n)}.test.toml" for n in range(len(texts))]
            files |= dict(zip(names, texts))
            for name, text in files.items():
                with open(os.path.join(folder, name), "w") as f:
                    f.write(text)
            done = subprocess.run([os.path.join(BIN, "ixptest"), *names, "--junit", "r.xml"], cwd=folder, capture_output=True, text=True, timeout=100)
            return done, ET.parse(os.path.join(folder, "r.xml")).getroot()

    def test_buffers_of_messages_are_given_back_once(self):
        done, _ = self.run_tests(HEAD + test(0, 0, 0))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "ok      one\n", ""))

    def test_a_buffer_that_is_freed_twice(self):
        done, _ = self.run_tests(HEAD + test(0, 2))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"^FAILED  one\na\.test\.toml:3: hazard: cycle \d+ ME 0:1 ctx 0 pc \d+ \(block\.uc:22\): double-free: .*buffer 0x10020 ")

    def test_a_buffer_that_is_still_held(self):
        done, _ = self.run_tests(HEAD + test(0, 1))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"^FAILED  one\na\.test\.toml:9: buffer 0x10020, of this message, is still held: .*'held' of \[boot\]\.freelist is 0\n$")
        self.assertEqual(self.run_tests(HEAD + test(0, 1), held=1)[0].returncode, 0)

    def test_results_name_the_file_of_each_test(self):
        done, junit = self.run_tests(HEAD + test(0, name="first"), HEAD + test(1, name="second"), HEAD + test(0, name="third"))
        self.assertEqual(done.returncode, 1)
        self.assertEqual([(c.get("classname"), c.get("file"), c.get("name")) for c in junit.iter("testcase")],
                         [(f"{n}.test.toml", f"{n}.test.toml", name) for n, name in zip("abc", ("first", "second", "third"))])
        self.assertEqual((junit.get("tests"), junit.get("failures"), junit.get("errors")), ("3", "1", "0"))
        for timed in junit, *junit.iter("testcase"):
            self.assertRegex(timed.get("time"), r"^\d+\.\d{3}$")

    def test_an_error_belongs_to_its_own_file(self):
        done, junit = self.run_tests(HEAD + test(0, name="first"), "system = 5\n", HEAD + test(0, name="third"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("b.test.toml:1", done.stderr)
        self.assertEqual([(c.get("classname"), c.get("name"), c.find("error") is not None) for c in junit.iter("testcase")],
                         [("a.test.toml", "first", False), ("b.test.toml", "b.test.toml", True), ("c.test.toml", "third", False)])


unittest.main()
