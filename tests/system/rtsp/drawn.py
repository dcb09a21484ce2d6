#!/usr/bin/env python3
"""Drawn RTSP conversations, of some connections at a time, whose segments are split, doubled, overlapping and out of order:
the observer has the streams that the oracle has of the whole messages, all the time.

    drawn.py OBSERVE [--runs N] [--exchanges N]
"""
import argparse
import random
import sys

import oracle
from observer import Observer

from tools_lib.rtsp import ACK, TO_CLIENT, TO_SERVER, Connection

MEDIA = ["video", "sound", "layer/1", "stream=2"]


def odd(rng, name):
    """Any case of a name."""
    return "".join(rng.choice((c.lower(), c.upper())) for c in name)


def message(rng, first, headers, body=b""):
    """Headers in any order, with names in any case, some of them folded."""
    lines = list(headers.items()) + ([("Content-Type", "application/sdp"), ("Content-Length", str(len(body)))] if body else [])
    rng.shuffle(lines)
    text = first + "\r\n"
    for name, value in lines:
        value = str(value)
        if ";" in value and rng.random() < 0.3:
            value = value.replace(";", ";\r\n\t", 1)
        text += f"{odd(rng, name)}:{rng.choice(['', ' ', '  '])}{value}\r\n"
    return text.encode() + b"\r\n" + body


def described(rng):
    lines = ["v=0", "o=- 1 1 IN IP4 1.2.3.4", "s=x"] + rng.choice(([], ["b=AS:500"])) + ["t=0 0", "a=control:*"]
    for medium in rng.sample(MEDIA, rng.randrange(1, 5)):
        lines += ["m=video 0 RTP/AVP 96"]
        lines += rng.choice(([], [f"b=AS:{rng.randrange(1, 5000)}"], [f"b=TIAS:{rng.randrange(1000, 10**7)}"],
                             [f"b=TIAS:{rng.randrange(1000, 10**7)}", f"a=maxprate:{rng.randrange(1, 999) / 10}"],
                             ["b=AS:77", f"b=TIAS:{rng.randrange(1000, 10**7)}", "b=X-YZ:12"]))
        lines += [f"a=control:{rng.choice([medium, medium, 'rtsp://10.0.0.2/film/' + medium])}"]
    return "\r\n".join(lines).encode() + b"\r\n"


def transports(rng):
    """Asked and answered; some of them make no stream."""
    port, server_port = rng.randrange(1025, 1080), rng.randrange(2000, 2030)
    udp = f"{rng.choice(['RTP/AVP', 'rtp/avp/udp', 'RTP/AVP/UDP'])};unicast;client_port={port}-{port + 1}"
    asked = rng.choice([udp, udp, f"RTP/AVP/TCP;interleaved=0-1,{udp}", f"{udp};mode=play , RTP/AVP;unicast;client_port=9-10"])
    got = udp + f";server_port={server_port}-{server_port + 1}"
    got = rng.choice([got, got, got, got, got + ";source=10.0.0.9;ssrc=12ab", got + ";destination=10.3.3.3", udp,
                      "RTP/AVP/TCP;interleaved=0-1", "RTP/AVP;multicast;port=5-6", got.replace(f"={port}-", "=4000-")])
    return asked, got


