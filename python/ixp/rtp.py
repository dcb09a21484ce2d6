"""Frames as senders of media make them: RTP (RFC 3550) over UDP, IPv4 and Ethernet."""
import ipaddress
import struct

from .internet import ipv4

HEADERS = 14 + 20 + 8  # before the UDP payload
RTP_HEADER = 12


def address(text):
    """("10.0.0.2", 5004) of "10.0.0.2:5004", the address as a number."""
    host, _, port = text.rpartition(":")
    return int(ipaddress.IPv4Address(host)), int(port)


def udp(source, destination, payload, identification=0):
    """source, destination: (address, port). Without UDP's checksum."""
    datagram = struct.pack(">HHHH", source[1], destination[1], 8 + len(payload), 0) + payload
    return ipv4(source[0], destination[0], 17, datagram, identification)


def header(sequence, timestamp, marker=False, payload_type=96, source=0x12345678, extension=None):
    """RTP header. `extension`: (profile, longwords) of a header extension."""
    first = 0x80 | (0x10 if extension else 0)
    out = struct.pack(">BBHII", first, marker << 7 | payload_type, sequence & 0xffff, timestamp & 0xffffffff, source)
    if extension:
        profile, words = extension
        out += struct.pack(f">HH{len(words)}I", profile, len(words), *words)
    return out


def frame(source, destination, size, sequence, timestamp, payload=b"", **fields):
    """A frame of `size` bytes without FCS; the rest of the payload is filled."""
    rtp = header(sequence, timestamp, **fields) + payload
    room = size - HEADERS - len(rtp)
    if room < 0:
        raise ValueError(f"{size} bytes are too few for these headers")
    return udp(source, destination, rtp + bytes(room), sequence)
