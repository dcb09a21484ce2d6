#!/usr/bin/env python3
"""How runs of a small system end: rx -> middle.c -> tx, with middle.c in order, dead, or slow on purpose.
Both engines must write the same files.

  run_end.py BIN_DIR
"""
import filecmp
import json
import os
import sys
import unittest

sys.path.append(os.path.dirname(__file__) + "/../..")
from in_folder import SOURCE, InFolder  # noqa: E402
FRAMES = 30
STUCK = 300_000  # cycles: half a millisecond
SYSTEM = """
messages = "{root}/rings/forward.h"
[chip]
stop.stuck = {stuck}
[[microengine]]
at = "0:0"
image = "{root}/microblocks/rx/rx.c"
[[microengine]]
at = "0:1"
image = "{root}/tests/system/runs/middle.c"
define = {{ {define} }}
{contexts}
[[microengine]]
at = "1:0"
image = "{root}/microblocks/tx/tx.c"
[port.0]
rx = {{ rate_mbps = 1000, timing = "stamps", streams = ["stream.txt"], repeat = {repeat} }}
tx = {{ rate_mbps = {tx_mbps} }}
[boot]
freelist = {{ channel = 0, entry = 0, buffers = 256, held = 8, descriptor_base = 0x10000, data_base = 0x100000 }}
[stop]
{stop}
"""


