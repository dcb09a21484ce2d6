#!/usr/bin/env python3
"""Line cards of emulated chips around a fabric in one run: every packet comes out at its output as it went in, TCP data in order;
the same files on threads and ranks; wrong files are refused.

    switch.py BIN
"""
import ipaddress
import json
import os
import pathlib
import shutil
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
from in_folder import MPI, SOURCE, InFolder  # noqa: E402

sys.path.insert(0, f"{SOURCE}/tests/golden")
import linecard  # noqa: E402 the oracle: class, output and bytes of a frame
from tools_lib import pcap  # noqa: E402

ETHERNET_BYTES = 14


def rows(path):
    for line in pathlib.Path(path).read_text().splitlines():
        if not line.startswith("#"):
            yield line.split()


def tcp_data_flow(packet):
    """Addresses and ports of a TCP segment with data, else None."""
    header = 4 * (packet[0] & 15)
    if packet[0] >> 4 != 4 or packet[9] != 6 or len(packet) <= header + 4 * (packet[header + 12] >> 4):
        return None
    return packet[12:20] + packet[header:header + 4]


class Switch:
    """Frames that entered and left in a run."""

    def __init__(self, folder, ports, out="out"):
        self.entered, self.left = [], []
        table = [(ipaddress.ip_network(f"10.{p}.0.0/16"), p) for p in range(ports)]
        for card in range(ports):
            self.entered.append([linecard.expected(frame, table) for _, frame in pcap.read(f"{folder}/card{card}.pcap")])
        for card in range(ports):
            frames = [row[4] for row in rows(f"{folder}/{out}/out{card}/frames.log")]
            data = [bytes.fromhex(row[5]) for row in rows(f"{folder}/{out}/out{card}/port0_tx.log")]
            assert len(frames) == len(data)
            self.left.append([(*self.origin(frame), bytes_) for frame, bytes_ in zip(frames, data)])

    @staticmethod
    def origin(frame):
        """(card, number of the frame) of "in2:p0.17"."""
        card, number = frame.split(":p0.")
        assert card.startswith("in")
        return int(card[2:]), int(number)

    def check(self):
        """Every packet left once, at its output, as it came; TCP data in order. Returns (packets, late short, late long)."""
        seen = set()
        for output, left in enumerate(self.left):
            newest = {}
            for card, number, data in left:
                _, to, typed, packet = self.entered[card][number]
                assert to == output, f"frame {number} of card {card} left at {output}, not at {to}"
                at = ETHERNET_BYTES - 2 if typed else ETHERNET_BYTES
                assert typed or data[12:14] == b"\x08\x00", data[:14].hex()
                assert data[:12] == bytes([2, 0, 0, 0, output, 2, 2, 0, 0, 0, output, 1]), data[:12].hex()
                assert data[at:] == packet, f"frame {number} of card {card} went in as {packet.hex()}, came out as {data[at:].hex()}"
                assert (card, number) not in seen, f"frame {number} of card {card} left twice"
                seen.add((card, number))
                flow = tcp_data_flow(packet)
                if flow:
                    assert newest.get(flow, -1) < number, f"TCP data of card {card}: frame {number} behind {newest[flow]}"
                    newest[flow] = number
        due = {(card, number) for card, packets in enumerate(self.entered) for number, p in enumerate(packets) if p}
        assert seen == due, f"{len(due - seen)} packets did not leave"
        return len(seen)

    def overtaken(self):
        """How many packets left behind a later one of their card and output."""
        count = 0
        for left in self.left:
            newest = {}
            for card, number, _ in left:
                count += newest.get(card, -1) > number
                newest[card] = max(newest.get(card, -1), number)
        return count


