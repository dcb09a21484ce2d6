"""A run that a Python program drives."""
import json
import operator
import os

from . import _core, arrays
from .overrides import as_options


class RunFailed(RuntimeError):
    """The run lost something, got stuck or broke a rule; its text is what `ixpemu run` says."""


class Recorder:
    """Frames that crossed since record(), by time: a sequence of Frame. bytes(frame) are its bytes."""

    def __init__(self, core, me_hz):
        self._core, self._ns = core, 1e9 / me_hz

    def __len__(self):
        return len(self._core)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [self._core[i] for i in range(*index.indices(len(self)))]
        return self._core[index]

    def __iter__(self):
        return (self._core[i] for i in range(len(self)))

    def clear(self):
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


class Microengine:
    """One of the eight; sim.me(1) or sim.me("0:1")."""

    def __init__(self, core, index):
        self._core, self.index = core, index

    @property
    def executing(self):
        """The context that executes, or None."""
        return self._core.executing(self.index)

    def pc(self, context=0):
        return self._core.pc(self.index, context)

    def register(self, name, context=0):
        """By its place: "a3", "b0", "@a7" (absolute), "$4" (what arrived), "out:$4" (what goes out), "n$2"."""
        return self._core.get_register(self.index, name, context)

    def set_register(self, name, value, context=None):
        """In one context, or in all of them."""
        self._core.set_register(self.index, name, context, value)

    def local_memory(self, word):
        return self._core.local_memory(self.index, word)

    def set_local_memory(self, word, value):
        self._core.set_local_memory(self.index, word, value)


def _directions(direction):
    if direction not in ("rx", "tx", "both"):
        raise ValueError(f"direction is {direction!r}; expected 'rx', 'tx' or 'both'")
    return {"rx": direction != "tx", "tx": direction != "rx"}


