#!/usr/bin/env python3
"""tools/make-fib: the tables it makes, looked up by hand; the routes it refuses, with file, line
and reason; the files it may overwrite.

    fib.py BIN_DIR
"""
import os
import random
import stat
import sys
import threading
import unittest

sys.path.append(os.path.dirname(__file__) + "/../..")
from in_folder import SOURCE, InFolder  # noqa: E402

MACS = "02:00:00:00:00:02 02:00:00:00:00:01"
BASE = 0x400000


def longword(table, address):
    return int.from_bytes(table[address - BASE:address - BASE + 4], "big")


def look_up(table, address):
    """First longword of the next hop, or None: as rings/packet.h says."""
    node = BASE
    while True:
        entry = longword(table, node + 4 * (address >> 24))
        if entry < 0x80000000:
            return longword(table, entry) if entry else None
        node, address = entry & 0x7fffffff, address << 8 & 0xffffffff


class Fib(InFolder):
    def setUp(self):
        super().setUp()
        self.routes = self.work / "a.routes"

    def make(self, text, *options):
        self.routes.write_bytes(text if isinstance(text, bytes) else text.encode())
        return self.call(SOURCE / "tools/make-fib", self.routes, *options, status=None)

    def test_longest_prefixes(self):
        choose = random.Random(3)
        routes = {}
        for n in range(200):
            length = choose.randrange(33)
            prefix = (0x0a000000 | choose.getrandbits(12) << choose.choice((0, 8, 16)) & 0xffffff) >> (32 - length) << (32 - length)
            routes[prefix, length] = n % 32 | n % 3 << 8
        text = "".join(f"{'.'.join(map(str, p.to_bytes(4, 'big')))}/{n} {hop & 31}/{hop >> 8} {MACS}\n" for (p, n), hop in routes.items())
        self.assertEqual(self.make(text).stderr, "")
        table = (self.work / "a.fib").read_bytes()
        for _ in range(2000):
            address = 0x0a000000 | choose.getrandbits(choose.choice((8, 16, 24)))
            for length in range(32, -1, -1):
                if (hop := routes.get((address >> (32 - length) << (32 - length), length))) is not None:
                    break
            self.assertEqual(look_up(table, address), hop)

    def test_wrong_routes(self):
        good = f"10.0.0.0/16 0 {MACS}\n"
        for text, why in ((good + f"10.0.0.0/16 1 {MACS}\n", ":2: error: 10.0.0.0/16 has a route already, in line 1"),
                          (good + f"10.1.0.0/16 32 {MACS}\n", ":2: error: '32' is no port; expected 0 to 31"),
                          (f"10.1.0.0/16 -1 {MACS}\n", ":1: error: '-1' is no port"),
                          (f"10.1.0.0/16 1/256 {MACS}\n", ":1: error: '256' is no delay"),
                          (f"10.1.0.0/16 1/ {MACS}\n", ":1: error: '' is no delay"),
                          (f"10.1.0.0/16 99999999999999999999 {MACS}\n", "is no port"),
                          (f"10.1.0.1/16 1 {MACS}\n", ":1: error: 10.1.0.1/16 has host bits set"),
                          ("10.1.0.0/16 1 02:00 02:00\n", ":1: error: '02:00' is no MAC address"),
                          ("10.1.0.0/16 1\n", ":1: error: 2 words, expected"), ("# nothing\n", "no routes"),
                          (good.encode() + b"10.\xff0.0.0/16 1 a b\n", ":2: error: ")):
            r = self.make(text)
            self.assertEqual(r.returncode, 1, text)
            self.assertIn(why, r.stderr)
            self.assertNotIn("Traceback", r.stderr)
            self.assertEqual(os.listdir(self.work), ["a.routes"])
        for base in "-4", "0x100000000", "2", "x":
            self.assertIn("--base", self.make(good, "--base", base).stderr)

    def test_outputs(self):
        good = f"10.0.0.0/16 0 {MACS}\n"
        for output in "/dev/full", self.work, self.work / "absent/a.fib":
            r = self.make(good, "-o", output)
            self.assertRegex(r.stderr, "^tools/make-fib: error: .*: [A-Z].*\n$")
            self.assertEqual((r.returncode, os.listdir(self.work)), (1, ["a.routes"]))
        os.symlink(self.routes, self.work / "link")
        self.assertIn("take the place of its routes", self.make(good, "-o", self.work / "link").stderr)
        pipe = self.work / "pipe"  # stays one: a device in its place would be gone, too
        os.mkfifo(pipe)
        read = []
        reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
        reader.start()
        self.assertEqual(self.make(good, "-o", pipe).returncode, 0)
        reader.join()
        self.assertTrue(stat.S_ISFIFO(os.stat(pipe).st_mode))
        self.assertEqual(look_up(read[0], 0x0a000001), 0)


if __name__ == "__main__":
    unittest.main()
