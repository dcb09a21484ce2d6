#!/usr/bin/env python3
"""The line card of linecard.toml against an oracle that knows the rule and nothing of its code: class, output and bytes of
every packet, put together again from the cells that the chip sent.

    linecard.py BIN_DIR ENGINE                    real captures and some generated frames
    linecard.py BIN_DIR ENGINE --packets 1000000  as many, a tenth of them real ones between generated ones, in pieces

Prints the number and kinds of the frames compared, and instructions.
"""
import argparse
import collections
import ipaddress
import json
import os
import random
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "tools"))
from tools_lib import pcap  # noqa: E402
SYSTEM = os.path.join(ROOT, "microblocks/systems/linecard.toml")
REAL = [os.path.join(ROOT, f"traces/real/port{port}_in.pcap") for port in range(3)]
PIECE = 20000  # frames of one run
LINECARD, CELLS = "0:1", "0:2"


# ---- the oracle

def routes():
    with open(os.path.join(ROOT, "microblocks/systems/forward.routes"), encoding="utf-8") as f:
        lines = [line.split() for line in f if line.strip() and not line.startswith("#")]
    return [(ipaddress.ip_network(words[0]), int(words[1])) for words in lines]


def output_of(destination, table):
    found = [(net.prefixlen, port) for net, port in table if destination in net]
    return max(found)[1] if found else 0


def without_ethernet(frame):
    """(type, payload) behind at most two VLAN tags."""
    at = 12
    while at < 20 and frame[at:at + 2] in (b"\x81\x00", b"\x88\xa8"):
        at += 4
    return int.from_bytes(frame[at:at + 2], "big"), frame[at + 2:]


def expected(frame, table):
    """(short, output, typed, bytes carried by cells), or None if the card drops the frame."""
    ethernet_type, payload = without_ethernet(frame)
    if ethernet_type != 0x0800 or len(payload) < 20 or payload[0] >> 4 != 4:
        return (False, 0, 1, ethernet_type.to_bytes(2, "big") + payload) if payload else None
    total, fragment = struct.unpack(">HxxH", payload[2:8])
    if total < 20:
        return False, 0, 1, ethernet_type.to_bytes(2, "big") + payload
    if total > len(payload):
        return None
    packet, header = payload[:total], 4 * (payload[0] & 15)
    short = False
    if total <= 64 and header >= 20 and not fragment & 0x3FFF:
        if packet[9] == 17:
            short = True
        elif packet[9] == 6 and total >= header + 20:
            short = packet[header + 12] >> 4 >= 5 and total == header + 4 * (packet[header + 12] >> 4)
    return short, output_of(ipaddress.ip_address(packet[16:20]), table), 0, packet


# ---- frames

def ipv4(rng):
    """A random packet; most of its fields are near the limits of classification."""
    options = rng.choice((0, 0, 0, 1, 3, 10))
    header = 20 + 4 * options
    protocol = rng.choice((6, 6, 6, 17, 17, 1, 50))
    tcp = rng.choice((20, 20, 20, 24, 32, 40, 16))
    data = rng.choice((0, 0, 0, 1, 12, 24, rng.randrange(1400)))
    body = tcp + data if protocol == 6 else rng.choice((8, 64 - header, 65 - header, 8 + data))
    body = max(0, min(body, 1500 - header))
    packet = bytearray(rng.randbytes(header + body))
    packet[0] = rng.choice((0x45 + options,) * 20 + (0x44, 0x40, 0x65, 0x4F))
    packet[2:4] = (header + body).to_bytes(2, "big")
    packet[6:8] = rng.choice((0, 0, 0, 0x4000, 0x4000, 0x2000, 0x2001, 0x0010, 0x8000)).to_bytes(2, "big")
    packet[9] = protocol
    packet[16:20] = bytes((rng.choice((10, 10, 10, 11)), rng.randrange(4), rng.choice((0, 0, 0, 1)), rng.randrange(256)))
    if protocol == 6 and body > 12:
        packet[header + 12] = rng.choice((tcp,) * 15 + (16, 60)) << 2
    if rng.random() < 0.02:
        packet[2:4] = rng.choice((0, 19, len(packet) - 1, len(packet) + 1, 1600)).to_bytes(2, "big")
    return bytes(packet)


