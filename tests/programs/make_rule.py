#!/usr/bin/env python3
"""mecc -MD, -MF, -fsyntax-only and -fdebug-prefix-map: a rule has every file that was read.

    make_rule.py BIN_DIR
"""
import os
import shutil
import sys
import unittest

sys.path.append(os.path.dirname(__file__) + "/..")
from in_folder import BIN, SOURCE, InFolder  # noqa: E402


class MakeRule(InFolder):
    def setUp(self):
        super().setUp()
        self.write("my limits.h", "#define LIMIT 3\n")
        self.write("a.c", '#include "my limits.h"\nint main(void) { return LIMIT; }\n')
        self.write("wrong.c", "int main(void) { return nothing; }\n")
        self.write("b.uc", '#include "my limits.h"\n.reg x\nimmed[x, LIMIT]\nctx_arb[kill]\n')

    def mecc(self, *words, status=0):
        return self.call("mecc", *words, status=status, cwd=self.work).stderr

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
        self.write("s.toml", '[[microengine]]\nat = "0:0"\nimage = "a.c"\n')
        environment = {**os.environ, "XDG_CACHE_HOME": str(self.work / "cache")}
        rules = []
        for _ in "compiled", "cached":
            self.call("mecc", "--system", "s.toml", "-MD", "-o", "out.uof", cwd=self.work, env=environment)
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
        self.write("s.toml", '[[microengine]]\nat = "0:0"\nimage = "divide.c"\n')
        self.mecc(f"-fdebug-prefix-map={SOURCE}/=", "--no-cache", "--system", "s.toml", "-o", "out.uof")
        self.assertNotIn(bytes(SOURCE), (self.work / "out.uof").read_bytes())
        self.assertIn("is not OLD=NEW", self.mecc("-fdebug-prefix-map=x", "divide.c", status=2))

    def test_make_compiles_again_after_a_change(self):
        if not shutil.which("make"):
            self.skipTest("make is not installed")
        (self.work / "Makefile").write_text(f"a.uof: a.c\n\t{BIN}/mecc -MD -MF rule.mk a.c -o $@\n-include rule.mk\n")

        def make():
            return self.call("make", cwd=self.work).stdout
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
