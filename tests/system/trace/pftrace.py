"""Timelines as Perfetto's readers see them: unpacked, and decoded by protoc with track_event.proto."""
import os
import re
import subprocess
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7f) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def fields(data):
    """(number, bytes) of the fields of a message that have a length."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 != 2:
            raise ValueError(f"field {key >> 3} is of wire type {key & 7}, expected a message")
        length, at = varint(data, at)
        if at + length > len(data):
            raise ValueError("the file ends within a message")
        yield key >> 3, data[at:at + length]
        at += length


def unpacked(path):
    """The trace without bundles: the bytes of a Trace message."""
    out = b""
    with open(path, "rb") as f:
        for number, packet in fields(f.read()):
            assert number == 1, number
            for inner, bundle in fields(packet):
                assert inner == 50, inner
                out += zlib.decompress(bundle)
    return out


class Sequence:
    """Defaults for the packets of one sequence: names by number, the track, the clock."""

    def __init__(self):
        self.names, self.keys, self.texts = {}, {}, {}
        self.track = self.clock = None
        self.incremental = {}  # by number of the clock: its time

    def intern(self, data):
        for kind, table in (("event_names", self.names), ("debug_annotation_names", self.keys),
                            ("debug_annotation_string_values", self.texts)):
            for entry in data.get(kind, []):
                table[entry["iid"][0]] = entry["name"][0]

    def ns(self, packet):
        clock, time = packet.get("timestamp_clock_id", [self.clock])[0], int(packet["timestamp"][0])
        if clock in self.incremental:
            time = self.incremental[clock] = self.incremental[clock] + time
        else:
            assert clock in (None, "6"), f"a clock that nothing defines: {clock}"
        return time


class Timeline:
    """Events of a timeline as dictionaries: type, ns, track, name, details, flow, value. In the order of the file, in
    which the times of one track ascend with few exceptions. A track is "group/name"."""

    def __init__(self, path):
        text = subprocess.run(["protoc", "--decode=ixp.Trace", f"--proto_path={HERE}", "track_event.proto"],
                              input=unpacked(path), capture_output=True, check=True, timeout=300).stdout.decode()
        unknown = re.search(r"^\s*\d+[:\s{].*$", text, re.M)
        assert not unknown, f"a field that track_event.proto does not know: {unknown}"
        self.tracks, self.events, self.sequences = {}, [], {}
        self.children = {}  # by number of a track, of groups None: (rank, number, name)
        for packet in parse(iter(text.splitlines())).get("packet", []):
            self.add(packet)

    def add(self, packet):
        number = packet["trusted_packet_sequence_id"][0]
        if int(packet.get("sequence_flags", [0])[0]) & 1:
            self.sequences[number] = Sequence()
        s = self.sequences[number]
        for defaults in packet.get("trace_packet_defaults", []):
            s.clock = defaults["timestamp_clock_id"][0]
            s.track = defaults["track_event_defaults"][0]["track_uuid"][0]
        for snapshot in packet.get("clock_snapshot", []):
            s.incremental = {c["clock_id"][0]: int(c["timestamp"][0]) for c in snapshot["clocks"]
                             if "is_incremental" in c}
        for data in packet.get("interned_data", []):
            s.intern(data)
        for track in packet.get("track_descriptor", []):
            self.add_track(track)
        for event in packet.get("track_event", []):
            name = s.names[event["name_iid"][0]] if "name_iid" in event else event.get("name", [None])[0]
            self.events.append({"type": event["type"][0], "ns": s.ns(packet),
                                "track": self.tracks[event.get("track_uuid", [s.track])[0]], "name": name,
                                "details": dict(self.detail(s, d) for d in event.get("debug_annotations", [])),
                                "flow": event.get("flow_ids", [None])[0],
                                "value": int(event.get("counter_value", [0])[0])})

    def add_track(self, track):
        uuid, parent, name = (track.get(key, [None])[0] for key in ("uuid", "parent_uuid", "name"))
        assert track["child_ordering"] == ["EXPLICIT"], track
        self.children.setdefault(parent, []).append((int(track["sibling_order_rank"][0]), uuid, name))
        group = self.tracks.get(parent, "").split("/")[0]
        self.tracks[uuid] = f"{group}/{name}" if group else name

    def order(self, parent=None, depth=0):
        """Names of the tracks below one, as a viewer shows them, each with the depth."""
        for _, uuid, name in sorted(self.children.get(parent, [])):
            yield depth, name
            yield from self.order(uuid, depth + 1)

    @staticmethod
    def detail(s, d):
        if "string_value_iid" in d:
            return s.keys[d["name_iid"][0]], s.texts[d["string_value_iid"][0]]
        return s.keys[d["name_iid"][0]], d["string_value"][0] if "string_value" in d else int(d["uint_value"][0])


def parse(lines):
    """protoc's text format as dictionaries of lists."""
    out = {}
    for line in lines:
        line = line.strip()
        if line == "}":
            return out
        if line.endswith("{"):
            out.setdefault(line[:-1].strip(), []).append(parse(lines))
        elif line:
            key, value = line.split(": ", 1)
            out.setdefault(key, []).append(value[1:-1] if value.startswith('"') else value)
    return out