def ethernet(rng):
    kind = rng.random()
    if kind < 0.9:
        ethernet_type, payload = 0x0800, ipv4(rng)
    else:
        ethernet_type, payload = rng.choice((0x86DD, 0x0806, 0x88CC, 0x0800)), rng.randbytes(rng.randrange(1, 1500))
    tags = rng.choice((0,) * 8 + (1, 2, 3))
    frame = rng.randbytes(12)
    for _ in range(tags):
        frame += rng.choice((b"\x81\x00", b"\x88\xa8")) + rng.randbytes(2)
    frame += ethernet_type.to_bytes(2, "big") + payload
    if rng.random() < 0.05:
        headers = len(frame) - len(payload)
        return frame[:rng.choice((headers, rng.randrange(headers + 1, 60)))]  # shorter than a line's frames
    return frame[:1514].ljust(60, b"\0")


def mixed(rng, count, real):
    """`count` frames; one in ten is a real one."""
    return [rng.choice(real) if rng.random() < 0.1 else ethernet(rng) for _ in range(count)]


def kinds(frame):
    """Kinds of a frame, from which its class follows; a frame may have several."""
    ethernet_type, payload = without_ethernet(frame)
    tags = (len(frame) - len(payload) - 14) // 4
    found = ["one or two VLAN tags"] if tags else []
    if ethernet_type in (0x8100, 0x88A8):
        return [*found, "three VLAN tags or more"]
    if ethernet_type != 0x0800:
        return [*found, "IPv6" if ethernet_type == 0x86DD else "ARP and other types"]
    if len(payload) < 20 or payload[0] >> 4 != 4 or payload[0] & 15 < 5:
        return [*found, "wrong IPv4 header"]
    total, fragment = struct.unpack(">HxxH", payload[2:8])
    if not 20 <= total <= len(payload):
        return [*found, "wrong total length"]
    header = 4 * (payload[0] & 15)
    if header > 20:
        found.append("IPv4 options")
    if fragment & 0x3FFF:
        return [*found, "fragments"]
    if payload[9] not in (6, 17):
        return [*found, "other protocols"]
    if payload[9] == 17:
        return [*found, "UDP"]
    tcp = 4 * (payload[header + 12] >> 4) if total >= header + 20 else 0
    if tcp < 20 or header + tcp > total:
        return [*found, "wrong TCP header"]
    return [*found, *(["TCP options"] if tcp > 20 else []), "TCP with data" if total > header + tcp else "TCP without data"]


def count_kinds(frames, table, counts):
    for frame in frames:
        result = expected(frame, table)
        of = "dropped" if result is None else "short" if result[0] else "long"
        for kind in kinds(frame):
            counts[kind][of] += 1


def write_pcap(path, frames):
    pcap.write(path, [(number * 1000, frame) for number, frame in enumerate(frames)])


# ---- frames that the chip sent

def cells(path):
    """Yields (class, output, first, last, typed, packet, cells after it, payload) of each cell."""
    with open(path, encoding="utf-8") as f:
        for line in f:
            if line.startswith("#"):
                continue
            cell = bytes.fromhex(line.split()[5])
            first, second = struct.unpack(">II", cell[:8])
            assert first >> 28 == 1 and first & 0xFF == 0, f"the header of a cell begins with {first:#x}"
            assert len(cell) == 8 + (first >> 8 & 0xFF), f"a cell of {len(cell)} bytes says {first:#x}"
            yield (first >> 24 & 15, first >> 16 & 0xFF, second >> 31, second >> 30 & 1, second >> 29 & 1, second >> 16 & 0x1FFF,
                   second & 0xFFFF, cell[8:])


