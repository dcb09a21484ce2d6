"""Frames that a run recorded."""
from . import arrays


class Recorder:
    """Frames that crossed since record(), by time: a sequence of Frame. bytes(frame) are its bytes."""

    def __init__(self, core, me_hz):
        self._core, self._ns = core, 1e9 / me_hz

    def __len__(self):
        return len(self._core)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [self._core[i] for i in range(*index.indices(len(self)))]
        if not hasattr(index, "__index__"):
            raise TypeError(f"the index of a frame is {index!r}; expected an integer or a slice")
        if not -len(self) <= index < len(self):
            raise IndexError(f"there is no frame {index}; {len(self)} are recorded")
        return self._core[index]

    def __iter__(self):
        return (self._core[i] for i in range(len(self)))

    def clear(self):
        """Forgets the frames; more are recorded."""
        self._core.clear()

    def array(self):
        """A structured NumPy array: port, transmitted, frame, sop_cycle, eop_cycle, bytes, delay_cycles, sop_ns,
        eop_ns, delay_ns. No delay: -1 cycles, NaN ns."""
        return arrays.of_columns(self._core.columns(), self._ns)

    def packets(self):
        """scapy's packets of the frames, with their times in seconds."""
        from scapy.layers.l2 import Ether
        out = []
        for frame in self:
            packet = Ether(bytes(frame))
            packet.time = frame.eop_cycle * self._ns / 1e9
            out.append(packet)
        return out
