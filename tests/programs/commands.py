#!/usr/bin/env python3
"""All commands in tools/ print their usage, refuse unknown input, and fail without a traceback.

    commands.py BIN_DIR
"""
import os
import re
import resource
import subprocess
import sys
import unittest

sys.path.append(os.path.dirname(__file__) + "/..")
from in_folder import BIN, SOURCE, InFolder  # noqa: E402
NOTEBOOK = "../python/examples/run_notebook.py"
COMMANDS = sorted(name for name in os.listdir(f"{SOURCE}/tools")
                  if os.path.isfile(f"{SOURCE}/tools/{name}") and os.access(f"{SOURCE}/tools/{name}", os.X_OK))
OURS = [name for name in COMMANDS if name != "mpirun"]  # that one hands everything on
FULL = "standard output: error: cannot write: No space left on device\n"

# Wrong input, and its message; {work} is a folder with the files that setUp() writes.
WRONG = """
make-streams {work}/empty                           | {work}/empty: File exists
make-fib {work}/random -o {work}/out                | {work}/random:1: error: 
make-fib {work} -o {work}/out                       | {work}: Is a directory
make-fib {work}/empty -o {work}/out                 | no routes
stream-table {work}/random -o {work}/out            | {work}/random: error: 
stream-table {work}/none -o {work}/out              | {work}/none: No such file
tdp-reserve {work}/random                           | {work}/random: error: 
tdp-reserve {work}/none                             | {work}/none: error: No such file
tdp-testbed {work}/random --out {work}/out          | {work}/random: error: 
tdp-testbed {work}/none --out {work}/out            | {work}/none: No such file
make-network line 2 --out {work}/empty              | {work}/empty: File exists
make-network line 2 --out {work}/n --system {work}  | {work}: there is no such file
make-network line 2 --out {work}/n --system {work}/random | {work}/random: 'utf-8' codec
make-network line 2 --out {work}/n --capture N0=/no | /no: there is no such file
make-network line 2 --out {work}/n --capture N0={work}/\udcff | error: not UTF-8: # tools/make-network line 2
switch-network {work}/empty                         | {work}/empty: File exists
switch-check {work}                                 | has no card0.pcap
switch-check {work}/short                           | {work}/short: this is no little-endian pcap
switch-check {work}/wrong                           | {work}/wrong: this is no little-endian pcap
bench chip --bin {work}                             | is not built
bench fabric --bin {work}                           | is not built
quality --bin {work}                                | is not built
cli-pages --bin {work} --docs {work}/out             | {work}/mecc: No such file
quality --bin {work}/broken                         | ended with status 3
new-microblock fresh --bin {work}                   | has no mecc
update-golden nosuch                                | there is no traces/golden/nosuch/run
update-golden ../golden/forward                     | there is no traces/golden/../golden/forward/run
update-golden --dry-run --images nosuch             | there is no traces/golden/nosuch/run
compare-builds nosuch                               | there is no build/nosuch/bin/ixpemu
NOTEBOOK {work}/random                              | {work}/random: error: this is no notebook
NOTEBOOK {work}/none                                | {work}/none: error: No such file
NOTEBOOK {work}/cells                               | {work}/cells: error: this is no notebook
fuzz nosuch                                         | there is no target 'nosuch'
""".strip().splitlines()

USAGE = """
make-streams a b
bench --runs 1
bench chip --runs 0
bench network --runs -1
bench tracing --runs x
bench logs --systems nosuch
quality --packets 0
switch-network {work}/n --rate -5
make-network mesh 4 --out {work}/n --links 3
make-network line 2 --out {work}/n --to 1
golden-run nosuch
golden-run nosuch threaded BIN
golden-run forward threaded {work}
update-golden --no
update-golden --dry-run --yes
fuzz --runs x
compare-builds
""".strip().splitlines()


