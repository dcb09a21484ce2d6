#!/usr/bin/env python3
"""run.json of a run, and ixpemu rerun, which repeats the run from it.

    rerun.py BIN_DIR
"""
import json
import os
import shutil
import sys
import unittest

sys.path.append(os.path.dirname(__file__) + "/..")
from in_folder import InFolder  # noqa: E402
SYSTEM = """[[microengine]]
at = "0:0"
image = "main.c"
[port.0]
rx = { streams = "frames.txt" }
[port.1]
tx = {}
[port.2]
rx = {}
[stop]
time_ms = 0.01
"""
FILES = {"main.c": '#include "value.h"\n__declspec(scratch) unsigned result;\nint main() { result = VALUE; return 0; }\n',
         "value.h": "#define VALUE 7\n", "s.toml": SYSTEM, "frames.txt": "00000000000100000000000208004500\n" * 3,
         "n.toml": '[network]\n[[chip]]\nname = "A"\nsystem = "s.toml"\n[[chip]]\nname = "B"\nsystem = "s.toml"\n'
                   '[[link]]\nfrom = "A.1"\nto = "B.2"\ndelay_ns = 2000\n[stop]\ntime_ms = 0.01\n'}


def contents(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


class Rerun(InFolder):
    def setUp(self):
        super().setUp()
        for name, text in FILES.items():
            self.write(f"in/{name}", text)
        self.again = self.work / "again"

    def ixpemu(self, *words, status=0, folder="in", **more):
        return self.call("ixpemu", *words, status=status, cwd=self.work / folder, **more)

    def run_it(self, *more, system="s.toml", out="../out"):
        return self.ixpemu("run", system, "--out", out, *more)

    def record(self):
        return json.loads((self.out / "run.json").read_text())

    def change(self, **values):
        (self.out / "run.json").write_text(json.dumps({**self.record(), **values}))

    def refused(self, *texts):
        """A rerun fails with these texts, and changes nothing in its folder."""
        before = contents(self.out)
        said = self.ixpemu("rerun", self.out, status=1).stderr
        for text in texts:
            self.assertIn(text, said)
        self.assertEqual(contents(self.out), before)

    def test_what_ran(self):
        self.run_it("--set", "chip.sram.read=80", "--seed", "3", "-q", "--define", "X=1")
        record = self.record()
        version = self.ixpemu("--version").stdout.strip()
        self.assertEqual((record["version"], record["folder"], record["system"]), (version, str(self.work / "in"), "s.toml"))
        self.assertEqual(record["set"], ["microengine.*.define.X=1", "chip.sram.read=80"])
        self.assertEqual((record["seed"], record["exit_status"]), (3, 0))
        self.assertEqual(record["run"], json.loads((self.out / "stats.json").read_text())["run"])
        mine = {os.path.normpath(path) for path in record["inputs"] if not path.startswith("/")}
        self.assertEqual(mine, {"main.c", "value.h", "s.toml", "frames.txt"})

    def test_the_same_command_writes_the_same_file(self):
        self.run_it("--seed", "3", "--quiet")
        self.ixpemu("run", "-q", "--seed=3", "-o", self.again, "s.toml")
        self.assertEqual(contents(self.out), contents(self.again))

    def test_a_rerun_writes_the_same_files(self):
        said = self.run_it("--set", "chip.sram.read=80", "--rings", "all", "--pcapng", "--zstd", "--journey", "slowest 2",
                           "--define", "X=1", "--until", "cycles=5000")
        before = contents(self.out)
        self.assertEqual(self.ixpemu("rerun", "out", "--out", "again", folder=".").stdout, said.stdout)
        self.assertEqual(contents(self.again), before)
        self.ixpemu("rerun", "out", folder=".")
        self.assertEqual(contents(self.out), before)

    def test_a_failed_run(self):
        self.ixpemu("run", "s.toml", "--out", self.out, "--until", "packets_tx=1", status=1)
        self.assertEqual(self.record()["exit_status"], 1)
        self.ixpemu("rerun", self.out, "--out", self.again, status=1)
        self.assertEqual(contents(self.out), contents(self.again))

    def test_a_network(self):
        self.run_it(system="n.toml")
        self.assertLessEqual({"n.toml", "s.toml", "main.c", "frames.txt"}, set(self.record()["inputs"]))
        self.assertFalse((self.out / "A/run.json").exists())
        self.ixpemu("rerun", "out", "--out", "again", folder=".")
        self.assertEqual(contents(self.out), contents(self.again))

    def test_a_changed_input_is_named(self):
        self.run_it()
        for name in "value.h", "main.c", "s.toml", "frames.txt":
            with self.subTest(name):
                path = self.work / "in" / name
                path.write_text(FILES[name] + "\n")
                self.refused(f"{name}: error: has changed since the run")
                path.unlink()
                self.refused(f"{name}: error: cannot open")
                path.symlink_to("/dev/zero")
                self.refused(f"{name}: error: has changed since the run")
                path.unlink()
                path.write_text(FILES[name])

    def test_another_version_is_named(self):
        self.run_it()
        self.change(version="ixpemu 0.0.1 (commit 0)")
        said = self.ixpemu("rerun", self.out).stderr
        self.assertIn("warning: the run was made by ixpemu 0.0.1 (commit 0), this is " + self.ixpemu("--version").stdout.strip(), said)

    def test_another_run_is_not_written(self):
        self.run_it()
        self.change(run="0123456789abcdef")
        self.ixpemu("rerun", self.out, "--out", self.again, status=1)
        self.assertEqual(contents(self.again), {})
        self.change(exit_status=130)  # interrupted: at another cycle each time
        self.ixpemu("rerun", self.out, "--out", self.again)

    def test_a_record_that_asks_for_help_is_refused(self):
        self.run_it()
        for words in ["s.toml", "--help"], ["--help"], ["s.toml", "-h", "--seed=3"]:
            with self.subTest(words):
                self.change(arguments=words)
                self.refused("out: error: is no record of a run")
                for command in "run", "debug":
                    said = self.ixpemu(command, self.out, status=1)
                    self.assertIn("is no record of a run", said.stderr)
                    self.assertEqual(said.stdout, "")

    def test_names_that_are_not_utf8(self):
        odd = os.fsdecode(b"\xff")
        os.rename(self.work / "in/s.toml", self.work / f"in/{odd}.toml")
        self.ixpemu("run", f"{odd}.toml", "--quiet", "--out", "../out")
        self.assertIn("\ufffd.toml", json.loads((self.out / "stats.json").read_text())["system"])
        self.refused("run.json: error: an argument of the run is not UTF-8")

    def test_another_stream_of_a_port(self):
        self.write("in/none.txt", "")
        self.run_it("--rx", "0=none.txt")
        said = self.ixpemu("run", self.out, "--rx", "0=-", "--report", "-", "--out", self.again, input="00000000000100000000000208004500\n")
        self.assertTrue(said.stdout.startswith("<!DOCTYPE html>"))
        self.assertEqual(json.loads((self.again / "stats.json").read_text())["frames"]["received"], 1)
        self.assertFalse((self.work / "in/-").exists())

    def test_what_is_no_record(self):
        self.run_it()
        (self.out / "run.json").write_text('{"version": 1}')
        self.refused("run.json: error: is no record of a run")
        (self.out / "run.json").unlink()
        self.refused("run.json: error: cannot open", "expected the --out of an ixpemu run")
        for make in os.mkdir, os.mkfifo:
            make(self.out / "run.json")
            self.refused("run.json: error: is no file; expected the --out of an ixpemu run")
            (os.rmdir if make is os.mkdir else os.unlink)(self.out / "run.json")
        self.run_it()
        shutil.move(self.work / "in", self.work / "moved")
        said = self.ixpemu("rerun", self.out, status=1, folder=".").stderr
        self.assertIn("cannot be entered: No such file or directory", said)


if __name__ == "__main__":
    unittest.main()
