"""Builds the shaper's table of streams (microblocks/shaper/stream_table.h) from a description."""
import ipaddress
import os
import struct

from tools_lib import files, systems

SHAPER = os.path.join(systems.ROOT, "microblocks/shaper")
H = systems.numbers_in(os.path.join(SHAPER, "stream_table.h"))
BASE, ENTRIES_AT = H["STREAM_HEADS_BASE"], H["STREAM_ENTRIES_BASE"]
PROTOCOLS = {"udp": 17, "tcp": 6}
ME_HZ = 600_000_000
CYCLES_A_TICK = 16
KEYS = {"name", "protocol", "source", "destination", "kbit_s", "depth_bytes", "deadline_ms", "waiting", "base"}
NEEDED = {"source", "destination", "kbit_s", "depth_bytes", "waiting"}


class Wrong(Exception):
    """An invalid description; names the stream."""


def chain(protocol, source, destination, destination_port):
    """STREAM_CHAIN"""
    value = (source * 0x9e3779b1 + destination) * 0x85ebca6b + (destination_port << 8 | protocol)
    return (value * 0xc2b2ae35 & 0xffffffff) >> 21


def ticks_a_byte(kbit_s, me_hz=ME_HZ):
    """STREAM_TICKS_A_BYTE_OF for a rate, rounded up."""
    bits = round(kbit_s * 1000)
    return -(-me_hz * 8 * 65536 // (CYCLES_A_TICK * bits))


def endpoint(text, name, any_port):
    address, _, port = str(text).rpartition(":")
    try:
        found = int(ipaddress.IPv4Address(address)), int(port)
    except ValueError:
        raise Wrong(f"stream {name}: '{text}' is no ADDRESS:PORT") from None
    if not (0 if any_port else 1) <= found[1] <= 65535:
        raise Wrong(f"stream {name}: port {found[1]} of '{text}'; expected 1 to 65535" + (", or 0 for any" if any_port else ""))
    return found


def text_of(stream, key, otherwise, name):
    value = stream.get(key, otherwise)
    if not isinstance(value, str | None):
        raise Wrong(f"stream {name}: {key} = {value!r}; expected text")
    return value


def within(value, least, most, key, name):
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= most:
        raise Wrong(f"stream {name}: {key} = {value!r}; expected a number from {least} to {most}")
    return value


def entry(stream, name, numbers, me_hz):
    """(chain, longwords of the entry from STREAM_SOURCE to STREAM_DEADLINE)"""
    for key in stream.keys() - KEYS:
        raise Wrong(f"stream {name}: unknown key '{key}'; there are {', '.join(sorted(KEYS))}")
    for key in sorted(NEEDED - stream.keys()):
        raise Wrong(f"stream {name}: '{key}' is missing")
    protocol = PROTOCOLS.get(text_of(stream, "protocol", "udp", name))
    if protocol is None:
        raise Wrong(f"stream {name}: protocol '{stream['protocol']}'; expected {' or '.join(PROTOCOLS)}")
    source, source_port = endpoint(stream["source"], name, any_port=True)
    destination, port = endpoint(stream["destination"], name, any_port=False)
    base = text_of(stream, "base", None, name)
    if base is not None and base not in numbers:
        raise Wrong(f"stream {name}: there is no stream '{base}' for it to build on")
    ticks_a_ms = me_hz // CYCLES_A_TICK / 1000
    waiting = int(within(stream["waiting"], 1, 4095, "waiting", name))
    least_kbit_s = -(-me_hz * 8 // (CYCLES_A_TICK * 65536)) / 1000  # below this rate the reciprocal overflows
    return chain(protocol, source, destination, port), [
        source, destination, source_port << 16 | port,
        protocol << 24 | waiting << 12 | (0 if base is None else numbers[base] + 1),
        ticks_a_byte(within(stream["kbit_s"], least_kbit_s, 10**7, "kbit_s", name), me_hz),
        int(within(stream["depth_bytes"], 64, 2**24 - 1, "depth_bytes", name)),
        round(within(stream.get("deadline_ms", 0), 0, 2**32 // int(ticks_a_ms) - 1, "deadline_ms", name) * ticks_a_ms)]


def build(streams, me_hz=ME_HZ):
    """Bytes for STREAM_HEADS_BASE of SRAM channel 0, from a list of descriptions. Entries keep their order."""
    if len(streams) > H["STREAM_ENTRIES"]:
        raise Wrong(f"{len(streams)} streams; the table has {H['STREAM_ENTRIES']} entries")
    names = [text_of(stream, "name", str(number), number) for number, stream in enumerate(streams)]
    numbers = {name: number for number, name in enumerate(names)}
    if len(numbers) < len(names):
        raise Wrong(f"two streams are named '{next(n for n in names if names.count(n) > 1)}'")
    heads, entries, keys, length = [0] * H["STREAM_HEADS"], [], {}, {}
    for number, (stream, name) in enumerate(zip(streams, names)):
        of, words = entry(stream, name, numbers, me_hz)
        key = (*words[:3], words[3] >> 24)
        if key in keys:
            raise Wrong(f"streams {keys[key]} and {name} have the same addresses and ports")
        keys[key] = name
        length[of] = length.get(of, 0) + 1
        if length[of] > H["STREAM_CHAIN_MAX"]:
            raise Wrong(f"stream {name}: its chain has {H['STREAM_CHAIN_MAX']} entries already")
        entries += [heads[of], *words] + [0] * (H["STREAM_ENTRY_BYTES"] // 4 - 1 - len(words))
        heads[of] = number + 1
    return struct.pack(f">{len(heads) + len(entries)}I", *heads, *entries)


def read(path):
    """Descriptions from a file."""
    described = files.read_toml(path)
    for key in described.keys() - {"stream"}:
        raise Wrong(f"unknown key '{key}'; expected [[stream]]")
    streams = described.get("stream", [])
    if not isinstance(streams, list) or not streams or not all(isinstance(s, dict) for s in streams):
        raise Wrong("no streams; expected [[stream]] tables")
    return streams


def loaded(path):
    """Override of a system file that loads the table from that file."""
    return {"boot.load": [{"region": "sram0", "address": BASE, "file": path}]}
