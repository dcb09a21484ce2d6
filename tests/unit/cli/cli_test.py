#!/usr/bin/env python3
"""ixpemu, ixpgen and ixplog as users run them: exit statuses, outputs, equal files of both engines.

    cli_test.py BIN_DIR SOURCE_DIR
"""
import filecmp
import functools
import gzip
import json
import math
import os
import pathlib
import re
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

BIN, SOURCE = sys.argv.pop(1), sys.argv.pop(1)
sys.path.append(os.path.join(SOURCE, "tests"))
import vega_lite  # noqa: E402

FORWARD = os.path.join(SOURCE, "microblocks/systems/forward.toml")
HELPS = [("ixpemu",), ("ixpgen",), ("ixplog",), ("ixptest",), ("ixpfabric",), ("mecc",),
         *(("ixpemu", c) for c in ("run", "rerun", "debug", "params", "check", "budget")),
         *(("ixplog", c) for c in ("diff", "delay", "flows", "check", "jitter", "fairness", "guarantee", "plot", "journey", "draw", "to-pcapng"))]


def run(*words, status=0, **more):
    done = subprocess.run([os.path.join(BIN, words[0]), *words[1:]], capture_output=True, text=True, timeout=100, **more)
    if done.returncode != status:
        raise AssertionError(f"{words} ended with {done.returncode}, expected {status}:\n{done.stderr}")
    return done


def read(path):
    with open(path) as f:
        return f.read()


def packet_times(pcapng):
    """(interface, nanoseconds) of each enhanced packet block."""
    at = 0
    while at < len(pcapng):
        kind, length = struct.unpack_from("<II", pcapng, at)
        if kind == 6:
            interface, high, low = struct.unpack_from("<III", pcapng, at + 8)
            yield interface, high << 32 | low
        at += length


class Commands(unittest.TestCase):
    def test_an_empty_name_of_a_file_is_an_error(self):
        """It comes from an unset variable of a shell; an omitted result would look like success."""
        for program in "mecc", "ixpemu", "ixplog", "ixpgen", "ixptest", "ixpfabric":
            for words in self.options(json.loads(run(program, "--describe-options").stdout)):
                with self.subTest(words):
                    self.assertIn(f" {words[-1]}: ", run(*words, "", status=2).stderr)
        self.assertIn("expected something", run("ixplog", "guarantee", "", status=2).stderr)

    def test_a_folder_is_not_standard_output(self):
        found = 0
        for program in "mecc", "ixpemu", "ixplog", "ixpgen", "ixptest", "ixpfabric":
            for words in self.options(json.loads(run(program, "--describe-options").stdout), ["DIR"]):
                with self.subTest(words):
                    self.assertIn(f" {words[-1]}: '-', expected a folder; ./- is", run(*words, "-", status=2).stderr)
                found += 1
        self.assertGreater(found, 5)

    def options(self, described, values=None):
        """Commands that end with an option whose value is missing; `values`: of these kinds."""
        for option in described["options"]:
            if option["value"] and option["names"][0].startswith("-") and (not values or option["value"] in values):
                yield [described["name"], option["names"][-1]]
        for command in described["commands"]:
            for words in self.options(command, values):
                yield [described["name"], *words]

    def draw(self, status=0, **changes):
        """The SVG of a figure, or the error. `changes`: members by path, __ between keys."""
        figure = {"title": "t", "width": 100, "height": 40,
                  "encoding": {"x": {"field": "x", "type": "quantitative", "title": None, "scale": {"domain": [0, 10]}},
                               "y": {"field": "y", "type": "nominal", "title": None, "scale": {"domain": ["a"]}},
                               "color": {"field": "x", "scale": {"type": "threshold", "domain": [5], "range": ["#111111", "#222222"]}}},
                  "layer": [{"mark": {"type": "circle", "size": 3}, "data": {"values": [{"x": 1, "y": "a"}]}}]}
        for path, value in changes.items():
            *parents, last = path.split("__")
            functools.reduce(lambda part, key: part[int(key) if key.isdigit() else key], parents, figure)[last] = value
        done = run("ixplog", "draw", "-", "-o", "-", status=status, input=json.dumps(figure))
        return done.stderr if status else done.stdout

    def test_hostile_figures(self):
        for domain in [1, 1], [1, math.nextafter(1, 2)], [0, 5e-324], [1e100, math.nextafter(1e100, 2e100)]:
            with self.subTest(domain):
                self.assertNotRegex(self.draw(encoding__x__scale__domain=domain), r"\b(nan|inf)\b")
        self.assertNotRegex(self.draw(layer__0__data__values=[{"x": 1e308, "y": "a"}], layer__0__mark__size=-1), r"\b(nan|inf)\b")
        self.assertIn("the domain [-1e+308,1e+308] exceeds 1e150", self.draw(1, encoding__x__scale__domain=[-1e308, 1e308]))
        self.assertIn("width is -5, expected 1 to 1e6 pixels", self.draw(1, width=-5))
        self.assertIn('no colour; expected e.g. "#0072b2"', self.draw(1, encoding__color__scale__range=['"><script>'] * 2))
        self.assertEqual(xml.etree.ElementTree.fromstring(self.draw(title="a\x01 <b>"))[0].text, "a? <b>")
        for text, line, says in (("", 1, "unexpected end of input"), ('{\n"a": x}', 2, "invalid literal")):
            self.assertRegex(run("ixplog", "draw", "-", "-o", "-", status=1, input=text).stderr,
                             rf"^-:{line}: error: is not JSON: {says}.*; expected the file as it was written\n$")
        deep = "[" * 200_000 + "]" * 200_000
        self.assertIn("has more than 100 nested lists and objects",
                      run("ixplog", "draw", "-", "-o", "-", status=1, input=f'{{"title": {deep}}}').stderr)

    def test_large_figures(self):
        """In quadratic time, this test exceeds the limit of a call."""
        names = [f"n{n}" for n in range(100_000)]
        self.draw(encoding__y__scale__domain=names, layer__0__data__values=[{"x": 1, "y": name} for name in names])
        self.draw(layer__0__data__values=[{"x": 1, "y": "a", **dict.fromkeys(names, 0)}])

    def test_help_and_version_go_to_standard_output(self):
        for tool in ("ixpemu", "ixplog", "ixpgen", "ixpfabric"):
            self.assertIn("Usage:", run(tool, "--help").stdout)
            self.assertIn(tool, run(tool, "--version").stdout)
            self.assertEqual(run(tool, status=2).stdout, "")
            self.assertNotEqual(run(tool, "--nonsense", status=2).stderr, "")
        self.assertEqual(run("ixpnew", "--version").stdout, run("ixpemu", "--version").stdout.replace("ixpemu", "ixpnew"))

    def test_help_fits_80_columns(self):
        for command in HELPS:
            text = run(*command, "--help").stdout
            self.assertIn("Usage:", text)
            self.assertEqual([line for line in text.splitlines() if len(line) > 80], [], command)
            self.assertNotIn("\n\n\n", text)

    def test_options_of_a_run_are_in_groups(self):
        text = run("ixpemu", "run", "--help").stdout
        self.assertEqual(re.findall(r"^(\w.*):$", text, re.M),
                         ["Positionals", "Options", "System", "Simulation", "Output", "Timeline, frames and profile"])

    def test_mecc_takes_the_standard_of_its_language(self):
        for standard in "gnu99", "c99":
            run("mecc", f"-std={standard}", "-fsyntax-only", os.path.join(SOURCE, "microblocks/tx/tx.c"))

    def test_misspelt_words_get_a_suggestion(self):
        for command, said in (("ixpemu runn", "'runn': unknown subcommand; did you mean run?"),
                              ("ixpemu runn x.toml --until idle", "did you mean run?"),
                              ("ixpemu entirely", "'entirely': unknown subcommand; --help describes all subcommands"),
                              ("ixpemu run x.toml --untl idle", "--untl: unknown option; did you mean --until?"),
                              ("ixpemu run --rigns=all", "--rigns=all: unknown option; did you mean --rings?"),
                              ("ixpemu run", "SYSTEM is required"),
                              ("ixpemu params sram", "'sram': unexpected argument; params takes options only"),
                              ("ixpemu run a.toml b.toml", "'b.toml': unexpected argument; run takes SYSTEM, and options"),
                              ("ixpemu run a.toml --until", "--until: expected SPEC: Stop condition"),
                              ("ixpgen a.toml --seed", "--seed: expected N: Seed of all flows"),
                              ("ixpgen a.toml --seed 1 --seed 2", "--seed: At Most 1 required but received 2"),
                              ("ixplog delay --by", "--by: unknown option; an option of journey; --help describes all options"),
                              ("ixplog dely x", "did you mean delay?"),
                              ("ixpgen --qiet x", "did you mean --quiet?"),
                              ("ixptest --junt=x y", "did you mean --junit?"),
                              ("ixpfabric --sead 1 x", "did you mean --seed?"),
                              ("mecc --contxts=4 x.c", "did you mean --contexts?"),
                              ("ixpemu run x.toml --check", "--check: unknown option; its name is now --uninitialised"),
                              ("ixpfabric --check x", "its name is now --audit"),
                              ("mecc --report x.c", "its name is now --costs"),
                              ("ixpemu run x.toml --timeline t.json --from 3", "its name is now --from-cycle"),
                              ("ixpemu run x.toml --timeline t.json --to=3", "its name is now --to-cycle"),
                              ("ixplog delay x --from 3", "did you mean --from-ms?"),
                              ("mecc -std=c11 x.c", "c11: Microengine C is C99 with GNU extensions; expected gnu99 or c99, or no -std")):
            self.assertIn(said, run(*command.split(), status=2).stderr)

    def test_short_options(self):
        with tempfile.TemporaryDirectory() as folder:
            done = run("ixpemu", "run", FORWARD, "-q", "-s", "stop.cycles=1000", "-o", folder)
            self.assertEqual(done.stdout, "")
            self.assertIn("stats.json", os.listdir(folder))

    def test_descriptions_have_what_help_shows(self):
        described = {words: json.loads(run(words[0], "--describe-options").stdout) for words in HELPS}
        for words, tree in described.items():
            for word in words[1:]:
                tree, = (c for c in tree["commands"] if c["name"] == word)
            text = run(*words, "--help").stdout
            shown = [name for names in re.findall(r"^  (-[^\s,]+(?:, --\S+)*)", text, re.M) for name in names.split(", ")]
            self.assertEqual(sorted(name for o in tree["options"] for name in o["names"]), sorted(shown))
        run_options = {o["names"][-1]: o for o in described["ixpemu", "run"]["commands"][0]["options"] if o["names"]}
        self.assertEqual(run_options["--engine"]["values"], ["threaded", "reference"])
        self.assertEqual((run_options["--threads"]["value"], run_options["--quiet"]["value"]), ("N", ""))

    def test_params_are_the_same_as_table_and_as_json(self):
        parameters = json.loads(run("ixpemu", "params", "--json").stdout)
        table = run("ixpemu", "params").stdout.splitlines()[1:]
        self.assertEqual([p["key"] for p in parameters], [line.split()[0] for line in table])
        for p in parameters:
            self.assertTrue(p["min"] <= p["value"] <= p["max"] and p["source"], p)

    def test_budget_of_three_gigabit_ports(self):
        budget = json.loads(run("ixpemu", "budget", FORWARD, "--json").stdout)
        self.assertAlmostEqual(budget["total"]["cycles_between_packets"], 134.4)
        self.assertAlmostEqual(budget["cycles_per_packet_all_microengines"], 1075.2)
        self.assertEqual([p["port"] for p in budget["ports"]], [0, 1, 2])
        self.assertTrue(all(i["instructions"] > 10 for i in budget["images"]))

    def test_set_changes_the_system_its_programs_and_flows(self):
        forward = json.loads(run("ixpemu", "budget", FORWARD, "--json", "--set", "port.0.rx.rate_mbps=500").stdout)
        self.assertEqual([p["rate_mbps"] for p in forward["ports"]], [500, 1000, 1000])
        wrong = run("ixpemu", "check", FORWARD, "--set", "microengine.0:1.define.PORT=nonsense", status=1)
        self.assertIn("nonsense", wrong.stderr)  # the program was compiled with it
        wrong = run("ixpemu", "check", FORWARD, "--set", "chip.sram.reed=1", status=1)
        self.assertIn("--set chip.sram.reed=1: error: unknown parameter", wrong.stderr)
        flows = os.path.join(SOURCE, "traces/flows/e2.toml")
        self.assertNotEqual(run("ixpgen", flows).stdout, run("ixpgen", flows, "--set", "flow.*.packets_per_s=99").stdout)

    def test_check_places_images(self):
        said = run("ixpemu", "check", FORWARD).stdout
        self.assertEqual(said.split()[:6], "ME image contexts instructions control store".split())
        self.assertIn("ipv4_forward.uc", said)
        self.assertIn("port 0: rx 1000 Mbit/s, 1 stream, 512 frames of 60 bytes; tx 1000 Mbit/s", said)
        self.assertIn("stop: packets_tx=100000", said)


