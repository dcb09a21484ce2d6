#!/usr/bin/env python3
"""Work of ixpgen and ixplog for a number of flows: host instructions, counted by callgrind. With
twice the flows they execute twice the instructions: work in quadratic time would be four times.

  growth.py BIN_DIR
"""
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

BIN = os.path.abspath(sys.argv.pop(1))
FLOWS = 500, 1000, 2000
MOST = 2.1  # growth of the increase; 2 of linear, 4 of quadratic work
if not shutil.which("valgrind"):
    print("growth.py: valgrind is missing; tools/setup --all installs it")
    sys.exit(77)


def frames(pcap):
    """Frames of a capture in nanoseconds."""
    at = 24
    while at < len(pcap):
        length, = struct.unpack_from("<I", pcap, at + 8)
        yield pcap[at + 16:at + 16 + length]
        at += 16 + length


class Growth(unittest.TestCase):
    def setUp(self):
        self.work = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.work)

    def path(self, name):
        return os.path.join(self.work, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def instructions(self, *words):
        done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", os.path.join(BIN, words[0]), *words[1:]],
                              capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        return int(re.search(r"Collected : (\d+)", done.stderr)[1])

    def describe(self, flows):
        self.write(f"{flows}.toml", "[default]\nbytes = 100\npackets_per_s = 1000\npackets = 1\n" +
                   "".join(f"[[flow]]\nstart_ns = {n * 1000}\n" for n in range(flows)))

    def logs(self, flows):
        """Port logs of a run of their stream: each frame leaves 3000 cycles after its arrival."""
        with open(self.path(f"{flows}/port0.pcap"), "rb") as file:
            stream = list(frames(file.read()))
        for direction, later in ("rx", 0), ("tx", 3000):
            self.write(f"{flows}/port0_{direction}.log",
                       f"# ixp port log 1 port=0 dir={direction} me_hz=600000000 rate_mbps=1000 seed=1\n"
                       + "".join(f"{600 * n + later} {600 * n + later + 480} {n} 100 p0.{n} {frame[:38].hex()}\n"
                                 for n, frame in enumerate(stream)))

    def check(self, command):
        few, more, most = [self.instructions(*command(flows)) for flows in FLOWS]
        self.assertGreater(more, few)
        self.assertLess((most - more) / (more - few), MOST)

    def test_flows(self):
        for flows in FLOWS:
            self.describe(flows)
        self.check(lambda flows: ["ixpgen", self.path(f"{flows}.toml"), "-o", self.path(str(flows)), "--quiet"])
        for flows in FLOWS:
            self.logs(flows)
        for name in "flows", "delay":
            with self.subTest(name):
                self.check(lambda flows: ["ixplog", name, self.path(str(flows)), "--flows", self.path(f"{flows}.toml")])

    def test_guarantee(self):
        for flows in FLOWS:
            self.write(f"{flows}.toml", "[resources]\ncpu_mhz = 600\nlink_mbps = 1000\n[default]\nmbps = 0.1\npackets = 1\n" +
                       "".join(f"[[flow]]\nbytes = {60 + n % 7}\ncycles = {n * n % 1009}\nweight_cpu = {1 + n % 89}\nweight_bandwidth = {1 + n % 97}\n"
                               for n in range(flows)))
        self.check(lambda flows: ["ixplog", "guarantee", self.path(f"{flows}.toml")])


unittest.main()
