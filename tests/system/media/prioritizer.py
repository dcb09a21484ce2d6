#!/usr/bin/env python3
"""The prioritizer and the priority scheduler against the host's results for the same packets:

  - the priority of a packet, at each position that a sender may use, for random packets, malformed
    ones too;
  - order within a priority, and drops where a ring is full;
  - every choice of the scheduler: the first priority with a packet and budget left, and a packet whenever there is one;
  - shares of the link, and all of it for one that is alone: within 1 %;
  - order, drops and shares of eight priorities in SRAM.

  prioritizer.py BIN_DIR [--packets N] [--seed N]
"""
import argparse
import collections
import os
import random
import re
import struct
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../tools"))
from tools_lib import pcap, portlog, protocols, systems  # noqa: E402

SYSTEM = systems.path_of("prioritizer")
PLACES = ["marker", "payload type", "extension", "payload"]  # PRIORITY_FROM
OTHERS = 3
SHARES = {4: (40, 30, 20, 10), 8: (20, 18, 16, 14, 12, 10, 6, 4)}
ROUND, OVERHEAD, OUT_MAX = 16384, 24, 2
ENDS = protocols.endpoint("10.0.0.2:5004"), protocols.endpoint("10.0.1.2:6000")
SORTER = "microengine.0:1.define"


class Wrong(Exception):
    pass


# ---- packets

def priority(frame, place):
    """As RFC 3550 has it, from the bytes."""
    if frame[12:15] != b"\x08\0\x45" or frame[23] != 17 or int.from_bytes(frame[20:22], "big") & 0x1fff:
        return OTHERS
    packet = frame[14:14 + int.from_bytes(frame[16:18], "big")]
    payload = packet[28:]
    if len(frame) < 14 + int.from_bytes(frame[16:18], "big") or len(payload) < 12 or payload[0] >> 6 != 2:
        return OTHERS
    rest = payload[12 + 4 * (payload[0] & 15):]
    if place == "marker":
        return 0 if payload[1] & 0x80 else 1
    if place == "payload type":
        return payload[1] & 3
    extension = None
    if payload[0] & 0x10:
        if len(rest) < 4 or len(payload) < 12 + 4 * (payload[0] & 15):
            return OTHERS
        extension, rest = rest[4:4 + 4 * int.from_bytes(rest[2:4], "big")], rest[4 + 4 * int.from_bytes(rest[2:4], "big"):]
    if place == "extension":
        return extension[3] & 3 if extension and len(extension) >= 4 else OTHERS
    return rest[0] & 3 if rest else OTHERS


def drawn(rng):
    """A random packet: RTP with all optional fields, or a packet that is no RTP."""
    kind = rng.random()
    if kind < 0.05:
        return rng.randbytes(12) + b"\x08\x06" + rng.randbytes(46)
    if kind < 0.1:
        return protocols.ipv4(ENDS[0][0], ENDS[1][0], rng.choice((1, 6)), rng.randbytes(60))
    words = [rng.getrandbits(32) for _ in range(rng.choice((0, 1, 3)))]
    header = bytearray(protocols.rtp_header(rng.getrandbits(16), rng.getrandbits(32), rng.random() < 0.5, rng.randrange(128),
                                  extension=(0xbede, words) if rng.random() < 0.6 else None))
    sources = rng.choice((0, 0, 0, 2, 15))
    header[0] |= sources
    header[12:12] = rng.randbytes(4 * sources)
    payload = bytes(header) + rng.randbytes(rng.choice((0, 1, 5, 200, 900)))
    if kind < 0.15:  # truncated, or inconsistent with its header
        payload = payload[:rng.randrange(1, len(payload))]
    elif kind < 0.2:
        payload = payload[:12 + 4 * sources + rng.randrange(9)]
    elif kind < 0.25:
        payload = bytes([rng.randrange(256)]) + payload[1:]
    frame = bytearray(protocols.udp(*ENDS, payload))
    if kind < 0.27:
        frame[16:18] = struct.pack(">H", rng.randrange(2000))  # the length that IPv4 says
    if 0.27 < kind < 0.3:
        frame[20:22] = struct.pack(">H", rng.choice((1, 0x2000, 0x2001, 0x4000)))
    return bytes(frame) + rng.randbytes(max(0, 60 - len(frame)))


def of_class(n, size, sequence):
    return protocols.rtp(*ENDS, size, sequence, sequence, payload_type=96 + n)


# ---- events of the run