class Runs(unittest.TestCase):
    def setUp(self):
        self.work = tempfile.TemporaryDirectory()
        self.addCleanup(self.work.cleanup)

    def folder(self, name):
        return os.path.join(self.work.name, name)

    def run_forward(self, name, *more):
        return run("ixpemu", "run", FORWARD, "--until", "packets_tx=60", "--out", self.folder(name), *more)

    def test_both_engines_write_the_same_files(self):
        said = self.run_forward("threaded", "--pcapng")
        self.run_forward("reference", "--pcapng", "--engine", "reference", "--quiet")
        names = sorted(os.listdir(self.folder("threaded")))
        self.assertEqual(names, sorted(["contexts.txt", "hazards.txt", "ports.pcapng", "run.json", "stats.json"] +
                                       [f"port{n}_{d}.log" for n in range(3) for d in ("rx", "tx")]))
        names.remove("run.json")  # has the engine
        same, different, odd = filecmp.cmpfiles(self.folder("threaded"), self.folder("reference"), names, shallow=False)
        self.assertEqual((same, different, odd), (names, [], []))
        self.assertIn("60 transmitted", said.stdout)

    def test_statistics_tell_the_truth_about_the_logs(self):
        self.run_forward("run", "--quiet")
        stats = json.loads(read(os.path.join(self.folder("run"), "stats.json")))
        for port in stats["ports"]:
            log = read(os.path.join(self.folder("run"), f"port{port['port']}_{port['direction']}.log"))
            frames = [line for line in log.splitlines() if not line.startswith("#")]
            self.assertEqual(port["frames"], len(frames))
            self.assertEqual(port["bytes"], sum(int(line.split()[3]) for line in frames))
        self.assertTrue(stats["frames"]["balanced"])
        for me in stats["microengines"]:
            self.assertEqual(me["executing"] + me["aborted"] + me["stalled"] + me["idle"], me["cycles"])
        delay = json.loads(run("ixplog", "delay", "--json", self.folder("run")).stdout)
        by_port = {d["name"]: d for d in delay["delay_cycles"]}
        for port in stats["ports"]:
            if port["direction"] == "tx":
                measured = by_port[f"port {port['port']}"]
                self.assertEqual(measured["frames"], port["delay"]["frames"])
                self.assertEqual(round(measured["max"] * 1e9 / stats["me_hz"]), port["delay"]["max_ns"])

    def test_units_are_counted_in_their_own_work(self):
        said = self.run_forward("run").stdout
        with open(os.path.join(self.folder("run"), "stats.json")) as f:
            units = {u.pop("name"): u for u in json.load(f)["units"]}
        table = {line[:16].strip(): line[16:].split() for line in said.split("\n\n")[2].splitlines()[1:]}
        self.assertEqual(list(units["sram0"]), ["commands", "waiting_mean", "waiting_max"])
        self.assertEqual(list(units["s push bus 0"]), ["utilisation", "longwords"])
        self.assertEqual(list(units["msf transmit"]), ["utilisation", "elements"])
        for name, (work, what, busy, *waiting) in table.items():
            self.assertGreater(int(work), 0)
            self.assertEqual(units[name][what], int(work))
            share = units[name].get("utilisation")
            self.assertEqual(busy, "-" if share is None else f"{share * 100:.1f}")
            self.assertEqual(waiting[0] == "-", "waiting_mean" not in units[name])
        self.assertEqual({name for name, u in units.items() if not any(u.values())}, set(units) - set(table))

    def test_diff_of_two_runs(self):
        self.run_forward("a", "--quiet")
        self.run_forward("b", "--quiet")
        self.run_forward("c", "--quiet", "--log-data", "none")
        junit = self.folder("junit.xml")
        self.assertEqual(run("ixplog", "diff", self.folder("a"), self.folder("b"), "--junit", junit).stdout, "")
        self.assertIn('failures="0"', read(junit))
        self.assertIn("differs from", run("ixplog", "diff", self.folder("a"), self.folder("c"), status=1).stdout)

    def test_ring_history_without_polls(self):
        self.run_forward("all", "--quiet", "--rings", "all")
        self.run_forward("some", "--quiet", "--rings", "all", "--no-polls")
        rings = read(self.folder("all/rings.log"))
        self.assertIn(" empty\n", rings)
        self.assertEqual("".join(line for line in rings.splitlines(True) if " empty" not in line),
                         read(self.folder("some/rings.log")))

    def test_flows_end_with_the_last_frame(self):
        self.run_forward("out", "--quiet")
        ends = [int(line.split()[1]) for name in os.listdir(self.folder("out")) if name.startswith("port")
                for line in read(self.folder("out/" + name)).splitlines() if line[0] != "#"]
        self.assertEqual(json.loads(run("ixplog", "flows", "--json", self.folder("out")).stdout)["to_ms"], max(ends) * 1e3 / 600e6)

    def test_packed_logs_are_the_same_logs(self):
        out = self.folder("out")
        self.run_forward("plain", "--quiet", "--rings", "all", "--ring-lines")
        self.run_forward("out", "--quiet", "--rings", "all", "--ring-lines", "--zstd")
        self.assertEqual({n for n in os.listdir(out) if ".log" in n},
                         {n + ".zst" for n in os.listdir(self.folder("plain")) if n.endswith(".log")})
        self.assertEqual(run("ixplog", "diff", self.folder("plain"), out).stdout, "")
        self.assertRegex(read(self.folder("plain/rings.log")), r" put 0:0.0 2 .* @rx\.uc:\d+\n")
        for command in ("delay", "--csv"), ("flows", "--json"), ("jitter",):
            self.assertEqual(run("ixplog", *command, out).stdout, run("ixplog", *command, self.folder("plain")).stdout)
        self.run_forward("out", "--quiet")  # packed logs of an earlier run go
        self.assertEqual([n for n in os.listdir(out) if n.endswith(".zst")], [])
        shutil.copy(self.folder("plain/port0_rx.log"), self.folder("plain/port0_rx.log.zst"))
        self.assertIn("is of the same port as", run("ixplog", "diff", out, self.folder("plain"), status=1).stderr)
        run("ixpemu", "run", FORWARD, "--zstd", status=2)

    def test_a_packed_log_that_cannot_be_written_fails_the_run(self):
        out = self.folder("out")
        os.mkdir(out)
        os.symlink("/dev/full", os.path.join(out, "port1_tx.log.zst"))
        run_forward = ("ixpemu", "run", FORWARD, "--until", "time_ms=2", "--quiet", "--zstd", "--out", out)
        self.assertIn("port1_tx.log.zst: error: cannot write: No space left on device\n", run(*run_forward, status=1).stderr)
        self.assertEqual(os.listdir(out), ["port1_tx.log.zst"])
        os.remove(os.path.join(out, "port1_tx.log.zst"))
        os.mkfifo(os.path.join(out, "port1_tx.log.zst"))
        reader = subprocess.Popen(["head", "-c", "100", os.path.join(out, "port1_tx.log.zst")], stdout=subprocess.DEVNULL)
        words = [os.path.join(BIN, run_forward[0]), *run_forward[1:]]
        done = subprocess.run(words, capture_output=True, text=True, timeout=100, restore_signals=False)
        self.assertEqual(reader.wait(300), 0)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("port1_tx.log.zst: error: cannot write: Broken pipe\n", done.stderr)
        self.assertEqual(os.listdir(out), ["port1_tx.log.zst"])

    def test_flows_as_json_say_what_the_table_says(self):
        flows = os.path.join(SOURCE, "traces/flows/table1.toml")
        table = [line.split() for line in run("ixpgen", flows, "--packets", "20").stdout.splitlines()]
        out = json.loads(run("ixpgen", flows, "--packets", "20", "--json").stdout)
        port, = out["ports"]
        self.assertEqual(port["packets"], 320)
        for key in "packets", "bytes", "cycles":
            self.assertEqual(sum(f[key] for f in port["flows"]), port[key])
        self.assertEqual([f["number"] for f in port["flows"]], list(range(1, 17)))
        for row, flow in zip(table[1:], port["flows"]):
            self.assertEqual(row, [flow["name"], flow["category"], str(flow["packets"]), f"{flow['packets_per_s']:.1f}",
                                   f"{flow['mbps']:.3f}", f"{flow['bytes'] / 20:.1f}", f"{flow['cycles'] / 20:.1f}",
                                   f"{flow['mcycles_per_s']:.2f}"])
        line = next(row for row in table if row[:2] == ["port", "0:"])
        self.assertEqual(line[2], f"{port['line_mbps']:.3f}")
        seconds = (port["last_ns"] - port["first_ns"]) / 1e9
        self.assertAlmostEqual(port["line_mbps"], (port["bytes"] + 24 * 320) * 8 / seconds / 1e6, 6)
        run("ixpgen", flows, "--json", "--quiet", status=2)

    def test_one_packet_has_no_rate(self):
        flows = self.write("flows.toml", "[[flow]]\nbytes = 64\npackets_per_s = 1\npackets = 1\n")
        said = run("ixpgen", flows).stdout
        self.assertRegex(said, r"flow01 +1 +- +- +64\.0 +0\.0 +-\n")
        self.assertIn("port 0: - Mbit/s on the line", said)
        port, = json.loads(run("ixpgen", flows, "--json").stdout)["ports"]
        for of, keys in (port, ["line_mbps"]), (port["flows"][0], ["packets_per_s", "mbps", "mcycles_per_s"]):
            self.assertEqual([of[key] for key in keys], [None] * len(keys))

    def test_names_of_runs_in_a_plot(self):
        self.run_forward("tx=60", "--quiet")
        folder, page = self.folder("tx=60"), self.folder("page.html")
        run("ixplog", "plot", folder, "-o", page)  # the folder's name has a '='
        run("ixplog", "plot", f"A={folder}", f"B={folder}", "-o", page)
        self.assertIn("two runs are named 'A'; expected a name for each, e.g. A=FOLDER B=FOLDER",
                      run("ixplog", "plot", f"A={folder}", f"A={folder}", "-o", page, status=1).stderr)
        self.assertIn("has no name before '='; expected NAME=FOLDER", run("ixplog", "plot", f"={folder}", "-o", page, status=1).stderr)
        self.assertRegex(run("ixplog", "plot", b"\xff=" + folder.encode(), "-o", page, status=1, errors="replace").stderr,
                         "^error: the run's name '.*' is not UTF-8; expected NAME=FOLDER\n$")

    def test_a_folder_holds_one_run(self):
        out = self.folder("out")
        self.run_forward("out", "--quiet", "--pcapng", "--rings", "all")
        self.write("out/notes.txt", "mine")
        self.write("out/port9_rx.log", "mine, too")
        os.mkfifo(out + "/port9_tx.log")
        os.symlink("port0_rx.log", out + "/port8_tx.log")
        self.write("out/port00_rx.log", read(os.path.join(out, "port0_rx.log")))
        system = self.write("one.toml", "[port.0]\nrx = {}\n[port.7]\ntx = {}\n[stop]\ncycles = 10\n")
        run("ixpemu", "run", system, "--quiet", "--out", out)
        self.assertEqual(sorted(os.listdir(out)), ["contexts.txt", "hazards.txt", "notes.txt", "port00_rx.log", "port0_rx.log",
                                                   "port7_tx.log", "port8_tx.log", "port9_rx.log", "port9_tx.log", "run.json",
                                                   "stats.json"])
        run("ixplog", "to-pcapng", os.path.join(out, "port0_rx.log"), "-o", os.path.join(out, "ports.pcapng"))
        run("ixpemu", "run", system, "--quiet", "--out", out)
        self.assertIn("ports.pcapng", os.listdir(out))  # no output of the run

    def identity(self, name, *words, system=FORWARD):
        run("ixpemu", "run", system, "--quiet", "--out", self.folder(name), *words)
        stats = json.loads(read(self.folder(name + "/stats.json")))
        for file in os.listdir(self.folder(name)):
            if file != "ports.pcapng":
                self.assertIn(stats["run"], read(self.folder(f"{name}/{file}")).split("seed", 1)[0 if file == "stats.json" else 1])
        with open(self.folder(name + "/ports.pcapng"), "rb") as f:
            self.assertIn(b"run=" + stats["run"].encode(), f.read(100))
        self.assertRegex(stats["run"], "^[0-9a-f]{16}$")
        return stats["run"]

    def test_a_run_has_a_number_of_its_own(self):
        usual = ("--set", "stop={ packets_tx = 60 }", "--pcapng", "--rings", "all")
        first = self.identity("a", *usual)
        self.assertEqual(self.identity("b", *usual, "--engine", "reference", "--log-data", "none"), first)
        stream = self.write("stream.txt", "00" * 60 + "\n")
        others = [self.identity("c", *usual, *more) for more in (
            ("--seed", "2"), ("--uninitialised",), ("--until", "packets_tx=61"), ("--set", "seed=3"), ("--set", "chip.sram.read=95"),
            ("--set", "microengine.0:1.define.X=1"), ("--rx", "0=" + stream))]
        for frame in ("01" * 60, "00" * 60 + " !", "00" * 61):
            self.write("stream.txt", frame + "\n")
            others.append(self.identity("c", *usual, "--rx", "0=" + stream))
        self.assertEqual(len(set(others + [first])), len(others) + 1)

    def test_the_number_is_of_contents_not_of_places(self):
        system = ('# a remark\nmessages = "m.h"\n[[microengine]]\nat = "0:0"\nimage = "a.uc"\n'
                  '[boot]\nload = { region = "dram", address = 0, file = "data" }\n[stop]\ncycles = 1000\n')
        header = '#include "n.h"\n#define RING 1\n#define RING_HOLDS 128\n'
        program = (".reg count\n.init count 1\n.init_csr T_INDEX 16\n.alloc_mem table sram+0x1000 me 8 8\n.init table 5\n"
                   ".local_mem local 8\n.init local 3\nalu[count, count, +, 7]\nctx_arb[kill]\n")

        def number(folder, *options, **changed):
            files = {"s.toml": system, "m.h": header, "n.h": "", "a.uc": program, "data": "1234", **changed}
            for name, text in files.items():
                self.write(f"{folder}/{name}", text)
            return self.identity("out", "--pcapng", *options, system=self.folder(folder + "/s.toml"))

        first = number("here")
        self.assertEqual(number("deep/er"), first)
        self.assertEqual(number("here", **{"s.toml": system.replace("# a remark", "#\n\n")}), first)
        self.assertEqual(number("here", **{"a.uc": program.replace("7]", " 7] ; seven")}), first)
        others = [number("here", **{"a.uc": program.replace(*change)}) for change in (
            ("7]", "6]"), ("count 1", "count 2"), ("16", "20"), ("table 5", "table 6"), ("local 3", "local 4"),
            ("0x1000", "0x2000"), ("sram+", "dram+"), (".reg", ".num_contexts 4\n.reg"), (".init count", ".addr count a3\n.init count"))]
        others.append(number("here", "--until", "cycles=999"))
        others += [number("here", **changed) for changed in (
            {"data": "1235"}, {"m.h": header.replace("128", "256")}, {"n.h": "#define OTHER 1\n"},
            {"s.toml": system.replace("1000", "1001")}, {"s.toml": system.replace("0:0", "0:1")})]
        self.assertEqual(len(set(others + [first])), len(others) + 1)

    def test_logs_of_two_runs_are_not_measured_together(self):
        self.run_forward("a", "--quiet")
        self.run_forward("b", "--quiet", "--seed", "2")
        shutil.copy(self.folder("b/port1_tx.log"), self.folder("a"))
        for command in ("delay", "jitter"):
            said = run("ixplog", command, self.folder("a"), status=1).stderr
            self.assertRegex(said, "a/port1_tx.log: error: is of run [0-9a-f]{16}, but .*a/port0_rx.log is of run "
                                   "[0-9a-f]{16}; expected logs of one run, remove those of the other\n$")
        for words in (("diff", self.folder("b"), self.folder("a")), ("plot", self.folder("a"), "-o", self.folder("x")),
                      ("to-pcapng", self.folder("a"), "-o", self.folder("x"))):
            self.assertIn("expected logs of one run", run("ixplog", *words, status=1).stderr)
        run("ixplog", "plot", "x=" + self.folder("b"), "y=" + self.folder("b"), "-o", self.folder("x"))
        self.assertIn("is of run", run("ixplog", "delay", self.folder("b/port0_rx.log"), self.folder("a/port0_tx.log"),
                                       status=1).stderr)

    def long_run(self, name, frames, late=0):
        """Port logs of a run of `frames` frames."""
        for direction, cycle in (("rx", 0), ("tx", 1000 + late)):
            self.write(f"{name}/port0_{direction}.log", f"# ixp port log 1 port=0 dir={direction} me_hz=600000000\n" + "".join(
                f"{300 * i + cycle} {300 * i + cycle + 288} {i} 60 p0.{i} {i:0120x}\n" for i in range(frames)))
        return self.folder(name)

    def memory(self, *words, status=0):
        """Peak memory of ixplog in bytes."""
        with open(self.folder("said"), "w") as said:
            process = subprocess.Popen([os.path.join(BIN, "ixplog"), *words], stdout=said)
            _, ended, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(ended)
        self.assertEqual(process.returncode, status)
        return usage.ru_maxrss * 1024

    @unittest.skipIf(os.environ.get("IXP_NO_MEMORY_BOUND"), "sanitizers take more")
    def test_long_logs_take_little_memory(self):
        frames = 40000  # a log of 6 MB for each direction
        small, logs, late = self.long_run("small", 10), self.long_run("run", frames), self.long_run("late", frames, 6)
        packed = self.folder("packed")
        os.mkdir(packed)
        for name in os.listdir(logs):
            with open(os.path.join(logs, name), "rb") as plain, gzip.open(os.path.join(packed, name + ".gz"), "wb", 1) as out:
                out.write(plain.read())
        usual = self.memory("delay", small)
        for logs in (logs, packed):
            self.assertLess(self.memory("diff", logs, logs) - usual, 3e6)
            self.assertLess(self.memory("diff", logs, late, status=1) - usual, 3e6)
            self.assertLess(self.memory("diff", logs, late, "--tolerance", "6") - usual, 3e6)
            self.assertLess(self.memory("to-pcapng", logs, "-o", self.folder("x.pcapng")) - usual, 3e6)
            self.assertLess(self.memory("delay", logs) - usual, 3e6 + 150 * frames)
            self.assertLess(self.memory("flows", logs) - usual, 3e6 + 200 * frames)

    def test_logs_that_are_not_whole_are_refused(self):
        whole = self.long_run("whole", 3)
        log = read(os.path.join(whole, "port0_tx.log"))
        for cut in (1, 10, 121):  # its line end, in the data, in the tag
            self.write("whole/port0_tx.log", log[:-cut])
            for words in (("delay", whole), ("flows", whole), ("to-pcapng", whole, "-o", self.folder("x")),
                          ("diff", whole, whole, "--ignore-time")):
                self.assertRegex(run("ixplog", *words, status=1).stderr,
                                 r"port0_tx.log:4:\d+: error: the (file ends within this line, expected a line end; give the "
                                 r"whole log|data end within a byte)")
        self.write("whole/port0_tx.log", log.replace("p0.2", "p0."))
        self.assertIn('port0_tx.log:4:16: error: bad tag "p0.", expected one such as p0.17, or -',
                      run("ixplog", "delay", whole, status=1).stderr)
        first, *frames = log.splitlines(True)
        self.write("whole/port0_tx.log", first + "".join(reversed(frames)))
        self.assertIn("port0_tx.log:3: error: the frame ends at cycle 1588, one before it at cycle 1888; expected",
                      run("ixplog", "to-pcapng", whole, "-o", self.folder("x"), status=1).stderr)
        self.assertFalse(os.path.exists(self.folder("x")))

    def test_a_log_counts_once(self):
        run_of_ten = self.long_run("run", 10)
        sent = os.path.join(run_of_ten, "port0_tx.log")
        for words in (("delay",), ("flows",), ("jitter",), ("to-pcapng", "-o", self.folder("x"))):
            self.assertIn("port0_tx.log: error: is of port 0 tx, as " + sent + "; expected each log once",
                          run("ixplog", *words, run_of_ten, sent, status=1).stderr)

    def test_numbers_that_are_none_are_refused(self):
        folder = self.long_run("run", 10)
        for option in ("--tolerance", "--show"):
            for number in ("-1", "010", "1e3", "18446744073709551616"):
                self.assertIn(f"{option}: '{number}', expected a whole number",
                              run("ixplog", "diff", folder, folder, option, number, status=2).stderr)

    def test_a_log_does_not_speak_to_the_terminal(self):
        folder = self.long_run("run", 1)
        self.write("run/port0_tx.log", "# ixp port log 1 port=0 dir=tx me_hz=600000000\n1 \033[31m2\0 0 60 -\n")
        self.assertIn(r'"\x1b[31m2\x00"', run("ixplog", "delay", folder, status=1).stderr)

    def test_emulator_and_tools_round_alike(self):
        said = self.run_forward("run", "--pcapng").stdout
        delays = {line.split()[0]: line.split()[-1] for line in said.splitlines() if line[1:].startswith(" tx ")}
        rows = run("ixplog", "delay", self.folder("run")).stdout.splitlines()
        for row in rows[2:5]:
            _, port, _, least, mean, most, *_ = row.split()
            self.assertEqual(delays[port], f"{least}/{mean}/{most}")
        run("ixplog", "to-pcapng", self.folder("run"), "-o", self.folder("converted"))
        stamps = []
        for name in ("run/ports.pcapng", "converted"):
            with open(self.folder(name), "rb") as f:
                stamps.append(sorted(p for p in packet_times(f.read()) if p[0] < 6))  # 6: the chip
        self.assertEqual(*stamps)
        self.assertGreater(len(stamps[0]), 100)

    def test_a_junit_file_is_written_whatever_happens(self):
        self.run_forward("a", "--quiet")
        junit = self.folder("new/folder/junit.xml")
        tap = self.folder("new/tap")
        said = run("ixplog", "diff", self.folder("a"), self.folder("absent"), "--junit", junit, "--tap", tap, status=1).stderr
        self.assertIn("Bail out!", read(tap))
        self.assertIn("absent: error: does not exist", said)
        self.assertIn('errors="1"', read(junit))
        self.assertIn("absent: error: does not exist", read(junit))
        self.run_forward("b", "--quiet", "--set", "chip.sram.read=100")
        with open("/dev/full", "w") as full:
            subprocess.run([os.path.join(BIN, "ixplog"), "diff", self.folder("a"), self.folder("b"), "--junit", junit],
                           stdout=full, stderr=subprocess.DEVNULL, timeout=300)
        self.assertNotIn('failures="0"', read(junit))
        self.assertIn('errors="0"', read(junit))

    def test_checks_of_a_run(self):
        self.run_forward("a", "--quiet")
        junit, tap = self.folder("new/junit.xml"), self.folder("new/tap")
        files = ("--junit", junit, "--tap", tap)
        done = run("ixplog", "check", self.folder("a"), "loss() == 0", "max(delay) < 1ms", *files)
        self.assertRegex(done.stdout, r"^ok      loss\(\) == 0: 0\nok      max\(delay\) < 1ms: [\d.]+ us\n$")
        self.assertIn('failures="0"', read(junit))
        done = run("ixplog", "check", self.folder("a"), "loss() == 0", "max(delay) < 1ns", *files, status=1)
        self.assertRegex(done.stdout, r"FAILED  max\(delay\) < 1ns: it is [\d.]+ us\n$")
        self.assertIn('tests="2" failures="1"', read(junit))
        self.assertIn("not ok 2 - max(delay) < 1ns\n# it is", read(tap))
        for wrong in ("max(delay) < 1", ""):  # misuse; the files are written nevertheless
            os.remove(junit)
            done = run("ixplog", "check", self.folder("a"), wrong, *files, status=2)
            self.assertIn("\n  " + wrong + "\n", done.stderr)
            self.assertIn('errors="1"', read(junit))
        run("ixplog", "check", self.folder("a"), *files, status=2)
        os.remove(junit)
        run("ixplog", "check", self.folder("absent"), "loss() == 0", *files, status=1)
        self.assertIn("Bail out! ", read(tap))
        self.assertIn("does not exist", read(junit))

    def test_windows_end_after_they_begin(self):
        golden = os.path.join(SOURCE, "traces/golden/forward")
        for command in (("delay",), ("jitter",), ("fairness", "--flows", os.path.join(SOURCE, "traces/flows/table1.toml"))):
            said = run("ixplog", *command, golden, "--from-ms", "2", "--to-ms", "2", status=2).stderr
            self.assertIn("--to-ms: expected a time after --from-ms", said)

    def test_flows_without_weights_are_a_warning(self):
        flows = self.write("flows.toml", "[default]\nbytes = 60\nmbps = 10\npackets = 50\n[[flow]]\n[[flow]]\n")
        run("ixpgen", flows, "-o", self.folder("streams"), "--quiet")
        run("ixpemu", "run", FORWARD, "--rx", "0=" + self.folder("streams/port0.pcap"), "--until", "time_ms=5",
            "--out", self.folder("logs"), "--quiet")
        done = run("ixplog", "fairness", self.folder("logs/port0_rx.log"), self.folder("logs/port0_tx.log"),
                   "--flows", flows)
        self.assertIn("flows.toml: warning: flows have no weight_bandwidth; each flow's demand is assumed", done.stderr)
        self.assertIn("Weights of the link: as flows demand, none is given", done.stdout)
        self.write("flows.toml", "weights = 'equal'\n" + read(flows))
        done = run("ixplog", "fairness", self.folder("logs/port0_rx.log"), self.folder("logs/port0_tx.log"),
                   "--flows", flows, "--json")
        self.assertEqual((done.stderr, json.loads(done.stdout)["weights"]), ("", {"link": "equal"}))

    def test_flows_are_generated_forwarded_and_measured(self):
        flows = os.path.join(SOURCE, "traces/flows/table1.toml")
        said = run("ixpgen", flows, "-o", self.folder("streams"), "--packets", "20").stdout
        self.assertIn("streams = [\"port0.pcap\"]", said)
        self.assertEqual(len(os.listdir(self.folder("streams"))), 17)
        logs = self.folder("logs")
        run("ixpemu", "run", FORWARD, "--rx", "0=" + self.folder("streams/port0.pcap"), "--until", "time_ms=1",
            "--out", logs, "--log-data", "header:38", "--quiet")
        delay = json.loads(run("ixplog", "delay", logs, "--flows", flows, "--json").stdout)["delay_cycles"]
        by_kind = {kind: [d for d in delay if d["kind"] == kind] for kind in ("flow", "category")}
        self.assertEqual([d["name"] for d in by_kind["flow"]], [f"flow{n:02}" for n in range(1, 17)])
        self.assertEqual(sum(d["frames"] for d in by_kind["category"]), 320)
        self.assertEqual({d["name"]: d["frames"] for d in by_kind["category"]},
                         {"high/low": 80, "low/high": 80, "low/low": 60, "high/high": 60, "medium/medium": 40})
        self.assertIn("medium/medium", run("ixplog", "jitter", logs, "--flows", flows).stdout)
        fairness = json.loads(run("ixplog", "fairness", logs, "--flows", flows, "--interval-ms", "0.1", "--json").stdout)
        self.assertAlmostEqual(sum(f["phi_cpu"] for f in fairness["flows"]), 1)
        self.assertGreater(len(fairness["gini"]), 1)
        page = self.folder("page.html")
        figures = pathlib.Path(self.folder("figures"))
        run("ixplog", "plot", "one=" + logs, "two=" + logs, "--flows", flows, "-o", page, "--figures", str(figures))
        for specification in figures.glob("*.vl.json"):
            vega_lite.checked(specification)
            again = run("ixplog", "draw", str(specification), "-o", "-").stdout
            self.assertEqual(again, specification.with_name(specification.name.replace(".vl.json", ".svg")).read_text())
        # Over time, distributions, tails, histograms, throughput, fairness by both indices.
        self.assertEqual(read(page).count("<svg"), 5 + 2 + 2 + 5 + 2 + 2)
        self.assertEqual(len(list(figures.glob("*.vl.json"))), 5 + 2 + 2 + 5 + 2 + 2)
        (figures / "own.csv").write_text("x,y\n")  # files of the user stay
        refused = run("ixplog", "plot", "three=" + logs, "-o", page, "--figures", str(figures), status=1)
        self.assertIn(f"{figures}/ccdf-one.csv: error: is of another plot; remove its figures, or choose", refused.stderr)
        run("ixplog", "plot", "one=" + logs, "two=" + logs, "--flows", flows, "-o", page, "--figures", str(figures))

    def test_a_port_seed_is_in_its_log(self):
        system = self.folder("seed.toml")
        with open(system, "w") as f:
            f.write("seed = 5\n[port.0]\nrx = { seed = 9 }\ntx = {}\n[stop]\ncycles = 10\n")
        run("ixpemu", "run", system, "--out", self.folder("out"))
        self.assertIn("seed=9", read(self.folder("out/port0_rx.log")))
        self.assertIn("seed=5", read(self.folder("out/port0_tx.log")))

    def write(self, name, text):
        path = self.folder(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as f:
            f.write(text)
        return path

    def test_an_output_that_cannot_be_written_leaves_the_others_alone(self):
        out = self.folder("out")
        self.run_forward("out", "--quiet")
        for name in "stats.json", "hazards.txt", "port2_tx.log", "rings.log", "run.json":
            before = {n: read(os.path.join(out, n)) for n in os.listdir(out)}
            replaced = os.path.join(out, name)
            if name in before:
                os.remove(replaced)
            os.mkdir(replaced)
            said = run("ixpemu", "run", FORWARD, "--until", "packets_tx=90", "--out", out, "--rings", "all", status=1)
            self.assertIn(f"{replaced}: error: cannot create: Is a directory", said.stderr)
            os.rmdir(replaced)
            after = {n.removesuffix(".earlier"): read(os.path.join(out, n)) for n in os.listdir(out)}
            self.assertEqual(after, {n.removesuffix(".earlier"): text for n, text in before.items() if n != name})
            if name in before:
                self.write(replaced, before[name])

    def test_paths_are_followed_through_symbolic_links(self):
        # systems/x.toml is deep/er/x.toml, and `..` of its folder is deep
        self.write("deep/code/block.uc", "ctx_arb[kill]\n")
        self.write("deep/data/two.bin", "12345678")
        self.write("deep/er/x.toml", '[[microengine]]\nat = "0:0"\nimage = "../code/block.uc"\n'
                   '[boot]\nload = { region = "scratch", address = 0, file = "../data/two.bin" }\n[stop]\nidle = true\n')
        os.symlink("deep/er", self.folder("systems"))
        said = run("ixpemu", "run", self.folder("systems/x.toml"), "--quiet", "--dump", "scratch:0+2").stdout
        self.assertIn("31323334 35363738", said)

    def test_the_number_of_a_run_depends_on_contents_of_files_and_not_on_folders(self):
        def number(folder, words, name="block.hex"):
            os.makedirs(self.folder(folder), exist_ok=True)
            self.assemble(f"{folder}/{name}", "ctx_arb[kill]\n")
            with open(self.folder(f"{folder}/words.bin"), "wb") as f:
                f.write(words)
            system = self.write(f"{folder}/x.toml", f'[[microengine]]\nat = "0:0"\nimage = "{name}"\n[boot]\nload = {{ region = "scratch", '
                                f'address = 0, file = "{self.folder(folder)}/words.bin" }}\n[stop]\nidle = true\n')
            run("ixpemu", "run", system, "--quiet", "--out", self.folder("out"))
            return json.loads(read(self.folder("out/stats.json")))["run"]

        self.assertEqual(number("here", b"1234"), number("some/where", b"1234", "other.hex"))
        self.assertNotEqual(number("here", b"1234"), number("here", b"1235"))

    def test_check_says_what_the_core_uses(self):
        """The program of the core is not read: rings that the system file omits may be any."""
        if not shutil.which("ld.lld-19"):
            self.skipTest("needs ld.lld-19")
        self.write("core.c", "int main(void) { return 0; }\n")
        for said, rings, told in (("", "0:0 -> none", "it may get from and put into any ring"),
                                  ('gets = ["3"]\n', None, "expected numbers or names of the system's rings"),
                                  ("gets = [3]\n", "0:0 -> core", "it may put into any ring"),
                                  ("gets = [3]\nputs = []\n", "0:0 -> core", "is not followed\n"),
                                  ("gets = []\nputs = []\n", "0:0 -> none", "warning: ring 3 is written by 0:0 and has no reader")):
            system = self.blocks(self.PUT)
            with open(system, "a") as f:
                f.write(f'[xscale]\nprogram = "core.c"\n{said}')
            done = run("ixpemu", "check", system, status=int(rings is None))
            self.assertIn(told, done.stdout + done.stderr)
            self.assertEqual("warning" in done.stderr, "warning" in told)
            if rings:
                self.assertIn(rings, done.stdout)

    def test_why_mecc_did_not_run(self):
        shutil.copy(os.path.join(BIN, "ixpemu"), self.folder("ixpemu"))
        system = self.write("x.toml", '[[microengine]]\nat = "0:0"\nimage = "x.uc"\n[stop]\nidle = true\n')
        self.write("x.uc", "ctx_arb[kill]\n")

        def said():
            done = subprocess.run([self.folder("ixpemu"), "run", system], env={"PATH": self.work.name},
                                  capture_output=True, text=True, timeout=300)
            self.assertEqual(done.returncode, 1)
            return done.stderr

        self.assertIn("mecc is neither beside ixpemu nor in PATH", said())
        mecc = self.write("mecc", "#!/bin/sh\nexit 127\n")  # as the dynamic loader ends it
        self.assertIn("mecc cannot be started: Permission denied", said())
        os.chmod(mecc, 0o755)
        self.assertIn("mecc was not loaded; expected the libraries it was built with", said())
        self.write("mecc", "#!/bin/sh\nexit 3\n")
        self.assertIn("mecc ended with status 3", said())

    def assemble(self, name, text):
        """Canonical assembly, one instruction a line, as hex words."""
        done = subprocess.run([os.path.join(BIN, "mecc"), "--assemble", "-"], input=text, capture_output=True, text=True,
                              check=True, timeout=300)
        return self.write(name, done.stdout)

    def test_hazards_fail_a_run_unless_it_is_told_otherwise(self):
        """--fail-on replaces fail_on of [stop]; statistics have the failures."""
        signalled_twice = 2 * "scratch[write, $0, a0, 0x0, 1], sig_done[s1]\n"
        for name, program, address, kind in (("loss", "sram[enqueue, --, a0, 0x0]\n", 0x90001000, "bad-address"),
                                             ("harmless", signalled_twice, 0, "lost-signal")):
            self.assemble(name + ".hex", program + "ctx_arb[kill]\n")
            for fail_on in (None, "none", "loss", "any"):
                system = self.write(f"{name}.toml", f'[[microengine]]\nat = "0:0"\nimage = "{name}.hex"\nstart = 1\n'
                                    f"registers = {{ a0 = {address} }}\n[stop]\nidle = true\n"
                                    + (f'fail_on = "{fail_on}"\n' if fail_on else ""))
                fails = fail_on == "any" or (fail_on != "none" and name == "loss")
                done = run("ixpemu", "run", system, "--out", self.folder("out"), status=int(fails))
                stats = json.loads(read(self.folder("out/stats.json")))
                self.assertEqual(stats["hazards"], {kind: 1})
                self.assertEqual(len(stats["failures"]), int(fails))
                self.assertEqual(kind in done.stderr, fails)
                self.assertIn(kind, done.stdout)
                for option, status in (("none", 0), ("loss", int(name == "loss")), ("any", 1)):
                    run("ixpemu", "run", system, "--fail-on", option, "--quiet", status=status)

    def test_fail_on_may_stand_in_the_file_and_the_condition_on_the_command_line(self):
        system = self.write("until.toml", '[stop]\nfail_on = "any"\n')
        run("ixpemu", "run", system, "--until", "cycles=10", "--quiet")
        self.assertIn("nothing says when the run ends", run("ixpemu", "run", system, status=1).stderr)

    def test_statistics_of_another_kind_name_file_key_and_kind(self):
        self.run_forward("a", "--quiet")
        path = self.folder("a/stats.json")
        good = read(path)

        def changed(**keys):
            return json.dumps(json.loads(good) | keys)

        for text, says in ((changed(run=5), "'run' is a whole number, expected text"),
                           (changed(frames=[]), "'frames' is a list, expected an object"),
                           (changed(frames={"found_frames": {"RBUF": 3}}), "'frames.found_frames.RBUF' is a whole number, expected a list"),
                           (changed(ports=None), "'ports' is null, expected a list"),
                           (changed(ports=[{}]), r"'ports\[0\]' has no key 'port'"),
                           (changed(ports=[{"port": -1}]), r"'ports\[0\]\.port' is negative, expected a whole number"),
                           ("[]", "is a list, expected an object"), ("{", "is not JSON: unexpected end of input")):
            self.write("a/stats.json", text)
            for command in ["flows"], ["check", "loss_rate() < 50%"]:
                stderr = run("ixplog", command[0], self.folder("a"), *command[1:], status=1).stderr
                self.assertRegex(stderr, rf"a/stats\.json(:\d+)?: error: {says}")
                self.assertNotIn("json.exception", stderr)

    def test_more_flows_than_files_that_may_be_open(self):
        """ixpgen raises the limit as far as it may."""
        flows = self.write("flows.toml", "[default]\nbytes = 100\npackets_per_s = 9\npackets = 1\n" + "[[flow]]\n" * 100)

        def generate(most, *more, status=0):
            return run("ixpgen", flows, "-o", self.folder("streams"), "--quiet", *more, status=status,
                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, most)))
        self.assertEqual(generate(64, status=1).stderr, "error: these are more streams than the 64 files that may be open; "
                         "expected '--write ports', or a higher limit (ulimit -Hn)\n")
        self.assertEqual(os.listdir(self.folder("streams")), [])
        generate(64, "--write", "ports")
        generate(200)
        self.assertEqual(len(os.listdir(self.folder("streams"))), 101)

    def test_readers_of_a_run_with_one_frame(self):
        """Null in stats.json: the jitter of one frame, delays of ports without frames."""
        run("ixpemu", "run", FORWARD, "--until", "packets_tx=1", "--quiet", "--out", self.folder("one"))
        delays = {p["port"]: p["delay"] for p in json.loads(read(self.folder("one/stats.json")))["ports"] if p["direction"] == "tx"}
        self.assertEqual([list(delays[n].values()).count(None) for n in range(3)], [1, 4, 4])
        for command in (["flows"], ["delay"], ["jitter"], ["check", "transmitted(tx=0) == 1", "loss_rate() < 100%"], ["diff", self.folder("one")],
                        ["plot", "-o", self.folder("page.html")], ["to-pcapng", "-o", self.folder("one.pcapng")]):
            run("ixplog", command[0], self.folder("one"), *command[1:])

    def test_a_network_is_no_system(self):
        network = self.write("network.toml", '[network]\n[[chip]]\nname = "A"\nsystem = "absent.toml"\n')
        stderr = run("ixpemu", "budget", network, status=1).stderr
        self.assertRegex(stderr, r"network\.toml:1:\d+: error: is a network, expected the system of one chip; 'ixpemu run' runs networks")
        for command in "run", "check", "debug":
            self.assertRegex(run("ixpemu", command, network, status=1).stderr, r"network\.toml:4:\d+: error: system .*absent\.toml does not exist")

    def test_check_of_a_network(self):
        done = run("ixpemu", "check", SOURCE + "/microblocks/networks/two_routers.toml")
        self.assertEqual(done.stdout.count("ipv4_forward.uc"), 6)
        for line in r"chip B: .*forward\.toml\n", r"port 0: rx 1000 Mbit/s, a link; tx", r"\nlink A\.1 > B\.0: 500 ns\n":
            self.assertRegex(done.stdout, line)

    def test_a_run_that_no_port_feeds_says_so(self):
        quiet = ["--quiet", "--set", "chip.stop.stuck=100000"]
        quiet += [word for port in range(3) for word in ("--set", f"port.{port}.rx.streams=[]", "--set", f"port.{port}.rx.repeat=false")]
        said = r"forward\.toml:\d+:\d+: {}: no port receives anything: no \[port\.N\]\.rx has streams; expected --rx 0=FILE"
        self.assertRegex(run("ixpemu", "run", FORWARD, *quiet, "--until", "packets_rx=5", status=1).stderr, said.format("error"))
        for until in "packets_tx=5", "idle":
            stderr = run("ixpemu", "run", FORWARD, *quiet, "--until", until, status=1).stderr
            self.assertRegex(stderr, said.format("warning"))
            self.assertRegex(stderr, r"failed at cycle 1\d{5}: stuck: contexts wait for frames, but no port receives any, and .* --rx 0=FILE")
        self.assertEqual(run("ixpemu", "run", FORWARD, *quiet, "--until", "cycles=900000").stderr, "")

    def test_microcode_that_makes_its_own_work_runs_without_streams(self):
        self.write("own.uc", ".reg n\nimmed[n, 200]\nagain#:\nscratch[incr, --, n, 0]\nalu[n, n, -, 4]\nbne[again#]\nctx_arb[kill]\n")
        system = self.write("own.toml", '[[microengine]]\nat = "0:0"\nimage = "own.uc"\nstart = 1\n'
                            "[port.0]\nrx = {}\n[stop]\nidle = true\n")
        self.assertIn("warning: no port receives", run("ixpemu", "run", system, "--quiet").stderr)

    def blocks(self, *programs, rings="[ring.3]\nsize = 128\n", start=1):
        """A system of microengines with these programs, and its file."""
        text = rings + "[stop]\nidle = true\n"
        for n, program in enumerate(programs):
            self.write(f"p{n}.uc", ".reg $x ring\n.sig done\n" + program + "ctx_arb[kill]\n")
            text += f'[[microengine]]\nat = "0:{n}"\nimage = "p{n}.uc"\nstart = {start}\n'
        return self.write("blocks.toml", text)

    PUT = "immed[ring, 12]\nimmed[$x, 5]\nscratch[put, $x, ring, 0, 1], ctx_swap[done]\n"
    GET = "immed[ring, 12]\nscratch[get, $x, ring, 0, 1], ctx_swap[done]\n"

    def test_a_fabric_writes_what_it_prints(self):
        fabric = ["ixpfabric", os.path.join(SOURCE, "fabric/examples/paper.toml"), "--set", "slots=2000"]
        with tempfile.TemporaryDirectory() as out:
            printed = run(*fabric, "--seed", "5", "--json", "--audit", "--out", out).stdout
            self.assertEqual(read(os.path.join(out, "stats.json")), printed)
            self.assertEqual(sorted(os.listdir(out)), ["batches.csv", "stats.json", "times.csv"])
            stats = json.loads(printed)
            self.assertEqual(stats["fabric"]["seed"], 5)
            rows = [line.split(",") for line in read(os.path.join(out, "times.csv")).splitlines()]
            by_name = {(row[0], row[1]): row[2:] for row in rows}
            for kind in "short", "long", "all":
                for of_time in "waiting", "service", "crossing", "delay":
                    expected = stats["packets"][kind][of_time]
                    packets, mean, _, most = map(float, by_name[kind, of_time])
                    self.assertEqual((packets, mean, most), (expected["packets"], expected["mean"], expected["max"]))
            header, *batches = [line.split(",") for line in read(os.path.join(out, "batches.csv")).splitlines()]
            self.assertEqual(len(batches), stats["fabric"]["batches"])
            slots = sum(int(row[header.index("slots")]) for row in batches)
            cells = sum(float(row[header.index("throughput")]) * int(row[header.index("slots")]) for row in batches)
            self.assertAlmostEqual(cells / slots, stats["throughput"]["mean"], 5)
        self.assertEqual(run(*fabric, "--set", "seed=5", "--json").stdout, printed)
        self.assertEqual(run(*fabric, "--quiet").stdout, "")

    def test_check_tells_who_uses_which_ring(self):
        done = run("ixpemu", "check", self.blocks(self.PUT, self.GET))
        self.assertIn("ring 3                    128 longwords at 0x0000            0:0 -> 0:1\n", done.stdout)
        self.assertEqual(done.stderr, "")

    def test_check_warns_of_several_readers_or_none(self):
        several = self.blocks(self.PUT, self.GET, self.GET)
        self.assertIn("blocks.toml:1:7: warning: ring 3 is read by 0:1, 0:2; expected 1 reader, for a message goes to "
                      "the first that asks; if that is meant, say readers = 2 in [ring.3]\n",
                      run("ixpemu", "check", several).stderr)
        meant = self.blocks(self.PUT, self.GET, self.GET, rings="[ring.3]\nsize = 128\nreaders = 2\n")
        self.assertEqual(run("ixpemu", "check", meant).stderr, "")
        self.assertIn("warning: ring 3 is written by 0:0 and has no reader; if that is meant, say readers = 0",
                      run("ixpemu", "check", self.blocks(self.PUT)).stderr)
        self.assertEqual(run("ixpemu", "check", self.blocks(self.PUT, rings="[ring.3]\nsize = 128\nreaders = 0\n")).stderr, "")
        self.assertIn("warning: ring 3 is read by 0:0 and has no writer, so it stays empty",
                      run("ixpemu", "check", self.blocks(self.GET)).stderr)
        self.assertIn("warning: ring 3 is used by 0:0, but is none of the system's",
                      run("ixpemu", "check", self.blocks(self.GET, rings="")).stderr)
        loaded = "[ring.3]\nsize = 128\n[boot]\nload = { ring = 3, words = [1] }\n"
        self.assertEqual(run("ixpemu", "check", self.blocks(self.GET, rings=loaded)).stderr, "")

    def test_check_writes_its_warnings_and_errors_as_sarif(self):
        file = self.folder("found.sarif")
        def results(system, status):
            run("ixpemu", "check", system, "--sarif", file, status=status)
            found = json.loads(read(file))["runs"][0]
            rules = {rule["id"] for rule in found["tool"]["driver"]["rules"]}
            self.assertEqual({r["ruleId"] for r in found["results"]}, rules)
            return [(r["ruleId"], r["level"], r["message"]["text"].split(";")[0]) for r in found["results"]]

        self.assertEqual(results(self.blocks(self.PUT), 0), [("rings", "warning", "ring 3 is written by 0:0 and has no reader")])
        self.assertEqual(results(self.blocks(self.PUT, self.GET), 0), [])
        wrong = self.write("wrong.toml", "[stop]\nmoon = 1\n")
        self.assertEqual(results(wrong, 1), [("error", "error", "unknown key 'moon' in [stop]")])
        self.assertIn("would be overwritten", run("ixpemu", "check", wrong, "--sarif", wrong, status=1).stderr)
        self.assertIn("No such file", run("ixpemu", "check", wrong, "--sarif", "/nowhere/x", status=1).stderr)

    def test_check_does_not_guess_rings(self):
        unknown = "scratch[read, $x, 0, ring, 1], ctx_swap[done]\nalu[ring, --, B, $x]\n"
        done = run("ixpemu", "check", self.blocks(self.PUT, "immed[ring, 0]\n" + unknown + self.GET.split("\n", 1)[1]))
        self.assertIn("0:1 gets from a ring whose number is no constant, at pc 3 (p1.uc:6)\n", done.stdout)
        self.assertEqual(done.stderr, "")

    def test_a_run_tells_who_used_which_ring(self):
        said = run("ixpemu", "run", self.blocks(self.PUT, self.GET, self.GET), "--out", self.folder("out")).stdout
        self.assertIn("\n  ring 3 is read by 0:1, 0:2; expected 1 reader", said)
        with open(os.path.join(self.folder("out"), "stats.json")) as f:
            ring = json.load(f)["rings"][0]
        self.assertEqual((ring["written_by"], ring["read_by"]), (["0:0"], ["0:1", "0:2"]))

    def test_rx_takes_ring_and_flow_from_the_system(self):
        self.write("mine.h", f'#ifndef MINE_H\n#define MINE_H\n#include "{SOURCE}/rings/packet.h"\n'
                   "#define MINE 5\n#define MINE_HOLDS 256, PACKET\n#define PACKET_FLOW 1, 31, 24, number\n"
                   "#define RING_RX MINE\n#define RING_TX MINE\n#endif\n")
        system = self.write("mine.toml", f"""messages = "mine.h"
[[microengine]]
at = "0:0"
image = "{SOURCE}/microblocks/rx/rx.c"
define = {{ CLASSIFY = 1 }}
[[microengine]]
at = "1:0"
image = "{SOURCE}/microblocks/tx/tx.c"
[port.0]
rx = {{ streams = "{SOURCE}/traces/flows/table1.pcap" }}
tx = {{}}
[boot]
freelist = {{ entry = 0, buffers = 512, descriptor_base = 0x10000, data_base = 0x100000, held = 8 }}
[stop]
idle = true
""")
        run("ixpemu", "run", system, "--rings", "all", "--out", self.folder("out"))
        puts = [line.split() for line in read(self.folder("out/rings.log")).splitlines() if " put " in line]
        flows = {dict(part.split("=") for part in line[5:])["flow"] for line in puts}
        self.assertEqual((len(puts), flows, {line[1] for line in puts}), (400, {str(n) for n in range(16)}, {"MINE"}))

    def test_dumps_print_memory(self):
        system = self.folder("dump.toml")
        with open(system, "w") as f:
            f.write('[boot]\nload = { region = "dram", address = 0x40, words = [1, 0xabcd] }\n[stop]\ncycles = 10\n')
        said = run("ixpemu", "run", system, "--quiet", "--dump", "dram:0x40+2", "--dump", "scratch:0+1").stdout
        self.assertEqual(said, "dram 0x40 +2\n00000040: 00000001 0000abcd\nscratch 0x0 +1\n00000000: 00000000\n")


unittest.main()
