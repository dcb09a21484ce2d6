"""Compares the record of a shaper with TRACE (rings/shaper.h) with the model of its rule."""
import collections

from tools_lib import systems
from . import shaper_model, stream_table
from .shaper_model import MOMENTS, Wrong

RINGS = systems.header_numbers("shaper")
ARRIVED, SENT, DROPPED = (RINGS[f"SHAPER_{name}"] for name in ("ARRIVED", "SENT", "DROPPED"))
REASONS = {RINGS[f"COUNT_{name.upper()}"]: name for name in ("late", "queue_full", "too_large", "no_base")}
TICKS_A_SECOND = stream_table.ME_HZ // stream_table.CYCLES_A_TICK
TICKS_A_US = TICKS_A_SECOND / 1e6

Record = collections.namedtuple("Record", "kind stream size handle why what tick full")
NOTHING = Record(0, 0, 0, 0, 0, 0, 0, 0)


def dump_option(packets):
    """ixpemu option for a dump of that many packets' records, two each."""
    return ["--dump", f"sram0:{RINGS['SHAPER_TRACE_BASE']}+{8 + 8 * 2 * packets}"]


def records(dump):
    words = systems.dumped(dump)
    if words[0] > RINGS["SHAPER_TRACE_RECORDS"]:
        raise Wrong(f"{words[0]} records do not fit")
    for i in range(words[0]):
        head, handle, why, what, high, low, full_high, full_low = words[8 + 8 * i:16 + 8 * i]
        yield Record(head >> 28, head >> 16 & 0xfff, head & 0xffff, handle, why, what, high << 32 | low, full_high << 32 | full_low)


class Told:
    """Records in order, as the model requests them."""

    def __init__(self, found):
        self.found, self.at = list(found), 0

    def __call__(self, what, number, packet):
        record = self.found[self.at] if self.at < len(self.found) else NOTHING
        said = {SENT: "sent", DROPPED: REASONS.get(record.why)}.get(record.kind, "nothing")
        if (said, record.stream, record.handle, record.size) != (what, number, packet.handle, packet.size):
            raise Wrong(f"record {self.at}: {record}; expected {what}, stream {number}, {packet}")
        self.at += 1
        return record.tick * MOMENTS


def follow(found, streams, layers=False):
    """The model after all events. Raises Wrong if the shaper deviated."""
    told = Told(found)
    model = shaper_model.Shaper(model_streams(streams), layers, told)
    for i, record in enumerate(told.found):
        if record.kind != ARRIVED:
            continue
        came = record.tick * MOMENTS
        model.until(came)
        if told.at != i:
            raise Wrong(f"record {told.at}: {told.found[told.at]} was not due before the arrival of record {i}")
        told.at += 1
        packet = shaper_model.Packet(record.handle, record.size, bool(record.why & 1), record.what, came, record.why >> 1)
        model.arrived(record.stream, packet)
    model.until(shaper_model.NEVER - 1)
    if told.at != len(told.found):
        raise Wrong(f"record {told.at}: {told.found[told.at]} and what follows was not due")
    return model


def model_streams(streams):
    """Model streams from descriptions for tools/stream-table."""
    return {n: shaper_model.Stream(stream_table.ticks_a_byte(s["kbit_s"]), s["depth_bytes"],
                                   round(s.get("deadline_ms", 0) * TICKS_A_SECOND / 1000), s["waiting"],
                                   int(s["base"]) if "base" in s else None) for n, s in enumerate(streams)}


def of(found, kind, stream=None):
    return [record for record in found if record.kind == kind and stream in (None, record.stream)]


def excess(packets, rate):
    """Maximum over all windows of bytes in the window less rate x its length: the depth that a
    bucket of that rate must have had. A window extends from one packet to another, both included.
    packets: [(time, bytes)] in order of time; rate: bytes per unit of time."""
    most, bucket, last = 0.0, 0.0, None
    for time, size in packets:
        if last is not None:
            bucket = max(0.0, bucket - rate * (time - last))
        bucket, last = bucket + size, time
        most = max(most, bucket)
    return most
