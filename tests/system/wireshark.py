#!/usr/bin/env python3
"""Captures in tshark: each frame once at its ports and once at its end, with the fields of ixp.lua
equal to port logs and frames.csv; runs shown live by ixp-extcap, and their ends.

    wireshark.py BIN_DIR
"""
import collections
import csv
import fcntl
import json
import os
import pathlib
import select
import signal
import struct
import subprocess
import sys
import termios
import time
import unittest

sys.path.append(os.path.dirname(__file__) + "/..")
from in_folder import LIMIT_S, SOURCE, InFolder, ipv4  # noqa: E402
from tools_lib import pcap  # noqa: E402
os.chdir(SOURCE)
SYSTEMS = "microblocks/systems/"
FORWARD, OVERLOAD, NETWORK = SYSTEMS + "forward.toml", SYSTEMS + "overload.toml", "microblocks/networks/two_routers.toml"
TOOLS = SOURCE / "tools/wireshark"
OPEN = ("inside", "lost", "unknown")  # fates of frames without an end
FIELDS = ["frame.interface_name", "frame.time_epoch", "frame.len", "frame.packet_flags_direction", "ixp.id", "ixp.port",
          "ixp.direction", "ixp.fate", "ixp.reason", "ixp.source", "ixp.cycle", "ixp.delay"]
Packet = collections.namedtuple("Packet", [name.replace(".", "_") for name in FIELDS])
# Longer than any of these tests.
ENDLESS = "--until time_ms=1000000"


def blocks(data):
    """(type, content) of the blocks of a pcapng file, which is whole."""
    at = 0
    while at < len(data):
        kind, length = struct.unpack_from("<II", data, at)
        assert length >= 12 and data[at + length - 4:at + length] == data[at + 4:at + 8], at
        yield kind, data[at + 8:at + length - 4]
        at += length


def frames_of(data):
    """(interface, nanoseconds, bytes) of each packet."""
    for kind, content in blocks(data):
        if kind == 6:
            interface, high, low, captured = struct.unpack_from("<IIII", content)
            yield interface, high << 32 | low, content[20:20 + captured]


def nanoseconds(seconds):
    """The value of tshark's text."""
    whole, _, fraction = seconds.partition(".")
    return int(whole) * 10**9 + int(fraction.ljust(9, "0"))


class Fixture(InFolder):
    def setUp(self):
        super().setUp()
        extcap = self.work / "wireshark/extcap"
        extcap.mkdir(parents=True)
        (extcap / "ixp-extcap").symlink_to(TOOLS / "ixp-extcap")
        self.environment = dict(os.environ, HOME=str(self.work), LC_ALL="C.UTF-8", WIRESHARK_CONFIG_DIR=str(self.work / "wireshark"))

    def call(self, *words, status=0, **more):
        return super().call(*words, status=status, env=self.environment, **more)

    def run_it(self, system, *more, status=0):
        return self.call("ixpemu", "run", system, "--quiet", *more, status=status)

    def tshark(self, *words):
        done = self.call("tshark", "-X", f"lua_script:{TOOLS}/ixp.lua", *words)
        self.assertNotIn("Lua", done.stdout + done.stderr)
        return done.stdout

    def packets(self, file, *more):
        words = [word for field in FIELDS for word in ("-e", field)]
        lines = self.tshark("-r", file, "-T", "fields", *words, *more).splitlines()
        return [Packet(*line.split("\t")) for line in lines]


