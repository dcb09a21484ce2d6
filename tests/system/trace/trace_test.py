#!/usr/bin/env python3
"""ixpemu run --timeline, --journey, --profile: the files agree with the run, on both engines; wrong
options and full disks.

    trace_test.py BIN_DIR SOURCE_DIR
"""
import collections
import filecmp
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from pftrace import Timeline

BIN, SOURCE = sys.argv.pop(1), sys.argv.pop(1)
sys.path.insert(0, os.path.join(SOURCE, "tools"))
from tools_lib import pcap, protocols  # noqa: E402

FORWARD = os.path.join(SOURCE, "microblocks/systems/forward.toml")
PROFILE = ("lines.txt", "instructions.txt", "coverage.txt", "lcov.info", "callgrind.out", "folded.txt")
PCFQ = os.path.join(SOURCE, "microblocks/systems/pcfq.toml")
OVERLOAD = os.path.join(SOURCE, "microblocks/systems/overload.toml")


def emu(*words, status=0):
    done = subprocess.run([os.path.join(BIN, "ixpemu"), "run", *words, "--quiet"], capture_output=True, text=True,
                          timeout=100)
    if done.returncode != status:
        raise AssertionError(f"{words} ended with {done.returncode}, expected {status}:\n{done.stdout}{done.stderr}")
    return done.stdout if status == 0 else done.stderr


def log(folder, name):
    with open(os.path.join(folder, name)) as f:
        return [line.split() for line in f if not line.startswith("#")]


def by_track(events):
    """Events in order of time, simultaneous ones as written; a flow as True or False."""
    out = collections.defaultdict(list)
    for e in events:
        out[e["track"]].append({**e, "flow": bool(e["flow"])})
    for track in out.values():
        track.sort(key=lambda e: e["ns"])
    return out


def chrome_events(path):
    """Events of a timeline in Chrome's form, converted to the form of pftrace.Timeline."""
    with open(path) as f:
        records = json.load(f)["traceEvents"]
    names, out = {}, []
    for r in records:
        if r["ph"] == "M":
            if "name" in r["args"]:
                names[r["pid"], r["tid"]] = r["args"]["name"]
        elif r["ph"] in "st":  # the flow of the event before
            out[-1]["flow"] = r["id"]
        else:
            own = r["name"].rsplit(" (", 1)[0] if r["ph"] == "C" else names[r["pid"], r["tid"]]
            kind = {"B": "SLICE_BEGIN", "E": "SLICE_END", "i": "INSTANT", "C": "COUNTER"}[r["ph"]]
            out.append({"type": kind, "ns": round(r["ts"] * 1000), "track": f"{names[r['pid'], r['pid']]}/{own}",
                        "name": r["name"] if r["ph"] in "Bi" else None, "flow": None,
                        "details": r.get("args", {}) if r["ph"] != "C" else {},
                        "value": r["args"]["value"] if r["ph"] == "C" else 0})
    return out