class RunEnd(InFolder):
    def stream(self, frames=FRAMES, bytes_=60, gap_ns=0):
        with open(self.work / "stream.txt", "w") as f:
            for n in range(frames):
                f.write((f"@{n * gap_ns} " if gap_ns else "") + f"{n % 256:02x}" * bytes_ + "\n")

    def run_once(self, engine, status, options):
        return self.call("ixpemu", "run", self.work / "system.toml", "--engine", engine, "--out", self.work / engine, *options,
                         status=status)

    def contexts(self):
        """contexts.txt without its header."""
        header, _, text = (self.work / "threaded/contexts.txt").read_text().partition("\n")
        self.assertRegex(header, "^# ixp contexts 1 seed=1 run=[0-9a-f]{16}$")
        return text

    def end(self, define="", status=0, options=(), stop="idle = true", stuck=STUCK, repeat=False, tx_mbps=1000,
            contexts=""):
        """Runs both engines. Statistics, standard error and contexts.txt."""
        self.write("system.toml", SYSTEM.format(root=SOURCE, define=define, stop=stop, stuck=stuck, repeat=str(repeat).lower(),
                                                tx_mbps=tx_mbps, contexts=contexts))
        done = self.run_once("threaded", status, options)
        self.run_once("reference", status, options)
        names = sorted(set(os.listdir(self.work / "threaded")) - {"run.json"})  # has the engine
        self.assertEqual(filecmp.cmpfiles(self.work / "threaded", self.work / "reference", names, shallow=False)[0], names)
        stats = json.loads((self.work / "threaded/stats.json").read_text())
        contexts = self.contexts()
        self.assertEqual(bool(stats["failures"]), status != 0)
        self.assertEqual(contexts in done.stderr, status != 0)
        frames = stats["frames"]
        if frames["balanced"]:
            self.assertEqual(frames["by_fate"]["delivered"] + frames["dropped_but_seen"],
                             frames["transmitted"] + sum(frames["dropped_by_microcode"].values()) +
                             sum(frames["lost"].values()) + frames["inside"])
        return stats, done.stderr, contexts

    def test_a_system_in_order_is_idle(self):
        self.stream()
        stats, _, _ = self.end()
        self.assertEqual((stats["end"]["reason"], stats["frames"]["transmitted"], stats["frames"]["found"]),
                         ("idle", FRAMES, {}))

    def dead(self, define, options=(), **more):
        stats, said, contexts = self.end(define, status=1, options=options, **more)
        self.assertEqual(stats["end"]["reason"], "stuck")
        self.assertRegex(said, "frames? (are|is) inside and none was transmitted for")
        frames = stats["frames"]
        self.assertEqual(frames["inside"] + frames["by_fate"]["in port buffer"] + frames["by_fate"]["in RBUF"],
                         sum(frames["found"].values()))
        return stats, contexts

    def test_a_system_that_nobody_wakes_fails(self):
        self.stream()
        stats, contexts = self.dead("NO_TOKEN = 1")
        self.assertEqual(stats["frames"]["found"], {"ring RING_RX_PORT0 (0)": FRAMES})
        self.assertRegex(contexts, r"ME 0:1 middle.c\n  ctx 0-7  sleeps at pc \d+ \(middle.c:\d+, main\) for "
                                   r"token \(s\d+\): it can no longer be raised\n")
        self.assertRegex(contexts, r"sig_rsw \(s\d+\): RX_THREAD_FREELIST_0 has the context, but no frame will come")
        self.assertRegex(contexts, r"scratch\[get\] of ring RING_TX \(4\), issued at cycle \d+, is in flight")
        self.assertIn("  ring RING_RX_PORT0 (0)           30: p0.0 p0.1 p0.2 p0.3 p0.4 p0.5 ...\n", contexts)

    def test_a_context_that_spins_is_shown(self):
        self.stream()
        stats, contexts = self.dead("SPIN = 1")
        self.assertEqual(stats["frames"]["found"], {"ring RING_RX_PORT0 (0)": FRAMES})
        self.assertRegex(contexts, r"ctx 0    executes at pc \d+ \(middle.c:\d+, main\)\n  ctx 1-7  ready at pc 0 ")

    def test_a_microengine_that_halts_is_shown(self):
        self.stream()
        _, contexts = self.dead("HALT = 1")
        self.assertRegex(contexts, r"ME 0:1 middle.c: stopped by ctx_arb\[bpt\] of context 0 at pc \d+ \(middle.c:\d+, main\)\n  ctx 0    ready at .*, not enabled\n")

    def test_a_run_of_fixed_length_fails_too_when_it_is_stuck(self):
        self.stream()
        stats, _ = self.dead("NO_TOKEN = 1", options=("--until", "time_ms=100"))
        self.assertLess(stats["end"]["time_ns"], 5_000_000)

    def test_frames_that_arrive_and_are_dropped_do_not_hide_those_that_are_stuck(self):
        self.stream()
        stats, _ = self.dead("NO_TOKEN = 1", stop="packets_tx = 10", repeat=True)
        self.assertGreater(stats["frames"]["dropped_by_microcode"]["rx_ring_full"], 100)

    def test_frames_that_go_round_between_rings_are_stuck(self):
        self.stream()
        stats, _ = self.dead("CIRCULATE = 1")
        self.assertEqual(stats["frames"]["inside"], FRAMES)
        self.assertGreater(stats["rings"][1]["puts"], 1000)

    def test_empty_messages_that_flood_a_ring_lose_frames(self):
        """A get of an empty ring makes the messages. The run is idle after the last frame has left or was lost."""
        self.stream(200)
        stats, said, contexts = self.end("FORWARD_EMPTY = 1", status=1)
        self.assertEqual(stats["end"]["reason"], "idle")
        self.assertIn("hazards that lost or corrupted data", said)
        lost = stats["frames"]["lost"]["in ring RING_TX (4)"]
        self.assertEqual((lost + stats["frames"]["transmitted"], stats["frames"]["inside"]), (200, 0))
        self.assertGreater(lost, 0)
        self.assertRegex(contexts, rf"Frames lost\n  ring RING_TX \(4\) +{lost}: p0.\d+")
        self.end("FORWARD_EMPTY = 1", options=("--fail-on", "none"))

    def test_frames_may_rest_on_purpose(self):
        """Every frame is held for 2 ms: as long as `stop.stuck` allows."""
        self.stream(8)
        hold = "HOLD_SLEEPS = 120"
        stats, _, _ = self.end(hold, stuck=2_000_000)
        self.assertEqual((stats["end"]["reason"], stats["frames"]["transmitted"]), ("idle", 8))
        self.dead(hold)

    def test_a_block_may_wait_for_the_next_frame(self):
        """Frames come further apart than `stop.stuck`; each goes when the next has come."""
        self.stream(6, gap_ns=2_000_000)
        one = "start = 0x01"
        stats, _, _ = self.end("KEEP_ONE = 1", stop="packets_tx = 5", contexts=one)
        self.assertGreater(stats["end"]["time_ns"], 9_000_000)
        stats, _ = self.dead("KEEP_ONE = 1", contexts=one)
        self.assertEqual(stats["frames"]["found"], {"held by microcode": 1})

    def test_slow_lines_are_not_stuck(self):
        self.stream(4, bytes_=1500)
        stats, _, _ = self.end(tx_mbps=1)  # 12 ms a frame
        self.assertEqual((stats["end"]["reason"], stats["frames"]["transmitted"]), ("idle", 4))

    def test_contexts_are_shown_on_request(self):
        self.stream()
        self.end()
        done = self.run_once("threaded", 0, ("--contexts", "--quiet"))
        self.assertEqual(done.stdout, self.contexts())


unittest.main()
