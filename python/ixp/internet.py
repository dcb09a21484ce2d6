"""The Internet checksum (RFC 1071)."""
import struct


def one_complement_sum(data):
    """One's complement sum of 16-bit words; `data` has an even number of bytes."""
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xffff) + (total >> 16)
    return total


def checksum(header):
    """Internet checksum of a header whose checksum field is 0."""
    return 0xffff ^ one_complement_sum(header)
