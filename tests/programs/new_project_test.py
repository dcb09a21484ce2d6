"""ixpnew in an empty folder: its repositories pass at once and can fail. It overwrites nothing, and
leaves nothing when a step fails.

  new_project_test.py BIN_DIR
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import unittest
import xml.etree.ElementTree

sys.path.append(os.path.dirname(__file__) + "/..")
from in_folder import BIN, LIMIT_S, SOURCE, InFolder  # noqa: E402
FOLDERS = ["microblocks", "rings", "traces"]
SHARED = {".github/workflows/test.yml", ".gitignore", "run-tests"}


def own_files(name):
    return {f"{name}.c", f"{name}.h", f"{name}.toml", f"tests/{name}.toml", f"tests/{name}.test.toml",
            f"golden/{name}/run", f"golden/{name}/checks"}


class NewProject(InFolder):
    def setUp(self):
        super().setUp()
        self.home = self.work / "with blank"  # the folder of the user
        self.home.mkdir()

    def call(self, *command, where=None, binaries=BIN, status=0):
        environment = dict(os.environ, PATH=f"{binaries}:/usr/bin:/bin", TMPDIR=str(self.work))
        done = super().call(*command, cwd=where or self.home, env=environment, status=status)
        return done.stdout + done.stderr

    def files(self, folder):
        return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and "ixp2400" not in path.parts}

    def without_logs(self, folder):
        return {name for name in self.files(folder) if not name.endswith(".log")}

    def change(self, path, before, after):
        text = path.read_text()
        self.assertIn(before, text)
        path.write_text(text.replace(before, after))

    def failures(self, path):
        return sum(int(suite.get("failures", 0)) + int(suite.get("errors", 0)) for suite in xml.etree.ElementTree.parse(path).iter("testsuite"))

    def try_kind(self, name, kind, change):
        said = self.call("ixpnew", name, *kind)
        project = self.home / name
        self.assertEqual(self.without_logs(project), SHARED | own_files(name))
        for path in self.files(project):
            self.assertIn(f"  {name}/{path}\n", said)
            self.assertNotIn("@name", (project / path).read_text(), path)
            self.assertNotIn(str(SOURCE), (project / path).read_text(), path)
        said = self.call("./run-tests", where=project)
        self.assertEqual(len(re.findall("^ok ", said, re.M)), len(said.splitlines()), said)
        self.call("mecc", f"{name}.c", "-o", "out/alone.uof", where=project)
        results = project / "out/results"
        self.assertEqual({path.stem for path in results.iterdir()}, {"tests", f"golden-{name}", f"checks-{name}"})
        self.change(project / f"{name}.c", *change)
        said = self.call("./run-tests", where=project, status=1)
        self.assertRegex(said, r"port0_tx\.log: differs from golden")
        self.assertGreater(self.failures(results / f"golden-{name}.xml"), 0)
        self.assertGreater(self.failures(results / "tests.xml"), 0)
        return project

    def test_block(self):
        project = self.try_kind("two_words2", [], ("> BYTES_MAX", "< BYTES_MAX"))
        # A renewed golden log is equal from then on; the test of the block still fails.
        self.call("./run-tests", "--update", "two_words2", where=project)
        said = self.call("./run-tests", where=project, status=1)
        self.assertIn("ok      golden/two_words2", said)
        self.assertIn("FAILED  two_words2 drops", said)

    def test_scheduler(self):
        self.try_kind("strict", ["--scheduler"], ("ffs(waiting)", "31 - __builtin_clz(waiting)"))

    def test_a_failed_run_fails_the_tests(self):
        """Also with equal logs: a requirement, and a run that does not begin."""
        self.call("ixpnew", "limit")
        project = self.home / "limit"
        self.change(project / "golden/limit/checks", "300us", "3us")
        self.assertIn("FAILED  p99(delay) < 3us", self.call("./run-tests", where=project, status=1))
        self.change(project / "limit.toml", "limit.c", "missing.c")
        self.assertIn("missing.c", self.call("./run-tests", where=project, status=1))
        self.assertGreater(self.failures(project / "out/results/golden-limit.xml"), 0)

    def test_a_second_block_keeps_what_is_there(self):
        self.call("ixpnew", "one", "--into", "mine")
        self.change(self.home / "mine/run-tests", "# Runs", "# Mine: runs")
        said = self.call("ixpnew", "two", "--scheduler", "--into=mine")
        self.assertNotIn("run-tests\n  ", said)
        self.assertIn("# Mine", (self.home / "mine/run-tests").read_text())
        self.assertEqual(self.without_logs(self.home / "mine"), SHARED | own_files("one") | own_files("two"))
        self.assertEqual(self.call("./run-tests", where=self.home / "mine").count("ok      golden/"), 2)
        cases = xml.etree.ElementTree.parse(self.home / "mine/out/results/tests.xml").iter("testcase")
        self.assertEqual({case.get("classname") for case in cases}, {"tests/one.test.toml", "tests/two.test.toml"})
        before = {path: (self.home / "mine" / path).read_text() for path in self.files(self.home / "mine")}
        self.assertIn("mine/two.c exists", self.call("ixpnew", "two", "--into", "mine", status=1).replace("//", "/"))
        self.assertEqual({path: (self.home / "mine" / path).read_text() for path in self.files(self.home / "mine")}, before)

    def test_a_submodule(self):
        """A folder `ixp2400` is used as it is."""
        self.call("ixpnew", "limit")
        folder = self.home / "limit/ixp2400"
        folder.mkdir()
        for name in FOLDERS:
            (folder / name).symlink_to(SOURCE / name)
        self.call("./run-tests", where=self.home / "limit")
        self.assertEqual({path.name for path in folder.iterdir()}, set(FOLDERS))

    def test_from_a_clone(self):
        tool = [sys.executable, "-B", SOURCE / "tools/new-microblock"]
        self.call(*tool, "strict", "--into", "mine", "--scheduler", "--bin", BIN)
        self.assertEqual(self.without_logs(self.home / "mine"), SHARED | own_files("strict"))
        self.assertIn("--scheduler needs --into", self.call(*tool, "strict", "--scheduler", status=2))

    def test_refuses(self):
        for name in "Big", "2x", "a-b", "../x", "a b":
            self.assertIn("is no name", self.call("ixpnew", name, status=1), name)
        self.assertIn("is defined in rings/", self.call("ixpnew", "no_buffer", status=1))
        for words in [], ["--wrong"], ["a", "b"], ["a", "--into"], [""]:
            self.assertIn("usage: ixpnew NAME", self.call("ixpnew", *words, status=2))
        self.assertIn("--scheduler makes", self.call("ixpnew", "--help"))
        self.assertEqual(list(self.home.iterdir()), [])

    def with_ixptest(self, script):
        """A folder of programs in which the program is this script."""
        prefix = self.work / "prefix"
        shutil.copytree(BIN, prefix / "bin", symlinks=True, ignore=lambda _, names: [n for n in names if not n.startswith(("ixp", "mecc"))])
        (prefix / "share").symlink_to(BIN.parent / "share")
        ixptest = prefix / "bin/ixptest"
        ixptest.write_text("#!/bin/sh\n" + script)
        return prefix, ixptest

    def test_nothing_left_after_a_failure(self):
        """A test program that fails; and none."""
        prefix, ixptest = self.with_ixptest("echo no luck; exit 1\n")
        before = set(self.work.iterdir())
        said = self.call("ixpnew", "fresh", binaries=prefix / "bin", status=1)
        self.assertIn("no luck", said)
        self.assertIn("a test of the new block failed", said)
        self.assertEqual((set(self.work.iterdir()), list(self.home.iterdir())), (before, []))
        ixptest.unlink()
        self.assertIn("has no ixptest", self.call("ixpnew", "fresh", binaries=prefix / "bin", status=1))

    def check_signals(self, binaries, started):
        """Two of them, as timeout sends."""
        before = set(self.work.iterdir())
        for number in signal.SIGHUP, signal.SIGINT, signal.SIGTERM:
            with self.subTest(number):
                process = subprocess.Popen([binaries / "ixpnew", "fresh"], cwd=self.home, env={**os.environ, "TMPDIR": str(self.work)},
                                           start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                while not list(self.work.glob(f"tmp.*/{started}")):
                    self.assertIsNone(process.poll())
                os.kill(process.pid, number)
                os.killpg(process.pid, number)
                self.assertEqual((process.communicate(timeout=LIMIT_S)[1], process.returncode), ("", 128 + number))
                self.assertEqual((set(self.work.iterdir()), list(self.home.iterdir())), (before, []))

    def test_nothing_left_after_a_signal(self):
        self.check_signals(BIN, "out")

    def test_nothing_left_by_a_slow_program(self):
        """It writes its files after the signal, as ixpemu does."""
        prefix, _ = self.with_ixptest("""end() { trap '' HUP INT TERM; sleep 0.3; mkdir -p "$folder/out/late"; exit 1; }
folder=$PWD; trap end HUP INT TERM; touch started; while :; do sleep 0.01; done\n""")
        self.check_signals(prefix / "bin", "started")

    def test_no_programs(self):
        self.call("ixpnew", "limit")
        self.assertIn("ixpemu is not in PATH", self.call("./run-tests", where=self.home / "limit", binaries="/none", status=2))


unittest.main()
