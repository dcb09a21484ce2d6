#!/usr/bin/env python3
"""The gateway with its ARM program: recorded sessions, and hostile conversations beside a good one.
The core's counters equal the counters of the same observer on this host. The streams are the
streams of the frames, and only shaped packets change.

    gateway.py BIN OBSERVE recorded|hostile|flood|congested|crowded|slow|aged|known|churn [--streams N]
"""
import argparse
import collections
import json
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, "tests/system/rtsp"))
from observer import Observer  # noqa: E402

from tools_lib import pcap, portlog, protocols, rtsp  # noqa: E402

UDP, PORTS = "RTP/AVP;unicast;client_port=5000-5001", ";server_port=6000-6001"
FILM = "rtsp://10.0.0.2/film"
COUNTERS = dict(re.findall(r'X\((\w+), "([^"]*)"\)', re.sub(r"\s*\\\n\s*", " ", open(f"{ROOT}/microblocks/rtsp/rtsp.h").read())))


class Result:
    """A run: the core's output, the frames that left, and the run's end."""

    def __init__(self, done, out):
        self.status, self.text = done.returncode, done.stdout + done.stderr
        with open(f"{out}/uart.txt") as f:
            said = f.read().splitlines()
        with open(f"{out}/stats.json") as f:
            stats = json.load(f)
        self.frames, self.counters = stats["frames"], {counter["name"]: counter["value"] for counter in stats["counters"]}
        self.sent = {port: list(portlog.frames(f"{out}/port{port}_tx.log")) for port in range(3)}
        began = {row.tag: row.sop_cycle for port in range(3) for row in portlog.rows(f"{out}/port{port}_rx.log")}
        self.delays = {port: [(row.bytes, (row.eop_cycle - began[row.tag]) / 600) for row in portlog.rows(f"{out}/port{port}_tx.log")]
                       for port in range(3)}  # bytes of a frame, and us from its first byte in to its last byte out
        self.added = [m[1] for line in said if (m := re.match(r"\d+ ms: stream (.*) bit/s$", line))]
        self.ended = dict(m.groups() for line in said if (m := re.match(r"\d+ ms: ended (.*) after (.*)$", line)))
        names = {text: name for name, text in COUNTERS.items()}
        self.counts = collections.Counter({names[m[2]]: int(m[1]) for line in said if (m := re.match(r"\d+ ms: (\d+) (.*)$", line))})


def run(binaries, frames, end_ms, *options, system="gateway"):
    """frames: (time_ns, port, frame), in order of time; the first of each port is sent at its time."""
    with tempfile.TemporaryDirectory() as work:
        words = [f"{binaries}/ixpemu", "run", f"{ROOT}/microblocks/systems/{system}.toml", "--out", f"{work}/out", "--quiet", *options,
                 "--until", f"time_ms={end_ms}"]
        for port in range(3):
            of_port = [(time, frame) for time, at, frame in frames if at == port]
            pcap.write(f"{work}/{port}.pcap", of_port)
            words += ["--rx", f"{port}={work}/{port}.pcap", "--set",
                      f"port.{port}.rx.start_ns={of_port[0][0]}"]
        return Result(subprocess.run(words, capture_output=True, text=True, timeout=1200), f"{work}/out")


def is_rtsp(frame):
    return frame[12:14] == b"\x08\0" and frame[23] == 6 and {554, 8554} & set(struct.unpack(">HH", frame[34:38]))


def on_host(observe, frames):
    """Counters of the observer on this host, of the same frames at the same times."""
    observer = Observer(observe)
    for time, port, frame in frames:
        if is_rtsp(frame):
            observer.now = time // 10**6
            observer.frames([(port, frame)])
    return observer.results()[1]


def forwarded(frames):
    """Output port -> the IPv4 packets that a router sends there, behind TTL and checksum of the header."""
    sent = collections.defaultdict(collections.Counter)
    for _, _, f in frames:
        if f[12:14] == b"\x08\0" and f[30] == 10 and f[31] < 3 and len(f) >= 34:
            sent[f[31]][f[14:22] + f[26:14 + int.from_bytes(f[16:18], "big")]] += 1
    return sent


def left(result):
    return {port: collections.Counter(f[14:22] + f[26:14 + int.from_bytes(f[16:18], "big")] for f in frames)
            for port, frames in result.sent.items()}


def differ(what, got, want):
    return [] if got == want else [f"{what}: {got}, expected {want}"]


