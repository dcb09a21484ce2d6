#!/usr/bin/env python3
"""The RTSP observer on one conversation after the other: the streams, and its counters of refused
messages.

    cases.py OBSERVE [CASE...]
"""
import sys

from observer import Observer

from tools_lib import protocols
from tools_lib.rtsp import ACK, FIN, RST, SYN, TO_CLIENT, TO_SERVER, Connection, answer, number, request, sdp

URL = "rtsp://10.0.0.2/film"
UDP = "RTP/AVP;unicast;client_port=5000-5001"
DONE = UDP + ";server_port=6000-6001;ssrc=1234"
STREAM = "10.0.0.2:6000 > 10.1.0.2:5000 "
FILM = sdp(("video", "b=AS:800"))


def say(connection, *messages, sizes=(1460,)):
    """Request, answer, request...: one after the other."""
    frames = []
    for i, message in enumerate(messages):
        frames += connection.send(i % 2, message, sizes)
    return frames


def exchange(described=FILM, asked=UDP, got=DONE, session="abc;timeout=30", status="200 OK", more=None, url=URL + "/video"):
    """DESCRIBE and SETUP."""
    answered = {name: value for name, value in (("Transport", got), ("Session", session)) if value is not None}
    return [request("DESCRIBE", 1), answer(1, body=described, Content_Base=URL + "/"),
            request("SETUP", 2, url, Transport=asked, **(more or {})), answer(2, status, **answered)]


def opened(messages, connection=None, **kind):
    c = connection or Connection()
    return c, c.open() + say(c, *messages, **kind)


# ---- Cases: frames, the table at the end, counters that must be as said (others are free).

def plain():
    return opened(exchange())[1], [STREAM + "800000"], {"added": 1, "connections": 1, "answers": 2}


def byte_by_byte():
    return opened(exchange(), sizes=(1,))[1], [STREAM + "800000"], {"added": 1, "given_up": 0}


def reordered():
    """Each message in pieces of 40 bytes, in threes, back to front; the first of them twice."""
    c = Connection()
    frames = c.open()
    for i, message in enumerate(exchange()):
        pieces = c.send(i % 2, message, (40,))
        for k in range(0, len(pieces), 3):
            frames += [*reversed(pieces[k:k + 3]), pieces[k]]
    return frames, [STREAM + "800000"], {"added": 1, "given_up": 0}


def overlap_keeps_the_first():
    """A later copy with other bytes changes nothing."""
    c = Connection()
    frames = c.open()
    messages = exchange()
    frames += say(c, *messages[:3])
    at = c.sent[TO_CLIENT]
    good = c.send(TO_CLIENT, messages[3], (20,))
    other = messages[3].replace(b"6000", b"7000")
    frames += good[2:] + [c.segment(TO_CLIENT, other[20:], at=at + 20)] + good[:2]
    return frames, [STREAM + "800000"], {"overlap_differs": 1}


def folded_and_odd_case():
    wire = exchange()
    wire[2] = (f"SETUP {URL}/video RTSP/1.0\r\ncseq : 2\r\n".replace(" :", ":") +
               "TRANSPORT: RTP/AVP/TCP;interleaved=0-1,\r\n\tRTP/AVP/UDP;unicast;\r\n client_port=5000-5001\r\n\r\n").encode()
    wire[3] = wire[3].replace(b"Transport:", b"tRANSPORT:").replace(b"\r\n", b"\n")
    return opened(wire)[1], [STREAM + "800000"], {"added": 1, "malformed": 0}


def no_content_base():
    wire = exchange()
    wire[1] = answer(1, body=FILM)
    return opened(wire)[1], [STREAM + "800000"], {}


def absolute_control():
    wire = exchange(sdp(("rtsp://10.0.0.2/other", "b=AS:640")), url="rtsp://10.0.0.2/other")
    return opened(wire)[1], [STREAM + "640000"], {}


def two_media():
    wire = exchange(sdp(("video", "b=AS:800"), ("sound", "b=AS:64")), url=URL + "/sound")
    return opened(wire)[1], [STREAM + "64000"], {}


def rate_of_the_session():
    described = FILM.replace(b"b=AS:800\r\n", b"").replace(b"t=0 0\r\n", b"b=AS:900\r\nt=0 0\r\n")
    return opened(exchange(described))[1], [STREAM + "900000"], {}


def tias():
    """RFC 3890: IP and UDP headers of 24.5 packets a second, so of 25."""
    return opened(exchange(sdp(("video", "b=TIAS:100000", "a=maxprate:24.5"))))[1], [STREAM + str(100000 + 25 * 224)], {}