def exchange(rng, cseq):
    """One request and its answer."""
    method = rng.choice(["OPTIONS", "DESCRIBE", "SETUP", "SETUP", "SETUP", "SETUP", "PLAY", "PAUSE", "TEARDOWN", "GET_PARAMETER"])
    film = "rtsp://10.0.0.2/film"
    session = rng.choice(["aaaa", "bbbb", "cc-$_.+"])
    asked, got = {"CSeq": cseq}, {"CSeq": cseq}
    url, body = film + rng.choice(["", "/"]), b""
    if method == "DESCRIBE":
        body = described(rng)
        if rng.random() < 0.5:
            got["Content-Base"] = film + "/"
    elif method == "SETUP":
        url = film + "/" + rng.choice(MEDIA)
        asked["Transport"], got["Transport"] = transports(rng)
        if rng.random() < 0.3:
            asked["Bandwidth"] = rng.randrange(1000, 10**6)
    elif method == "TEARDOWN" and rng.random() < 0.5:
        url = film + "/" + rng.choice(MEDIA)
    if method not in ("OPTIONS", "DESCRIBE"):
        got["Session"] = session + rng.choice(["", ";timeout=20", " ; timeout=30"])
        if method != "SETUP" or rng.random() < 0.5:
            asked["Session"] = rng.choice([session] * 8 + ["dddd"])
    status = rng.choice(["200 OK"] * 8 + ["404 Not Found"])
    if rng.random() < 0.03:
        got["CSeq"] = cseq + 1000
    return message(rng, f"{method} {url} RTSP/1.0", asked), message(rng, f"RTSP/1.0 {status}", got, body)


def disturbed(rng, c, way, data):
    """The message in segments: doubled, overlapping, out of order within three."""
    at, frames = c.sent[way], []
    pieces, i = [], 0
    while i < len(data):
        n = rng.choice([1, 7, 40, 100, 500, 1460])
        back = rng.randrange(0, min(i, 20) + 1) if rng.random() < 0.2 else 0
        pieces.append((i - back, data[i - back:i + n]))
        i += n
    for k in range(0, len(pieces), 3):
        group = pieces[k:k + 3]
        if rng.random() < 0.5:
            rng.shuffle(group)
        if rng.random() < 0.2:
            group.append(rng.choice(group))
        frames += [c.segment(way, piece, ACK, at=at + begin) for begin, piece in group]
    c.sent[way] += len(data)
    return frames


def run(program, seed, exchanges):
    rng = random.Random(seed)
    table, observer, wanted = oracle.Table(), Observer(program), []
    hosts = ["10.1.0.2", "10.2.0.2", "10.2.0.3"]
    connections = [Connection(rng.choice(hosts), 30000 + i, isn=(rng.getrandbits(32), rng.getrandbits(32)), ports=(1, 0))
                   for i in range(6)]
    for c in connections:
        observer.frames(c.open())
    for cseq in range(1, exchanges + 1):
        number = rng.randrange(len(connections))
        c = connections[number]
        asked, got = exchange(rng, cseq)
        observer.frames(disturbed(rng, c, TO_SERVER, asked))
        table.request(number, asked)
        table.pending[number] = dict(list(table.pending[number].items())[-8:])
        if len(table.pending[number]) >= 8:  # those that never get their answer fill the observer: it is right to refuse then
            connections[number] = c = Connection(rng.choice(hosts), 31000 + cseq, isn=(1, 2))
            observer.frames(c.open())
            table.pending[number] = {}
            table.streams = {key: s if s.connection != number else s._replace(connection=-cseq)
                             for key, s in table.streams.items()}
            table.described.pop(number, None)
            continue
        observer.frames(disturbed(rng, c, TO_CLIENT, got))
        table.answer(number, got, (c.ends[0][0], c.ends[1][0]))
        observer.add("show")
        wanted.append(table.lines())
    tables, counts = observer.results()
    for i, (got, want) in enumerate(zip(tables, wanted)):
        if got != want:
            return [f"seed {seed}, exchange {i}: the observer has\n{got}\nthe oracle\n{want}\n{dict(counts)}"], 0
    if len(tables) != len(wanted) or counts["given_up"]:
        return [f"seed {seed}: {len(tables)} tables of {len(wanted)}; {dict(counts)}"], 0
    return [], counts["added"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("observe")
    parser.add_argument("--runs", type=int, default=8)
    parser.add_argument("--exchanges", type=int, default=150)
    given = parser.parse_args()
    wrong, added = [], 0
    for seed in range(given.runs):
        problems, n = run(given.observe, seed, given.exchanges)
        wrong += problems
        added += n
    print("\n".join(wrong) or f"{given.runs} conversations of {given.exchanges} exchanges: {added} streams as the oracle has them")
    sys.exit(bool(wrong) or not added)


if __name__ == "__main__":
    main()
