#!/usr/bin/env python3
"""A chip that is restarted in the middle of a run: lost frames are counted, later frames go on.

    restart.py BIN
"""
import json
import os
import pathlib
import shutil
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
from in_folder import MPI, SOURCE, InFolder  # noqa: E402

FRAMES = 300
RESTART = ("--set", "chip.N1.restart_at_ms=1.005", "--set", "chip.N1.restart_takes_ms=0.5")


class Restart(InFolder):
    def make(self):
        net = self.work / "net"
        self.call(SOURCE / "tools/make-network", "line", "3", "--flows", str(FRAMES), "--to", "2", "--packets-per-s", "100000",
                  "--bytes", "500", "--out", net)
        return net / "network.toml"

    def ledger(self, out):
        return json.loads(pathlib.Path(out, "network.json").read_text())

    def frames(self, out, chip):
        """(left in ns, name, path) of the frames that left at the chip."""
        text = pathlib.Path(out, chip, "frames.log").read_text()
        rows = [line.split() for line in text.splitlines() if not line.startswith("#")]
        return [(int(r[0]), r[4], r[5]) for r in rows]

    def test_what_is_lost_is_counted(self):
        out = self.out
        self.emulate(self.make(), out, *RESTART)
        n = self.ledger(out)
        self.assertEqual((n["end"], n["failures"]), ("idle", []))
        first, second = n["chips"]["N1"], n["chips"]["N1.2"]
        # N0 sends to N2 and N2 to N1 by way of N1, N1 to N0
        left = {chip: self.frames(out, chip) for chip in n["chips"]}
        lost = [sum(n["links"][link].get("lost_by_restart", 0) for link in ("N0.0", "N2.0"))]
        self.assertGreater(lost[0], 60)  # two flows for half a millisecond
        entered = sum(c["entered"] for c in n["chips"].values())
        self.assertEqual(first["entered"] + second["missed"] + second["entered"], FRAMES)
        self.assertGreater(second["missed"], 40)
        self.assertLess(second["missed"], 60 + 5)
        self.assertEqual(entered - lost[0] - first["lost_by_restart"], sum(map(len, left.values())))
        for link in n["links"].values():
            self.assertEqual(link["sent"], link.get("lost_by_restart", 0) + link["received"])
        paths = {path for rows in left.values() for _, _, path in rows}
        self.assertEqual(paths, {"N0>N1>N2", "N0>N1.2>N2", "N2>N1", "N2>N1.2", "N1>N0", "N1.2>N0"})
        for chip in "N1", "N1.2":  # a life's frames are its own
            for at, _, path in left["N2"] + left["N0"]:
                if chip in path.split(">"):
                    self.assertEqual(at < 1_050_000, chip == "N1", (at, path))
        self.assertGreater(min(at for at, _, path in left["N2"] if "N1.2" in path), 1_505_000)

    def test_the_same_wherever_it_runs(self):
        network = self.make()
        more = ("--until", "time_ms=1.7", *RESTART)
        self.emulate(network, self.work / "1", *more)
        ways = [(("--threads", "2"), None)] + ([((), 2), ((), 3)] if MPI else [])
        for options, ranks in ways:
            out = self.work / str(ranks)
            self.emulate(network, out, *more, *options, ranks=ranks)
            self.assertTrue((out / "N1.2/port0_rx.log").is_file())
            self.same_files(self.work / "1", out)

    def test_without_a_restart_nothing_changes(self):
        network = self.make()
        self.emulate(network, self.work / "a", "--until", "time_ms=0.6")
        self.emulate(network, self.work / "b", "--until", "time_ms=0.6", *RESTART)  # not yet
        shutil.rmtree(self.work / "b/N1.2")
        self.same_files(self.work / "a", self.work / "b", but=("network.json", "run.json"))

    def test_pulses_go_on(self):
        out = self.out
        self.emulate(SOURCE / "microblocks/networks/pulses.toml", out, "--rings", "all", "--set", "chip.A.restart_at_ms=2.1",
                     "--set", "chip.A.restart_takes_ms=0.25")
        at = {}
        for chip, start in ("A", 0), ("A.2", 2_350_000 * 6 // 10):
            text = pathlib.Path(out, chip, "rings.log").read_text()
            at[chip] = [start + int(line.split()[0]) for line in text.splitlines() if line.endswith("put 0:0.0 1 0x00000000")]
        self.assertEqual([round(t / 150_000) for t in at["A"]], list(range(1, 9)))
        self.assertEqual([round(t / 150_000) for t in at["A.2"]], list(range(10, 20)))
        self.assertEqual({t % 150_000 for t in at["A"] + at["A.2"]}, {42})
        chips = self.ledger(out)["chips"]
        self.assertEqual((chips["A"]["pulses"], chips["A.2"]["pulses"] >= 2 * 10), (2 * 8, True))

    def test_what_is_no_restart(self):
        network = self.make()
        for change in "restart_at_ms=0", "restart_at_ms=x", "restart_takes_ms=1":
            r = self.emulate(network, self.out, "--set", f"chip.N1.{change}", status=1)
            self.assertIn(change.split("=")[0], r.stderr)


if __name__ == "__main__":
    unittest.main()