class Simulation:
    """A chip made from a system file, and a run of it in pieces. However it is cut, it is the same run.

    changes   {"chip.sram.read": 120}, or ["chip.sram.read=120"]: as `ixpemu run --set`
    until     "packets_tx=600": instead of [stop]; seed, fail_on, images, rx (["0=a.pcap"]): as ixpemu's options
    engine    "threaded" or "reference"
    check     also report reads of what was never written
    checkpoints   keep what checkpoint() and restore() need: all that is written, sent and fed
    feed      {port: frames}: the port receives these instead of its streams. Any iterable, also an endless one, of
              bytes, of objects with __bytes__ (scapy's packets), or of (time_ns, frame): not before that time. None:
              what send() gives it

    Raises InputError, with ixpemu's text, when the input is wrong.
    """

    def __init__(self, system, changes=None, *, until=None, seed=None, fail_on=None, rx=(), images="",
                 engine="threaded", check=False, feed=None, checkpoints=False):
        feeds = {port: None if frames is None else iter(frames) for port, frames in (feed or {}).items()}
        self._core = _core.Session(os.fspath(system), as_options(changes), until, seed, fail_on, list(rx),
                                   os.fspath(images), engine, check, feeds, checkpoints)

    # ---- time

    def run(self):
        """To the end; what ended it ("packets_tx=600"). Raises RunFailed when the run failed. None: pause() ended this
        piece before."""
        self._core.run_for(None)
        if not self.ended:
            return None
        self.check()
        return self.end

    def run_for(self, cycles):
        """False when the run ended, or was paused, before these microengine cycles were over."""
        return self._core.run_for(cycles)

    def run_until(self, condition, every=1):
        """Until condition() is true; asked every so many cycles."""
        return self._core.run_until(condition, every)

    def step_instruction(self, me):
        """Until the microengine has issued an instruction."""
        return self._core.step_instruction(self.me(me).index)

    def step_swap(self, me):
        """Until another of its contexts executes, or none."""
        return self._core.step_swap(self.me(me).index)

    def step_packet(self):
        """Until a frame has been received or transmitted."""
        return self._core.step_packet()

    def pause(self):
        """Ends the piece that runs, soon; for callbacks."""
        self._core.pause()

    @property
    def cycle(self):
        return self._core.cycle

    @property
    def time_ns(self):
        return self._core.time_ns

    @property
    def ended(self):
        return self._core.ended

    @property
    def end(self):
        """What ended the run; None while it has not ended."""
        return self._core.end

    def check(self):
        """Raises RunFailed when something was lost by now."""
        failure = self._core.failure()
        if failure:
            raise RunFailed(failure)

    # ---- back

    def checkpoint(self):
        """This point of the run, for restore(). The simulation must have been made with checkpoints=True."""
        return self._core.checkpoint()

    def restore(self, checkpoint):
        """Returns to a checkpoint, any number of times, also to one of a course that was given up since. Registers, memory,
        rings, frames on their way, figures and recorders are what they were, and the run goes on as it would have. It
        takes as long as running there from the start. Callbacks are not called on the way; those registered since are
        forgotten, and recorders made since keep what they have. What throws leaves the run where it is."""
        if not isinstance(checkpoint, _core.Checkpoint):
            raise TypeError(f"{checkpoint!r} is no checkpoint; expected what checkpoint() gave")
        self._core.restore(checkpoint)

    # ---- frames

    @property
    def packets_rx(self):
        return self._core.packets_rx

    @property
    def packets_tx(self):
        return self._core.packets_tx

    def send(self, port, frame, time_ns=0):
        """A frame for a port that is fed None: it enters when the line is free, and not before that time."""
        self._core.send(port, frame, time_ns)

    def close(self, port):
        """No more frames will be sent to a port that is fed None: without it the run is never idle."""
        self._core.close(port)

    def record(self, direction="tx", data=True):
        """Keeps frames from now on: "rx", "tx" or "both"; without data only their times and sizes."""
        return Recorder(self._core.record(**_directions(direction), data=data), self._core.me_hz)

    def on_frame(self, callback, direction="both", data=True):
        """Calls callback(frame) when its last byte has crossed. What it raises ends the piece, up to 2,000 cycles later."""
        self._core.on_frame(callback, **_directions(direction), data=data)

    def on_event(self, callback, *kinds):
        """Calls callback(event) with what happens in the chip from now on, in the order of time: a dict with cycle, kind, and
        what belongs to the kind (docs/python.md). Without kinds: all of them."""
        self._core.on_event(callback, list(kinds))

    # ---- what there is

    def read(self, memory, address, count=None):
        """A longword; with `count` so many, as a NumPy array of uint32 where NumPy is there, else a list. `memory`:
        scratch, sram0, sram1, dram; addresses in bytes."""
        words = self._core.read(memory, address, 1 if count is None else count)
        if count is None:
            return words[0]
        try:
            return arrays.numpy().array(words, dtype="uint32")
        except arrays.NumpyMissing:
            return words

    def write(self, memory, address, values):
        """A longword, or a sequence of them."""
        try:
            words = [operator.index(values)]
        except TypeError:
            words = [operator.index(v) for v in values]
        self._core.write(memory, address, words)

    def me(self, name):
        """Microengine 0 to 7, or by its name, "0:0" to "1:3"."""
        if isinstance(name, str):
            cluster, _, number = name.partition(":")
            if cluster not in ("0", "1") or number not in ("0", "1", "2", "3"):
                raise IndexError(f"there is no microengine {name!r}; expected '0:0' to '1:3'")
            name = 4 * int(cluster) + int(number)
        if not 0 <= name < 8:
            raise IndexError(f"there is no microengine {name}; expected 0 to 7")
        return Microengine(self._core, name)

    @property
    def rings(self):
        """Numbers of the system's scratch rings, by name."""
        return self._core.rings

    def ring(self, name):
        """The words on a ring, the oldest first."""
        return self._core.ring(str(name))

    @property
    def params(self):
        """Every latency, width and clock, as `ixpemu params` names them."""
        return self._core.params

    # ---- what is said of the run, as of now

    def statistics(self):
        """As stats.json (docs/statistics.md)."""
        return json.loads(self._core.statistics_json())

    def table(self):
        return self._core.table()

    def contexts(self):
        """Where every context stands, what it waits for, where the frames are."""
        return self._core.contexts()

    def hazards(self):
        return self._core.hazards()

    def digest(self):
        """{part of the chip: a hash of what is in it}. Two simulations that give the same stand at the same place. Looks at
        all of the memories: a tenth of a second for every 100 MB."""
        return self._core.digest()
