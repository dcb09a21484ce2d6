#!/usr/bin/env python3
"""Networks that tools/make-network writes: their shapes, every frame's path and bytes, the same files however placed.

    topologies.py BIN
"""
import collections
import os
import pathlib
import shutil
import subprocess
import sys
import tomllib
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
from in_folder import LIMIT_S, MPI, SOURCE, InFolder  # noqa: E402
from tools_lib import portlog  # noqa: E402

TOOL = SOURCE / "tools/make-network"
HOSTS = 3  # the port of microblocks/systems/node.toml for hosts


def captures(*chips):
    """Options that put the three networks of traces/real behind these chips."""
    return [word for n, chip in enumerate(chips)
            for word in ("--network", f"{chip}=10.{n}.0.0/24", "--capture", f"{chip}={SOURCE}/traces/real/port{n}_in.pcap")]


def neighbours(folder):
    """{chip: chips it has links to} of network.toml."""
    with open(folder + "/network.toml", "rb") as f:
        network = tomllib.load(f)
    found = {chip["name"]: set() for chip in network["chip"]}
    ends = [link[end] for link in network["link"] for end in ("from", "to")]
    assert len(ends) == len(set(ends)), "two links on a port"
    for link in network["link"]:
        a, b = (link[end].split(".")[0] for end in ("from", "to"))
        found[a].add(b)
        found[b].add(a)
    return found


def distances(found, start):
    far = {start: 0}
    queue = collections.deque([start])
    while queue:
        here = queue.popleft()
        for other in found[here] - far.keys():
            far[other] = far[here] + 1
            queue.append(other)
    return far


def ip_sum(header):
    total = sum(int.from_bytes(header[i:i + 2], "big") for i in range(0, 20, 2))
    return (total & 0xffff) + (total >> 16)


