"""The packets of a testbed: constant-rate flows of UDP, as captures."""
import ipaddress
import struct

OVERHEAD = 24  # bytes of preamble, FCS and gap on the wire, in addition to the frame
EXIT_TTL = 64  # of the routers' system files: packets with this TTL leave


def checksum(header):
    total = sum(struct.unpack(f"!{len(header) // 2}H", header))
    while total >> 16:
        total = (total & 0xffff) + (total >> 16)
    return ~total & 0xffff


def destination(number):
    """Address of flow `number`, as a number."""
    return int(ipaddress.ip_address(f"10.0.{number}.1"))


def frame(bytes_, hops, number, sequence):
    """An Ethernet frame with UDP in IPv4 of flow `number`, which leaves after `hops` hops."""
    ip = struct.pack("!BBHHHBBHII", 0x45, 0, bytes_ - 14, sequence & 0xffff, 0, EXIT_TTL + hops, 17, 0,
                     int(ipaddress.ip_address(f"10.9.{number}.1")), destination(number))
    ip = ip[:10] + struct.pack("!H", checksum(ip)) + ip[12:]
    udp = struct.pack("!HHHH", 1000, 1000, bytes_ - 34, 0)
    return (bytes(range(12)) + b"\x08\x00" + ip + udp).ljust(bytes_, b"\0")
