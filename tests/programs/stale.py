#!/usr/bin/env python3
"""Readers refuse files of an earlier run after a failed run, and notice missing ones.

    stale.py BIN_DIR
"""
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import unittest

sys.path.append(os.path.dirname(__file__) + "/..")
from in_folder import LIMIT_S, SOURCE, InFolder  # noqa: E402
os.chdir(SOURCE)
SYSTEM = "microblocks/systems/forward.toml"
FLOWS = "traces/flows/table1.toml"
READERS = [["diff", "{golden}", "{out}"], ["delay", "{out}"], ["delay", "{out}/port0_rx.log", "{out}/port0_tx.log"], ["flows", "{out}"],
           ["check", "{out}", "received() > 0"], ["jitter", "{out}"], ["fairness", "{out}", "--flows", FLOWS], ["journey", "{out}"],
           ["plot", "{out}", "-o", "{work}/x.html"], ["to-pcapng", "{out}", "-o", "{work}/x.pcapng"]]


class Runs(InFolder):
    def setUp(self):
        super().setUp()
        self.golden = self.work / "golden"

    def run_it(self, *more, status=0, system=SYSTEM):
        return self.call("ixpemu", "run", system, "--until", "time_ms=0.2", "--quiet", "--out", self.out, *more, status=status).stderr

    def read_it(self, words, status):
        paths = {"golden": self.golden, "out": self.out, "work": self.work}
        return self.call("ixplog", *(w.format(**paths) for w in words), status=status).stderr

    def check_refused(self):
        for words in READERS:
            with self.subTest(words[0]):
                self.assertIn("the last run into this folder failed or has not ended", self.read_it(words, status=1))
        self.assertNotIn("stats.json", os.listdir(self.out))

    def first_run(self):
        self.run_it("--rings", "all", "--ring-frames")
        shutil.copytree(self.out, self.golden, dirs_exist_ok=True)


class Stale(Runs):
    def test_failed_runs_leave_no_results(self):
        self.write("wrong.c", "main() { wrong; }\n")
        self.write("wrong.toml", "[[microengine]]\nat = '0:0'\nimage = 'wrong.c'\n")
        failures = {"no system": dict(system="no.toml", status=1), "no C": dict(system=f"{self.work}/wrong.toml", status=1),
                    "no key": dict(status=1), "no option": dict(status=2), "no number": dict(status=2)}
        more = {"no key": ["--set", "chip.wrong=1"], "no option": ["--wrong"], "no number": ["--log-data", "all"]}
        for name, how in failures.items():
            with self.subTest(name):
                self.first_run()
                self.run_it(*more.get(name, []), **how)
                self.check_refused()
                self.assertEqual(set(os.listdir(self.out)) ^ set(os.listdir(self.golden)), {"stats.json", "stats.json.earlier"})
        self.run_it("--set", "chip.wrong=1", status=1)  # a second time
        self.first_run()
        self.read_it(READERS[0], status=0)
        self.assertCountEqual(os.listdir(self.out), os.listdir(self.golden))

    def test_killed_runs_leave_no_results(self):
        self.first_run()
        process = subprocess.Popen(["ixpemu", "run", SYSTEM, "--until", "time_ms=100000", "--out", self.out], stderr=subprocess.DEVNULL)
        self.addCleanup(process.kill)
        while process.poll() is None and not any(n.endswith(".tmp") for n in os.listdir(self.out)):
            time.sleep(0.01)
        process.kill()
        process.wait(LIMIT_S)
        self.check_refused()

    def test_help_changes_nothing(self):
        self.first_run()
        self.run_it("--help")
        self.read_it(READERS[0], status=0)

    def test_a_network(self):
        network = "microblocks/networks/two_routers.toml"
        self.run_it("--rings", "all", "--frames", "--zstd", "--pcapng")
        self.run_it(system=network)
        self.assertEqual(sorted(os.listdir(self.out)), ["A", "B", "network.json", "run.json"])
        self.assertIn("network.json", os.listdir(self.out))
        chips = [name for name in os.listdir(self.out) if os.path.isdir(f"{self.out}/{name}")]
        self.assertGreater(len(chips), 1)
        self.run_it("--set", "chip.0.wrong=1", system=network, status=1)
        self.assertNotIn("network.json", os.listdir(self.out))
        for chip in chips:
            self.assertIn("failed or has not ended", self.call("ixplog", "delay", self.out / chip, status=1).stderr)
        self.run_it(system=network)
        for chip in chips:
            self.call("ixplog", "delay", self.out / chip)
        self.assertNotIn("network.json.earlier", os.listdir(self.out))

    def test_two_at_once(self):
        """A run waits with its files while another one writes its own into the folder."""
        self.out.mkdir()
        for words in (["ixpemu", "run", SYSTEM, "--until", "time_ms=0.01", "--quiet", "--out", self.out],
                      ["ixpemu", "run", "microblocks/networks/two_routers.toml", "--until", "time_ms=0.01", "--quiet", "--out", self.out],
                      ["ixpfabric", "fabric/examples/paper.toml", "--quiet", "--set", "slots=100", "--out", self.out],
                      ["ixpgen", FLOWS, "--packets", "1", "--quiet", "--out", self.out]):
            with self.subTest(words[:2]):
                for file in self.out.iterdir():
                    shutil.rmtree(file) if file.is_dir() else file.unlink()
                folder = os.open(self.out, os.O_RDONLY)
                fcntl.flock(folder, fcntl.LOCK_EX)
                for number, status in (signal.SIGTERM, 143), (signal.SIGINT, 130), (None, 0):
                    running = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
                    self.addCleanup(running.kill)
                    self.assertEqual(running.stderr.readline(), f"waiting: another program writes its files into {self.out}\n")
                    with self.assertRaises(subprocess.TimeoutExpired):
                        running.wait(0.2)
                    self.assertFalse([name for name in os.listdir(self.out) if name.endswith((".json", "tx.log", ".csv", ".pcap"))])
                    if number:
                        running.send_signal(number)
                    else:
                        os.close(folder)
                    self.assertEqual((running.communicate(timeout=LIMIT_S)[1], running.returncode), ("", status))
                    if number:
                        self.assertFalse([name for name in os.listdir(self.out) if name.endswith(".tmp")])

    def test_a_fabric(self):
        words = ["fabric/examples/paper.toml", "--quiet", "--set", "slots=100", "--out", self.out]
        self.call("ixpfabric", *words)
        made = os.listdir(self.out)
        self.call("ixpfabric", *words, "--set", "wrong=1", status=1)
        self.assertNotIn("stats.json", os.listdir(self.out))
        self.call("ixpfabric", *words)
        self.assertCountEqual(os.listdir(self.out), made)


