#!/usr/bin/env python3
"""ixptest on tests that must fail, and on invalid files: its output, exit status and results.

  wrong.py BIN_DIR
"""
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

BIN = os.path.abspath(sys.argv.pop(1))
HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "ipv4_forward.test.toml")) as f:
    GOOD = f.read().replace('"ipv4_forward.toml"', '"' + os.path.join(HERE, "ipv4_forward.toml") + '"')

FAILING = [  # the change, and the failure it causes
    (("port = 1", "port = 2"), r"port on ring 4 \(RING_TX\) is 0x1, expected 0x2"),
    (("0x40003f11", "0x40003f12"), "dram 0x100014 is 0x40003f11, expected 0x40003f12"),
    (("[1]", "[2]"), "scratch 0x3f1c is 0x1, expected 0x2"),
    (('[[test.expect]]\nring = "RING_TX"\nhandle = 0xc0004008\nport = 0\nbytes = 1514\n', ""),
     r"ring 4 \(RING_TX\) has 2 longwords more than expected, 0xc0004008 first"),
    (('"RING_RX_PORT0"\nempty = true', '"RING_RX_PORT0"\nwords = [1]'),
     r"ring 0 \(RING_RX_PORT0\) has no such message: 0 of its longwords are left"),
    (('[[test]]', 'cycles = 50\n[[test]]'), "has no such message"),  # too short a time
    (('[[test.put]]\nring = "RING_RX_PORT0"\nhandle = 0xc0004000', '[[test.put]]\nring = "RING_RX_PORT0"\nwords = [0xc0004000, 61, 0xc0004000, 60]\n'
      '[[test.put]]\nring = "RING_RX_PORT0"\nhandle = 0xc0004000'), "bytes on ring 4 .RING_TX. is 0x3d, expected 0x3c"),
]
REFUSED = [  # the change, and the message
    (('ring = "RING_TX"', 'ring = "RING_X"'), r":\d+:8: error: 'ring' of .* is 'RING_X', expected a ring of the system: RING_RX_PORT0, "),
    (("handle = 0xc0004000", "handel = 0xc0004000"), r"unknown key 'handel' in \[\[?test\]?\]?\.put; did you mean 'handle'"),
    (("port = 1", "port = 32"), r"'port' of .* 32"),
    (("address = 0x100000", "address = 0x100002"), "expected a multiple of 4 within the"),
    (("address = 0x3f1c", "address = 0x3ffffffc"), "expected a multiple of 4 within the 16384 bytes of scratch"),
    (('region = "dram"', 'region = "dran"'), "dran"),
    (("name = \"a frame to", "nam = \"a frame to"), "'name'"),
    (("ipv4_forward.toml", "absent.toml"), "absent.toml: error: cannot open"),
    (("[[test.expect]]\nring = \"RING_TX\"\nempty = true", "[[test.expect]]\nring = \"RING_TX\""), "says no message; expected fields of PACKET, or words"),
    (("bytes = 60", "bytes = 60\nwords = [1]"), "says no message"),
    (("words = [1]", "words = [0x1ffffffff]"), "words"),
    (("[[test.put]]", "[[test.puts]]"), "puts"),
    ((GOOD, "system = '" + os.path.join(HERE, "ipv4_forward.toml") + "'\n"), r"has no tests; expected \[\[test\]\]"),
    ((GOOD, ""), "x.test.toml:1:1: error: this file needs 'system'"),
    (('name = "a frame to', 'name = "a\\nok      frame to'), r"x.test.toml:\d+:8: error: 'name' of \[\[test\]\] is empty or has control characters"),
    (('name = "a frame whose TTL ends is dropped and counted"', 'name = ""'), "'name' of .* is empty"),
    (("words = [1]", "words = []"), r":\d+:\d+: error: 'words' of \[\[test\]\].expect is empty, expected at least one word"),
    (('[[test.expect]]\nring = "RING_TX"\nempty = true', '[[test.expect]]\nring = "RING_TX"\nempty = true\n[[test.expect]]\nring = 4\nwords = [1]'),
     r"a message is expected on ring 4, which is expected to be empty, too; remove one of them"),
    ((GOOD, "garbage \x00 = ["), "error: "),
    ((GOOD[GOOD.index("[[test.expect]]"):], ""), r"expects nothing; add \[\[test.expect\]\]"),
]