class Captures(Fixture):
    def log(self, port, direction):
        for line in (self.out / f"port{port}_{direction}.log").read_text().splitlines():
            if not line.startswith("#"):
                yield line.split()

    def check(self, system, *more):
        """Compares each field of each packet with port logs and frames.csv."""
        self.run_it(system, "--pcapng", "--frames", "--out", self.out, *more)
        self.hz = json.loads((self.out / "stats.json").read_text())["me_hz"]
        with open(self.out / "frames.csv", newline="") as f:
            self.rows = {row["tag"]: row for row in csv.DictReader(f)}
        packets = self.packets(self.out / "ports.pcapng")
        stamps = [nanoseconds(p.frame_time_epoch) for p in packets]
        self.assertEqual(stamps, sorted(stamps))
        self.check_crossings(packets)
        self.check_ends([p for p in packets if p.ixp_direction == "end"])
        self.check_bytes((self.out / "ports.pcapng").read_bytes())
        return packets

    def delay(self, tag, stamp):
        received = self.rows[tag]["rx_eop_cycle"] if tag != "-" else ""
        return f"{(nanoseconds(stamp) - self.time(received)) / 1e9:.9f}" if received else ""

    def time(self, cycle):
        return (int(cycle) * 10**9 * 2 + self.hz) // (2 * self.hz)

    def check_crossings(self, packets):
        expected = []
        for name in self.out.glob("port*_?x.log"):
            port, direction = name.stem[4:].split("_")
            for _, cycle, _, length, tag, *_ in self.log(port, direction):
                expected.append((f"port{port}_{direction}", self.time(cycle), length, tag.strip("-"), port, direction, cycle))
        got = [p for p in packets if p.ixp_direction != "end"]
        self.assertEqual(sorted((p.frame_interface_name, nanoseconds(p.frame_time_epoch), p.frame_len, p.ixp_id, p.ixp_port,
                                 p.ixp_direction, p.ixp_cycle) for p in got), sorted(expected))
        left = set()
        for p in got:
            if p.ixp_direction == "rx":
                self.assertEqual((int(p.frame_packet_flags_direction, 16), p.ixp_fate, p.ixp_delay), (1, "", ""))
                continue
            self.assertEqual(int(p.frame_packet_flags_direction, 16), 2)
            self.assertEqual(p.ixp_delay, self.delay(p.ixp_id or "-", p.frame_time_epoch))
            if p.ixp_id and p.ixp_id not in left:
                row = self.rows[p.ixp_id]
                self.assertEqual((p.ixp_fate, p.ixp_port, p.ixp_cycle), (row["fate"], row["tx_port"], row["end_cycle"]))
                left.add(p.ixp_id)
        self.assertEqual(left, {tag for tag, row in self.rows.items() if row["fate"] == "transmitted"})

    def check_ends(self, ends):
        rows = {tag: row for tag, row in self.rows.items() if row["fate"] != "transmitted"}
        self.assertEqual(sorted(p.ixp_id for p in ends), sorted(rows))
        last = max((int(p.ixp_cycle) for p in ends if p.ixp_fate in OPEN), default=0)
        for p in ends:
            row = rows[p.ixp_id]
            self.assertEqual((p.frame_interface_name, int(p.frame_packet_flags_direction, 16), p.ixp_port), ("chip", 0, row["rx_port"]))
            source = " ".join(filter(None, (row["by"], row["source"])))
            self.assertEqual((p.ixp_fate, p.ixp_reason, p.ixp_source), (row["fate"], row["reason"], source))
            self.assertEqual(p.ixp_cycle, row["end_cycle"] or str(last))
            self.assertEqual(nanoseconds(p.frame_time_epoch), self.time(p.ixp_cycle))
            self.assertEqual(p.ixp_delay, "" if p.ixp_fate in OPEN else self.delay(p.ixp_id, p.frame_time_epoch))
            self.assertIn(p.frame_len, (row["bytes"], p.frame_len if not row["bytes"] else ""))

    def check_bytes(self, data):
        """Ends have the bytes that were received. The last interface is the chip."""
        chip = sum(kind == 1 for kind, _ in blocks(data)) - 1
        received = collections.Counter(content for interface, _, content in frames_of(data) if interface != chip)
        lost = [content for interface, _, content in frames_of(data) if interface == chip]
        whole = [content for content in lost if received[content]]
        self.assertGreaterEqual(len(whole), sum(r["bytes"] != "" and r["fate"] != "transmitted" for r in self.rows.values()))
        self.assertTrue(all(lost))

    def test_systems(self):
        fates = set()
        for system, more in (FORWARD, []), (OVERLOAD, []), (SYSTEMS + "pcfq.toml", []), \
                (FORWARD, ["--set", "port.1.tx.rate_mbps=100"]), (FORWARD, ["--set", "port.0.rx.rate_mbps=4000"]):
            with self.subTest(system, more=more):
                fates |= {p.ixp_fate for p in self.check(system, "--until", "time_ms=0.3", *more)}
        self.assertLessEqual({"transmitted", "inside", "dropped by hardware", "dropped by microcode"}, fates)

    def test_filters(self):
        frames = [ipv4(), ipv4(ttl=1), ipv4()[:48] + "0001" + ipv4()[52:], "00" * 12 + "0806" + "00" * 46, ipv4(to="99.0.0.1")]
        self.check(FORWARD, *self.traffic(*frames))
        capture = self.out / "ports.pcapng"

        def shown(text, *more):
            return [(p.ixp_id, p.ixp_direction) for p in self.packets(capture, "-Y", text, *more)]

        self.assertEqual(shown('ixp.id == "p0.1"'), [("p0.1", "rx"), ("p0.1", "end")])
        self.assertEqual(shown('ixp.reason == "ttl_expired"'), [("p0.1", "end")])
        # A second pass has the fate of a received frame, as Wireshark's window.
        self.assertEqual(shown('ixp.reason == "ttl_expired"', "-2"), [("p0.1", "rx"), ("p0.1", "end")])
        self.assertEqual(shown('ixp.delay > 0 && ixp.direction == "tx"'), [("p0.0", "tx")])
        self.assertEqual(shown("frame.packet_id == 4 && ixp.fate"), [("p0.4", "end")])
        self.assertEqual(shown('frame.comment contains "dropped by microcode"'), [(f"p0.{n}", "end") for n in range(1, 5)])
        [dropped] = self.packets(capture, "-Y", 'ixp.id == "p0.1" && ixp.fate')
        self.assertRegex(dropped.ixp_source, r"^0:1\.\d .*ipv4_forward\.uc:\d+$")

    def test_copies_are_whole(self):
        """Programs of Wireshark that merge captures, and its "Save As", rewrite each block."""
        self.run_it(FORWARD, "--pcapng", "--out", self.out, *self.traffic(ipv4(), ipv4(ttl=1)))
        capture, copy = self.out / "ports.pcapng", self.work / "copy.pcapng"
        whole = self.packets(capture)
        self.assertEqual([p.ixp_fate for p in whole if p.ixp_fate], ["dropped by microcode", "transmitted"])
        for command in ["mergecap", "-w", copy, capture], ["editcap", capture, copy]:
            self.call(*command)
            self.assertEqual(self.packets(copy), whole)

    def test_the_end_of_a_frame_has_the_fcs_of_its_receive_port(self):
        for direction, length in ("rx", "4"), ("tx", "0"):
            self.run_it(FORWARD, "--set", f"port.0.{direction}.fcs=keep", "--pcapng", "--out", self.out, *self.traffic(ipv4(ttl=1)))
            shown = self.tshark("-r", self.out / "ports.pcapng", "-Y", 'ixp.direction == "end"', "-T", "fields",
                                "-e", "frame.packet_flags_fcs_length")
            self.assertEqual(shown.split(), [length])

    def test_other_captures_have_no_fields(self):
        self.run_it(FORWARD, "--until", "packets_tx=9", "--out", self.out)
        self.call("ixplog", "to-pcapng", self.out, "-o", self.work / "x.pcapng")
        self.assertEqual({p.ixp_direction for p in self.packets(self.work / "x.pcapng")}, {"rx", "tx"})
        pcap.write(self.work / "x.pcap", [(0, bytes(60))])
        self.assertEqual([(p.frame_len, p.ixp_id, p.ixp_cycle) for p in self.packets(self.work / "x.pcap")], [("60", "", "")])

    def test_both_engines_and_the_capture_of_a_file(self):
        run = [OVERLOAD, "--until", "time_ms=0.3"]
        self.run_it(*run, "--pcapng", "--out", self.out)
        first = (self.out / "ports.pcapng").read_bytes()
        for more in [], ["--engine", "reference"]:
            self.run_it(*run, "--capture", self.work / "x.pcapng", *more)
            self.assertEqual((self.work / "x.pcapng").read_bytes(), first)

    def test_chips_of_a_network(self):
        self.run_it(NETWORK, "--until", "time_ms=0.2", "--pcapng", "--out", self.out)
        for chip in "A", "B":
            counts = json.loads((self.out / chip / "stats.json").read_text())["frames"]
            packets = self.packets(self.out / chip / "ports.pcapng")
            ended = {p.ixp_id for p in packets if p.ixp_direction != "rx"}
            self.assertEqual(len(ended), counts["received"])
            self.assertEqual({p.frame_interface_name for p in packets if p.ixp_direction == "end"}, {f"{chip}.chip"})
            for p in packets:
                if p.ixp_direction != "end":
                    self.assertEqual(p.frame_interface_name, f"{chip}.port{p.ixp_port}_{p.ixp_direction}")
            for logs, interfaces in ([chip], {f"port{n}_{d}" for n in range(3) for d in ("rx", "tx")}), ([f"{chip}/port2_tx.log"], {"port2_tx"}):
                self.call("ixplog", "to-pcapng", *(self.out / log for log in logs), "-o", self.work / "x.pcapng")
                shown = self.call("tshark", "-r", self.work / "x.pcapng", "-T", "fields", "-e", "frame.interface_name").stdout.split()
                self.assertLessEqual(set(shown), {f"{chip}.{name}" for name in interfaces})
                self.assertIn(f"{chip}.port2_tx", shown)


