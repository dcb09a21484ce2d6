#!/usr/bin/env python3
"""The shaper against a token bucket on the host (experiments/shaper_model.py), fed the same arrivals: the same packets,
order and drops, on drawn traffic; in no window more than a stream may send; counters and frames as they should be.

  shaper.py BIN_DIR [--packets N] [--seed N]
"""
import argparse
import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
from experiments import shaper_model, shaper_trace, stream_table  # noqa: E402
from tools_lib import pcap, portlog, protocols, systems  # noqa: E402

SYSTEM = systems.path_of("shaper")
LATE_US_MAX = 100  # after a packet could go, when its neighbours keep the shaper busy


# ---- traffic

def destinations(rng, count):
    """The first eight in one chain, which then is full, the others in other chains."""
    def drawn():
        return 0x0a000100 + rng.randrange(1024), rng.randrange(1024, 65536)

    def of(destination):
        return stream_table.chain(17, 0x0a000002, *destination)
    found = [drawn()]
    while len(found) < count:
        destination = drawn()
        if destination not in found and (of(destination) == of(found[0])) == (len(found) < 8):
            found.append(destination)
    return found


def dotted(endpoint):
    return ".".join(str(endpoint[0] >> shift & 255) for shift in (24, 16, 8, 0)) + f":{endpoint[1]}"


def described(rng, count):
    """Streams: all kinds of rates, depths, deadlines, places to wait; some build on the one before."""
    streams = []
    for n, destination in enumerate(destinations(rng, count)):
        streams.append({"source": f"10.0.0.2:{rng.choice((0, 5004))}", "destination": dotted(destination),
                        "kbit_s": rng.choice((400, 1000, 3333.3, 8000)) * (1 if count < 100 else 0.03),
                        "depth_bytes": rng.choice((1200, 1600, 3000, 9000)), "waiting": rng.choice((1, 2, 5, 40)),
                        "deadline_ms": rng.choice((0, 0, 3, 12))})
        if n % 4 and n < 12:
            streams[-1]["base"] = str(n if n % 4 == 3 else n - 1)  # every fourth has several layers itself
    return streams


def traffic(rng, streams, packets):
    """([(ns, frame)], [(number, bytes)] of frames in streams), in order of time: bursts for at most
    sixty streams; one packet in twenty belongs to none."""
    at, out, expected = 1000, [], []
    busy = rng.sample(range(len(streams)), min(60, len(streams)))
    for n in range(packets):
        gap = rng.choice((600, 12_000, 12_000, 100_000, 300_000, rng.randrange(2_000_000)))
        at += gap if len(streams) < 100 else 600 + gap // 4
        number = rng.choice(busy)
        stream = streams[number]
        destination, size = protocols.endpoint(stream["destination"]), rng.choice((60, 90, 400, 1024, 1300, 1514))
        source = protocols.endpoint(stream["source"])
        source = source[0], source[1] or rng.randrange(1, 65536)
        if rng.random() < 0.05:
            source = source[0] + 1, source[1]
        else:
            expected.append((number, size))
        picture = at // 500_000 % 5  # so that layers of one come near each other, and old losses matter
        if rng.random() < 0.1:
            out.append((at, protocols.udp(source, destination, bytes(max(0, size - protocols.UDP_HEADERS)), n).ljust(60, b"\0")))
        else:
            out.append((at, protocols.rtp(source, destination, size, n, picture, payload_type=96 + rng.randrange(4))))
    return out, expected


def check(binaries, rng, count, packets, layers, work):
    streams = described(rng, count)
    sent_in, expected = traffic(rng, streams, packets)
    table, capture, out = f"{work}/table", f"{work}/in.pcap", f"{work}/out"
    with open(table, "wb") as f:
        f.write(stream_table.build(streams))
    pcap.write(capture, sent_in)
    changes = stream_table.loaded(table) | {"port.0.rx.streams": [capture], "port.0.rx.timing": "stamps",
                                            "microengine.0:1.define.TRACE": 1}
    if layers:
        changes["microengine.0:1.define.LAYERS"] = 1
    dumped, stats = systems.run(binaries, SYSTEM, out, *shaper_trace.dump_option(packets), changes=changes)
    found = list(shaper_trace.records(dumped))
    model = shaper_trace.follow(found, streams, layers)
    arrived = [(record.stream, record.size) for record in shaper_trace.of(found, shaper_trace.ARRIVED)]
    if arrived != expected:
        raise shaper_model.Wrong(f"{len(arrived)} packets found their stream, {len(expected)} have one, or others did")
    for number, stream in enumerate(streams):
        mine = [(record.tick, record.size) for record in shaper_trace.of(found, shaper_trace.SENT, number)]
        excess = shaper_trace.excess(mine, stream["kbit_s"] * 125 / shaper_trace.TICKS_A_SECOND)
        if excess > stream["depth_bytes"] + 1e-6:
            raise shaper_model.Wrong(f"stream {number} sent {excess - stream['depth_bytes']:.3f} bytes more than it may in a window")
    counts = {k: n for k, n in model.counts.items() if k != "sent"}
    drops = {k: n for k, n in stats["frames"]["dropped_by_microcode"].items() if n}
    if drops != counts:
        raise shaper_model.Wrong(f"drops counted: {drops}, expected {counts}")
    received, transmitted = stats["frames"]["received"], stats["frames"]["transmitted"]
    if received != packets or transmitted != packets - sum(counts.values()):
        raise shaper_model.Wrong(f"{received} received, {transmitted} transmitted of {packets}")
    by_tag = {row.tag: row.data for row in portlog.rows(f"{out}/port0_rx.log")}
    for row in portlog.rows(f"{out}/port1_tx.log"):
        if by_tag.get(row.tag) != row.data:
            raise shaper_model.Wrong(f"frame {row.tag} left otherwise than it came")
    late_us = model.late / shaper_model.MOMENTS / shaper_trace.TICKS_A_US
    if late_us > LATE_US_MAX:
        raise shaper_model.Wrong(f"a packet went {late_us:.1f} us later than it could")
    print(f"ok    {count} streams{', layers' if layers else ''}: {len(arrived)} of {packets} packets are of streams, {model.counts}, "
          f"at most {late_us:.2f} us late")
    return model.counts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries")
    parser.add_argument("--packets", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    seen = set()
    with tempfile.TemporaryDirectory() as work:
        for count, layers in (3, False), (8, True), (1024, False):
            rng = random.Random(given.seed * 100 + count)
            try:
                seen |= set(check(given.binaries, rng, count, given.packets, layers, work))
            except (shaper_model.Wrong, RuntimeError) as e:
                lines = str(e).splitlines()  # of a run that failed the dump, too
                sys.exit("\n".join([f"WRONG {count} streams{', layers' if layers else ''}: {lines[0]}", *lines[1:][-30:]]))
    missing = {"sent", *shaper_trace.REASONS.values()} - seen
    sys.exit(f"did not occur: {missing}" if missing else 0)


if __name__ == "__main__":
    main()