def recorded(binaries, observe, _given):
    """traces/rtsp: real programs."""
    frames = sorted((time, port, frame) for port in range(3) for time, frame in pcap.read(f"{ROOT}/traces/rtsp/port{port}.pcap"))
    start = frames[0][0] - 10**6
    frames = [(time - start, port, frame) for time, port, frame in frames]
    result = run(binaries, frames, frames[-1][0] // 10**6 + 400)
    rtp_of = collections.Counter()
    for _, _, f in frames:
        if f[12:14] == b"\x08\0" and f[23] == 17 and f[26:30] == bytes([10, 0, 0, 2]) and f[42] >> 6 == 2 and not 200 <= f[43] <= 204:
            source, destination = struct.unpack(">HH", f[34:38])
            rtp_of[f"10.0.0.2:{source} > {'.'.join(map(str, f[30:34]))}:{destination}"] += 1
    wrong = differ("exit status", result.status, 0)
    wrong += differ("streams", sorted(line.rsplit(" ", 1)[0] for line in result.added), sorted(rtp_of))
    wrong += differ("their packets", result.ended, {key: f"{n} packets, 0 dropped" for key, n in rtp_of.items()})
    wrong += differ("counters", result.counts, on_host(observe, frames))
    wrong += differ("frames that left", left(result), {port: forwarded(frames)[port] for port in range(3)})
    return wrong, f"{len(frames)} frames, {len(rtp_of)} streams with {sum(rtp_of.values())} packets, {len(result.added)} found"


class Traffic:
    """Frames at their times; the next speaker waits for the core."""

    def __init__(self):
        self.time, self.frames = 2_000_000, []

    def add(self, some, gap_ns=150_000):
        for port, frame in some:
            self.frames.append((self.time, port, frame))
            self.time += gap_ns

    def say(self, connection, *messages, sizes=(1460,)):
        for i, message in enumerate(messages):
            self.add(connection.send(i % 2, message, sizes))


def others():
    """A frame of no stream for each port."""
    return [(port, protocols.udp((rtsp.number(f"10.{port}.0.2"), 9), (rtsp.number("10.0.0.3"), 9), bytes(30))) for port in range(3)]


def good_stream(traffic):
    client = rtsp.Connection("10.1.0.2", 41000)
    traffic.add(others())
    traffic.add(client.open())
    traffic.say(client, rtsp.request("DESCRIBE", 1, FILM), rtsp.answer(1, body=rtsp.sdp(("video", "b=AS:8000"))),
                rtsp.request("SETUP", 2, FILM + "/video", Transport=UDP), rtsp.answer(2, Transport=UDP + PORTS, Session="abc"))
    return client


def rtp_frames(count):
    return [protocols.rtp((rtsp.number("10.0.0.2"), 6000), (rtsp.number("10.1.0.2"), 5000), 400, n, n) for n in range(count)]


def attacks(rng, victim):
    """(connection, messages in turn)"""
    def attacker(n):
        return rtsp.Connection(f"10.2.0.{n}", 50000 + n, ports=(2, 0), isn=(rng.getrandbits(32), rng.getrandbits(32)))
    lines = [b"SETUP\r\n\r\n", b"\0\1\2\r\n\r\n", b"SETUP x RTSP/9.9\r\nCSeq: 1\r\n\r\n", b"GET / HTTP/1.0\r\n\r\n",
             b"SETUP " + b"/" * 900 + b" RTSP/1.0\r\nCSeq: 99999999999999\r\n\r\n", rng.randbytes(300) + b"\r\n\r\n"]
    yield attacker(2), [b"".join(lines)]
    absurd = b"v=0\r\n" + b"m=video 0 RTP/AVP 96\r\nb=AS:99999999999\r\nb=TIAS:-1\r\na=maxprate:x\r\na=control:" + b"c" * 300 + b"\r\n"
    yield attacker(3), [rtsp.request("DESCRIBE", 1, FILM), rtsp.answer(1, body=absurd * 3),
                              rtsp.request("SETUP", 2, FILM, Transport=UDP), rtsp.answer(2, Transport=UDP + PORTS, Session="x")]
    yield attacker(4), [rtsp.request("TEARDOWN", 1, FILM, Session="abc"), rtsp.answer(1)]
    yield attacker(5), [rtsp.request("OPTIONS", 1, "*", Content_Length="4294967295")]
    yield attacker(6), [b"OPTIONS * RTSP/1.0\r\n" + b"X: y\r\n" * 900]
    stolen = UDP + PORTS + ";destination=10.1.0.2"
    yield attacker(7), [rtsp.request("SETUP", 1, FILM, Transport=UDP, Bandwidth=1000), rtsp.answer(1, Transport=stolen, Session="y")]
    # into the victim's connection, from where the attacker is
    forged = rtsp.Connection(victim.ends[0][0], victim.ends[0][1], ports=(2, 2))
    forged.sent = list(victim.sent)
    yield forged, [rtsp.request("TEARDOWN", 3, FILM, Session="abc"), rtsp.answer(3)]


def hostile(binaries, observe, _given, system="gateway"):
    """Malformed RTSP, absurd descriptions, forged TEARDOWNs, theft, endless headers, truncated RTP; a second good conversation in pieces
    and out of order."""
    rng, traffic = random.Random(7), Traffic()
    victim = good_stream(traffic)
    media = rtp_frames(40)
    for i, (connection, messages) in enumerate(attacks(rng, victim)):
        if connection.ports == (2, 0):
            traffic.add(connection.open())
        traffic.say(connection, *messages)
        traffic.add([(0, frame) for frame in media[5 * i:5 * i + 5]])
    second = rtsp.Connection("10.2.0.200", 42000, ports=(2, 0))
    traffic.add(second.open())
    to, got = UDP.replace("5000-5001", "7000-7001"), (UDP + PORTS).replace("5000-5001", "7000-7001")
    for i, message in enumerate((rtsp.request("SETUP", 1, FILM, Transport=to, Bandwidth=640000), rtsp.answer(1, Transport=got, Session="z"))):
        pieces = second.send(i, message, (11,))
        for k in range(0, len(pieces), 4):
            traffic.add([*reversed(pieces[k:k + 4]), pieces[k]])
    cut = [media[0][:n] for n in (60, 44, 43, 36, 34)]  # as IPv4 says less than its header does
    short = [protocols.udp((rtsp.number("10.0.0.2"), 6000), (rtsp.number("10.1.0.2"), 5000), b"\x80"[:n]) for n in (0, 1)]
    traffic.add([(0, frame + bytes(max(0, 60 - len(frame)))) for frame in cut + short] + [(0, frame) for frame in media[35:]])
    result = run(binaries, traffic.frames, traffic.time // 10**6 + 300, system=system)
    wrong = differ("exit status", result.status, 0)
    wrong += differ("streams", result.added, ["10.0.0.2:6000 > 10.1.0.2:5000 8000000", "10.0.0.2:6000 > 10.2.0.200:7000 640000"])
    wrong += differ("ended", result.ended, {})
    wrong += differ("counters", result.counts, on_host(observe, traffic.frames))
    arrived = [f[42:400] for f in result.sent[1] if f[23] == 17 and len(f) == 400]
    wrong += differ("the victim's packets", arrived, [f[42:400] for f in media])
    wrong += differ("truncated frames", result.frames["dropped_by_microcode"]["bad_header"], len(cut))
    wrong += differ("lost", result.frames["lost"], {})
    for name in ("malformed", "bad_bandwidth", "foreign_teardown", "wrong_port", "give_up_length", "give_up_header", "third_party"):
        wrong += [] if result.counts[name] else [f"{name} was not counted"]
    return wrong, f"{len(traffic.frames)} frames; {dict(result.counts)}"


def slow(binaries, observe, given):
    """The same on the slow path."""
    return hostile(binaries, observe, given, "gateway-slow")


def flood(binaries, observe, given):
    """More streams than there are entries, of eight connections; then one of them ends its own, out of the middle of chains."""
    traffic = Traffic()
    good_stream(traffic)
    clients = [rtsp.Connection("10.2.0.2", 20000 + i, ports=(2, 0)) for i in range(8)]
    for client in clients:
        traffic.add(client.open())
    for i in range(given.streams):
        to = f"RTP/AVP;client_port={1024 + i}"
        traffic.say(clients[i % 8], rtsp.request("SETUP", i, f"rtsp://s/{i}", Transport=to, Bandwidth=8000),
                    rtsp.answer(i, Transport=f"{to};server_port={6000 + i}", Session="s"))
    traffic.say(clients[3], rtsp.request("TEARDOWN", given.streams, "rtsp://s", Session="s"), rtsp.answer(given.streams))
    media = rtp_frames(10)
    traffic.add([(0, frame) for frame in media])
    result = run(binaries, traffic.frames, traffic.time // 10**6 + 300)
    wrong = differ("exit status", result.status, 0)
    last = {f"10.0.0.2:{6000 + i} > 10.2.0.2:{1024 + i}" for i in range(3, given.streams, 8)}
    there = {line.rsplit(" ", 1)[0] for line in result.added}
    wrong += differ("ended", set(result.ended), last & there)
    wrong += differ("streams", len(result.added), result.counts["added"])
    # The host's table is full with its last entry; of the shaper's a chain may be full before.
    want, refused = on_host(observe, traffic.frames), given.streams + 1 - len(result.added)
    want.update(added=len(result.added) - want["added"], table_full=refused - want["table_full"],
                torn_down=len(result.ended) - want["torn_down"])
    wrong += differ("counters", result.counts, want)
    if not 1000 <= len(result.added) <= 1024:
        wrong.append(f"{len(result.added)} streams in 1,024 entries")
    arrived = [f[42:400] for f in result.sent[1] if f[23] == 17 and len(f) == 400]
    wrong += differ("the victim's packets", arrived, [f[42:400] for f in media])
    return wrong, f"{given.streams} streams asked for, {len(result.added)} there, {refused} refused"


def aged(binaries, observe, _given):
    """Two sessions with a timeout of a second: one goes on to send, the other is silent and ends."""
    traffic = Traffic()
    client = good_stream(traffic)
    for number, port in (3, 5100), (4, 5200):
        to = f"RTP/AVP;client_port={port}"
        traffic.say(client, rtsp.request("SETUP", number, FILM + "/video", Transport=to),
                    rtsp.answer(number, Transport=f"{to};server_port={port + 1000}", Session=f"{port};timeout=1"))
    there = [protocols.rtp((rtsp.number("10.0.0.2"), 6100), (rtsp.number("10.1.0.2"), 5100), 400, n, n) for n in range(8)]
    for i, frame in enumerate(there):
        traffic.frames.append((traffic.time + i * 300_000_000, 0, frame))
    result = run(binaries, traffic.frames, 2400)
    wrong = differ("exit status", result.status, 0)
    wrong += differ("streams", len(result.added), 3)
    wrong += differ("ended", result.ended, {"10.0.0.2:6200 > 10.1.0.2:5200": "0 packets, 0 dropped"})
    wrong += differ("aged", result.counts["aged"], 1)
    return wrong, f"{len(result.added)} streams, ended {result.ended}"


def known(binaries, _observe, _given):
    """A stream of [boot]'s table is shaped before and while the core sets up and ends another, which takes another entry."""
    known_frames = [protocols.rtp((rtsp.number("10.0.0.2"), 6000), (rtsp.number("10.1.0.2"), 5000), 1000, n, n) for n in range(40)]
    traffic, client = Traffic(), rtsp.Connection("10.2.0.2", 42000, ports=(2, 0))
    traffic.add(others())
    traffic.add(client.open())
    to = "RTP/AVP;client_port=5000"
    traffic.say(client, rtsp.request("SETUP", 1, FILM, Transport=to, Bandwidth=8000),
                rtsp.answer(1, Transport=to + ";server_port=6000", Session="s"),
                rtsp.request("TEARDOWN", 2, FILM, Session="s"), rtsp.answer(2))
    frames = sorted(traffic.frames + [(1_000_000 + n * 100_000, 0, frame) for n, frame in enumerate(known_frames)])
    systems = f"{ROOT}/microblocks/systems"
    load = "[" + ",".join(f"{{region='sram0',address={at},file='{systems}/{name}'}}"
                          for at, name in ((0x400000, "forward.fib"), (0x490000, "gateway.streams"))) + "]"
    result = run(binaries, frames, 300, "--set", f"boot.load={load}")
    arrived = [f for f in result.sent[1] if len(f) == 1000]
    drops = result.frames["dropped_by_microcode"]["queue_full"]
    wrong = differ("exit status", result.status, 0)
    wrong += differ("streams", result.added, ["10.0.0.2:6000 > 10.2.0.2:5000 8000"])
    wrong += differ("ended", list(result.ended), ["10.0.0.2:6000 > 10.2.0.2:5000"])
    wrong += differ("packets of the known stream", len(arrived) + drops, len(known_frames))
    wrong += [] if 5 <= drops <= 20 else [f"of the known stream {drops} were dropped"]
    return wrong, f"{len(arrived)} of {len(known_frames)} packets of a stream known in advance, at 80 of its 42.5 Mbit/s"


def churn(binaries, observe, given):
    """Streams come and go more often than there are entries: entries are used again, when their packets have left."""
    traffic = Traffic()
    client = good_stream(traffic)
    media = rtp_frames(given.streams)
    for i in range(given.streams):
        to = f"RTP/AVP;client_port={7000 + i % 50}"
        traffic.say(client, rtsp.request("SETUP", 2 * i, f"rtsp://s/{i}", Transport=to, Bandwidth=8000),
                    rtsp.answer(2 * i, Transport=f"{to};server_port=6000", Session="s"),
                    rtsp.request("TEARDOWN", 2 * i + 1, f"rtsp://s/{i}", Session="s"), rtsp.answer(2 * i + 1))
        traffic.add([(0, media[i])])
    result = run(binaries, traffic.frames, traffic.time // 10**6 + 300)
    wrong = differ("exit status", result.status, 0)
    wrong += differ("counters", result.counts, on_host(observe, traffic.frames))
    wrong += differ("streams", (len(result.added), result.counts["torn_down"]), (given.streams + 1, given.streams))
    arrived = [f[42:400] for f in result.sent[1] if f[23] == 17 and len(f) == 400]
    wrong += differ("the good one's packets", arrived, [f[42:400] for f in media])
    return wrong, f"{given.streams} streams came and went"


def congested(binaries, _observe, _given):
    """Ports 0 and 2 fill the link of port 1 twice; RTP of the first priority from port 0 among them."""
    frames, end = [], 3_000_000
    for port in 0, 2:
        other = protocols.udp((rtsp.number(f"10.{port}.0.3"), 9), (rtsp.number("10.1.0.3"), 9), bytes(1400))
        frames += [(10_000 + n * 12_000, port, other) for n in range(end // 12_000)]
    media = rtp_frames(50)
    frames += [(40_000 + n * 50_000, 0, frame) for n, frame in enumerate(media)]
    frames.append((10_000, 1, protocols.udp((rtsp.number("10.1.0.2"), 9), (rtsp.number("10.0.0.3"), 9), bytes(30))))
    result = run(binaries, sorted(frames), end // 10**6 + 1)
    wrong = differ("exit status", result.status, 0)
    wrong += differ("RTP", [f[42:400] for f in result.sent[1] if len(f) == 400], [f[42:] for f in media])
    waited = [us for size, us in result.delays[1] if size == 400]
    drops = result.frames["dropped_by_microcode"]["priority3_full"]
    if not drops:
        wrong.append("nothing was dropped of the others")
    if max(waited) > 70:
        wrong.append(f"RTP was {max(waited):.1f} us in the gateway")
    return wrong, f"{len(media)} packets of RTP, at most {max(waited):.1f} us inside; {drops} of {len(frames)} frames dropped, of others"


def crowded(binaries, _observe, _given):
    """More RTSP at once than the ring of copies holds: the packets go on, but the run fails and
    names the block and the loss, unless the loss is accepted."""
    traffic, client = Traffic(), rtsp.Connection("10.1.0.2", 41000)
    traffic.add(others())
    traffic.add(client.open())
    traffic.add(client.send(0, bytes(8 * 200), (8,)), gap_ns=1500)
    wrong = []
    for option, status in ('counters.copies_lost.block="divert"', 1), ('counters.copies_lost.counts="events"', 0):
        result = run(binaries, traffic.frames, 4, "--set", "ring.5.size=128", "--set", option)
        lost, copies = result.counters["copies_lost"], result.counters["copies"]
        wrong += differ("exit status", result.status, status)
        wrong += differ("RTSP packets", lost + copies, sum(bool(is_rtsp(frame)) for _, _, frame in traffic.frames))
        wrong += differ("frames that left", left(result), {port: forwarded(traffic.frames)[port] for port in range(3)})
        if (f"divert counted {lost} losses in 'copies_lost'" in result.text) != bool(status) or not lost:
            wrong.append(f"{lost} copies were lost, and the run said {result.text}")
    return wrong, f"{copies} copies, {lost} lost"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries")
    parser.add_argument("observe")
    parser.add_argument("what", choices=["recorded", "hostile", "flood", "congested", "crowded", "slow", "aged", "known", "churn"])
    parser.add_argument("--streams", type=int, default=1100)
    given = parser.parse_args()
    wrong, told = globals()[given.what](given.binaries, given.observe, given)
    print("\n".join(wrong + [told]))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
