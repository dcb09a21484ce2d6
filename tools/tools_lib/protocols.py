"""Frames over Ethernet: IPv4 with the Internet checksum (RFC 1071), UDP, RTP (RFC 3550); and
C-frames of CSIX-L1, as emu/media/cframe.h has them."""
import ipaddress
import struct

MACS = bytes.fromhex("020000000001" "020000000002")
UDP_HEADERS = 14 + 20 + 8  # bytes before the UDP payload

IDLE, UNICAST, FLOW_CONTROL, COMMAND = 0, 1, 6, 7  # kinds of C-frames


def one_complement_sum(data):
    """One's complement sum of 16-bit words; `data` has an even number of bytes."""
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xffff) + (total >> 16)
    return total


def checksum(header):
    """Internet checksum of a header whose checksum field is 0."""
    return 0xffff ^ one_complement_sum(header)


def with_checksum(header):
    """A header of IPv4 with its checksum."""
    header = header[:10] + bytes(2) + header[12:]
    return header[:10] + checksum(header).to_bytes(2, "big") + header[12:]


def ipv4(source, destination, protocol, payload, identification=0, ttl=64, macs=MACS):
    """A frame of IPv4; addresses are numbers or texts."""
    header = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(payload), identification & 0xffff, 0, ttl, protocol, 0)
    header += b"".join(ipaddress.IPv4Address(address).packed for address in (source, destination))
    return macs + b"\x08\0" + with_checksum(header) + payload


def endpoint(text):
    """("10.0.0.2", 5004) of "10.0.0.2:5004", the address as a number."""
    host, _, port = text.rpartition(":")
    return int(ipaddress.IPv4Address(host)), int(port)


def udp(source, destination, payload, identification=0):
    """source, destination: (address, port). Without UDP's checksum."""
    datagram = struct.pack(">HHHH", source[1], destination[1], 8 + len(payload), 0) + payload
    return ipv4(source[0], destination[0], 17, datagram, identification)


def rtp_header(sequence, timestamp, marker=False, payload_type=96, source=0x12345678, extension=None):
    """`extension`: (profile, longwords) of a header extension."""
    first = 0x80 | (0x10 if extension else 0)
    out = struct.pack(">BBHII", first, marker << 7 | payload_type, sequence & 0xffff, timestamp & 0xffffffff, source)
    if extension:
        profile, words = extension
        out += struct.pack(f">HH{len(words)}I", profile, len(words), *words)
    return out


def rtp(source, destination, size, sequence, timestamp, payload=b"", **fields):
    """A frame of `size` bytes without FCS; the rest of the payload is filled."""
    data = rtp_header(sequence, timestamp, **fields) + payload
    room = size - UDP_HEADERS - len(data)
    if room < 0:
        raise ValueError(f"{size} bytes are too few for these headers")
    return udp(source, destination, data + bytes(room), sequence)


def vertical(data):
    """Exclusive or of the 16-bit halves."""
    total = 0
    for half, in struct.iter_unpack(">H", data):
        total ^= half
    return total


def cframe(kind, payload=b"", extension=0, ready=3):
    """`ready`: 2 data, 1 control."""
    head = struct.pack(">H", ready << 14 | kind << 10 | len(payload) & 0xFF)
    if kind not in (IDLE, FLOW_CONTROL):
        head += struct.pack(">I", extension)
    frame = head + payload
    frame += bytes(-(len(frame) + 2) % 4)
    return frame + struct.pack(">H", vertical(frame) ^ 0xFFFF)