class Wrong(unittest.TestCase):
    def run_it(self, old, new, *words):
        self.assertIn(old, GOOD)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.test.toml")
            with open(path, "w") as file:
                file.write(GOOD.replace(old, new, 1))
            results = [os.path.join(folder, "results", name) for name in ("x.xml", "x.tap")]
            done = subprocess.run([os.path.join(BIN, "ixptest"), path, "--junit", results[0], "--tap", results[1], *words],
                                  capture_output=True, text=True, timeout=100)
            texts = []
            for result in results:
                with open(result) as file:
                    texts.append(file.read())
            return done, *texts

    def test_the_tests_as_they_are_pass(self):
        done, junit, tap = self.run_it("", "")
        self.assertEqual((done.returncode, done.stdout.count("ok      ")), (0, 3))
        self.assertIn('tests="3" failures="0" errors="0"', junit)
        self.assertEqual(tap.count("\nok "), 3)

    def test_results_on_a_redirected_standard_output(self):
        """They follow the other output; a file renamed onto /dev/stdout would replace the link."""
        with tempfile.TemporaryFile("w+") as output:
            done = subprocess.run([os.path.join(BIN, "ixptest"), os.path.join(HERE, "ipv4_forward.test.toml"), "--tap", "/proc/self/fd/1"],
                                  stdout=output, stderr=subprocess.PIPE, text=True, timeout=100)
            output.seek(0)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertRegex(output.read(), r"^(ok      .*\n){3}TAP version 13\n1\.\.3\n(ok \d - .*\n){3}$")

    def test_names_that_xml_may_not_have(self):
        junit = self.run_it('name = "a frame to', 'name = "\\uffff\\U0001f600 \\ue000 a frame to')[1]
        self.assertTrue(xml.etree.ElementTree.fromstring(junit)[0].get("name").startswith("???\U0001f600 \ue000 a frame"))

    def test_what_is_not_as_expected_fails(self):
        for change, why in FAILING:
            with self.subTest(why):
                done, junit, tap = self.run_it(*change)
                self.assertEqual((done.returncode, done.stderr), (1, ""))
                self.assertRegex(done.stdout, r"x\.test\.toml:\d+: .*" + why)
                self.assertIn('errors="0"', junit)
                self.assertIn("\nnot ok ", tap)

    def test_files_that_are_no_tests_are_refused(self):
        for change, why in REFUSED:
            with self.subTest(why):
                done, junit, tap = self.run_it(*change)
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertRegex(done.stderr, why)
                self.assertIn('errors="1"', junit)
                self.assertIn("\n1..1\nnot ok 1 - ", tap)

    def test_a_file_that_cannot_be_read_is_a_failed_entry(self):
        """The tests of files before and after it are in the results."""
        with tempfile.TemporaryDirectory() as folder:
            absent, junit, tap = (os.path.join(folder, name) for name in ("absent.toml", "x.xml", "x.tap"))
            good = os.path.join(HERE, "ipv4_forward.test.toml")
            done = subprocess.run([os.path.join(BIN, "ixptest"), good, absent, good, "--junit", junit, "--tap", tap],
                                  capture_output=True, text=True, timeout=100)
            self.assertEqual((done.returncode, done.stdout.count("ok      ")), (1, 6))
            self.assertEqual(done.stderr, f"{absent}: error: cannot open: No such file or directory\n")
            with open(junit) as file:
                self.assertIn('tests="7" failures="0" errors="1"', file.read())
            with open(tap) as file:
                self.assertRegex(file.read(), rf"^TAP version 13\n1\.\.7\n(ok \d - .*\n){{3}}not ok 4 - {absent}\n# .*: error: cannot open.*\n(ok \d - .*\n){{3}}$")

    def test_a_failed_assertion_fails_a_test(self):
        """The expectation alone is met."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("x.c", "#include <ixp.h>\nmain() {\n  unsigned n = ctx();\n  ixp_assert(n == 9);\n  local_csr_write(local_csr_active_lm_addr_0, n);\n}\n"),
                               ("x.toml", '[[microengine]]\nat = "0:0"\nimage = "x.c"\n'),
                               ("x.test.toml", 'system = "x.toml"\n[[test]]\nname = "x"\n[[test.expect]]\nregion = "scratch"\naddress = 0\nwords = [0]\n')):
                with open(os.path.join(folder, name), "w") as file:
                    file.write(text)
            done = subprocess.run([os.path.join(BIN, "ixptest"), os.path.join(folder, "x.test.toml")], capture_output=True, text=True, timeout=100)
            self.assertEqual((done.returncode, done.stderr), (1, ""))
            self.assertRegex(done.stdout, r"^FAILED  x\n.*x\.test\.toml:2: .*x\.c:4: assertion .* failed: cycle \d+ ME 0:0 ctx \d\n$")

    def test_a_test_that_cannot_run_is_a_failed_entry(self):
        """The tests before and after it in the file run."""
        second = GOOD.index("[[test]]", GOOD.index("[[test]]") + 1)
        name = GOOD[second:].split('name = "')[1].split('"')[0]
        done, junit, tap = self.run_it(GOOD[second:], GOOD[second:].replace(
            "[[test.put]]", '[[test.put]]\nring = "RING_TX"\nwords = [' + "1, " * 1000 + "]\n[[test.put]]", 1))
        self.assertEqual((done.returncode, [line[:8] for line in done.stdout.splitlines()]), (1, ["ok      ", "FAILED  ", "ok      "]))
        self.assertIn(f"FAILED  {name}\n", done.stdout)
        why = r"x\.test\.toml:\d+:1: error: ring 4 \(RING_TX\) holds 512 longwords, and this is one more"
        self.assertRegex(done.stderr, why)
        self.assertIn('tests="3" failures="0" errors="1"', junit)
        self.assertRegex(junit, f'name="{name}" file="[^"]*">\n    <error message="[^"]*{why}')
        self.assertRegex(tap, f"\n1..3\nok 1 - .*\nnot ok 2 - {name}\n# .*{why}\nok 3 - ")


unittest.main()
