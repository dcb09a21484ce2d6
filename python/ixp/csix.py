"""C-frames of CSIX-L1 as emu/media/cframe.h has them."""
import struct

IDLE, UNICAST, FLOW_CONTROL, COMMAND = 0, 1, 6, 7


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


def payload_of(frame):
    kind, length = frame[0] >> 2 & 15, frame[1] or 256
    at = 2 if kind in (IDLE, FLOW_CONTROL) else 6
    return frame[at:at + length] if kind != IDLE else b""
