#!/usr/bin/env python3
"""The recorded sessions of traces/rtsp (tools/record-rtsp): the observer finds the streams that the captures have RTP of, and
no other; the recorded TEARDOWNs end them.

    recorded.py OBSERVE
"""
import collections
import pathlib
import struct
import sys

from observer import Observer
from tools_lib import pcap

TRACES = pathlib.Path(__file__).resolve().parents[3] / "traces/rtsp"


def name(address, port):
    return ".".join(map(str, address)) + f":{port}"


def rtp_flows(frames):
    """UDP from the server, of RTP version 2 and no RTCP: "source > destination" -> packets"""
    flows = collections.Counter()
    for _, _, f in frames:
        if f[12:14] == b"\x08\0" and f[23] == 17 and f[26:30] == bytes([10, 0, 0, 2]) and f[42] >> 6 == 2 and not 200 <= f[43] <= 204:
            ports = struct.unpack(">HH", f[34:38])
            flows[f"{name(f[26:30], ports[0])} > {name(f[30:34], ports[1])}"] += 1
    return flows


def main():
    frames = sorted((ns, port, frame) for port in range(3) for ns, frame in pcap.read(TRACES / f"port{port}.pcap"))
    observer = Observer(sys.argv[1])
    start, flows, most = frames[0][0], rtp_flows(frames), set()
    for ns, port, frame in frames:
        observer.now = (ns - start) // 10**6
        observer.frames([(port, frame)])
        observer.add("show")
    tables, counts = observer.results()
    for table in tables:
        most |= {line.rsplit(" ", 1)[0] for line in table}
    rates = {line.rsplit(" ", 1)[1] for table in tables for line in table}
    print(f"{len(frames)} frames, RTP {dict(flows)}, counters {dict(counts)}")
    good = set(flows) == most and len(most) == 4 and rates == {"96000", "72000"} and tables[-1] == []
    good = good and (counts["added"], counts["torn_down"], counts["interleaved"]) == (4, 4, 2)
    good = good and not counts["malformed"] and not counts["given_up"] and not counts["bad_checksum"]
    if not good:
        print(f"streams seen: {most}, rates {rates}, at the end {tables[-1]}")
    sys.exit(not good)


if __name__ == "__main__":
    main()
