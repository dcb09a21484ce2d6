#!/usr/bin/env python3
"""frames.csv: the fate of each frame, equal to the counts of stats.json, and used by ixplog flows.

    frames.py BIN_DIR
"""
import collections
import csv
import json
import os
import sys
import unittest

sys.path.append(os.path.dirname(__file__) + "/../..")
from in_folder import SOURCE, InFolder, ipv4  # noqa: E402
from tools_lib import pcap  # noqa: E402
os.chdir(SOURCE)
SYSTEMS = "microblocks/systems/"


class Frames(InFolder):
    def call(self, *words, status=0):
        done = super().call(*words, status=status)
        return done.stdout + done.stderr

    def run_it(self, system, *more, out=None):
        return self.call("ixpemu", "run", SYSTEMS + system, "--quiet", "--frames", "--out", out or self.out, *more)

    def rows(self):
        with open(self.out / "frames.csv", newline="") as f:
            return list(csv.DictReader(f))

    def check_counts(self):
        counts = json.loads((self.out / "stats.json").read_text())["frames"]
        fates = collections.Counter()
        for row in self.rows():
            fates[row["fate"]] += 1
            if row["fate"].startswith("dropped"):
                fates[row["fate"], row["reason"]] += 1
        self.assertEqual(sum(n for fate, n in fates.items() if isinstance(fate, str)), counts["received"])
        self.assertEqual(fates["transmitted"], counts["transmitted"])
        for by in "hardware", "microcode":
            for reason, n in counts[f"dropped_by_{by}"].items():
                self.assertEqual(fates[f"dropped by {by}", reason], n, reason)
        found = {tag for tags in counts["found_frames"].values() for tag in tags}
        self.assertLessEqual({r["tag"] for r in self.rows() if r["fate"] == "inside"}, found)
        return fates

    def test_counts_of_systems(self):
        for system, more in ("forward.toml", []), ("overload.toml", []), ("pcfq.toml", []), ("linecard-csix.toml", []), \
                ("forward.toml", ["--set", "port.1.tx.rate_mbps=100"]):
            with self.subTest(system, more=more):
                self.run_it(system, "--until", "time_ms=0.6", *more)
                fates = self.check_counts()
        self.assertGreater(fates["transmitted"], 0)

    def test_reason_and_line_of_each_drop(self):
        frames = [ipv4(), ipv4(ttl=1), ipv4()[:48] + "0001" + ipv4()[52:], "00" * 12 + "0806" + "00" * 46, ipv4(to="99.0.0.1")]
        self.run_it("forward.toml", *self.traffic(*frames))
        self.check_counts()
        rows = {r["tag"]: r for r in self.rows()}
        self.assertEqual([rows[f"p0.{n}"]["reason"] for n in range(5)], ["", "ttl_expired", "bad_checksum", "not_ipv4", "no_route"])
        sent, dropped = rows["p0.0"], rows["p0.1"]
        self.assertEqual((sent["bytes"], sent["fate"], sent["rx_port"], sent["tx_port"] != ""), ("60", "transmitted", "0", True))
        self.assertEqual((dropped["fate"], dropped["tx_port"]), ("dropped by microcode", ""))
        self.assertRegex(dropped["by"] + " " + dropped["source"], r"^0:1\.\d .*ipv4_forward\.uc:\d+$")
        log = (self.out / f"port{sent['tx_port']}_tx.log").read_text()
        self.assertIn(f"{sent['end_cycle']} 0 60 p0.0 ", log)
        said = self.call("ixpemu", "run", SYSTEMS + "forward.toml", "--quiet", "--journey", "p0.1",
                         *self.traffic(*frames))
        self.assertIn(f"counted by ME {dropped['by'].replace('.', ' context ')} (ipv4_forward) at {dropped['source']}", said)
        table = self.call("ixplog", "flows", self.out)
        for reason in "ttl_expired", "bad_checksum", "not_ipv4", "no_route":
            self.assertRegex(table, rf"\b1 {reason}\b")
        self.assertNotIn(" or ", table)
        (self.out / "frames.csv").unlink()
        self.assertIn(" or ", self.call("ixplog", "flows", self.out))

    def test_incomplete_and_inside(self):
        self.run_it("overload.toml", "--until", "packets_rx=3000")
        self.check_counts()
        inside = [r for r in self.rows() if r["fate"] == "inside"]
        self.assertTrue(inside)
        self.assertTrue(all(r["reason"] and not r["end_cycle"] for r in inside))

    def test_frames_that_a_capture_cut_short_are_counted(self):
        frame = bytes.fromhex(ipv4())
        records = [pcap.RECORD.pack(0, 0, captured, len(frame)) + frame[:captured] for captured in (60, 40, 60)]
        (self.work / "short.pcap").write_bytes(pcap.HEADER + b"".join(records))
        rx = ["--rx", f"0={self.work}/short.pcap", "--rx", "1=/dev/null", "--rx", "2=/dev/null", "--until", "idle"]
        for how, counts in (("pad", "1 frames padded, 0 cut, 0 skipped"), ("cut", "0 frames padded, 1 cut, 0 skipped"),
                            ("skip", "0 frames padded, 0 cut, 1 skipped")):
            said = self.call("ixpemu", "run", SYSTEMS + "forward.toml", *rx, "--set", f'port.0.rx.truncated="{how}"', "--out", self.out)
            self.assertIn(f"\nport 0: of its packet streams {counts}\n", said)
        self.assertNotIn("port 1: of its packet streams", said)

    def test_the_same_from_both_engines_and_with_journeys(self):
        self.run_it("overload.toml", "--until", "time_ms=0.5")
        first = (self.out / "frames.csv").read_text()
        for more in ["--engine", "reference"], ["--journey", "drop", "--journey", "p0.3", "--timeline", self.work / "x.json"]:
            self.run_it("overload.toml", "--until", "time_ms=0.5", *more)
            self.assertEqual((self.out / "frames.csv").read_text(), first)

    def test_a_frame_that_is_counted_before_its_end_arrives_is_no_error(self):
        """2,000 bytes: rx.uc counts the frame as too long while it arrives."""
        frame = ipv4() + "00" * 1940
        self.run_it("forward.toml", *self.traffic(frame)[:-1], "cycles=9500")
        frames = json.loads((self.out / "stats.json").read_text())["frames"]
        self.assertEqual((frames["received"], frames["counted_early"], frames["inside"]), (0, 1, 0))
        said = self.call("ixpemu", "run", SYSTEMS + "forward.toml", *self.traffic(frame)[:-1], "cycles=9500")
        self.assertIn("0 delivered + 1 counted before their end = 0 transmitted + 1 dropped by microcode + 0 inside", said)

    def test_a_frame_that_arrives_at_the_beginning_has_a_delay(self):
        self.run_it("forward.toml", "--set", "port.0.rx.rate_mbps=0", *self.traffic(ipv4()))
        port = next(p for p in json.loads((self.out / "stats.json").read_text())["ports"] if p["direction"] == "tx" and p["frames"])
        self.assertEqual(port["delay"]["frames"], 1)
        self.assertIn(f"all              1 {port['delay']['min_ns']:10.0f}", self.call("ixplog", "delay", self.out))

    def test_compressed(self):
        traffic = self.traffic(ipv4(ttl=1), ipv4(to="99.0.0.1"))
        self.run_it("forward.toml", *traffic)
        plain, table = (self.out / "frames.csv").read_bytes(), self.call("ixplog", "flows", self.out)
        self.run_it("forward.toml", "--zstd", *traffic)
        self.assertFalse((self.out / "frames.csv").exists())
        packed = super().call("zstd", "-dc", self.out / "frames.csv.zst", text=False).stdout
        self.assertEqual(packed, plain)
        self.assertEqual(self.call("ixplog", "flows", self.out), table)

    def test_where_there_are_frames(self):
        self.run_it("forward.toml", "--until", "time_ms=0.1")
        self.call("ixpemu", "run", SYSTEMS + "forward.toml", "--quiet", "--until", "time_ms=0.1", "--out", self.out)
        self.assertFalse((self.out / "frames.csv").exists())
        self.assertIn("--out", self.call("ixpemu", "run", SYSTEMS + "forward.toml", "--frames", status=2))
        network = self.write("n.toml", f'[network]\n[[chip]]\nname = "A"\nsystem = "{SOURCE}/{SYSTEMS}forward.toml"\n[stop]\ntime_ms = 0.1\n')
        self.call("ixpemu", "run", network, "--frames", "--out", self.out)
        self.assertTrue((self.out / "A/frames.csv").exists())
        self.run_it("forward.toml", "--until", "time_ms=0.1")
        (self.out / "frames.csv").write_text("tag;bytes\n")
        self.assertIn("frames.csv:1: error: expected tag,bytes,fate", self.call("ixplog", "flows", self.out, status=1))


if __name__ == "__main__":
    unittest.main()