class Topologies(InFolder):
    def setUp(self):
        super().setUp()
        self.work /= "it's \"😀\" \\ "
        self.work.mkdir()
        self.net, self.out = f"{self.work}/net", f"{self.work}/other"

    def make(self, *what, out=None, status=0):
        return self.call(TOOL, *what, "--out", out or self.net, status=status)

    def frames(self, chip, direction):
        """Bytes that crossed the port for hosts, by the frame's name in the network."""
        rows = portlog.rows(f"{self.net}/run/{chip}/port{HOSTS}_{direction}.log")
        if direction == "rx":
            return {f"{chip}:{row.tag}": bytes.fromhex(row.data) for row in rows}
        log = pathlib.Path(self.net, "run", chip, "frames.log").read_text().splitlines()
        names = [line.split()[4] for line in log if not line.startswith("#")]
        return dict(zip(names, (bytes.fromhex(row.data) for row in rows), strict=True))

    def check_frames(self, where, left):
        """Each frame of the capture left where its destination is, by a shortest way, a router hop changed at each chip."""
        found = neighbours(self.net)
        entered = {}
        for chip in where:
            entered |= self.frames(chip, "rx")
        seen = 0
        for number, chip in enumerate(where):
            paths = {}
            for line in pathlib.Path(self.net, "run", chip, "frames.log").read_text().splitlines():
                if not line.startswith("#"):
                    paths[line.split()[4]] = line.split()[5].split(">")
            for name, frame in self.frames(chip, "tx").items():
                seen += 1
                before, path = entered.pop(name), paths[name]
                self.assertEqual((path[0], path[-1]), (name.split(":")[0], chip))
                self.assertEqual(len(path) - 1, distances(found, path[0])[chip])
                for a, b in zip(path, path[1:]):
                    self.assertIn(b, found[a])
                self.assertEqual(before[30:32], bytes([10, number]))
                self.assertEqual(frame[22], before[22] - len(path))
                self.assertEqual(ip_sum(frame[14:34]), 0xffff)
                self.assertEqual((frame[12:22], frame[23:24], frame[26:]), (before[12:22], before[23:24], before[26:]))
        self.assertEqual(seen, left)
        for frame in entered.values():  # frames that a router does not forward
            self.assertEqual(frame[12:14], b"\x08\x06")

    def check_placements(self):
        """The same files with two threads, on two and four ranks, and from a file whose chips stand in another order."""
        with open(self.net + "/network.toml") as f:
            head, *parts = f.read().split("\n\n[[chip]]")
        parts[-1], rest = parts[-1].split("\n\n[[link]]", 1)
        with open(self.net + "/turned.toml", "w") as f:
            f.write("\n\n[[chip]]".join([head, *parts[::-1]]) + "\n\n[[link]]" + rest)
        runs = [("turned.toml", ["--threads", "2"], None)]
        if MPI:
            runs += [("network.toml", [], 2), ("turned.toml", [], 4)]
        for file, more, ranks in runs:
            self.emulate(f"{self.net}/{file}", self.out, *more, ranks=ranks)
            names_file = ["network.json"] if file == "turned.toml" else []
            with self.subTest(f"{file} {more} {ranks} ranks"):
                self.same_files(f"{self.net}/run", self.out, but=["run.json", *names_file])
            shutil.rmtree(self.out)

    def test_ring_of_16(self):
        where = ("N00", "N05", "N10")
        self.make("ring", "16", *captures(*where))
        self.assertEqual({len(others) for others in neighbours(self.net).values()}, {2})
        self.emulate(f"{self.net}/network.toml", f"{self.net}/run")
        self.check_frames(where, 472)
        self.check_placements()

    def test_random_graph_of_8(self):
        where = ("N1", "N4", "N7")
        self.make("graph", "8", "--links", "11", "--seed", "3", *captures(*where))
        self.emulate(f"{self.net}/network.toml", f"{self.net}/run")
        self.check_frames(where, 472)
        self.check_placements()

    def test_shapes(self):
        for what, chips, links in ((("line", "2"), 2, 1), (("line", "12"), 12, 11), (("mesh", "4"), 4, 6),
                                   (("ring", "3"), 3, 3), (("links", "B-A", "B-C:7"), 3, 2)):
            self.make(*what)
            found = neighbours(self.net)
            self.assertEqual((len(found), sum(map(len, found.values()))), (chips, 2 * links), what)
        self.assertEqual([link["delay_ns"] for link in tomllib.loads(pathlib.Path(self.net, "network.toml").read_text())["link"]],
                         [500, 7])
        for seed in range(3):
            shape = ["graph", "30", "--links", "40", "--seed", str(seed)]
            self.make(*shape)
            found = neighbours(self.net)
            self.assertEqual(sum(map(len, found.values())), 80)
            self.assertLessEqual(max(map(len, found.values())), 3)
            self.assertEqual(len(distances(found, "N00")), 30)
            before = pathlib.Path(self.net, "network.toml").read_bytes()
            self.make(*shape)
            self.assertEqual(pathlib.Path(self.net, "network.toml").read_bytes(), before)

    def test_flows(self):
        self.make("ring", "4", "--flows", "20", "--to", "2", "--packets-per-s", "100000", "--bytes", "100")
        self.emulate(f"{self.net}/network.toml", f"{self.net}/run")
        for n in range(4):
            names = self.frames(f"N{n}", "tx")
            self.assertEqual(set(names), {f"N{(n + 2) % 4}:p{HOSTS}.{k}" for k in range(20)})
            self.assertEqual({len(frame) for frame in names.values()}, {100})

    def test_what_is_no_network(self):
        for what, why in ((("ring", "2"), "at least 3"), (("line", "x"), "no number of chips"),
                          (("mesh", "5"), "no port for one more link"), (("links", "A-A"), "to itself"),
                          (("links", "A"), "'A' is no link"), (("links", "A-B:x"), "'A-B:x' is no link"),
                          (("graph", "4", "--links", "7"), "no place for 7 links, 6 is all"),
                          (("line", "1000"), "at most 256"), (("line", "2", "--capture", "X=y"), "there is no chip 'X'"),
                          (("line", "2", "--network", "N0=10"), "--network: "), (("line", "2", "--capture", "N0"), "CHIP=VALUE"),
                          (("line", "2", "--host-port", "0"), "port 0 is for hosts and for links"),
                          (("ring", "8", "--link-ports", "0"), "no port for one more link"),
                          (("line", "2", "--flows", "0"), "0, expected 1 or more"),
                          (("links", "é-B"), "'é' is no name of a chip"), (("links", "A/x-B"), "'A/x' is no name of a chip"),
                          (("links", "..-B"), "'..' is no name of a chip"),
                          (("graph", "8", "--links", "3"), "3 links do not connect 8 chips; take --links 7 or more"),
                          (("line", "3", "--network", "N1=10.0.0.0/16"), "10.0.0.0/16 is behind N0 and N1"),
                          (("line", "4", "--flows", "5", "--to", "8"), "--to 8 of 4 chips is each chip itself"),
                          (("line", "2", "--ms", "nan"), "nan, expected 0.001 to"),
                          (("line", "2", "--set", "nonsense"), "--set nonsense: expected KEY=VALUE, e.g. chip.sram.read=80"),
                          (("line", "2", "--link-ports", "0,40"), "node.toml has no port 40; it has 0, 1, 2, 3"),
                          (("line", "2", "--host-port", "9"), "--host-port: ")):
            r = self.make(*what, status=None)
            self.assertNotEqual(r.returncode, 0, what)
            self.assertIn(why, r.stderr)
            self.assertNotIn("Traceback", r.stderr)
            self.assertFalse(os.path.exists(self.net), what)
        r = self.make("line", "2", out="/dev/null/x", status=1)
        self.assertNotIn("Traceback", r.stderr)
        r = self.call(TOOL, "line", "2", "--flows", "3", "--out", self.net, status=None,
                      env=os.environ | {"PATH": "/usr/bin:/bin"})
        self.assertIn("ixpgen is not in PATH; build the programs", r.stderr)
        with open("/dev/full", "w") as full:
            r = subprocess.run([TOOL, "line", "2", "--out", self.net], stdout=full, stderr=subprocess.PIPE, text=True,
                               timeout=LIMIT_S)
        self.assertEqual((r.returncode, r.stderr), (1, "standard output: error: cannot write: No space left on device\n"))


if __name__ == "__main__":
    unittest.main()