def tias_without_maxprate():
    return opened(exchange(sdp(("video", "b=TIAS:100100"))))[1], [STREAM + str(100100 + 2860)], {}


def bandwidth_of_the_client():
    return opened(exchange(more={"Bandwidth": "300000"}))[1], [STREAM + "300000"], {}


def absurd_bandwidths():
    for_all = []
    for line in "b=AS:99999999999999999999", "b=AS:-5", "b=AS:", "b=AS:4000001", "b=TIAS:0", "b=AS:12x":
        for_all.append((opened(exchange(sdp(("video", line))))[1], [], {"bad_bandwidth": 1, "no_bandwidth": 1}))
    return for_all


def no_sdp():
    wire = exchange(b"<html>" * 20)
    return opened(wire)[1], [], {"bad_description": 1, "no_bandwidth": 1}


def too_many_media():
    wire = exchange(sdp(*((f"m{i}", f"b=AS:{100 + i}") for i in range(9))), url=URL + "/m7")
    return opened(wire)[1], [STREAM + "107000"], {"bad_description": 1}


def long_description():
    """A description beyond the window is skipped, and the conversation goes on."""
    wire = exchange(sdp(("video", "b=AS:800")) + b"a=x:" + b"y" * 5000 + b"\r\n", more={"Bandwidth": "300000"})
    return opened(wire)[1], [STREAM + "300000"], {"bad_description": 1, "given_up": 0}


def source_of_the_transport():
    return opened(exchange(got=DONE + ";source=10.0.0.77"))[1], ["10.0.0.77:6000 > 10.1.0.2:5000 800000"], {}


def refused_transports():
    reasons = [("RTP/AVP/TCP;unicast;interleaved=0-1", "interleaved"), (UDP + ";interleaved=0-1", "interleaved"),
               ("RTP/AVP;multicast;destination=224.2.0.1;port=3456-3457", "multicast"),
               (UDP, "no_server_port"), (None, "bad_transport"), ("MP2T/DVBC/UDP;unicast;client_port=5000", "bad_transport"),
               (DONE.replace("6000", "70000"), "bad_transport"), (DONE.replace("5000", "0"), "bad_transport"),
               (DONE.replace("5000", "5002"), "not_offered"), (DONE.replace("6000-6001", "6000x"), "bad_transport"),
               (DONE + ";destination=10.9.9.9", "third_party"), (DONE + ";source=example.org", "bad_transport"),
               (DONE + ";source=1.2.3", "bad_transport"), ("RTP/AVP/UDP", "bad_transport"), ("", "bad_transport")]
    return [(opened(exchange(got=got))[1], [], {why: 1, "added": 0}) for got, why in reasons]


def no_session():
    return opened(exchange(session=None))[1], [], {"no_session": 1}


def only_interleaved_asked():
    return opened(exchange(asked="RTP/AVP/TCP;interleaved=0-1"))[1], [], {"not_offered": 1}


def answers_that_refuse():
    return [(opened(exchange(status=status))[1], [], {"not_ok": 1, "added": 0})
            for status in ("404 Not Found", "454 Session Not Found", "201 Created", "500 x")]


def first_continue():
    wire = exchange()
    wire[3] = answer(2, "100 Continue") + wire[3]
    return opened(wire)[1], [STREAM + "800000"], {"added": 1}


def no_answer():
    return opened(exchange()[:3])[1], [], {"added": 0}


def answer_of_nothing():
    wire = exchange()
    wire[3] = wire[3].replace(b"CSeq: 2", b"CSeq: 7")
    return opened(wire)[1], [], {"unmatched": 1}


def cseq_twice():
    wire = exchange()
    wire[2] += request("SETUP", 2, Transport=UDP)
    return opened(wire)[1], [STREAM + "800000"], {"cseq_reused": 1}


def many_at_once():
    """Ten requests before the first answer: eight are followed."""
    wire = [b"".join(request("OPTIONS", n) for n in range(10)), b"".join(answer(n) for n in range(10))]
    return opened(wire)[1], [], {"requests": 10, "pending_full": 2, "unmatched": 2}


def torn_down():
    wire = exchange() + [request("PLAY", 3, URL, Session="abc"), answer(3, Session="abc"),
                         request("TEARDOWN", 4, URL, Session="abc"), answer(4)]
    return opened(wire)[1], [], {"torn_down": 1, "added": 1}