class Missing(Runs):
    def test_a_missing_log_is_noticed(self):
        self.first_run()
        for log in "port0_tx.log", "port1_rx.log":
            os.remove(f"{self.out}/{log}")
            for words in READERS:
                if "{out}" in words:
                    with self.subTest(log, words=words):
                        self.assertIn(f"{self.out}/port0_tx.log: error: is missing", self.read_it(words, status=1))
        self.read_it(["to-pcapng", "{out}/port0_rx.log", "-o", "{work}/x"], status=0)  # one by one
        os.remove(f"{self.out}/stats.json")  # logs alone, as golden ones are
        self.read_it(["delay", "{out}"], status=0)

    def refuses(self, path, *words):
        """ixplog refuses a pipe and a folder in the place of a file of a run."""
        whole = path.read_bytes()
        path.unlink()
        for make, remove in (os.mkfifo, os.unlink), (os.mkdir, os.rmdir):
            make(path)
            with self.subTest(path.name, words=words):
                self.assertIn(f"{path}: error: is no file; expected the --out of an ixpemu run", self.call("ixplog", *words, status=1).stderr)
            remove(path)
        path.write_bytes(whole)

    def test_pipes_and_folders_in_a_run(self):
        self.run_it("--rings", "all", "--ring-frames", "--frames")
        for name in "port0_tx.log", "stats.json":
            self.refuses(self.out / name, "delay", self.out)
        self.refuses(self.out / "frames.csv", "flows", self.out)
        self.refuses(self.out / "rings.log", "journey", self.out)
        self.refuses(self.out / "rings.log", "diff", self.out, self.out)
        network = self.work / "network"
        self.call("ixpemu", "run", "microblocks/networks/two_routers.toml", "--until", "time_ms=0.2", "--quiet", "--out", network)
        for name in "network.json", "A/frames.log":
            self.refuses(network / name, "delay", network)

    def test_a_large_account(self):
        """Its keys are read in linear time; quadratic time exceeds the limit of a call."""
        self.run_it()
        stats = json.loads((self.out / "stats.json").read_text())
        stats["frames"]["dropped_by_microcode"] |= {f"reason{n:06}": 0 for n in range(400_000)}
        (self.out / "stats.json").write_text(json.dumps(stats))
        self.call("ixplog", "flows", self.out / "port0_rx.log", self.out / "port0_tx.log")

    def test_a_source_that_a_profile_lacks(self):
        source = self.write("a.uc", "alu[a0, a0, +, 1]\nctx_arb[kill]\n")
        system = self.write("a.toml", "[[microengine]]\nat = '0:0'\nimage = 'a.uof'\n")
        self.call("mecc", source, "-o", self.work / "a.uof", "-g")
        profile = ["--profile", f"{self.work}/profile"]
        self.assertEqual(self.run_it(*profile, system=system), "")
        source.unlink()
        self.assertIn(f"{source}: warning: does not exist, so lines.txt", self.run_it(*profile, system=system))
        source.mkdir()
        self.assertIn(f"{source}: error: cannot read: Is a directory", self.run_it(*profile, system=system, status=1))


unittest.main()
