"""Streams for the scheduling systems: made by ixpgen, cut, looked into."""
import os
import struct

from experiments_lib import headers, systems

FLOW_NUMBER_AT = headers.numbers("flow")["FLOW_NUMBER_AT"]


def make(binaries, description, folder, packets, load, frames=None, changes=None):
    """A stream of a description of flows, changed: `packets` of each, but at most the first `frames` of all. Returns its path."""
    systems.generate(binaries, description, folder, "--packets", str(packets), "--load", str(load), changes=changes)
    path = os.path.join(folder, "port0.pcap")
    if frames:
        with open(path, "rb") as f:
            pcap = f.read()
        with open(path, "wb") as f:
            f.write(pcap[:[at + length for at, length in frames_of(pcap)][:frames][-1]])
    return path


def description(name):
    return f"{systems.ROOT}/flows/{name}.toml"


def frames_of(pcap):
    """Positions and lengths of the frames in the bytes of a pcap file."""
    at = 24
    while at < len(pcap):
        length = struct.unpack_from("<I", pcap, at + 8)[0]
        yield at + 16, length
        at += 16 + length


def numbers(path):
    """The flow of each frame."""
    with open(path, "rb") as f:
        pcap = f.read()
    return [int.from_bytes(pcap[at + FLOW_NUMBER_AT:at + FLOW_NUMBER_AT + 2], "big") for at, _ in frames_of(pcap)]