def one_of_two_torn_down():
    wire = exchange(sdp(("video", "b=AS:800"), ("sound", "b=AS:64")))
    wire += [request("SETUP", 3, URL + "/sound", Transport=UDP.replace("500", "510"), Session="abc"),
             answer(3, Transport=DONE.replace("500", "510").replace("600", "610"), Session="abc"),
             request("TEARDOWN", 4, URL + "/video", Session="abc"), answer(4)]
    return opened(wire)[1], ["10.0.0.2:6100 > 10.1.0.2:5100 64000"], {"torn_down": 1, "added": 2}


def teardown_refused():
    wire = exchange() + [request("TEARDOWN", 3, URL, Session="abc"), answer(3, "454 Session Not Found")]
    return opened(wire)[1], [STREAM + "800000"], {"torn_down": 0, "not_ok": 1}


def teardown_of_another_session():
    wire = exchange() + [request("TEARDOWN", 3, URL, Session="abd"), answer(3), request("TEARDOWN", 4, URL), answer(4)]
    return opened(wire)[1], [STREAM + "800000"], {"torn_down": 0, "unknown_session": 2}


def spoofed_teardown():
    """From another host, with an answer even; and into the connection itself by another port."""
    c, frames = opened(exchange())
    other, stolen = opened([request("TEARDOWN", 1, URL, Session="abc"), answer(1)], Connection("10.2.0.9", 41000, ports=(2, 0)))
    del other
    injected = Connection()
    injected.sent, injected.ports = list(c.sent), (2, 0)
    spoofed = say(injected, request("TEARDOWN", 3, URL, Session="abc"), answer(3))
    return frames + stolen + spoofed[:1], [STREAM + "800000"], {"foreign_teardown": 1, "wrong_port": 1, "torn_down": 0}


def answer_with_another_session():
    wire = exchange() + [request("TEARDOWN", 3, URL, Session="abc"), answer(3, Session="xyz")]
    return opened(wire)[1], [STREAM + "800000"], {"session_mismatch": 1, "torn_down": 0}


def changed():
    """SETUP again in the session: another rate; then other ports."""
    wire = exchange() + [request("SETUP", 3, URL + "/video", Transport=UDP, Session="abc", Bandwidth=500000),
                         answer(3, Transport=DONE, Session="abc"),
                         request("SETUP", 4, URL + "/video", Transport=UDP.replace("500", "520"), Session="abc"),
                         answer(4, Transport=DONE.replace("500", "520"), Session="abc")]
    return [(opened(wire[:6])[1], [STREAM + "500000"], {"changed": 1, "added": 1}),
            (opened(wire)[1], ["10.0.0.2:6000 > 10.1.0.2:5200 800000"], {"changed": 2, "added": 2, "torn_down": 0})]


def key_of_another():
    _, frames = opened(exchange())
    _, more = opened(exchange(session="def", more={"Bandwidth": 1000}), Connection(client_port=40001))
    return frames + more, [STREAM + "800000"], {"key_in_use": 1, "added": 1}


def connection_again():
    """The same ports after FIN: earlier streams stay, and no request can tear them down."""
    c, frames = opened(exchange())
    frames += c.close()
    again, more = opened([request("TEARDOWN", 1, URL, Session="abc"), answer(1)], Connection(isn=(5, 9)))
    del again
    return frames + more, [STREAM + "800000"], {"connections": 2, "foreign_teardown": 1}


def reset():
    c, frames = opened(exchange())
    wrong = c.segment(TO_SERVER, flags=RST, at=c.sent[0] + 50)
    right = c.segment(TO_SERVER, flags=RST)
    teardown = say(c, request("TEARDOWN", 3, URL, Session="abc"), answer(3))
    return [(frames + [wrong] + teardown, [], {"torn_down": 1}),
            (frames + [wrong, right] + teardown, [STREAM + "800000"], {"torn_down": 0, "no_connection": 2})]


def half_open():
    """SYN-ACKs that no client answers give way to a connection."""
    frames = []
    for i in range(70):
        c = Connection(client_port=10000 + i)
        frames += c.open()[:2]
    frames += opened(exchange())[1]
    return frames, [STREAM + "800000"], {"connections": 71, "connections_full": 0, "added": 1}


def connections_full():
    frames, table = [], []
    for i in range(66):
        to, got = (text.replace("5000-5001", f"{6000 + i}") for text in (UDP, DONE))
        frames += opened(exchange(asked=to, got=got, session=f"s{i}"), Connection(client_port=10000 + i))[1]
        table += [f"10.0.0.2:6000 > 10.1.0.2:{6000 + i} 800000"]
    return frames, sorted(table[:64]), {"connections_full": 2, "connections": 64, "added": 64}


