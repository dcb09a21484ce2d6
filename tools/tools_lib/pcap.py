"""Captures in pcap's format, little-endian, times in nanoseconds, Ethernet: as ixpgen writes them."""
import struct

from . import files

HEADER = struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 1)
MAGICS = 0xA1B2C3D4, 0xA1B23C4D  # micro- and nanoseconds
RECORD = struct.Struct("<IIII")  # seconds, fraction, bytes here, bytes on the line


def record(time_ns, frame):
    return RECORD.pack(time_ns // 10**9, time_ns % 10**9, len(frame), len(frame)) + frame


def write(path, frames):
    """Writes [(time_ns, bytes)]. After an error there is no file."""
    with files.whole(path) as f:
        f.write(HEADER)
        for time_ns, frame in frames:
            f.write(record(time_ns, frame))


def positions(data):
    """Yields (position, length) of each frame in the bytes of a capture."""
    magic = int.from_bytes(data[:4], "little")
    if magic not in MAGICS:
        raise ValueError(f"this is no little-endian pcap: it begins with {magic:#x}")
    at = len(HEADER)
    while at < len(data):
        if at + RECORD.size > len(data):
            raise ValueError(f"this pcap ends within the head of a frame, at byte {len(data)}")
        _, _, length, _ = RECORD.unpack_from(data, at)
        yield at + RECORD.size, length
        at += RECORD.size + length


def read(path):
    """(time in ns, bytes) of each frame."""
    with open(path, "rb") as f:
        data = f.read()
    fraction = 1 if data[:4] == HEADER[:4] else 1000
    for at, length in positions(data):
        seconds, part, _, _ = RECORD.unpack_from(data, at - RECORD.size)
        yield seconds * 10**9 + part * fraction, data[at:at + length]


def set_time(data, at, time_ns):
    """Sets the time of the frame at position `at` of a capture with nanoseconds, a bytearray."""
    struct.pack_into("<II", data, at - RECORD.size, *divmod(time_ns, 10**9))
