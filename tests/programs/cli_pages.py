#!/usr/bin/env python3
"""The output of tools/cli-pages: docs/cli.md is up to date, shells complete, man has no warnings.

    cli_pages.py BIN_DIR SOURCE_DIR Reference|Bash|Zsh|Fish|Man
"""
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import unittest

BIN, SOURCE = (os.path.abspath(p) for p in sys.argv[1:3])
del sys.argv[1:3]
NEEDS = {"Reference": [], "Bash": ["bash"], "Zsh": ["zsh"], "Fish": ["fish"], "Man": ["man", "groff"]}
if not all(map(shutil.which, NEEDS[sys.argv[1]])):
    sys.exit(77)

LIMIT_S = 300  # only a hang reaches it
# A line that is being typed, and all its completions in the folder of the test.
COMPLETIONS = {
    "ixpemu ": ["run", "rerun", "pack", "debug", "params", "check", "budget", "keys"],
    "ixpemu ru": ["run"],
    "ixpemu run --ring": ["--rings", "--ring-lines", "--ring-frames"],
    "ixpemu run --engine ": ["threaded", "reference"],
    "ixpemu run --engine t": ["threaded"],
    "ixpemu run s.toml --out ": ["results"],
    "ixpemu debug --da": ["--dap"],
    "ixplog journey --by p": ["port"],
    "ixpgen --write ": ["flows", "ports", "both"],
    "mecc --contexts ": ["4", "8"],
    "mecc a": ["apple.c", "asm.uc"],
    "ixptest --junit a": ["apple.c", "asm.uc"],
    "ixpnew block --into ": ["results"],
    "ixpnew --sch": ["--scheduler"],
}


class Base(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.pages = pathlib.Path(folder.name, "pages")
        self.work = pathlib.Path(folder.name, "work")
        (self.work / "results").mkdir(parents=True)
        for name in "apple.c", "asm.uc":
            (self.work / name).touch()
        self.generate("--out", self.pages)
        self.environment = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", "HOME": folder.name, "LC_ALL": "C.UTF-8", "TERM": "dumb"}

    def generate(self, *words):
        subprocess.run([f"{SOURCE}/tools/cli-pages", "--bin", BIN, *words], check=True, timeout=LIMIT_S)

    def call(self, *words):
        done = subprocess.run(words, capture_output=True, text=True, cwd=self.work, env=self.environment, check=True, timeout=LIMIT_S)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def typed(self, shell, setup, keys, expected):
        """Types `keys` and a return in a shell; the program shows its arguments in brackets."""
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.work)
            os.execvpe(shell[0], shell, self.environment)
        seen = ""
        program = keys.split()[0]
        os.write(terminal, f"{setup}; {program}() {{ echo \"[$*]\"; }}; echo re''ady\n".encode())
        try:
            for wanted, then in ("ready\r\n", keys + "\n"), (f"[{expected}]", ""):
                while wanted not in seen:
                    readable, _, _ = select.select([terminal], [], [], 60)
                    self.assertTrue(readable, seen)
                    seen += os.read(terminal, 4096).decode(errors="replace")
                os.write(terminal, then.encode())
        finally:
            os.kill(child, 9)
            os.waitpid(child, 0)
            os.close(terminal)


class Reference(Base):
    def test_the_page_is_up_to_date(self):
        fresh = self.work / "cli.md"
        self.generate("--docs", fresh)
        self.assertEqual(fresh.read_text(), pathlib.Path(SOURCE, "docs/cli.md").read_text(),
                         "run tools/cli-pages --bin build/release/bin --docs docs/cli.md")


    def test_help_has_80_columns(self):
        self.environment["COLUMNS"] = "80"
        for program in "ixpemu", "ixpfabric", "ixpgen", "ixplog", "ixpnew", "ixptest", "mecc":
            lines = self.call(program, "--help").splitlines()
            self.assertEqual([line for line in lines if len(line) > 80], [], program)


class Bash(Base):
    ASK = """source "$1"; shift; compopt() { :; }; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _$1; printf '%s\\n' "${COMPREPLY[@]}\""""

    def test_completions(self):
        for line, expected in COMPLETIONS.items():
            words = line.split(" ")
            with self.subTest(line):
                answers = self.call("bash", "-c", self.ASK, "-", f"{self.pages}/bash/{words[0]}", *words).split()
                self.assertCountEqual(answers, expected)  # files in the order of the folder

    def test_a_value_after_an_equals_sign(self):  # a word of its own in COMP_WORDS
        for words in ["--engine", "="], ["--engine", "=", "thr"]:
            found = self.call("bash", "-c", self.ASK, "-", f"{self.pages}/bash/ixpemu", "ixpemu", "run", *words).split()
            self.assertIn("threaded", found)

    def test_an_interactive_shell(self):
        self.typed(["bash", "--norc", "--noprofile", "-i"], f"source {self.pages}/bash/ixpemu", "ixpemu run --engi\tref\t", "run --engine reference")
        self.typed(["bash", "--norc", "--noprofile", "-i"], f"source {self.pages}/bash/mecc", "mecc ap\t", "apple.c")


class Zsh(Base):
    def test_an_interactive_shell(self):
        setup = f"fpath=({self.pages}/zsh $fpath); autoload -Uz compinit; compinit -u -D"
        for keys, expected in (("ixpemu ru\t", "run"), ("ixpemu run --engi\tref\t", "run --engine=reference"), ("mecc ap\t", "apple.c"),
                               ("ixplog journey --by=p\t", "journey --by=port"), ("ixpemu bu\t--js\t", "budget --json"),
                               ("ixpgen --write=f\t", "--write=flows")):
            with self.subTest(keys):
                self.typed(["zsh", "-f", "-i"], setup, keys, expected)


class Fish(Base):
    def test_completions(self):
        for line, expected in COMPLETIONS.items():
            with self.subTest(line):
                program = line.split()[0]
                said = self.call("fish", "--no-config", "-c", f"source {self.pages}/fish/{program}.fish; complete -C '{line}'")
                found = [candidate.split("\t")[0].rstrip("/") for candidate in said.splitlines()]
                self.assertEqual(sorted(found), sorted(expected))


class Man(Base):
    def test_pages_have_no_warnings(self):
        for page in sorted(self.pages.glob("man/*.1")):
            with self.subTest(page.name):
                text = self.call("man", "--warnings", "-l", str(page))
                program = page.stem
                options = subprocess.run([f"{BIN}/{program}", "--help"], capture_output=True, text=True, check=True, timeout=LIMIT_S).stdout
                for option in re.findall(r"--[a-z-]+", options):
                    self.assertIn(option, re.sub("\u2010\n *", "-", text))


unittest.main()
