"""Frames that a run recorded."""
from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from . import _core, arrays, tables

if TYPE_CHECKING:
    from .arrays import Rows

_SHOWN = 10  # rows in a notebook


class Recorder:
    """Frames that crossed since record(), by time: a sequence of Frame. bytes(frame) are its bytes."""

    def __init__(self, core: _core.Recorder, me_hz: int) -> None:
        self._core, self._ns = core, 1e9 / me_hz

    def __len__(self) -> int:
        return len(self._core)

    @overload
    def __getitem__(self, index: SupportsIndex) -> _core.Frame: ...

    @overload
    def __getitem__(self, index: slice) -> list[_core.Frame]: ...

    def __getitem__(self, index: SupportsIndex | slice) -> _core.Frame | list[_core.Frame]:
        if isinstance(index, slice):
            return [self._core[i] for i in range(*index.indices(len(self)))]
        if not hasattr(index, "__index__"):
            raise TypeError(f"the index of a frame is {index!r}; expected an integer or a slice")
        number = operator.index(index)
        if not -len(self) <= number < len(self):
            raise IndexError(f"there is no frame {number}; {len(self)} are recorded")
        return self._core[number]

    def __repr__(self) -> str:
        return f"<Recorder: {len(self)} frames>"

    def _repr_html_(self) -> str:
        rows = [(f.port, f.direction, f.frame, f.tag, f.size, f.sop_cycle, f.eop_cycle, f.delay_cycles) for f in self[:_SHOWN]]
        caption = f"{len(self)} frames" + (f", the first {_SHOWN}" if len(self) > _SHOWN else "")
        return tables.table(caption, ("port", "direction", "frame", "tag", "bytes", "first byte", "last byte", "delay (cycles)"), rows)

    def __iter__(self) -> Iterator[_core.Frame]:
        return (self._core[i] for i in range(len(self)))

    def clear(self) -> None:
        """Forgets the frames; more are recorded."""
        self._core.clear()

    def array(self) -> Rows:
        """A structured NumPy array with a row for each frame: port, transmitted, frame, sop_cycle,
        eop_cycle, bytes, delay_cycles, tag, rx_cycle, sop_ns, eop_ns, delay_ns.

        - tag: the received frame, "p0.17", or "-" for a frame made by microcode
        - rx_cycle: cycle at which the received frame's last byte crossed; -1 if made by microcode
        - delays: -1 cycles and NaN ns if there is none"""
        return arrays.of_columns(*self._core.columns(), self._ns)

    def packets(self) -> list[Any]:
        """scapy's packets of the frames, with their times in seconds."""
        from scapy.layers.l2 import Ether
        out = []
        for frame in self:
            packet = Ether(bytes(frame))
            packet.time = frame.eop_cycle * self._ns / 1e9
            out.append(packet)
        return out