class Live(Fixture):
    def setUp(self):
        super().setUp()
        self.fifo = self.work / "fifo"
        os.mkfifo(self.fifo)

    def extcap(self, *words, status=0):
        return self.call(TOOLS / "ixp-extcap", *words, status=status)

    def start(self, *words):
        """A program in the background; it is killed at the end of the test."""
        running = subprocess.Popen([str(w) for w in words], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        self.addCleanup(running.communicate)
        self.addCleanup(running.kill)
        return running

    def capture(self, system=FORWARD, options=ENDLESS):
        return self.start(TOOLS / "ixp-extcap", "--capture", "--extcap-interface", "ixp2400", "--fifo", self.fifo, "--system", system,
                          "--options", options)

    def end(self, running, status):
        said = running.communicate(timeout=LIMIT_S)[1].decode()
        self.assertEqual(running.returncode, status, said)
        return said

    def reader(self):
        """The pipe, with data or at its end; as Wireshark, it does not wait for the writer."""
        descriptor = os.open(self.fifo, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, descriptor)
        self.wait(descriptor)
        return descriptor

    def until(self, condition):
        end = time.monotonic() + LIMIT_S
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)

    def wait(self, descriptor):
        poll = select.poll()
        poll.register(descriptor, select.POLLIN)
        self.assertTrue(poll.poll(LIMIT_S * 1000), "nothing arrives")

    def read(self, descriptor, enough=1 << 60):
        """The content up to the end, or `enough` bytes of it."""
        data = b""
        while len(data) < enough:
            self.wait(descriptor)
            piece = os.read(descriptor, 65536)
            if not piece:
                break
            data += piece
        return data

    def test_the_calls_of_wireshark(self):
        version = ["--extcap-version=4.0"]
        self.assertEqual(self.extcap("--extcap-interfaces", *version).stdout,
                         "extcap {version=1}{display=IXP2400 emulator}\ninterface {value=ixp2400}{display=IXP2400 emulator}\n")
        interface = ["--extcap-interface", "ixp2400"]
        self.assertEqual(self.extcap("--extcap-dlts", *interface).stdout, "dlt {number=1}{name=EN10MB}{display=Ethernet}\n")
        for line, call in zip(self.extcap("--extcap-config", *interface).stdout.splitlines(), ("system", "options")):
            self.assertRegex(line, rf"^arg (\{{[^{{}}=]+=[^{{}}]+\}})+$")
            self.assertIn(f"{{call=--{call}}}", line)
        self.assertIn("no capture filter", self.extcap(*interface, "--extcap-capture-filter", "udp").stdout)
        self.assertIn("(IXP2400 emulator)", self.call("tshark", "-D").stdout)

    def test_usage(self):
        interface = ["--extcap-interface", "ixp2400"]
        for words, said in ((["--capture", *interface, "--system", "x"], "--fifo is missing"),
                            (["--capture", *interface, "--fifo", "x"], "choose a system file"),
                            (["--capture", *interface, "--fifo", "x", "--system", "x", "--options", "'"], "No closing quotation"),
                            *((["--capture", *interface, "--fifo", "x", "--system", "x", "--options", options], "ixpemu run --help' in a terminal")
                              for options in ("-h", "--until idle --help", "-qh")),
                            (["--capture", *interface, "--fifo", "x", "--system", "x", "--extcap-capture-filter", "udp"], "no capture filter"),
                            (["--extcap-dlts", "--extcap-interface", "eth0"], "expected interface ixp2400"),
                            (["--capture", *interface, "--fifo", "/nowhere/x", "--system", "x"], "ixp-extcap: /nowhere/x: No such file"),
                            (["--nonsense"], "--nonsense"), ([], "expected a call of Wireshark")):
            error = self.extcap(*words, status=1).stderr
            self.assertIn(said, error)
            self.assertNotIn("Traceback", error)
        with open("/dev/full", "w") as full:
            done = subprocess.run([TOOLS / "ixp-extcap", "--extcap-interfaces"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=LIMIT_S)
        self.assertEqual((done.returncode, done.stderr), (1, "ixp-extcap: standard output: No space left on device\n"))

    def test_tshark_captures_a_run(self):
        folder = self.work / "with space"
        folder.mkdir()
        (folder / "a system.toml").write_text(f'base = "{SOURCE}/{FORWARD}"\n')
        self.call("tshark", "-i", "ixp2400", "-o", "extcap.ixp2400.system:with space/a system.toml",
                  "-o", "extcap.ixp2400.options:--until packets_tx=300", "-w", self.work / "live.pcapng", cwd=self.work)
        self.run_it(FORWARD, "--until", "packets_tx=300", "--pcapng", "--out", self.out)
        live, whole = self.packets(self.work / "live.pcapng"), self.packets(self.out / "ports.pcapng")
        self.assertEqual(live, whole)
        self.assertGreater(len(live), 600)

    def test_tshark_shows_the_error_of_a_run(self):
        running = self.start("tshark", "-i", "ixp2400", "-o", f"extcap.ixp2400.system:{self.work}/absent.toml")
        said = running.communicate(timeout=LIMIT_S)[1].decode()
        self.assertIn("absent.toml: error: cannot open", said)

    def test_the_run_decides_the_status(self):
        for system, options, status, said in (("absent.toml", "", 1, "absent.toml: error: "), (FORWARD, "--nonsense", 2, "--nonsense")):
            running = self.capture(system, options)
            self.assertEqual(self.read(self.reader()), b"")
            self.assertIn(said, self.end(running, status))
        running = self.capture(options="--until packets_tx=20")
        data = self.read(self.reader())
        self.assertGreater(len(list(frames_of(data))), 40)
        self.assertEqual(self.end(running, 0), "")

    def test_stopped_by_wireshark(self):
        running = self.capture()
        descriptor = self.reader()
        data = self.read(descriptor, 100_000)
        running.terminate()
        data += self.read(descriptor)
        self.assertEqual(self.end(running, 143), "")
        self.assertIn(b"interrupted at cycle", data[-60:])
        self.assertGreater(len(list(frames_of(data))), 100)

    def test_the_reader_ends(self):
        running = self.capture()
        self.end(self.start("head", "-c", "1000", self.fifo), 0)
        self.end(running, 128 + signal.SIGPIPE)

    def test_nobody_reads(self):
        running = self.start("ixpemu", "run", FORWARD, "--capture", self.fifo, *ENDLESS.split())
        status = pathlib.Path(f"/proc/{running.pid}/stat")
        children = pathlib.Path(f"/proc/{running.pid}/task/{running.pid}/children")
        for _ in range(20):  # it opens the pipe, or has not come there yet
            self.until(lambda: status.read_text().rpartition(")")[2].split()[0] == "S" and not children.read_text())
            time.sleep(0.01)
        running.terminate()
        running.communicate(timeout=LIMIT_S)
        self.assertIn(running.returncode, (143, -signal.SIGTERM))

    def test_the_reader_does_not_read(self):
        running = self.capture()
        descriptor = self.reader()
        half = fcntl.fcntl(descriptor, fcntl.F_GETPIPE_SZ) // 2  # pages may be partial
        self.until(lambda: struct.unpack("i", fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4)))[0] >= half)
        running.terminate()
        self.assertEqual(self.end(running, 143), "")

    def test_killed_extcap_ends_the_run(self):
        running = self.capture()
        descriptor = self.reader()
        running.kill()
        self.assertIn(b"interrupted at cycle", self.read(descriptor)[-60:])

    def test_full_disk_and_refusals(self):
        forward = [FORWARD, "--quiet", "--until", "packets_tx=100"]
        self.assertIn("/dev/full: error: cannot write: No space left", self.call("ixpemu", "run", *forward, "--capture", "/dev/full", status=1).stderr)
        self.assertIn("--pcapng", self.call("ixpemu", "run", *forward, "--capture", "x", "--pcapng", "--out", self.out, status=2).stderr)
        self.assertIn("--capture: '-' is", self.call("ixpemu", "run", *forward, "--capture", "-", status=2).stderr)
        self.assertIn("is a network: --capture", self.run_it(NETWORK, "--capture", self.work / "x", status=1).stderr)


if __name__ == "__main__":
    unittest.main()