class Network(InFolder):
    def setUp(self):
        super().setUp()
        self.work /= "it's 😀 "
        self.work.mkdir()

    def make(self, *options):
        self.call(f"{SOURCE}/tools/switch-network", self.work, *options)

    def run_it(self, *more, out="out", **how):
        return self.emulate(f"{self.work}/switch.toml", f"{self.work}/{out}", *more, **how)

    def fabric(self, out="out"):
        return json.loads(pathlib.Path(self.work, out, "network.json").read_text())["fabric"]

    def all_come_out(self, *options):
        self.make(*options)
        self.run_it()
        switch, fabric = Switch(self.work, 4), self.fabric()
        self.assertEqual(switch.check(), 634)
        self.assertGreater(switch.overtaken(), 10)  # ACKs, before data that came earlier
        self.assertEqual(fabric["cells"]["in"], fabric["cells"]["out"])
        return fabric

    def compare_by_tool(self):
        """tools/switch-check agrees, and finds errors."""
        tool = [f"{SOURCE}/tools/switch-check", self.work]
        said = self.call(*tool).stdout
        self.assertIn("634 packets left, as they entered and where they should", said)
        self.assertRegex(said, r"TCP data +134  [0-9]+ TCP without data\n")  # and no other lateness
        log = pathlib.Path(self.work, "out/out1/port0_tx.log")
        lines = log.read_text().splitlines(keepends=True)
        number = next(n for n, line in enumerate(lines) if len(line) > 2000)  # data, and not all the same
        for wrong, message in [(lines[number][:400] + "f0f" + lines[number][403:], "came out of output 1 with other bytes"),
                               (lines[number - 1], "came out of output 1 with other bytes")]:
            log.write_text("".join([*lines[:number], wrong, *lines[number + 1:]]))
            self.assertIn(message, self.call(*tool, status=1).stderr)
        log.write_text("".join(lines[:-1]))
        self.assertIn("they are of other runs", self.call(*tool, status=None).stderr)
        # A data packet that leaves before an earlier one of its flow.
        log.write_text("".join(lines))
        order = pathlib.Path(self.work, "out/out1/frames.log")
        names = order.read_text().splitlines(keepends=True)
        of_flow = {}
        for n, row in enumerate(row.split() for row in lines):
            if row[0] != "#" and (flow := tcp_data_flow(bytes.fromhex(row[5])[ETHERNET_BYTES:])):
                of_flow.setdefault(flow, []).append(n)
        first, second = next(found for found in of_flow.values() if len(found) > 1)[:2]
        for path, text in (log, lines), (order, names):
            text[first], text[second] = text[second], text[first]
            path.write_text("".join(text))
        self.assertIn("TCP data, left after later data of its flow", self.call(*tool, status=None).stderr)

    def test_every_packet(self):
        fabric = self.all_come_out()
        self.assertGreater(fabric["interrupted"]["mean"], 0)
    def test_without_preemption(self):
        self.make("--ports", "2", "--scheduler", "packet-islip")
        self.run_it()
        self.assertEqual(Switch(self.work, 2).check(), 317)
        self.assertEqual(self.fabric()["interrupted"]["mean"], 0)

    def test_requests(self):
        """Cards keep the queues, grants ask for cells, in time."""
        fabric = self.all_come_out("--grants-ahead", "8")
        self.assertEqual((fabric["requests"], fabric["grants"]), (634, fabric["cells"]["out"]))
        self.assertEqual(fabric["late_cells"], 0)
        self.assertLessEqual(fabric["slots_from_grant_to_cell"]["most"], 8)
        self.compare_by_tool()

    def test_csix(self):
        """Cells, requests and grants as C-frames; grants pass the egress chip and the CBUS."""
        fabric = self.all_come_out("--grants-ahead", "8", "--csix")
        self.assertEqual((fabric["requests"], fabric["grants"]), (634, fabric["cells"]["out"]))
        self.assertEqual(fabric["late_cells"], 0)
        for card in range(4):
            egress, ingress = (json.loads(pathlib.Path(self.work, "out", f"{side}{card}", "stats.json").read_text()) for side in ("out", "in"))
            self.assertEqual(egress["csix"]["forwarded"], ingress["csix"]["fcififo_frames"])
            self.assertEqual(ingress["frames"]["dropped_by_microcode"]["grant"], ingress["csix"]["fcififo_frames"])
            self.assertLessEqual({"discarded": 0, "damaged": 0, "fcefifo_overflows": 0, "fcififo_errors": 0, "fcififo_overflows": 0}.items(),
                                 egress["csix"].items())
        said = self.call(f"{SOURCE}/tools/switch-check", self.work).stdout
        self.assertIn("634 packets left, as they entered and where they should", said)

    def test_csix_placement(self):
        self.make("--ports", "2", "--grants-ahead", "8", "--csix")
        self.run_it("--until", "time_ms=0.3")
        self.run_it("--until", "time_ms=0.3", "--threads", "3", out="threads")
        self.same_files(f"{self.work}/out", f"{self.work}/threads")
        self.run_it("--until", "time_ms=0.3", "--engine", "reference", out="reference")
        self.assertEqual(self.fabric("reference"), self.fabric())
        for folder in "out", "reference":  # windows are the engines' own
            os.remove(f"{self.work}/{folder}/network.json")
        self.same_files(f"{self.work}/out", f"{self.work}/reference")

    def test_csix_refused(self):
        self.make("--ports", "2", "--grants-ahead", "8", "--csix")
        for change, message in [
                ("fabric.slot_ns=190", "a cell takes 193 ns of its line, a slot has 190"),
                ("chip.out0.set.0=\"msf.cbus.bits=8\"", "its ports have different rates, 832 and 416 Mbit/s"),
                ("link.1.to=\"out0.7\"", "has no port 7")]:
            with self.subTest(change):
                r = self.run_it("--set", change, status=1)
                self.assertIn(message, r.stderr)
        other = f"chip.out0.system=\"{SOURCE}/microblocks/systems/linecard-egress.toml\""
        r = self.run_it("--set", other, "--set", "link.1.to=\"out0.1\"", status=1)
        self.assertIn("one carries C-frames and the other does not; a fabric has lines of one kind", r.stderr)

    def test_overload(self):
        """Two full lines of short packets for one output: packets that cards cannot hold are
        dropped before they are requested."""
        self.make("--ports", "2", "--grants-ahead", "8", "--repeat")
        for card in 0, 1:
            shutil.copy(f"{SOURCE}/traces/generated/to_one_{card}.pcap", f"{self.work}/card{card}.pcap")
        self.run_it("--until", "time_ms=0.6")
        for card in "in0", "in1":
            frames = json.loads(pathlib.Path(self.work, "out", card, "stats.json").read_text())["frames"]
            self.assertGreater(frames["dropped_by_microcode"]["tx_ring_full"], 50)
        fabric = self.fabric()
        self.assertEqual(fabric["late_cells"], 0)
        self.assertGreater(fabric["throughput"]["mean"], 0.48)  # one of two outputs, every slot
        said = self.call(f"{SOURCE}/tools/switch-check", self.work).stdout
        self.assertIn("packets left, as they entered and where they should", said)

    def test_late(self):
        """Fewer slots ahead than the cards need: nothing is lost, the run fails and says how many it takes."""
        self.make("--ports", "2", "--grants-ahead", "3")
        r = self.run_it(status=1)
        self.assertRegex(r.stderr, r"cells came too late for their slot, by [1-4] slots at most; set grants_ahead of \[fabric\] to [4-7]\n")
        self.assertEqual(Switch(self.work, 2).check(), 317)

    def test_placement(self):
        self.make("--ports", "2", "--grants-ahead", "8")
        self.run_it("--until", "time_ms=0.3")
        self.run_it("--until", "time_ms=0.3", "--threads", "3", out="threads")
        self.same_files(f"{self.work}/out", f"{self.work}/threads")
        self.assertGreater(self.fabric()["cells"]["out"], 100)
        self.assertIsNotNone(self.fabric()["longest_wait_for_line_ns"])
        self.run_it("--until", "time_ms=0.001", out="empty")
        self.assertIsNone(self.fabric("empty")["longest_wait_for_line_ns"])
        self.run_it("--until", "time_ms=0.3", "--engine", "reference", out="reference")
        self.assertEqual(self.fabric("reference"), self.fabric())
        for ranks in [3] if MPI else []:
            self.run_it("--until", "time_ms=0.3", ranks=ranks, out=f"ranks{ranks}")
            self.same_files(f"{self.work}/out", f"{self.work}/ranks{ranks}")
        for folder in "out", "reference":  # windows are the engines' own
            os.remove(f"{self.work}/{folder}/network.json")
        self.same_files(f"{self.work}/out", f"{self.work}/reference")

    def test_wrong_cells(self):
        """A card that says it is another one: the run fails, and says which frame."""
        self.make("--ports", "2")
        r = self.run_it("--set", "chip.in1.set.2=\"microengine.0:2.define.INPUT=0\"", "--until", "time_ms=0.2", status=1)
        self.assertIn("the frame that came to input 1 says that it is from input 0", r.stderr)

    def test_refused(self):
        self.make("--ports", "2")
        for change, message in [
                ("fabric.scheduler.name=\"best\"", "'name' of [fabric].scheduler is 'best'"),
                ("fabric.ports=1", "there is no port fabric.1; the fabric has 'ports' = 1"),
                ("fabric.slot_ns=300", "a cell takes 384 ns of its line, a slot has 300"),
                ("fabric.name=\"in0\"", "'in0' is the name of the fabric, too"),
                ("fabric.grants_ahead=8", "no chip receives the grants to fabric.0; add a link from fabric.2"),
                ("fabric={ ports = 2, grants_ahead = 8, scheduler = { name = \"spf\" } }", "expected p-spf, p-msm, p-mwm-ql or p-mwm-ca"),
                ("link.0.loss=0.1", "a fabric's links lose nothing"),
                ("link.0.from=\"fabric.1\"", "a fabric is linked to chips"),
                ("chip.in0.restart_at_ms=0.1", "in0 sends cells to the fabric, which would wait for the rest of a packet"),
                ("fabric.sots_ns=300", "unknown key 'sots_ns' in [fabric]; did you mean 'slot_ns'?")]:
            with self.subTest(change):
                r = self.run_it("--set", change, status=1)
                self.assertIn(message, r.stderr)
                self.assertFalse(os.path.exists(f"{self.work}/out"))


if __name__ == "__main__":
    unittest.main()