Entry = collections.namedtuple("Entry", "cycle ring action by handle bytes flow frame")
FIELDS = re.compile(r"(\w+)=(\S+)")


def ring_log(path):
    with open(path, encoding="utf-8") as f:
        for line in f:
            if not line.startswith("#"):
                cycle, ring, action, by, _, message = line.split(maxsplit=5)
                fields = dict(FIELDS.findall(message))
                yield Entry(int(cycle), ring, action, by, int(fields.get("handle", "0"), 0), int(fields.get("bytes", 0)),
                            int(fields.get("flow", -1)), fields.get("frame"))


def run(binaries, frames, work, link=1000, priorities=4, **defines):
    """(ring log, transmitted rows, statistics)"""
    pcap.write(f"{work}/in.pcap", frames)
    changes = {"port.0.rx.streams": [f"{work}/in.pcap"], "port.0.rx.timing": "stamps", "port.1.tx.rate_mbps": link,
               "port.0.rx.start_ns": 10**5} | {f"{SORTER}.{name}": value for name, value in defines.items()}
    changes["microengine.*.define.PRIORITIES"] = priorities
    _, stats = systems.run(binaries, SYSTEM, f"{work}/out", "--rings", "all", "--ring-frames", "--log-data", "header:14", changes=changes)
    return list(ring_log(f"{work}/out/rings.log")), list(portlog.rows(f"{work}/out/port1_tx.log")), stats


def on_its_ring(entry):
    return int(entry.ring[-1]) if entry.ring.startswith("RING_PRIORITY") else None


def sent_as(entry):
    return entry.flow if entry.ring == "RING_TX" else None


def check_sorted(log, wanted, stats, priority_of=on_its_ring):
    """Each packet has its priority, in order of arrival; the others are counted. wanted: priorities in order of arrival."""
    dropped = collections.Counter()
    for n in sorted(set(wanted)):
        mine = [f"p0.{i}" for i, of in enumerate(wanted) if of == n]
        put = [entry.frame for entry in log if entry.action == "put" and priority_of(entry) == n]
        there = iter(mine)
        strange = next((frame for frame in put if frame not in there), None)
        if strange:
            raise Wrong(f"frame {strange} has priority {n}, out of order or in place of another")
        if len(mine) != len(put):
            dropped[f"priority{n}_full"] = len(mine) - len(put)
    counted = {name: count for name, count in stats["frames"]["dropped_by_microcode"].items() if count}
    if counted != dropped:
        raise Wrong(f"dropped: {counted}, expected {dict(dropped)}")
    return counted


