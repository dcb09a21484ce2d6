"""The Internet checksum (RFC 1071), and frames of IPv4 over Ethernet."""
import ipaddress
import struct

MACS = bytes.fromhex("020000000001" "020000000002")


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