def reassembled(path):
    """([packets of each class: (output, typed, bytes)], how often a short packet came between the cells of a long one)."""
    packets, open_, interruptions = ([], []), [None, None], 0
    for of, output, first, last, typed, packet, behind, payload in cells(path):
        assert packet == len(packets[of]) & 0x1FFF, f"packet {packet} of class {of} where {len(packets[of])} was due"
        interruptions += of == 1 and open_[0] is not None
        if first:
            assert open_[of] is None, "a packet begins inside another one of its class"
            open_[of] = (output, typed, behind, b"")
        *due, so_far = open_[of] or (None, None, None, b"")
        assert due == [output, typed, behind], f"output, typed, cells behind: {output, typed, behind}, due {due}"
        assert last == (behind == 0) and (last or len(payload) == 64), f"a cell of {len(payload)} bytes, {behind} behind it"
        open_[of] = None if last else (output, typed, behind - 1, so_far + payload)
        if last:
            packets[of].append((output, typed, so_far + payload))
    assert open_ == [None, None], "a packet has no end"
    return packets, interruptions


def run(binaries, engine, capture, folder):
    """Runs the chip and returns its statistics."""
    subprocess.run([os.path.join(binaries, "ixpemu"), "run", SYSTEM, "--engine", engine, "--until", "idle", "--rx", f"0={capture}",
                    "--quiet", "--out", folder], check=True, timeout=1200)
    with open(os.path.join(folder, "stats.json"), encoding="utf-8") as f:
        return json.load(f)


def compare(binaries, engine, frames, table):
    """Returns (packets by class, dropped, interruptions, statistics)."""
    wanted = [expected(frame, table) for frame in frames]
    with tempfile.TemporaryDirectory() as work:
        capture = os.path.join(work, "in.pcap")
        write_pcap(capture, frames)
        stats = run(binaries, engine, capture, work)
        found, interruptions = reassembled(os.path.join(work, "port1_tx.log"))
    for of, packets in enumerate(found):
        due = [packet for short, *packet in filter(None, wanted) if short == of]
        for number, (ours, theirs) in enumerate(zip(packets, due)):
            assert list(ours) == theirs, f"class {of}, packet {number}: sent {ours}, due {theirs}"
        assert len(packets) == len(due), f"class {of}: {len(packets)} packets, {len(due)} due"
    return [len(packets) for packets in found], wanted.count(None), interruptions, stats


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries")
    parser.add_argument("engine")
    parser.add_argument("--packets", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng, table = random.Random(given.seed), routes()
    real = [frame for path in REAL for _, frame in pcap.read(path)]
    if given.packets:
        pieces = (mixed(rng, min(PIECE, given.packets - done), real) for done in range(0, given.packets, PIECE))
    else:
        pieces = [real, [ethernet(rng) for _ in range(1500)]]
    counts, all_of = collections.defaultdict(collections.Counter), collections.Counter()
    for frames in pieces:
        (longs, shorts), dropped, interruptions, stats = compare(given.binaries, given.engine, frames, table)
        instructions = {me["at"]: me["instructions"] for me in stats["microengines"] if me["at"] in (LINECARD, CELLS)}
        print(f"{len(frames)} frames: {shorts} short, {longs} long, {dropped} dropped; {interruptions} short packets between cells of a "
              "long one", instructions, flush=True)
        assert min(shorts, longs, interruptions) > 0, "one of them did not occur"
        count_kinds(frames, table, counts)
        all_of.update(short=shorts, long=longs, dropped=dropped)
    print(f"\n{'':<26}{'short':>9}{'long':>9}{'dropped':>9}")
    for kind, of in [*sorted(counts.items()), ("all", all_of)]:
        print(f"{kind:<26}{of['short']:>9}{of['long']:>9}{of['dropped']:>9}")


if __name__ == "__main__":
    main()
