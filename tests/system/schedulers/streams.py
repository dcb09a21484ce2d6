"""Streams for the scheduling systems: made by ixpgen, cut, looked into."""
import os

from tools_lib import pcap, systems

FLOW_NUMBER_AT = systems.header_numbers("flow")["FLOW_NUMBER_AT"]


def make(binaries, description, folder, packets, load, frames=None, changes=None):
    """A stream of a description of flows, changed: `packets` of each, but at most the first `frames` of all. Returns its path."""
    systems.generate(binaries, description, folder, "--packets", str(packets), "--load", str(load), changes=changes)
    path = os.path.join(folder, "port0.pcap")
    if frames:
        with open(path, "rb") as f:
            data = f.read()
        with open(path, "wb") as f:
            f.write(data[:[at + length for at, length in pcap.positions(data)][:frames][-1]])
    return path


def description(name):
    return f"{systems.ROOT}/traces/flows/{name}.toml"


def numbers(path):
    """The flow of each frame."""
    return [int.from_bytes(frame[FLOW_NUMBER_AT:FLOW_NUMBER_AT + 2], "big") for _, frame in pcap.read(path)]