class Scheduler:
    """The rule, applied to the scheduler's gets and puts. Each read of the rings begins with
    RING_BEGUN."""

    def __init__(self):
        self.heads, self.out, self.chosen, self.put = {}, 0, None, None
        self.quantum = [share * ROUND // sum(SHARES[4]) for share in SHARES[4]]
        self.budgets, self.choices = list(self.quantum), 0

    def choice(self):
        if not self.heads or self.out >= OUT_MAX:
            return None
        while True:
            for n in sorted(self.heads):
                if self.budgets[n] > 0:
                    return n
            self.budgets = [min(budget, 0) + quantum for budget, quantum in zip(self.budgets, self.quantum)]

    def hears(self, entry):
        if entry.ring == "RING_TX" and entry.action == "put":
            n = self.choice()
            if n is None or self.heads[n].handle != entry.handle:
                raise Wrong(f"cycle {entry.cycle}: sent {entry.frame} of priority {entry.flow}, expected one of {n}")
            self.budgets[n] -= entry.bytes + OVERHEAD
            del self.heads[n]
            self.out += 1
            self.put = True
            self.choices += 1
        elif entry.action == "get" and entry.by.startswith("0:2."):
            if entry.ring == "RING_BEGUN":
                if not self.put and self.choice() is not None:
                    raise Wrong(f"cycle {entry.cycle}: nothing was sent before, though priorities {sorted(self.heads)} had packets")
                self.put = False
                self.out -= entry.flow >= 0
            elif entry.handle:
                self.heads[int(entry.ring[-1])] = entry


def follow(log):
    scheduler = Scheduler()
    for entry in log:
        scheduler.hears(entry)
    if scheduler.heads:
        raise Wrong(f"priorities {sorted(scheduler.heads)} have packets at the end")
    return scheduler.choices


def check_priorities(binaries, rng, packets, work):
    frames = [drawn(rng) for _ in range(packets)]
    timed = [(i * 9000, frame) for i, frame in enumerate(frames)]
    for number, place in enumerate(PLACES):
        log, _, stats = run(binaries, timed, work, PRIORITY_FROM=number)
        wanted = [priority(frame, place) for frame in frames]
        dropped = check_sorted(log, wanted, stats)
        choices = follow(log)
        if dropped or choices != packets:
            raise Wrong(f"{choices} of {packets} packets sent, dropped {dropped}")
        print(f"ok    {place}: {packets} packets of priorities {dict(sorted(collections.Counter(wanted).items()))}")


def check_overload(binaries, rng, packets, work):
    """More than the link takes, now and then: rings fill, and become empty again."""
    at, frames, wanted = 0, [], []
    for i in range(packets):
        at += rng.choice((0, 0, 4000, 12000)) if i // 500 % 2 == 0 else rng.choice((0, 60000, 90000))
        n = rng.choice((0, 1, 2, 3, 3, 3))
        frames.append((at, of_class(n, rng.choice((60, 300, 1024, 1514)), i)))
        wanted.append(n)
    log, rows, stats = run(binaries, frames, work, link=200)
    dropped, choices = check_sorted(log, wanted, stats), follow(log)
    if not dropped or choices != len(rows) or packets != len(rows) + sum(dropped.values()):
        raise Wrong(f"overload: {choices} choices, {len(rows)} sent of {packets}, dropped {dropped}")
    print(f"ok    overload: {choices} choices, dropped {dropped}")


def check_shares(binaries, link, packets, work, priorities=4):
    """All have packets all the time, of different sizes, as many bytes of each arrive. Two frames of the last of four use its
    budget up exactly."""
    sizes, sent, frames, wanted = (1400, 900, 500, 795) * 2, [0] * priorities, [], []
    for i in range(packets):
        n = sent.index(min(sent))
        sent[n] += sizes[n]
        frames.append((0, of_class(n, sizes[n], i)))
        wanted.append(n)
    log, rows, stats = run(binaries, frames, work, link, priorities)
    if priorities == 4:
        follow(log)
    dropped = check_sorted(log, wanted, stats, sent_as)
    if len(rows) != packets - sum(dropped.values()):
        raise Wrong(f"{len(rows)} of {packets} packets left, {sum(dropped.values())} were dropped")
    until = max(entry.cycle for entry in log if entry.ring.startswith("RING_RX"))
    settled = until // 10
    of = collections.Counter()
    for entry in log:
        if entry.ring == "RING_TX" and entry.action == "put" and settled <= entry.cycle < until:
            of[entry.flow] += entry.bytes + OVERHEAD
    got = [100 * of[n] / sum(of.values()) for n in range(priorities)]
    for n, share in enumerate(SHARES[priorities]):
        if abs(got[n] - share) > max(share / 100, 0.1):
            raise Wrong(f"priority {n} of {priorities} got {got[n]:.3f} % of the link, its share is {share}")
    print(f"ok    shares of the link, %: {[round(share, 2) for share in got]}, {sum(dropped.values())} of {packets} dropped")


def check_alone(binaries, link, packets, work, priorities=4, numbers=range(4)):
    """Whichever has packets gets the whole link."""
    for n in numbers:
        frames = [(0, of_class(n, 1000, i)) for i in range(packets)]
        log, rows, _ = run(binaries, frames, work, link, priorities)
        if priorities == 4:
            follow(log)
        took = (rows[-1].eop_cycle - rows[0].eop_cycle) / 600e6
        got = (len(rows) - 1) * (1000 + OVERHEAD) * 8 / took / 1e6
        if not 0.99 * link <= got <= 1.001 * link:
            raise Wrong(f"priority {n} of {priorities} alone got {got:.2f} of {link} Mbit/s")
        print(f"ok    priority {n} of {priorities} alone: {got:.2f} of {link} Mbit/s")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries")
    parser.add_argument("--packets", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as work:
        try:
            check_priorities(given.binaries, rng, given.packets, work)
            check_overload(given.binaries, rng, 4 * given.packets, work)
            check_shares(given.binaries, 500, 3600, work)
            check_alone(given.binaries, 500, 150, work)
            check_shares(given.binaries, 500, 6000, work, priorities=8)
            check_alone(given.binaries, 500, 150, work, priorities=8, numbers=(0, 7))
        except (Wrong, RuntimeError) as e:
            sys.exit(f"WRONG {e}")


if __name__ == "__main__":
    main()