class Commands(InFolder):
    def setUp(self):
        super().setUp()
        for folder in "short", "wrong", "broken":
            os.mkdir(f"{self.work}/{folder}")
        random = bytes(n * n * 31 >> 3 & 255 | 128 for n in range(3000))
        for name, content in (("random", random), ("empty", b""), ("\udcff", b""), ("short/card0.pcap", b"ab"), ("wrong/card0.pcap", random), ("cells", b'{"cells": 1}'),
                              ("broken/ixpemu", b"#!/bin/sh\nexit 3\n")):
            with open(f"{self.work}/{name}", "wb") as f:
                f.write(content)
        os.chmod(f"{self.work}/broken/ixpemu", 0o755)
        self.before = [n for _, _, names in os.walk(self.work) for n in names]

    def run_it(self, command, **more):
        name, *rest = command.replace("BIN", str(BIN)).replace("NOTEBOOK", NOTEBOOK).format(work=self.work).split()
        more = {"stdout": subprocess.PIPE, **more}
        done = subprocess.run([f"{SOURCE}/tools/{name}", *rest], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=100,
                              env=dict(os.environ, BIN=str(BIN)), cwd=SOURCE, **more)
        self.assertNotIn("Traceback", done.stderr)
        return done

    def check_help(self, command):
        done = self.run_it(f"{command} --help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual([line for line in done.stdout.splitlines() if len(line) > 80], [], command)
        return done.stdout

    def test_help(self):
        for name in OURS:
            with self.subTest(name):
                text = self.check_help(name)
                self.assertRegex(text, rf"{name}\b")
                self.assertGreater(text.count("\n"), 1)

    def test_help_of_subcommands(self):
        for name in "bench", "experiments":
            kinds = re.findall(r"^    (\w+)", self.check_help(name), re.M)
            self.assertGreater(len(kinds), 2)
            for kind in kinds:
                with self.subTest(f"{name} {kind}"):
                    self.check_help(f"{name} {kind}")

    def test_an_option_that_nobody_knows_is_usage(self):
        for name in OURS:
            with self.subTest(name):
                done = self.run_it(f"{name} --no-such-option")
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertRegex(done.stderr, rf"usage: .*{name}\b")

    def test_wrong_usage(self):
        for command in USAGE:
            with self.subTest(command):
                self.assertEqual(self.run_it(command).returncode, 2)

    def test_wrong_input_is_a_line(self):
        for line in WRONG:
            command, said = line.format(work=self.work).split("|")
            with self.subTest(command):
                done = self.run_it(command)
                self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (1, "", 1), done.stderr)
                self.assertIn(said.strip(), done.stderr)

    def test_standard_output_that_cannot_be_written(self):
        reader, writer = os.pipe()
        os.close(reader)
        with open(f"{self.work}/r.toml", "w", encoding="ascii") as f:
            f.write("[[flow]]\nname = 'a'\nroute = ['A', 'B']\nwire_bytes = 1040\npackets = 12\n")
        for command in [f"{name} --help" for name in OURS] + ["tdp-reserve {work}/r.toml", "make-network line 2 --out {work}/n"]:
            shell = command.split()[0] not in PYTHON
            with self.subTest(command):
                with open("/dev/full", "w", encoding="ascii") as full:
                    done = self.run_it(command, stdout=full)
                self.assertEqual(done.returncode, 1)
                self.assertTrue(shell or done.stderr == FULL, done.stderr)
                done = self.run_it(command, preexec_fn=lambda: os.close(1), stdout=None)
                self.assertEqual(done.returncode, 1)
                done = self.run_it(command, stdout=writer)
                self.assertTrue(shell or (done.returncode, done.stderr) == (1, ""), done.stderr)
        os.close(writer)

    def test_errors_are_the_same_without_standard_error(self):
        for name in PYTHON:
            with self.subTest(name):
                done = self.run_it(f"{name} --no-such-option", preexec_fn=lambda: os.close(2))
                self.assertEqual(done.returncode, 2)

    def test_a_full_disk_leaves_no_half_file(self):
        for command in "make-streams {work}/out", "switch-network {work}/out", "make-fib microblocks/systems/forward.routes -o {work}/fib", \
                "stream-table microblocks/systems/shaper.streams.toml -o {work}/table":
            with self.subTest(command):
                done = self.run_it(command, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr, rf"^[^\n]*error: {self.work}/\S+: File too large\n$")
                self.assertEqual([n for _, _, names in os.walk(self.work) for n in names if n not in self.before], [])


def is_python(name):
    with open(f"{SOURCE}/tools/{name}", encoding="utf-8") as f:
        return "python" in f.readline()


PYTHON = [name for name in OURS if is_python(name)]
unittest.main()
