"""RTSP conversations as frames: TCP connections with right checksums, cut into segments as wanted."""
import ipaddress
import struct

from .protocols import checksum, ipv4

TO_SERVER, TO_CLIENT = 0, 1
FIN, SYN, RST, PSH, ACK = 1, 2, 4, 8, 16


def number(address):
    return int(ipaddress.IPv4Address(address))


def tcp_frame(source, destination, ports, sequence, acknowledged, flags, data=b""):
    header = struct.pack(">HHIIBBHHH", *ports, sequence & 0xffffffff, acknowledged & 0xffffffff, 5 << 4, flags, 8192, 0, 0)
    pseudo = struct.pack(">IIBBH", number(source), number(destination), 0, 6, len(header) + len(data))
    value = checksum(pseudo + header + data + b"\0" * (len(data) % 2))
    return ipv4(number(source), number(destination), 6, header[:16] + struct.pack(">H", value) + header[18:] + data)


class Connection:
    """Frames of one connection. `way` is TO_SERVER or TO_CLIENT; each frame comes as (port where it comes in, frame)."""

    def __init__(self, client="10.1.0.2", client_port=40000, server="10.0.0.2", server_port=554, isn=(1000, 0xfffff000),
                 ports=(1, 0)):
        self.ends = ((client, client_port), (server, server_port))
        self.isn, self.ports = isn, ports
        self.sent = [isn[0] + 1, isn[1] + 1]

    def segment(self, way, data=b"", flags=ACK, at=None, acknowledged=None):
        (source, source_port), (to, to_port) = self.ends[way], self.ends[1 - way]
        at = self.sent[way] if at is None else at
        acknowledged = self.sent[1 - way] if acknowledged is None else acknowledged
        return self.ports[way], tcp_frame(source, to, (source_port, to_port), at, acknowledged, flags, data)

    def open(self):
        return [self.segment(TO_SERVER, flags=SYN, at=self.isn[0], acknowledged=0),
                self.segment(TO_CLIENT, flags=SYN | ACK, at=self.isn[1], acknowledged=self.isn[0] + 1),
                self.segment(TO_SERVER)]

    def send(self, way, data, sizes=(1460,)):
        """The segments of these bytes, in their order; sizes go round."""
        out, i = [], 0
        while data:
            piece, data = data[:sizes[i % len(sizes)]], data[sizes[i % len(sizes)]:]
            out.append(self.segment(way, piece, ACK | PSH))
            self.sent[way] += len(piece)
            i += 1
        return out

    def close(self):
        out = []
        for way in TO_SERVER, TO_CLIENT:
            out.append(self.segment(way, flags=FIN | ACK))
            self.sent[way] += 1
        return out


def request(method, cseq, url="rtsp://10.0.0.2/film", **headers):
    lines = [f"{method} {url} RTSP/1.0", f"CSeq: {cseq}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n"


def answer(cseq, status="200 OK", body=b"", **headers):
    lines = [f"RTSP/1.0 {status}", f"CSeq: {cseq}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    if body:
        lines += ["Content-Type: application/sdp", f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def sdp(*media):
    """Session description of media, each (control, line...)."""
    lines = ["v=0", "o=- 1 1 IN IP4 10.0.0.2", "s=film", "t=0 0", "a=control:*"]
    for control, *more in media:
        lines += ["m=video 0 RTP/AVP 96", *more, f"a=control:{control}"]
    return "\r\n".join(lines).encode() + b"\r\n"