class Traces(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.out = cls.path("out")
        for engine in ("threaded", "reference"):
            cls.text = emu(FORWARD, "--until", "packets_tx=60", "--engine", engine, "--out", cls.path("out"),
                           "--timeline", cls.path(engine + ".pftrace"), "--profile", cls.path(engine),
                           "--journey", "p0.7", "--journey", "port 1", "--journey", "slowest 3")
            setattr(cls, engine, cls.text)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder.name, name)

    def test_both_engines_write_the_same(self):
        self.assertTrue(filecmp.cmp(self.path("threaded.pftrace"), self.path("reference.pftrace"), shallow=False))
        self.assertEqual(self.threaded, self.reference)
        for name in PROFILE:
            self.assertTrue(filecmp.cmp(self.path("threaded/" + name), self.path("reference/" + name), shallow=False),
                            name)

    def test_slices_nest_and_end(self):
        open_slices, slices = collections.Counter(), 0
        by_track = collections.defaultdict(list)
        for e in Timeline(self.path("threaded.pftrace")).events:
            by_track[e["track"]].append(e)
        for track, events in by_track.items():
            for e in sorted(events, key=lambda e: e["ns"]):  # stable
                open_slices[track] += {"SLICE_BEGIN": 1, "SLICE_END": -1}.get(e["type"], 0)
                slices += e["type"] == "SLICE_BEGIN"
                self.assertIn(open_slices[track], range(3), track)
            self.assertEqual(open_slices[track], 0, track)
        self.assertGreater(slices, 60 * 40)

    def test_tracks_are_in_the_order_of_the_chip(self):
        order = [(depth, re.sub(r"commands \d+", "commands", name)) for depth, name in Timeline(self.path("threaded.pftrace")).order()]
        rings = [name for _, name in order if name.startswith("ring ")]
        self.assertEqual([int(re.search(r"\((\d+)\)", name)[1]) for name in rings], [0, 1, 2, 4])
        expected = []
        for me in ("0:0 rx", "0:1 ipv4_forward", "0:2 ipv4_forward_2", "0:3 ipv4_forward_3", "1:0 tx"):
            expected.append((0, f"ME {me}"))
            for n in range(8):
                expected += [(1, f"context {n}"), (2, f"context {n} waits"), (2, f"context {n} commands")]
        ports = [f"port {port} {verb}" for port in range(3) for verb in ("receives", "transmits")]
        expected += [(0, "ports and MSF"), *((1, name) for name in (*ports, "RBUF", "TBUF"))]
        expected += [(0, "rings and queues"), *((1, name) for name in (*rings, "sram0 entry 0"))]
        self.assertEqual([track for track, _ in itertools.groupby(order)], expected)
        groups = [name for depth, name in expected if depth == 0]
        self.assertEqual(groups, sorted(groups))

    def test_frames_cross_ports_when_port_logs_say(self):
        events = Timeline(self.path("threaded.pftrace")).events
        for port in range(3):
            for direction, verb in (("rx", "receives"), ("tx", "transmits")):
                wanted = [(line[4], int(line[0])) for line in log(self.out, f"port{port}_{direction}.log")]
                seen = [(e["name"], round(e["ns"] * 0.6)) for e in events
                        if e["track"] == f"ports and MSF/port {port} {verb}" and e["type"] == "SLICE_BEGIN"]
                self.assertEqual([n for n, _ in wanted], [n for n, _ in seen])
                for (_, a), (_, b) in zip(wanted, seen):
                    self.assertLessEqual(abs(a - b), 1)

    def test_a_frame_is_one_flow_from_port_to_port(self):
        events = [e for e in Timeline(self.path("threaded.pftrace")).events if e["flow"]]
        flow = next(e["flow"] for e in events if e["name"] == "p0.7")
        tracks = [e["track"] for e in sorted(events, key=lambda e: e["ns"]) if e["flow"] == flow]
        self.assertEqual(tracks[0], "ports and MSF/port 0 receives")
        self.assertTrue(tracks[-1].endswith("transmits"), tracks)
        for me in ("ME 0:0 rx", "ME 0:1 ipv4_forward", "ME 1:0 tx"):
            self.assertTrue(any(t.startswith(me) for t in tracks), (me, tracks))

    def test_contexts_run_and_wait_for_what_they_asked_for(self):
        events = Timeline(self.path("threaded.pftrace")).events
        for kind, some in (("", {"rewrite#", "next#"}), (" waits", {"waits for dram[read]", "waits for sram[read]", "Ready"})):
            names = {e["name"] for e in events if e["type"] == "SLICE_BEGIN"
                     and re.fullmatch(rf"ME 0:1 ipv4_forward/context \d{kind}", e["track"])}
            self.assertLessEqual(some, names)
            self.assertEqual({n for n in names if n == "Ready" or n.startswith("waits ")}, names if kind else set())
        reads = [e for e in events if e["name"] == "dram[read]" and "commands" in e["track"]]
        self.assertTrue(all(e["details"]["line"].startswith("ipv4_forward.uc:") for e in reads), reads[:3])
        depths = [e["value"] for e in events if e["track"] == "rings and queues/ring RING_TX (4)"]
        self.assertGreater(max(depths), 0)

    def test_a_window_shows_what_lies_in_it(self):
        emu(FORWARD, "--until", "packets_tx=60", "--timeline", self.path("window.pftrace"), "--from-cycle", "9000", "--to-cycle",
            "10000", "--timeline-of", "0:1,1:0.2,rings")
        events = Timeline(self.path("window.pftrace")).events
        cycles = [e["ns"] * 0.6 for e in events]
        self.assertTrue(8999 <= min(cycles) and max(cycles) <= 10001, (min(cycles), max(cycles)))
        tracks = {e["track"].split(" commands")[0] for e in events}
        self.assertTrue(all(t.startswith(("ME 0:1", "ME 1:0 tx/context 2", "rings and queues/ring")) for t in tracks),
                        tracks)
        self.assertIn("ME 1:0 tx/context 2", tracks)

    def test_a_window_around_a_frame_begins_before_it(self):
        emu(FORWARD, "--until", "packets_tx=60", "--timeline", self.path("around.pftrace"), "--around", "p1.9",
            "--span", "700")
        sop = next(int(line[1]) for line in log(self.out, "port1_rx.log") if line[4] == "p1.9")
        cycles = [e["ns"] * 0.6 for e in Timeline(self.path("around.pftrace")).events]
        self.assertLessEqual(abs(max(cycles) - (sop + 700)), 2)
        self.assertLess(min(cycles), sop - 600)

    def test_chrome_json_says_the_same(self):
        emu(FORWARD, "--until", "packets_tx=60", "--timeline", self.path("t.json"))
        seen = by_track(Timeline(self.path("threaded.pftrace")).events)
        self.assertGreater(len(seen), 50)
        expected = by_track(chrome_events(self.path("t.json")))
        self.assertEqual(set(expected), set(seen))
        for track, events in expected.items():
            self.assertEqual(events, seen[track], track)

    def test_a_window_has_all_that_lies_in_it(self):
        # observed from the first event, and from shortly before the window
        for begin, end in ((300, 5000), (9000, 11000)):
            emu(FORWARD, "--until", "packets_tx=60", "--timeline", self.path("some.pftrace"), "--from-cycle", str(begin),
                "--to-cycle", str(end))
            def inside(path):
                return by_track(e for e in Timeline(self.path(path)).events if e["type"] in ("INSTANT", "COUNTER")
                                and round(begin / 0.6) <= e["ns"] < round(end / 0.6))
            self.assertEqual(inside("threaded.pftrace"), inside("some.pftrace"))

    def test_a_journey_is_the_same_alone(self):
        alone = emu(FORWARD, "--until", "packets_tx=60", "--journey", "p0.7")
        self.assertEqual(self.threaded.split("\nJourney port 1")[0], alone)

    def test_frames_of_a_class_have_the_journeys_that_they_have_alone(self):
        for frames in ("slowest 2", "port 2"):
            text = emu(OVERLOAD, "--until", "packets_rx=3000", "--journey", frames)
            journeys = [part for part in text.split("\n\n") if re.match(r"p\d\.\d+: ", part)]
            self.assertGreater(len(journeys), 1)
            for journey in journeys[:2]:
                alone = emu(OVERLOAD, "--until", "packets_rx=3000", "--journey", journey.split(":")[0])
                self.assertIn(journey.strip(), alone)

    def test_stages_of_a_journey_add_up_and_agree_with_port_logs(self):
        part = self.threaded.split("\nJourney port 1")[0]
        total, begin, end = map(int, re.search(r"; (\d+) cycles, from (\d+) to (\d+)", part).groups())
        stages = [(int(a), int(b), c) for a, b, c in re.findall(r"^ +(\d+) +(\d+)  (.+)$", part, re.M) if c[0] != "h"]
        stages = stages[:next(i for i, s in enumerate(stages) if s[2].endswith("transmits")) + 1]
        self.assertEqual(sum(s[1] for s in stages), total)
        rx = next(line for line in log(self.out, "port0_rx.log") if line[4] == "p0.7")
        tx = next(line for p in range(3) for line in log(self.out, f"port{p}_tx.log") if line[4] == "p0.7")
        self.assertEqual((begin, end), (int(rx[0]), int(tx[1])))
        for place in ("ME 0:0 context", "ring RING_RX_PORT0", "ME 0:1 context", "ring RING_TX", "TBUF"):
            self.assertTrue(any(s[2].startswith(place) for s in stages), (place, stages))
        self.assertRegex(part, r"\n +\d+  hardware +RBUF element \d+ filled\n")
        self.assertRegex(part, r"\n +\d+  0:0\.\d +rx\.uc:\d+ +put into ring RING_RX_PORT0 ")
        self.assertIn("slowest 3: 60 frames, 3 shown", self.threaded)

    def test_a_journey_is_the_same_with_a_ring_log(self):
        """Only a ring log observes gets from empty rings, by contexts that hold frames too."""
        words = [PCFQ, "--until", "time_ms=0.1", "--journey", "port 0"]
        alone = emu(*words)
        self.assertRegex(alone, r"\n +\d+ +\d+  sram0 entry \d+\n")
        self.assertEqual(alone, emu(*words, "--rings", "all", "--out", self.path("empty")))

    def test_stages_of_long_frames_add_up_and_have_their_own_contexts_only(self):
        """Contexts that received earlier mpackets hold the frame, but do no work in later ones."""
        stream, texts = self.path("long.pcap"), []
        sizes = 200, 1514, 60, 700, 1000, 1514, 300
        pcap.write(stream, [(0, protocols.ipv4("10.9.0.1", f"10.{n % 3}.0.3", 17, bytes(size - 34))) for n, size in enumerate(sizes)])
        for engine in "threaded", "reference":
            texts.append(emu(FORWARD, "--engine", engine, "--rx", f"0={stream}", "--until", "packets_tx=150", "--journey", "port 0"))
        self.assertEqual(*texts)
        journeys = texts[0].split("\n\n")[1:]
        self.assertEqual(len(journeys), 7)
        for journey in journeys:
            total, = map(int, re.findall(r"; (\d+) cycles", journey))
            stages = re.findall(r"^ +\d+ +(\d+)  (.+)$", journey, re.M)
            self.assertEqual(sum(int(cycles) for cycles, _ in stages), total, journey)
            for cycles, stage in stages:
                place, works, parts = stage.partition(": executes")
                self.assertEqual(bool(works), place.startswith("ME"), stage)
                numbers = [int(n) for n in re.findall(r" (\d+)(?:,|$)", parts)]
                if works:  # each is rounded down
                    rest = int(cycles) - sum(numbers)
                    self.assertIn(rest, range(-1, len(numbers) + 2), stage)
                self.assertFalse("sig_rsw" in parts and "(rx)" not in place, stage)

    def test_a_dropped_frame_names_the_instruction(self):
        text = emu(OVERLOAD, "--until", "packets_rx=4000", "--out", self.path("overload"), "--journey", "drop")
        with open(self.path("overload/stats.json")) as f:
            frames = json.load(f)["frames"]
        dropped = sum(sum(frames[by].values()) for by in ("dropped_by_hardware", "dropped_by_microcode"))
        counted = int(re.search(r"Journey drop: (\d+) frames", text).group(1))
        self.assertIn(counted, range(max(dropped, 1), dropped + 4))  # some are counted when the run ends, not yet stored
        self.assertRegex(text, r"dropped: \w+, counted by ME 0:\d context \d \(\w+\) at \w+\.uc:\d+")

    def test_rings_log_names_frames(self):
        emu(FORWARD, "--until", "packets_tx=60", "--out", self.path("rings"), "--rings", "RING_TX", "--ring-frames")
        puts = [line for line in log(self.path("rings"), "rings.log") if line[2] == "put"]
        frames = [word[6:] for line in puts for word in line if word.startswith("frame=")]
        sent = [line[4] for p in range(3) for line in log(self.path("rings"), f"port{p}_tx.log")]
        self.assertEqual(len(frames), len(puts))
        self.assertTrue(set(sent) <= set(frames), set(sent) - set(frames))

    def test_a_profile_has_every_cycle(self):
        with open(os.path.join(self.out, "stats.json")) as f:
            stats = json.load(f)
        mes = {me["at"]: me for me in stats["microengines"]}
        self.assertEqual(sum(me["instructions"] for me in mes.values()), stats["instructions"])
        for me in mes.values():
            self.assertEqual(sum(context["executing"] for context in me["by_context"]), me["executing"])
        sums, files = collections.Counter(), set()
        with open(self.path("threaded/callgrind.out")) as f:
            for line in f:
                if line.startswith("ob="):
                    me = line.split()[1]
                elif line.startswith("fl="):
                    files.add(os.path.basename(line.strip()))
                elif line.startswith("0x"):
                    sums[me] += int(line.split()[2])
        for me, cycles in sums.items():
            self.assertEqual(cycles, mes[me]["executing"], me)
        self.assertLessEqual({"rx.uc", "ipv4_forward.uc", "tx.uc"}, files)
        for name, expected in (("folded.txt", "ipv4_forward.uc:"), ("lines.txt", r"dram\[read"),
                               ("coverage.txt", r"ME 0:1 ipv4_forward: \d+ of \d+")):
            with open(self.path("threaded/" + name)) as f:
                self.assertRegex(f.read(), expected)

    def test_coverage_for_lcov(self):
        source = "ipv4_forward.uc"
        counts = collections.Counter()  # of lines, from the instructions
        most = {}
        with open(self.path("threaded/instructions.txt")) as f:
            for line in f:
                if line.startswith("ME "):
                    me = line.split()[1]
                elif at := re.match(rf" *(\d+) .*; {source}:(\d+)", line):
                    most[me, int(at[2])] = max(most.get((me, int(at[2])), 0), int(at[1]))
        for (_, line), executed in most.items():
            counts[line] += executed
        with open(self.path("threaded/lcov.info")) as f:
            records = {r.split("SF:")[1].split("\n")[0]: r for r in f.read().split("end_of_record\n")[:-1]}
        record = records[os.path.join(SOURCE, "microblocks/ipv4_forward", source)]
        self.assertEqual({int(n): int(c) for n, c in re.findall(r"^DA:(\d+),(\d+)$", record, re.M)}, counts)
        self.assertIn(f"LF:{len(counts)}\nLH:{len(+counts)}\n", record)
        self.assertIn(0, counts.values())  # no frame of the test is wrong
        if not shutil.which("genhtml"):
            self.skipTest("lcov is not installed")
        done = subprocess.run(["genhtml", self.path("threaded/lcov.info"), "-o", self.path("html")], capture_output=True, text=True,
                              timeout=300)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        hit, found = (sum(int(n) for r in records.values() for n in re.findall(key + r":(\d+)", r)) for key in ("LH", "LF"))
        self.assertIn(f"({hit} of {found} lines)", done.stdout)

    def test_profiles_of_loops_over_clocks_are_the_same(self):
        for engine in ("threaded", "reference"):
            emu(PCFQ, "--until", "time_ms=0.1", "--engine", engine,
                "--profile", self.path("clocks_" + engine), "--fail-on", "none")
        for name in PROFILE:
            self.assertTrue(filecmp.cmp(self.path("clocks_threaded/" + name), self.path("clocks_reference/" + name),
                                        shallow=False), name)

    def test_wrong_options_say_what_is_right(self):
        t = self.path("wrong.pftrace")
        for words, message in (
                (["--timeline", self.path("wrong.txt")], "name it x.pftrace"),
                (["--timeline", t, "--from-cycle", "9", "--to-cycle", "9"], "expected a later cycle after --to-cycle"),
                (["--timeline", t, "--timeline-of", "0:9"], "expected all, or some of a microengine"),
                (["--timeline", t, "--around", "q0.1"], "expected a frame (p0.17)"),
                (["--timeline", t, "--around", "p2.9999999"], "did not happen"),
                (["--timeline", t, "--from-cycle", "99999999"], "before --from-cycle"),
                (["--timeline", self.path("no/such/t.json")], "no/such"),
                (["--journey", "all"], "names no frames; expected"),
                (["--journey", "p0.999999"], "no such frame came in the"),
                (["--journey", "port 7"], "there is no [port.7].rx"),
                (["--journey", "drop:rain"], "expected one of"),
                (["--profile", "/dev/null/x"], "/dev/null/x")):
            with self.subTest(words=words):
                self.assertIn(message, emu(FORWARD, "--until", "packets_tx=9", *words, status=1))
                self.assertFalse(os.path.exists(t))
        for words in (["--from-cycle", "3"], ["--around", "hazard"], ["--timeline", t, "--span", "3"],
                      ["--timeline", t, "--around", "hazard", "--to-cycle", "3"]):
            emu(FORWARD, *words, status=2)

    def test_a_full_disk_is_reported(self):
        for name in ("t.pftrace", "t.json"):
            link = self.path("full_" + name)
            os.symlink("/dev/full", link)
            self.assertIn("No space left", emu(FORWARD, "--until", "packets_tx=9", "--timeline", link, status=1))


if __name__ == "__main__":
    unittest.main()