def lost_segment():
    """A segment never arrives: no stream is invented, and the connection is abandoned."""
    c = Connection()
    frames = c.open() + say(c, *exchange())
    c.sent[TO_SERVER] += 100
    frames += c.send(TO_SERVER, request("TEARDOWN", 3, URL, Session="abc") * 600)
    return frames, [STREAM + "800000"], {"give_up_gap": 1, "given_up": 1, "torn_down": 0}


def scattered():
    """Six runs behind six gaps."""
    c = Connection()
    frames = c.open() + [c.segment(TO_SERVER, b"x", at=c.sent[0] + 10 * i) for i in range(1, 7)]
    return frames, [], {"give_up_islands": 1, "after_giving_up": 1}


def endless_header():
    return opened([b"OPTIONS * RTSP/1.0\r\nX: " + b"x" * 6000])[1], [], {"give_up_header": 1}


def absurd_length():
    return [(opened([request("OPTIONS", 1, Content_Length=n)])[1], [], {"give_up_length": 1})
            for n in ("-1", "99999999999", "16777217", "x", "")]


def body_left_out():
    """A body that looks like an answer is none."""
    wire = exchange()
    inner = request("TEARDOWN", 3, URL, Session="abc")
    wire += [request("SET_PARAMETER", 4, Content_Length=len(inner)) + inner, answer(3) + answer(4)]
    return opened(wire)[1], [STREAM + "800000"], {"torn_down": 0, "unmatched": 1}


def rtp_in_the_connection():
    wire = exchange()
    rtp = b"$\0\x12\x34" + bytes(0x1234)
    wire[1] += rtp
    wire[3] = rtp[:4] + b"\n" * 0x1234 + wire[3]
    return opened(wire)[1], [STREAM + "800000"], {"interleaved_frames": 2}


def malformed():
    lines = [b"SETUP RTSP/1.0\r\nCSeq: 1\r\n\r\n", b"SETUP x RTSP/2.0\r\nCSeq: 1\r\n\r\n", b"GET / HTTP/1.1\r\nCSeq: 1\r\n\r\n",
             b"SETUP x RTSP/1.0\r\n\r\n", b"SETUP x RTSP/1.0\r\nCSeq: one\r\n\r\n", b"SETUP x RTSP/1.0\r\nCSeq 1\r\n\r\n",
             b"SETUP x RTSP/1.0\r\nCSeq: 1\r\nCSeq: 2\r\n\r\n", b"SETUP x RTSP/1.0\r\nCSeq: 1\r\n: x\r\n\r\n",
             b"SETUP x RTSP/1.0\r\nCSeq: 1\r\nTransport: a\r\nTransport: b\r\n\r\n", b"SETUP x\0 RTSP/1.0\r\nCSeq: 1\r\n\r\n",
             b"SETUP x RTSP/1.0\r\nCSeq: 99999999999\r\n\r\n", b" \r\n\r\n"]
    c, frames = opened(exchange())
    for line in lines:
        frames += c.send(TO_SERVER, line)
    frames += say(c, request("TEARDOWN", 3, URL, Session="abc"), answer(3))
    return frames, [], {"malformed": len(lines), "torn_down": 1, "given_up": 0}


def request_of_the_server():
    wire = exchange()
    wire[3] += request("OPTIONS", 1)
    wire += [answer(1), b""]
    return opened(wire)[1], [STREAM + "800000"], {"server_requests": 1, "malformed": 0}


def no_segments():
    c = Connection()
    port, good = c.segment(TO_SERVER, b"x")
    no_tcp = [protocols.ipv4(number("10.1.0.2"), number("10.0.0.2"), protocol, data) for protocol, data in ((17, bytes(40)), (6, b""))]
    frames = [(port, frame) for frame in (b"\0", good[:20], good[:53], good[:12] + b"\x86\xdd" + good[14:],
                                          good[:14] + b"\x46" + good[15:], *no_tcp)]
    fragment = (port, good[:20] + b"\x20\0" + good[22:])
    corrupt = [(port, good[:-1] + b"y"), (port, good[:22] + b"\x41" + good[23:])]
    return frames + [fragment, *corrupt], [], {"not_tcp": 7, "fragments": 1, "bad_checksum": 2, "no_connection": 0}


def no_syn():
    c = Connection()
    return say(c, *exchange()), [], {"no_connection": 4, "added": 0}


