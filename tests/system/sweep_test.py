#!/usr/bin/env python3
"""tools/experiments sweep over the block of docs/tutorial.md: the same bytes from one process, two and MPI;
a killed sweep resumes; flows with seeds; invalid sweeps get a clear error.

  sweep_test.py BIN_DIR
"""
import csv
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = sys.argv.pop(1)
sys.path.insert(0, ROOT)
from experiments import intervals, workers  # noqa: E402

LIMIT_S = 300  # only a hang reaches it
THREE_LINES = """system = "limit.toml"
seeds = 2
vary.stop.packets_rx = [200, 300, 400]
"""


def read(path):
    with open(path) as f:
        return f.read()


def table(path):
    with open(path, newline="") as f:
        return list(csv.DictReader(f))


class Sweeps(unittest.TestCase):
    def setUp(self):
        os.makedirs(f"{ROOT}/out", exist_ok=True)
        self.work = tempfile.mkdtemp(dir=f"{ROOT}/out", prefix="sweep-")  # the block includes ../../../microblocks
        self.addCleanup(shutil.rmtree, self.work)
        for path, content in re.findall(r"^```(?:c|toml) out/tutorial/(limit\.\w+)\n(.*?)^```", read(f"{ROOT}/docs/tutorial.md"),
                                        re.M | re.S):
            self.write(path, content)

    def write(self, name, text):
        with open(os.path.join(self.work, name), "w") as f:
            f.write(text)

    def command(self, *options, out="out"):
        return [f"{ROOT}/tools/experiments", "sweep", f"{self.work}/sweep.toml", "--bin", BIN, "--out", f"{self.work}/{out}",
                *options]

    def sweep(self, text, *options, status=0, out="out"):
        self.write("sweep.toml", text)
        done = subprocess.run(self.command(*options, out=out), capture_output=True, text=True, timeout=LIMIT_S)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout if status == 0 else done.stderr

    def results(self, out="out"):
        return {name: read(f"{self.work}/{out}/{name}") for name in ("results.csv", "summary.csv")}

    def kept(self):
        """{run: when it was made}"""
        return {path: os.stat(path).st_mtime_ns for path in glob.glob(f"{self.work}/out/runs/*.json")}

    def test_one_process_or_two_give_the_same_bytes(self):
        said = self.sweep(THREE_LINES, "--jobs", "1")
        rows = table(f"{self.work}/out/results.csv")
        self.assertEqual([(r["stop.packets_rx"], r["seed"], r["received"]) for r in rows],
                         [(n, seed, n) for n in ("200", "300", "400") for seed in ("1", "2")])
        self.assertTrue(all(float(r["delay.all.mean"]) > 1 for r in rows))
        self.assertIn("300 ± 0", said)
        self.sweep(THREE_LINES, "--jobs", "1", "--seeds", "1", out="one")
        self.assertEqual({row["received ±"] for row in table(f"{self.work}/one/summary.csv")}, {""})
        self.sweep(THREE_LINES, "--jobs", "2", out="two")
        self.assertEqual(self.results(), self.results("two"))
        self.assertEqual(os.listdir(f"{self.work}/out/runs"), [os.path.basename(p) for p in glob.glob(f"{self.work}/out/runs/*.json")])

    def test_mpi_gives_the_same_bytes(self):
        if not workers.python_with_mpi() or not shutil.which("mpirun"):
            self.skipTest("mpi4py or mpirun is missing (tools/setup --all)")
        self.sweep(THREE_LINES, "--jobs", "1")
        self.sweep(THREE_LINES, "--mpi", "3", out="mpi")
        self.assertEqual(self.results(), self.results("mpi"))
        # mpirun called by hand, with a Python that may not be Debian's
        by_hand = subprocess.run(["mpirun", "-n", "3", "--oversubscribe", *["--allow-run-as-root"] * (os.geteuid() == 0),
                                  *self.command(out="hand")], capture_output=True, text=True, timeout=LIMIT_S)
        self.assertEqual(by_hand.returncode, 0, by_hand.stderr)
        self.assertEqual(self.results(), self.results("hand"))
        wrong = self.sweep(THREE_LINES + "set.chip.sram.reed = 1\n", "--mpi", "2", out="mpi", status=1)
        self.assertIn("unknown parameter", wrong)

    def test_killed_it_goes_on(self):
        long_one = 'system = "limit.toml"\nvary.stop.packets_rx = [200, 300, 3000000]\n'
        short = long_one.replace("3000000", "400")
        self.write("sweep.toml", long_one)
        for how, status in (signal.SIGKILL, -signal.SIGKILL), (signal.SIGHUP, 130), (signal.SIGINT, 130):
            running = subprocess.Popen(self.command("--jobs", "1"), stderr=subprocess.DEVNULL, start_new_session=True)
            self.addCleanup(self.end_group, running.pid)
            self.wait_for(running, lambda: len(self.kept()) == 2 and glob.glob(f"{self.work}/out/runs/*/out"))
            running.send_signal(how)
            self.assertEqual(running.wait(LIMIT_S), status)
            self.end_group(running.pid)
            before = self.kept()
            self.assertEqual(len(before), 2)
            half_made = glob.glob(f"{self.work}/out/runs/*/")
            self.assertEqual(len(half_made), how == signal.SIGKILL)
            for folder in half_made:
                shutil.rmtree(folder)  # so that the next one's is seen to begin
        self.sweep(short)
        self.assertEqual(len(self.kept()), 3)
        self.assertEqual(before, {path: when for path, when in self.kept().items() if path in before})
        self.assertEqual(len(table(f"{self.work}/out/results.csv")), 3)

    def test_a_failed_sweep_leaves_no_results(self):
        """Earlier ones are set aside until both files of the present sweep are written."""
        self.sweep(THREE_LINES)
        first = self.results()
        tables = ["results.csv", "summary.csv"]
        aside = {f"{name}.earlier": text for name, text in first.items()}
        for wrong in "set.chip.sram.reed = 1\n", "sede = 3\n", "= =\n":
            with self.subTest(wrong):
                self.sweep(THREE_LINES + wrong, status=1)
                self.assertEqual({path: read(f"{self.work}/out/{path}") for path in os.listdir(f"{self.work}/out") if path != "runs"}, aside)
        os.mkdir(f"{self.work}/out/summary.csv.part")  # the second file cannot be written
        self.sweep(THREE_LINES, status=1)
        self.assertCountEqual(os.listdir(f"{self.work}/out"), ["runs", "summary.csv.part", *aside])
        os.rmdir(f"{self.work}/out/summary.csv.part")
        self.sweep(THREE_LINES)
        self.assertCountEqual(os.listdir(f"{self.work}/out"), ["runs", *tables])
        self.assertEqual(self.results(), first)
        self.sweep("= =\n", status=1, out="none")
        self.assertFalse(os.path.exists(f"{self.work}/none"))

    def wait_for(self, running, condition):
        until = time.monotonic() + LIMIT_S
        while running.poll() is None and not condition() and time.monotonic() < until:
            time.sleep(0.05)

    def test_two_at_once(self):
        """The second refuses the folder of the first, which then ends as if alone."""
        text = 'system = "limit.toml"\nvary.stop.packets_rx = [200, 3000000]\n'
        self.write("sweep.toml", text)
        running = subprocess.Popen(self.command("--jobs", "1"), stderr=subprocess.PIPE, text=True, start_new_session=True)
        self.addCleanup(self.end_group, running.pid)
        self.wait_for(running, lambda: glob.glob(f"{self.work}/out/runs/*/out/port0_rx.log"))
        self.assertIn("out/runs: another process makes runs in this folder; wait for its end, or choose another --out",
                      self.sweep(text, status=1))
        self.assertIsNone(running.poll())
        running.send_signal(signal.SIGINT)
        self.assertIn("the same command goes on", running.communicate(timeout=LIMIT_S)[1])
        running.stderr.close()

    def network(self, name):
        """A copy of two_routers.toml with paths from the folder of the test."""
        text = read(f"{ROOT}/microblocks/networks/two_routers.toml").replace("../systems", f"{ROOT}/microblocks/systems")
        self.write(name, text)

    def test_a_network(self):
        self.network("net.toml")
        text = ('network = "net.toml"\nmeasure = ["entered", "left", "lost", "network.links.A.1.lost", "network.links.B.0.lost", "chip.B.frames.received", '
                '"delay.path.B>A.mean"]\nseeds = 2\nvary.link.0.loss = [0, 0.2]\n')
        self.sweep(text)
        rows = table(f"{self.work}/out/results.csv")
        self.assertEqual([(r["link.0.loss"], r["seed"]) for r in rows], [(loss, seed) for loss in ("0", "0.2") for seed in "12"])
        for row in rows:
            self.assertEqual(int(row["entered"]), 475)
            there, back = (int(row[f"network.links.{end}.lost"]) for end in ("A.1", "B.0"))
            self.assertEqual(int(row["lost"]), there + back)
            self.assertEqual(int(row["chip.B.frames.received"]), 158 + 157 - there)
        self.assertEqual([int(r["lost"]) for r in rows[:2]], [0, 0])
        self.assertTrue(10 < int(rows[2]["lost"]) != int(rows[3]["lost"]) > 10)
        before = self.kept()
        self.sweep(text)
        self.assertEqual(self.kept(), before)
        self.sweep('network = "net.toml"\nvary.stop.time_ms = [0.5]\n', out="usual")
        self.assertEqual(list(table(f"{self.work}/usual/results.csv")[0])[2:6], ["entered", "left", "dropped", "lost"])
        for wrong, says in (('network = "net.toml"\nsystem = "limit.toml"\n', "'network' stands alone"),
                            ('network = "net.toml"\nmeasure = ["received"]\n', "this run has entered, left, dropped, lost"),
                            ('system = "limit.toml"\nmeasure = ["chip.A.frames.received"]\n', "this run has received, transmitted"),
                            ('network = "net.toml"\nmeasure = ["chip.C.frames.received"]\n', "no 'C.frames.received' in chip; there are A, B")):
            self.assertIn(says, self.sweep(wrong + "vary.stop.time_ms = [0.1]\n", out="wrong", status=1))

    def test_a_changed_file_of_a_chip_is_run_again(self):
        """Named in 'set' of a chip, or by a system that the sweep names."""
        self.network("net.toml")
        capture, system = f"{ROOT}/traces/real/port0_in.pcap", f"{ROOT}/microblocks/systems/forward.toml"
        shutil.copy(capture, f"{self.work}/in.pcap")
        self.write("net.toml", read(f"{self.work}/net.toml").replace("../../traces/real/port0_in.pcap", f"{self.work}/in.pcap"))
        self.write("other.toml", f'base = "{system}"\n[set]\n"boot.load.0.file" = "other.fib"\n')
        shutil.copy(f"{ROOT}/microblocks/systems/forward.fib", f"{self.work}/other.fib")
        text = (f'network = "net.toml"\nmeasure = ["entered"]\nset.stop.time_ms = 0.01\n[vary]\nchip.B.system = ["{system}", "{self.work}/other.toml"]\n')
        self.sweep(text)
        self.assertEqual(len(self.kept()), 2)
        with open(f"{self.work}/other.fib", "ab") as f:
            f.write(bytes(4))
        self.sweep(text)
        self.assertEqual(len(self.kept()), 3)
        shutil.copy(f"{ROOT}/traces/real/port1_in.pcap", f"{self.work}/in.pcap")
        self.sweep(text)
        self.assertEqual(len(self.kept()), 5)

    def test_a_flow_without_frames_is_empty(self):
        flow = "[[flow]]\nname = '{}'\nbytes = 100\npackets_per_s = 100000\npackets = 200\nstart_ns = {}\n"
        self.write("flows.toml", flow.format("a", 0) + flow.format("late", 90_000_000))
        text = ('system = "limit.toml"\nflows = "flows.toml"\nset.port.0.rx.repeat = false\nvary.stop.packets_rx = [100, 300]\n'
                'measure = ["delay.flow.late.mean", "jitter.flow.late.change_ns", "delay.all.mean"]\n')
        self.sweep(text)
        first, second = ([bool(v) for v in list(row.values())[2:]] for row in table(f"{self.work}/out/results.csv"))
        self.assertEqual((first, second), ([False, False, True], [True, True, True]))
        self.assertIn("no 'none.mean' in delay.flow; there are a, late", self.sweep(text.replace("delay.flow.late", "delay.flow.none"), status=1))

    def test_a_jitter_of_one_frame_is_empty(self):
        self.sweep('system = "limit.toml"\nvary.stop.packets_tx = [1, 2]\nmeasure = ["stats.ports.0.tx.delay.jitter_mean_ns"]\n')
        rows = [list(row.values())[-1] for row in table(f"{self.work}/out/results.csv")]
        self.assertEqual(rows[0], "")
        self.assertGreaterEqual(int(rows[1]), 0)

    def test_kept_runs_are_checked(self):
        """A file in runs/ is used only for its own run, and only if unchanged."""
        text = 'system = "limit.toml"\nseeds = 2\nmeasure = ["received"]\nvary.stop.packets_rx = [200]\n'
        self.sweep(text)
        a, b = sorted(self.kept())
        whole, of_a = read(b), read(a)
        kept = json.loads(whole)
        changed = json.loads(whole)
        changed["result"]["values"]["received"] += 1
        for content, why in ((of_a, "'run' is"), (json.dumps(changed), "'result' was changed"), ("null", "there is no 'run'"),
                             (json.dumps(kept | {"result": None}), "'result' was changed"), (json.dumps(kept["result"]), "there is no 'run'"),
                             ('{"run": "x", "digest": "y"}', "there is no 'result'"), (whole[:-9], "no JSON"), ("", "no JSON"),
                             ("[" * 100_000, "no JSON")):
            with self.subTest(why):
                self.write(b, content)
                error = self.sweep(text, status=1)
                self.assertIn(f"{b}: {why}", error)
                self.assertIn("remove the file, and the run is made again", error)
                self.assertNotIn("Traceback", error)
        os.remove(b)
        os.mkfifo(b)
        # The error comes before other runs are made
        self.assertIn(f"{b}: is no file", self.sweep(text.replace("[200]", "[200, 300]"), status=1))
        self.assertEqual(len(self.kept()), 2)
        os.remove(b)
        self.sweep(text)
        self.assertEqual(read(b), whole)

    def end_group(self, leader):
        """Ends the remaining processes of a killed sweep."""
        try:
            os.killpg(leader, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def test_a_fabric_is_swept_like_a_system(self):
        text = f"""fabric = "{ROOT}/fabric/examples/paper.toml"
            seeds = 2
            set.slots = 500
            vary.traffic.load = [0.5, 0.8]
            vary.scheduler.name = ["p-spf", "msm"]
            """
        self.sweep(text)
        rows = table(f"{self.work}/out/results.csv")
        self.assertEqual([(r["traffic.load"], r["scheduler.name"], r["seed"]) for r in rows],
                         [(load, name, seed) for load in ("0.5", "0.8") for name in ("p-spf", "msm") for seed in "12"])
        for row in rows:
            said = json.loads(subprocess.run(
                [f"{BIN}/ixpfabric", f"{ROOT}/fabric/examples/paper.toml", "--json", "--seed", row["seed"], "--set", "slots=500",
                 "--set", f"traffic.load={row['traffic.load']}", "--set", f"scheduler.name={row['scheduler.name']}"],
                capture_output=True, text=True, check=True, timeout=LIMIT_S).stdout)
            self.assertEqual(float(row["stats.throughput.mean"]), said["throughput"]["mean"])
            self.assertEqual(float(row["stats.packets.long.waiting.mean"]), said["packets"]["long"]["waiting"]["mean"])
        first = self.kept()
        self.sweep(text)
        self.assertEqual(first, self.kept())
        self.sweep(text + 'measure = ["stats.packets.long.waiting.mean"]\nset.input_cells = 1\n', out="none")
        self.assertEqual({row["stats.packets.long.waiting.mean"] for row in table(f"{self.work}/none/results.csv")}, {""})
        self.assertIn("'fabric' stands alone", self.sweep(text + 'system = "limit.toml"\n', status=1))
        self.assertIn("paths that begin with stats.", self.sweep(text + 'measure = ["received"]\n', status=1))
        self.assertIn("no 'slots' in stats", self.sweep(text + 'measure = ["stats.slots"]\n', status=1))

    def test_another_program_is_run_anew(self):
        text = 'system = "limit.toml"\nvary.stop.packets_rx = [200]\n'
        self.sweep(text)
        first = self.kept()
        self.sweep(text)
        self.assertEqual(first, self.kept())
        self.write("limit.c", read(f"{self.work}/limit.c") + "/* another */\n")
        self.sweep(text)
        self.assertEqual(len(self.kept()), 2)
        self.sweep(text.replace("[200]", "[200, 201]"))
        self.assertEqual(len(self.kept()), 3)
        os.mkdir(f"{self.work}/bin")
        for program in ("ixpemu", "ixpgen", "ixplog", "mecc"):
            os.symlink(os.path.abspath(f"{BIN}/{program}"), f"{self.work}/bin/{program}")
        for runs, compiler in (4, "one"), (5, "another"):  # programs use the one beside themselves
            self.write("bin/mecc-c", compiler)
            os.chmod(f"{self.work}/bin/mecc-c", 0o755)
            self.sweep(text, "--bin", f"{self.work}/bin")
            self.assertEqual(len(self.kept()), runs)

    def test_a_changed_include_is_run_again(self):
        """Found in a folder of 'include', in angle brackets, or through another."""
        text = 'system = "limit.toml"\n[set]\nmicroengine."0:1".include = "more"\n[vary]\nstop.packets_rx = [200]\n'
        os.mkdir(f"{self.work}/more")
        self.write("more/first.h", '#include "second.h"\n')
        self.write("more/second.h", "#define SECOND 1\n")
        self.write("more/third.h", "#define THIRD 1\n")
        self.write("limit.c", '#include "first.h"\n#include <third.h>\n' + read(f"{self.work}/limit.c"))
        self.sweep(text)
        for runs, name in enumerate(("second", "third"), 2):
            self.write(f"more/{name}.h", f"#define {name.upper()} 2\n")
            self.sweep(text)
            self.assertEqual(len(self.kept()), runs, name)
        self.sweep(text)
        self.assertEqual(len(self.kept()), runs)

    def test_programs_are_compiled_once(self):
        folder, log = f"{self.work}/bin", f"{self.work}/compiled"
        os.makedirs(folder)
        for program in ("ixpemu", "ixpgen", "ixplog", "mecc-c"):
            shutil.copy(f"{BIN}/{program}", folder)  # ixpemu looks for mecc beside itself
        with open(f"{folder}/mecc", "w") as f:
            f.write(f'#!/bin/sh\necho "$@" >> {log}\nexec {os.path.abspath(BIN)}/mecc "$@"\n')
        os.chmod(f"{folder}/mecc", 0o755)
        text = ('system = "limit.toml"\nseeds = 2\n[vary]\nstop.packets_rx = [200, 300]\nchip.scratch.ring_get = [62, 200]\n'
                'microengine."0:1".define.SPARE = [1, 2]\n')
        self.sweep(text, "--bin", folder, "--jobs", "2")
        self.assertEqual(len(read(log).splitlines()), 2)  # one for each SPARE, of 16 runs
        # The keys of [chip] that mecc reads count
        self.sweep('system = "limit.toml"\nvary.chip.me.control_store = [4096, 2048]\n', "--bin", folder, out="stores")
        self.assertEqual(len(read(log).splitlines()), 4)
        # The same as when ixpemu compiles
        row = table(f"{self.work}/out/results.csv")[-1]
        settings = [f"--set={key}={row[key]}" for key in ("stop.packets_rx", "chip.scratch.ring_get",
                                                          "microengine.0:1.define.SPARE")]
        subprocess.run([f"{BIN}/ixpemu", "run", f"{self.work}/limit.toml", "--quiet", "--seed", row["seed"], "--out",
                        f"{self.work}/alone", *settings], check=True, timeout=LIMIT_S)
        with open(f"{self.work}/alone/stats.json") as f:
            frames = json.load(f)["frames"]
        self.assertEqual((row["received"], row["transmitted"]), (str(frames["received"]), str(frames["transmitted"])))
        delays = json.loads(subprocess.run([f"{BIN}/ixplog", "delay", f"{self.work}/alone", "--json"], check=True,
                                           capture_output=True, timeout=LIMIT_S).stdout)
        longest = max(d["max"] for d in delays["delay_cycles"] if d["frames"])
        self.assertAlmostEqual(float(row["delay.all.max"]), longest * 1e6 / delays["me_hz"])

    def test_flows_are_drawn_for_each_seed(self):
        self.write("flows.toml", "[resources]\ncpu_mhz = 600\nlink_mbps = 1000\n[[flow]]\nname = 'a'\nbytes = 100\n"
                                 "packets_per_s = 100000\npackets = 200\n")
        self.sweep('system = "limit.toml"\nflows = "flows.toml"\nseeds = [7, 8]\nset.stop.idle = true\nset.stop.packets_rx = 1000\n'
                   'set.port.0.rx.repeat = false\n'
                   'measure = ["transmitted", "delay.flow.a.max", "stats.ports.0.tx.frames", "fairness.flows.a.lag_ms"]\n'
                   '[vary]\nflows.flow.a.bytes = [100, [64, 1400]]\n'
                   '[cases.memory]\nfast = { "chip.scratch.ring_get" = 40 }\n[cases.memory.slow]\nchip.scratch.ring_get = 200\n')
        rows = table(f"{self.work}/out/results.csv")
        self.assertEqual([(r["flows.flow.a.bytes"], r["memory"], r["seed"]) for r in rows],
                         [(b, m, s) for b in ("100", "[64, 1400]") for m in ("fast", "slow") for s in ("7", "8")])
        self.assertTrue(all(r["transmitted"] == r["stats.ports.0.tx.frames"] for r in rows))
        self.assertEqual(len({r["delay.flow.a.max"] for r in rows}), 8)
        fast, slow = ([float(r["delay.flow.a.max"]) for r in rows if r["memory"] == m] for m in ("fast", "slow"))
        self.assertTrue(all(f < s for f, s in zip(fast, slow)))
        mean, half = intervals.mean_and_half_width(fast[:2])
        first = table(f"{self.work}/out/summary.csv")[0]
        self.assertEqual((first["delay.flow.a.max"], first["delay.flow.a.max ±"]), (repr(mean), repr(half)))
        self.assertEqual(first["runs"], "2")

    def test_wrong_sweeps(self):
        system = 'system = "limit.toml"\n'
        vary = "vary.stop.packets_rx = [200]\n"
        self.write("circle.toml", 'base = "circle.toml"\n')
        self.write("number.toml", "base = 3\n")
        self.write("chips.toml", "chip = 3\n[network]\n")
        self.write("flows.toml", "[resources]\ncpu_mhz = 600\nlink_mbps = 1000\n[[flow]]\nname = 'a'\nbytes = 100\npackets_per_s = 1000\npackets = 2\n")
        self.write("unfit.toml", 'base = "limit.toml"\n[set]\n"port.0.rx.streams.first" = 3\n')
        for text, said in (
                (system + vary + "sede = 3\n", "sweep.toml: unknown key 'sede'; expected system, network, fabric, flows,"),
                (system + vary + "seeds = 0\n", "'seeds' is how many"),
                (system + vary + "seeds = [3, 3]\n", "or a list of them, each once"),
                (system + "vary.a = [" + "1," * 1000 + "]\nvary.b = [" + "1," * 1001 + "]\n", "these are 1001000 runs"),
                (system, "nothing varies"),
                (system + "vary.stop.packets_rx = 200\n", "'vary.stop.packets_rx' is no list of values"),
                (system + "[cases]\na = 1\n", "'cases.a' is no table of cases"),
                (system + "[cases.a]\n", "'cases.a' is no table of cases"),
                (system + vary + "[cases.a.b]\nstop.packets_rx = 300\n", "'stop.packets_rx' is set by two of 'vary' and 'cases'"),
                (system + vary + 'measure = ["lost", "received", "lost"]\n', "'lost' is measured twice"),
                (system + "vary.seed = [1, 2]\n", "'seed' varies or is set; expected 'seeds'"),
                (system + "set.seed = 3\n" + vary, "'seed' varies or is set; expected 'seeds'"),
                (system + "[cases.seed.a]\nstop.packets_rx = 300\n", "'seed' varies or is set; expected 'seeds'"),
                ('network = "chips.toml"\nvary.network.seed = [1]\n', "'seed' varies or is set; expected 'seeds'"),
                (system + vary + "flows.x = 1\n", "'flows' is no text"),
                (system + vary + "[set]\nflows.default.bytes = 64\n", "'flows.default.bytes' is set, but there is no 'flows'"),
                ('system = "other.toml"\n' + vary, "other.toml, which is no file"),
                (vary, "there is no 'system'"),
                (system + "vary.chip.me.x = [inf]\n", "sweep.toml: 'vary.chip.me.x': inf is no value"),
                (system + vary + "set.chip.me.x = 1979-05-27\n", "sweep.toml: 'chip.me.x': datetime.date"),
                (system + vary + "set.chip.me.x = [nan]\n", "sweep.toml: 'chip.me.x': nan is no value"),
                ("system = = 1\n", "sweep.toml: Invalid value (at line 1, column 10)"),
                (system + vary + 'measure = ["speed"]\n', "'measure' has 'speed'; expected received,"),
                (system + vary + 'measure = ["stats.frames.sent"]\n', "no 'sent' in stats.frames; there are received,"),
                (system + vary + 'measure = ["fairness.flows"]\n', "needs 'flows'"),
                ('system = "circle.toml"\n' + vary, "circle.toml: there are more than 16 bases, one upon another"),
                ('system = "number.toml"\n' + vary, "'base' of "),
                ('network = "number.toml"\nset.chip = 3\n' + vary, "'base' of "),
                ('network = "chips.toml"\n' + vary, "chips.toml:1:8: error: [chip] is an integer, expected a table"),
                ('system = "unfit.toml"\nflows = "flows.toml"\n' + vary, "unfit.toml does not fit its base"),
                (system + "vary.port.0.rx.rtae = [1]\n", "--set port.0.rx.rtae=1: error: unknown key 'rtae'")):
            with self.subTest(text):
                error = self.sweep(text, status=1)
                self.assertIn(said, error)
                self.assertNotIn("Traceback", error)
        self.assertIn("required", self.end_of_usage())
        self.assertIn("unrecognized arguments: --report", self.end_of_usage("sweep.toml", "--report", "page.md"))
        # A run that fails says how it was run, and where its files are
        error = self.sweep(system + 'vary.microengine."0:1".image = ["nothing.c"]\n', status=1)
        self.assertIn("ixpemu run", error)
        self.assertIn("microengine.0:1.image=", error)
        folder = re.search(r"its files are in (\S+) on ", error).group(1)
        self.assertTrue(os.path.isdir(folder))
        error = self.sweep(system + vary + 'set.port.0.rx.streams = ["nothing.pcap"]\n', status=1)
        self.assertIn("ixpemu run", error)
        self.assertNotIn("--images", error)  # they are gone when someone repeats the command

    def end_of_usage(self, *words):
        done = subprocess.run([f"{ROOT}/tools/experiments", "sweep", *words], capture_output=True, text=True, timeout=LIMIT_S)
        self.assertEqual(done.returncode, 2)
        return done.stderr


if __name__ == "__main__":
    unittest.main(verbosity=2)
