#!/usr/bin/env python3
"""Networks of chips: the same files however chips are placed on threads and ranks; every frame's path; how runs end.

    placement.py BIN
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
from in_folder import MPI, SOURCE, InFolder  # noqa: E402

os.chdir(SOURCE)
TWO = "microblocks/networks/two_routers.toml"
SHORT = ["--until", "time_ms=0.5"]


def files(folder):
    return sorted(str(p.relative_to(folder)) for p in pathlib.Path(folder).rglob("*") if p.is_file())


def load(folder, name="network.json"):
    return json.loads(pathlib.Path(folder, name).read_text())


def lines(folder, name):
    return pathlib.Path(folder, name).read_text().splitlines()


def write_network(path, streams, links):
    """A network of forward.toml: `streams` has the captures of (chip, port), `links` pairs of (chip, port)."""
    chips = sorted({chip for end in links for chip, _ in end} | {chip for chip, _ in streams})
    text = "[network]\n"
    for chip in chips:
        ports = [f"port.{p}.rx={{ streams = {json.dumps(streams.get((chip, p), []))} }}" for p in range(3)]
        text += (f'[[chip]]\nname = "{chip}"\nsystem = "{SOURCE}/microblocks/systems/forward.toml"\n'
                 f"set = {json.dumps(ports)}\n")
    for (a, p), (b, q) in links:
        text += f'[[link]]\nfrom = "{a}.{p}"\nto = "{b}.{q}"\ndelay_ns = 2000\n'
    pathlib.Path(path).write_text(text + "[stop]\nidle = true\n")


CAPTURES = [f"{SOURCE}/traces/real/port{p}_in.pcap" for p in range(3)]


class Network(InFolder):
    def path(self, name):
        return str(self.work / name)

    def run_it(self, out, *more, network=TWO, **how):
        return self.emulate(network, out, *more, **how)

    def test_threads(self):
        self.run_it(self.path("1"), *SHORT)
        for threads in "2", "3":
            self.run_it(self.path(threads), "--threads", threads, *SHORT)
            self.same_files(self.path("1"), self.path(threads))

    def test_a_changed_file_is_a_difference(self):
        self.run_it(self.path("1"), *SHORT)
        shutil.copytree(self.path("1"), self.path("2"))
        self.same_files(self.path("1"), self.path("2"))
        log = pathlib.Path(self.path("2"), "B/port1_tx.log")
        content = bytearray(log.read_bytes())
        content[len(content) // 2] ^= 1
        log.write_bytes(content)
        self.assertRaises(AssertionError, self.same_files, self.path("1"), self.path("2"))
        log.unlink()
        self.assertRaises(AssertionError, self.same_files, self.path("1"), self.path("2"))

    @unittest.skipUnless(MPI, "needs MPI (tools/setup --all)")
    def test_ranks(self):
        self.run_it(self.path("1"), *SHORT)
        for ranks in 1, 2, 4:  # of four, two have nothing to do
            self.run_it(self.path(f"{ranks} ranks"), *SHORT, ranks=ranks)
            self.same_files(self.path("1"), self.path(f"{ranks} ranks"))

    def test_every_frame(self):
        self.run_it(self.path("all"))
        network = load(self.path("all"))
        self.assertEqual(network["end"], "idle")
        self.assertEqual(sum(c["entered"] for c in network["chips"].values()), 475)
        left = [line.split() for chip in "AB" for line in lines(self.path("all"), f"{chip}/frames.log")
                if not line.startswith("#")]
        self.assertEqual(len(left), 472)  # as the Linux router of this capture; the other three are ARP
        self.assertEqual(sum(c["left"] for c in network["chips"].values()), 472)
        paths = [line[5] for line in left]
        self.assertEqual(paths.count("A>B"), network["links"]["A.1"]["received"])
        self.assertEqual(paths.count("B>A"), network["links"]["B.0"]["received"])
        for left_ns, entered_ns, _, _, frame, path in left:
            self.assertEqual(frame[0], path[0])
            self.assertGreater(int(left_ns) - int(entered_ns), 500 * path.count(">"))
        self.assertEqual(len({frame for *_, frame, _ in left}), 472)

    def test_delays(self):
        """ixplog measures the delays in frames.log, and refuses a log that was cut."""
        self.run_it(self.path("d"))
        report = json.loads(self.call("ixplog", "delay", self.path("d"), "--json").stdout)
        self.assertEqual((report["received"], report["not_transmitted"], report["me_hz"]), (475, 3, 10**9))
        delays = {}
        for chip in "AB":
            for line in lines(self.path("d"), f"{chip}/frames.log")[2:]:
                left, entered, port, _, _, path = line.split()
                for group in f"{chip}.{port}", "all", path:
                    delays.setdefault(group, []).append(int(left) - int(entered))
        measured = {s["name"]: s for s in report["delay_cycles"]}
        self.assertEqual({name: (s["frames"], s["min"], s["max"]) for name, s in measured.items()},
                         {name: (len(d), min(d), max(d)) for name, d in delays.items()})
        late = json.loads(self.call("ixplog", "delay", self.path("d"), "--json", "--from-ms", "0.2").stdout)["delay_cycles"]
        self.assertLess(next(s["frames"] for s in late if s["name"] == "all"), measured["all"]["frames"])
        self.assertIn("is the output of a network; expected a chip's folder in it",
                      self.call("ixplog", "flows", self.path("d"), status=None).stderr)
        log = pathlib.Path(self.path("d"), "A/frames.log")
        whole = log.read_text()
        log.write_text(whole[:-1])
        self.assertIn("and a line end", self.call("ixplog", "delay", self.path("d"), status=None).stderr)
        log.write_text("".join(whole.splitlines(keepends=True)[:-1]))
        self.assertRegex(self.call("ixplog", "delay", self.path("d"), status=None).stderr,
                         r"A/frames\.log: error: has \d+ frames, but network\.json counts")

    def test_views_of_a_chip(self):
        """Views of one chip, and frames.csv of all chips; they change no other file."""
        self.run_it(self.path("plain"), *SHORT)
        views = ["--chip", "B", "--journey", "p1.0", "--timeline", self.path("t.json"), "--profile", self.path("profile")]
        seen = self.run_it(self.path("seen"), *SHORT, "--frames", *views)
        self.assertRegex(seen.stdout, r"p1\.0: dropped: not_ipv4, counted by ME 0:2")
        self.assertIn("ipv4_forward.uc", pathlib.Path(self.path("profile"), "lines.txt").read_text())
        events = load(self.path("t.json"), "")["traceEvents"]
        self.assertTrue(any(e.get("name") == "scratch[put]" for e in events), {e.get("name") for e in events})
        for chip in "AB":
            ends = [row.split(",")[2] for row in lines(self.path("seen"), f"{chip}/frames.csv")[1:]]
            self.assertEqual(ends.count("dropped by microcode"), load(self.path("seen"))["chips"][chip]["dropped"])
            os.remove(f"{self.path('seen')}/{chip}/frames.csv")
        self.same_files(self.path("plain"), self.path("seen"))
        if MPI:  # chip B is on the second rank
            self.assertEqual(self.run_it(self.path("ranks"), *SHORT, *views, ranks=2).stdout, seen.stdout)

    def balanced(self, streams, links):
        """Runs it; every frame that entered left, or microcode counted why not. Returns network.json."""
        write_network(self.path("n.toml"), streams, links)
        self.run_it(self.path("n"), network=self.path("n.toml"))
        network = load(self.path("n"))
        for chip, account in network["chips"].items():
            counted = load(self.path("n"), f"{chip}/stats.json")["frames"]["dropped_by_microcode"]
            self.assertEqual(account["dropped"], sum(counted.values()))
        self.assertEqual(network["end"], "idle")
        self.assertEqual(sum(c["entered"] for c in network["chips"].values()),
                         sum(c["left"] + c["dropped"] for c in network["chips"].values()))
        for link in network["links"].values():
            self.assertEqual(link["sent"], link["received"])
        return network

    def test_round_and_round(self):
        chips = [f"R{n:02}" for n in range(16)]
        links = [((a, 1), (b, 0)) for a, b in zip(chips, chips[1:] + chips[:1])]
        network = self.balanced({("R00", 2): [CAPTURES[0]]}, links)
        sent = [network["links"][f"{chip}.1"]["sent"] for chip in chips]
        self.assertGreater(min(sent), 100)  # round and round until their TTL is gone

    def test_losses(self):
        self.run_it(self.path("lossy"), "--set", "link.0.loss=0.3")
        network = load(self.path("lossy"))
        link = network["links"]["A.1"]
        self.assertGreater(link["lost"], 0)
        self.assertEqual(link["sent"], link["lost"] + link["received"])
        self.assertEqual(sum(c["left"] for c in network["chips"].values()),
                         472 - sum(x["lost"] for x in network["links"].values()))

    def test_drift(self):
        self.run_it(self.path("exact"), *SHORT)
        self.run_it(self.path("drifting"), "--set", "chip.B.ppm=50", *SHORT)
        cycles = [load(self.path(o), "B/stats.json")["end"]["cycle"] for o in ("exact", "drifting")]
        self.assertEqual(cycles, [300000, 300015])

    def await_folders(self, process, out, chips):
        """Returns when a run writes the files of these chips: all of its ranks have begun."""
        while not all(os.path.isdir(f"{self.path(out)}/{chip}") for chip in chips):
            self.assertIsNone(process.poll(), "ended before it began")
            time.sleep(0.1)

    @unittest.skipUnless(MPI, "needs MPI (tools/setup --all)")
    def test_failing_rank(self):
        r = self.run_it(self.path("x"), "--set", "chip.B.set=[\"chip.sram.read=0\"]", ranks=2, status=None)
        self.assertNotEqual(r.returncode, 0)
        self.assertIn("chip.sram.read=0", r.stderr)

    @unittest.skipUnless(MPI, "needs MPI (tools/setup --all)")
    def test_killed_rank(self):
        with subprocess.Popen(["tools/mpirun", "-n", "2", "ixpemu", "run", TWO, "--quiet", "--until", "time_ms=100000",
                               "--out", self.path("k")], stderr=subprocess.PIPE, text=True) as mpirun:
            self.await_folders(mpirun, "k", "AB")
            os.kill(children(mpirun.pid, "ixpemu-mpi")[-1], signal.SIGKILL)
            _, errors = mpirun.communicate(timeout=300)
            self.assertNotEqual(mpirun.returncode, 0)
            self.assertIn("signal 9", errors)

    def test_interrupt(self):
        command = ["ixpemu", "run", TWO, "--quiet", "--until", "time_ms=100000", "--out", self.path("i")]
        with subprocess.Popen(command) as p:
            self.await_folders(p, "i", "B")
            time.sleep(0.2)
            p.send_signal(signal.SIGINT)
            self.assertEqual(p.wait(300), 128 + signal.SIGINT)
        network = load(self.path("i"))
        self.assertEqual(network["end"], "interrupted")
        for chip in "AB":
            self.assertIn("# interrupted at cycle", lines(self.path("i"), f"{chip}/port1_tx.log")[-1])

    def test_files_of_all_chips_or_of_none(self):
        for ranks in (None, 2) if MPI else (None,):
            out = self.path(f"full {ranks}")
            self.run_it(out, *SHORT)
            before = {f: pathlib.Path(out, f).read_bytes() for f in files(out)}
            os.remove(out + "/B/frames.log")
            os.symlink("/dev/full", out + "/B/frames.log")
            r = self.run_it(out, "--until", "time_ms=0.4", ranks=ranks, status=1)
            self.assertIn("B/frames.log: error: cannot write: No space left on device", r.stderr)
            os.remove(out + "/B/frames.log")
            del before["B/frames.log"]
            after = {f: pathlib.Path(out, f).read_bytes() for f in files(out)
                     if not (ranks and "/.ixp2400-" in f)}  # not removed by MPI_Abort
            after = {f.removesuffix(".earlier"): content for f, content in after.items()}
            self.assertEqual(after.keys(), before.keys())
            self.assertTrue(after == before)

    def test_full_disk(self):
        os.mkdir(self.path("full"))
        os.symlink("/dev/full", self.path("full") + "/network.json")
        r = self.run_it(self.path("full"), *SHORT, status=1)
        self.assertIn("No space left on device", r.stderr)


def children(pid, name):
    """Processes below `pid` that run this program."""
    found = []
    for task in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (task / "stat").read_text().rsplit(")", 1)[1].split()
            if int(fields[1]) == pid and os.path.basename(os.readlink(task / "exe")) == name:
                found.append(int(task.name))
        except (OSError, IndexError):
            pass
    return found


if __name__ == "__main__":
    unittest.main()