def syn_in_between():
    """A forged SYN changes nothing."""
    c, frames = opened(exchange()[:2])
    frames += [(2, c.segment(TO_SERVER, flags=SYN, at=77)[1]), (2, c.segment(TO_CLIENT, flags=SYN | ACK, at=5)[1])]
    frames += say(c, *exchange()[2:])
    return frames, [STREAM + "800000"], {"wrong_port": 1, "connections": 1}


def fin_before_its_turn():
    c = Connection()
    wire = exchange()
    frames = c.open() + say(c, *wire[:3])
    pieces = c.send(TO_CLIENT, wire[3], (50,))
    ends = [c.segment(TO_SERVER, flags=FIN | ACK), c.segment(TO_CLIENT, flags=FIN | ACK)]
    return frames + [*ends, *reversed(pieces)], [STREAM + "800000"], {}


def outcome(observe, name, frames, table, counters):
    observer = Observer(observe)
    observer.frames(frames)
    observer.add("show")
    tables, counts = observer.results()
    wrong = [f"{counter} is {counts[counter]}, not {value}" for counter, value in counters.items() if counts[counter] != value]
    if tables[-1] != table:
        wrong.append(f"the table is {tables[-1]}, not {table}")
    if counts["frames"] != len(frames):
        wrong.append("a frame is not counted")
    return [f"{name}: {text}; counters: {dict(counts)}" for text in wrong]


def aged(observe):
    """A stream ends after 30 s of silence; packets or a request of its session restart the 30 s."""
    c, frames = opened(exchange())
    observer = Observer(observe)
    observer.frames(frames)
    for line in "age 1024 29000", "show", "packets 0 1", "age 1024 29999", "age 1024 59998", "show":
        observer.add(line)
    observer.now = 59998
    observer.frames(say(c, request("GET_PARAMETER", 3, Session="abc"), answer(3, Session="abc")))
    for line in "age 1024 89997", "show", "age 1024 89998", "show":
        observer.add(line)
    tables, counts = observer.results()
    there = [STREAM + "800000"]
    if tables == [there, there, there, []] and counts["aged"] == 1:
        return []
    return [f"aged: {tables} {counts}"]


def ten_thousand(observe):
    """10,000 streams of 50 connections: the table holds 1,024, which stay unchanged."""
    observer = Observer(observe, default_rate=64000)
    connections = [Connection(client_port=10000 + i) for i in range(50)]
    for c in connections:
        observer.frames(c.open())
    for i in range(10000):
        c, port = connections[i % 50], 1024 + 2 * i
        observer.frames(say(c, request("SETUP", i, f"{URL}/{i}", Transport=UDP.replace("5000-5001", str(port))),
                            answer(i, Transport=DONE.replace("5000-5001", str(port)), Session=f"s{i % 50}")))
        if i == 1023:
            observer.add("show")
    observer.add("show")
    tables, counts = observer.results()
    if tables[0] == tables[1] and len(tables[0]) == 1024 and counts["table_full"] == 10000 - 1024 and counts["added"] == 1024:
        return []
    return [f"ten_thousand: {[len(t) for t in tables]} {counts}"]


CASES = [plain, byte_by_byte, reordered, overlap_keeps_the_first, folded_and_odd_case, no_content_base, absolute_control,
         two_media, rate_of_the_session, tias, tias_without_maxprate, bandwidth_of_the_client, absurd_bandwidths, no_sdp,
         too_many_media, long_description, source_of_the_transport, refused_transports, no_session, only_interleaved_asked,
         answers_that_refuse, first_continue, no_answer, answer_of_nothing, cseq_twice, many_at_once, torn_down,
         one_of_two_torn_down, teardown_refused, teardown_of_another_session, spoofed_teardown, answer_with_another_session,
         changed, key_of_another, connection_again, reset, half_open, connections_full, lost_segment, scattered,
         endless_header, absurd_length, body_left_out, rtp_in_the_connection, malformed, request_of_the_server, no_segments,
         no_syn, syn_in_between, fin_before_its_turn]


def main():
    observe, wanted = sys.argv[1], sys.argv[2:]
    wrong, runs = [], 0
    for case in CASES:
        if wanted and case.__name__ not in wanted:
            continue
        made = case()
        for one in made if isinstance(made, list) else [made]:
            wrong += outcome(observe, case.__name__, *one)
            runs += 1
    for case in (aged, ten_thousand):
        if not wanted or case.__name__ in wanted:
            wrong += case(observe)
            runs += 1
    print("\n".join(wrong) or f"{runs} conversations as they must be")
    sys.exit(bool(wrong) or not runs)


if __name__ == "__main__":
    main()
