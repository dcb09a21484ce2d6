"""Types of arguments and events, for annotations."""
import os
from collections.abc import Iterable, Mapping
from typing import Literal, Optional, SupportsBytes, SupportsIndex, TypedDict, Union

Direction = Literal["rx", "tx", "both"]
Engine = Literal["threaded", "reference"]
FailOn = Literal["none", "loss", "any"]
Memory = Literal["scratch", "sram0", "sram1", "dram"]
Path = Union[str, "os.PathLike[str]"]

# Bytes of a frame, or an object with __bytes__ (scapy's packets).
FrameLike = Union[bytes, bytearray, memoryview, SupportsBytes]
Item = Union[FrameLike, tuple[int, FrameLike]]  # a frame, or its earliest time in ns and the frame
Feed = Mapping[int, Optional[Iterable[Item]]]
"""Frames for ports, {port: frames}. None: frames passed to Simulation.send()."""

# A microengine: 0 to 7, or "0:0" to "1:3".
Me = Union[SupportsIndex, str]


class _EventOfAnyKind(TypedDict):
    cycle: int
    kind: str


class Event(_EventOfAnyKind, total=False):
    """An event in the chip, a dict; docs/python.md lists the keys of each kind."""
    me: int
    ctx: int
    pc: int
    action: str
    tag: str
    port: int
    frame: int
    bytes: int
    reason: str
    number: int
    sop: bool
    eop: bool
    place: str
    ring: int
    words: list[int]
    depth: int
    lost: int
    channel: int
    entry: int
    address: int
    command: str
    count: int
    issued: int
    signal: int
    wakeup: int
    since: int
    hazard: str
