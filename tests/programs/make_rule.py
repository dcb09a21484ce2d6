#!/usr/bin/env python3
"""mecc -MD, -MF, -fsyntax-only and -fdebug-prefix-map: a rule has every file that was read.

    make_rule.py BIN_DIR SOURCE_DIR
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BIN, SOURCE = (os.path.abspath(p) for p in sys.argv[1:3])
del sys.argv[1:3]


class MakeRule(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name)
        (self.work / "my limits.h").write_text("#define LIMIT 3\n")
        (self.work / "a.c").write_text('#include "my limits.h"\nint main(void) { return LIMIT; }\n')
        (self.work / "wrong.c").write_text("int main(void) { return nothing; }\n")
        (self.work / "b.uc").write_text('#include "my limits.h"\n.reg x\nimmed[x, LIMIT]\nctx_arb[kill]\n')

    def mecc(self, *words, status=0):
        done = subprocess.run([f"{BIN}/mecc", *words], cwd=self.work, capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr

    def files(self):
        return sorted(path.name for path in self.work.iterdir())

    def test_the_rule_has_sources_and_headers(self):
        for source in "a.c", "b.uc":
            self.mecc("-MD", source, "-o", "out.uof")
            rule = (self.work / "out.d").read_text()
            self.assertTrue(rule.startswith("out.uof: "), rule)
            self.assertIn(f" {source}", rule)
            self.assertIn("my\\ limits.h", rule)

    def test_a_system(self):
        (self.work / "s.toml").write_text('[[microengine]]\nat = "0:0"\nimage = "a.c"\n')
        environment = {**os.environ, "XDG_CACHE_HOME": str(self.work / "cache")}
        rules = []
        for _ in "compiled", "cached":
            subprocess.run([f"{BIN}/mecc", "--system", "s.toml", "-MD", "-o", "out.uof"], cwd=self.work, env=environment, check=True)
            rules.append((self.work / "out.d").read_text())
            (self.work / "out.d").unlink()
        self.assertEqual(rules[0], rules[1])
        for name in "s.toml", "a.c", "my\\ limits.h":
            self.assertIn(f"  {name}", rules[0].replace("./", ""))

    def test_names_of_files_that_do_not_depend_on_the_machine(self):
        (self.work / "divide.c").write_text("volatile int x = 9, y = 2;\nint main(void) { return x / y; }\n")
        for options, has in ([], True), ([f"-fdebug-prefix-map={SOURCE}/="], False):
            self.mecc(*options, "divide.c", "-o", "out.uof")
            self.assertEqual(f"{SOURCE}/mecc/include".encode() in (self.work / "out.uof").read_bytes(), has)
        (self.work / "s.toml").write_text('[[microengine]]\nat = "0:0"\nimage = "divide.c"\n')
        self.mecc(f"-fdebug-prefix-map={SOURCE}/=", "--no-cache", "--system", "s.toml", "-o", "out.uof")
        self.assertNotIn(SOURCE.encode(), (self.work / "out.uof").read_bytes())
        self.assertIn("is not OLD=NEW", self.mecc("-fdebug-prefix-map=x", "divide.c", status=2))

    def test_make_compiles_again_after_a_change(self):
        if not shutil.which("make"):
            self.skipTest("make is not installed")
        (self.work / "Makefile").write_text(f"a.uof: a.c\n\t{BIN}/mecc -MD -MF rule.mk a.c -o $@\n-include rule.mk\n")

        def make():
            return subprocess.run(["make"], cwd=self.work, check=True, capture_output=True, text=True).stdout
        self.assertIn("mecc", make())
        self.assertIn("up to date", make())
        future = (self.work / "a.uof").stat().st_mtime + 10
        os.utime(self.work / "my limits.h", (future, future))
        self.assertIn("mecc", make())

    def test_an_output_is_no_input(self):
        self.assertIn("a.c", self.mecc("-MD", "-MF", "a.c", "a.c", status=1))

    def test_syntax_only_writes_nothing(self):
        before = self.files()
        self.mecc("-fsyntax-only", "a.c")
        self.mecc("-fsyntax-only", "b.uc")
        self.assertIn("nothing", self.mecc("-fsyntax-only", "wrong.c", status=1))
        self.assertEqual(self.files(), before)

    def test_other_jobs_refuse_them(self):
        self.assertIn("-MD", self.mecc("-MD", "-E", "a.c", status=2))
        self.assertIn("--MD", self.mecc("-MF", "x", "a.c", status=2))


unittest.main()
