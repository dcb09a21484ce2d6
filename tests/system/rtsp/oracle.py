"""The table of streams that RTSP conversations make, after RFC 2326, RFC 4566 and RFC 3890, from
whole messages. The observer on the control core must find the same table in their segments. An
independent implementation: messages are parsed with Python's email package."""
import collections
import email
import email.policy
import math
import re

ROOM = 1024
Stream = collections.namedtuple("Stream", "connection session url rate")


def headers_of(text):
    parsed = email.message_from_string(text, policy=email.policy.compat32)
    return {name.lower(): re.sub(r"\r?\n[ \t]+", " ", value).strip() for name, value in parsed.items()}


def parse(message):
    head, _, body = message.decode("latin-1").partition("\r\n\r\n")
    first, _, rest = head.partition("\r\n")
    return first, headers_of(rest + "\r\n\r\n"), body


def medium_rate(lines):
    said = {m[1].upper(): int(m[2]) for line in lines if (m := re.match(r"(?i)b=(AS|TIAS):(\d+)$", line))}
    packets = next((math.ceil(float(m[1])) for line in lines if (m := re.match(r"a=maxprate:([\d.]+)$", line))), 0)
    if said.get("TIAS") and (packets or not said.get("AS")):
        return said["TIAS"] + (packets * 8 * 28 if packets else said["TIAS"] // 35)
    return said.get("AS", 0) * 1000


def description(body, base):
    """URL of a medium -> bit/s, and the session's"""
    first, *media = re.split(r"(?m)^(?=m=)", body.replace("\r\n", "\n"))
    session = medium_rate(first.splitlines())
    rates = {}
    for lines in (text.splitlines() for text in media):
        control = next((line[10:].strip() for line in lines if line.startswith("a=control:")), "*")
        if control == "*":
            url = base
        elif control.startswith("rtsp://"):
            url = control.rstrip("/")
        else:
            url = base + "/" + control
        rates.setdefault(url, medium_rate(lines))
    return rates, session


def parameters(transport):
    protocol, *rest = (part.strip() for part in transport.split(";"))
    return protocol.upper(), {name.strip().lower(): value.strip() for name, _, value in (part.partition("=") for part in rest)}


def over_udp(transport):
    protocol, said = parameters(transport)
    return protocol in ("RTP/AVP", "RTP/AVP/UDP") and "interleaved" not in said and "multicast" not in said


def session_id(headers):
    return headers.get("session", "").split(";")[0].strip()


class Table:
    def __init__(self):
        self.streams = {}  # (server, port, client, port) -> Stream
        self.pending = collections.defaultdict(dict)  # connection -> CSeq -> request
        self.described = collections.defaultdict(lambda: ({}, 0))
        self.full = 0

    def request(self, connection, message):
        first, headers, _ = parse(message)
        method, url, _ = first.split(" ")
        url = url.rstrip("/")
        rates, of_session = self.described[connection]
        rate = rates.get(url) or of_session
        if "bandwidth" in headers:
            rate = min(rate or int(headers["bandwidth"]), int(headers["bandwidth"]))
        ports = {parameters(one)[1].get("client_port", "").split("-")[0]
                 for one in headers.get("transport", "").split(",") if over_udp(one)}
        self.pending[connection].setdefault(headers["cseq"], (method.upper(), url, session_id(headers), rate, ports - {""}))

    def answer(self, connection, message, ends):
        """ends: addresses of client and server"""
        first, headers, body = parse(message)
        request = self.pending[connection].pop(headers["cseq"], None)
        if request is None or first.split(" ")[1] != "200":
            return
        method, url, asked, rate, ports = request
        session = session_id(headers)
        if asked and session and session != asked:
            return
        if method == "DESCRIBE":
            self.described[connection] = description(body, headers.get("content-base", url).rstrip("/"))
        elif method == "SETUP" and session and rate:
            self.set_up(connection, url, session, rate, ports, headers.get("transport", ""), ends)
        elif method == "TEARDOWN":
            of_session = {key for key, s in self.streams.items() if s.connection == connection and s.session == asked}
            of_url = {key for key in of_session if self.streams[key].url == url}
            for key in of_url or of_session:
                del self.streams[key]

    def set_up(self, connection, url, session, rate, ports, transport, ends):
        said = parameters(transport)[1]
        port = said.get("client_port", "").split("-")[0]
        server = said.get("source", ends[1])
        if not over_udp(transport) or port not in ports or "server_port" not in said or said.get("destination", ends[0]) != ends[0]:
            return
        key = (server, int(said["server_port"].split("-")[0]), ends[0], int(port))
        there = self.streams.get(key)
        if there and (there.connection, there.session) != (connection, session):
            return
        if not there:
            for other, s in list(self.streams.items()):
                if (s.connection, s.session, s.url) == (connection, session, url):
                    del self.streams[other]
            if len(self.streams) >= ROOM:
                self.full += 1
                return
        self.streams[key] = Stream(connection, session, url, rate)

    def lines(self):
        return sorted(f"{key[0]}:{key[1]} > {key[2]}:{key[3]} {s.rate}" for key, s in self.streams.items())
