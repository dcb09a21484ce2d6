"""A run that a Python program drives."""
import json
import operator

from . import _core, arrays, checks
from .microengine import Microengine, index_of
from .overrides import as_options
from .recorder import Recorder


class RunFailed(RuntimeError):
    """The run lost something, got stuck or broke a rule; the text is that of `ixpemu run`."""


_MEMORIES = "'scratch', 'sram0', 'sram1' or 'dram'"


def _directions(direction):
    if direction not in ("rx", "tx", "both"):
        raise ValueError(f"direction is {direction!r}; expected 'rx', 'tx' or 'both'")
    return {"rx": direction != "tx", "tx": direction != "rx"}


class Simulation:
    """A chip made from a system file, and a run of it in pieces. However it is cut, it is the same run.

    changes   {"chip.sram.read": 120}, or ["chip.sram.read=120"]: as `ixpemu run --set`
    until     "packets_tx=600": instead of [stop]; seed, fail_on, images, rx (["0=a.pcap"]): as ixpemu's options
    engine    "threaded" or "reference"
    uninitialised   also report reads of memory and registers never written
    checkpoints   record all writes, sent and fed frames, which checkpoint() and restore() need
    feed      {port: frames}: the port receives these instead of its streams. Any iterable, also an endless one, of
              bytes, of objects with __bytes__ (scapy's packets), or of (time_ns, frame): not before that time. None:
              frames passed to send()

    Raises InputError, with ixpemu's text, when the input is wrong.
    """

    def __init__(self, system, changes=None, *, until=None, seed=None, fail_on=None, rx=(), images="",
                 engine="threaded", uninitialised=False, feed=None, checkpoints=False):
        if until is not None:
            checks.text(until, "until", "'packets_tx=600'")
        if fail_on is not None:
            checks.text(fail_on, "fail_on", "'none', 'loss' or 'any'")
        self._core = _core.Session(
            checks.path(system, "the system"), checks.texts(as_options(changes), "changes", '["chip.sram.read=120"]'), until,
            None if seed is None else checks.integer(seed, "seed"), fail_on,
            checks.texts(rx, "rx", '["0=a.pcap"]'), checks.path(images, "images"), checks.text(engine, "engine", "'threaded' or 'reference'"), bool(uninitialised),
            checks.feeds({} if feed is None else feed), bool(checkpoints))

    # ---- time

    def run(self):
        """Runs to the end; returns the cause of the end ("packets_tx=600"), or None after pause().
        Raises RunFailed when the run failed."""
        self._core.run_for(None)
        if not self.ended:
            return None
        self.check()
        return self.end

    def run_for(self, cycles):
        """False when the run ended, or was paused, before these microengine cycles were over."""
        return self._core.run_for(checks.integer(cycles, "cycles"))

    def run_until(self, condition, every=1):
        """Runs until condition() is true; evaluates it every `every` cycles."""
        return self._core.run_until(checks.function(condition, "condition"), checks.integer(every, "every"))

    def step_instruction(self, me):
        """Until the microengine has issued an instruction."""
        return self._core.step_instruction(index_of(me))

    def step_swap(self, me):
        """Until another of its contexts executes, or none."""
        return self._core.step_swap(index_of(me))

    def step_packet(self):
        """Until a frame has been received or transmitted."""
        return self._core.step_packet()

    def pause(self):
        """Ends the piece that runs, soon; for callbacks."""
        self._core.pause()

    @property
    def cycle(self):
        """Microengine cycles since the run began."""
        return self._core.cycle

    @property
    def time_ns(self):
        """Emulated time since the run began."""
        return self._core.time_ns

    @property
    def ended(self):
        """The run is over."""
        return self._core.ended

    @property
    def end(self):
        """Cause of the run's end; None before the end."""
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
        """Returns to a checkpoint, any number of times, also to one of an abandoned course.
        Restores registers, memory, rings, frames in flight, figures and recorders; the run
        continues as it would have. It takes as long as running there from the start, and calls
        no callbacks.
        Callbacks registered after the checkpoint are removed; recorders made after it keep their
        frames. An exception leaves the run unchanged."""
        if not isinstance(checkpoint, _core.Checkpoint):
            raise TypeError(f"{checkpoint!r} is no checkpoint; expected what checkpoint() gave")
        self._core.restore(checkpoint)

    # ---- frames

    @property
    def packets_rx(self):
        """Frames received by now, whole and good."""
        return self._core.packets_rx

    @property
    def packets_tx(self):
        """Frames transmitted by now."""
        return self._core.packets_tx

    def send(self, port, frame, time_ns=0):
        """A frame for a port that is fed None: it enters when the line is free, and not before that time."""
        self._core.send(checks.integer(port, "port", 0, 2**32 - 1), frame, checks.integer(time_ns, "time_ns"))

    def close(self, port):
        """No more frames will be sent to a port that is fed None: without it the run is never idle."""
        self._core.close(checks.integer(port, "port", 0, 2**32 - 1))

    def record(self, direction="tx", data=True):
        """Keeps frames from now on: "rx", "tx" or "both"; without data only their times and sizes."""
        return Recorder(self._core.record(**_directions(direction), data=data), self._core.me_hz)

    def on_frame(self, callback, direction="both", data=True):
        """Calls callback(frame) when the frame's last byte has crossed. An exception from the
        callback ends the current call of run up to 2,000 cycles later."""
        self._core.on_frame(checks.function(callback, "callback"), **_directions(direction), data=data)

    def on_event(self, callback, *kinds):
        """Calls callback(event) for each event in the chip from now on, in order of time. An event
        is a dict with cycle, kind and the kind's fields (docs/python.md). Default: all kinds."""
        self._core.on_event(checks.function(callback, "callback"), checks.texts(kinds, "kinds", "'ring', 'frame'"))

    # ---- state of the chip

    def read(self, memory, address, count=None):
        """A longword; with `count`, that number of longwords: a NumPy array of uint32 if NumPy is
        installed, else a list. `memory`: scratch, sram0, sram1, dram; addresses in bytes."""
        words = self._core.read(checks.text(memory, "memory", _MEMORIES), checks.integer(address, "address"),
                                1 if count is None else checks.integer(count, "count"))
        if count is None:
            return words[0]
        try:
            return arrays.numpy().array(words, dtype="uint32")
        except arrays.NumpyMissing:
            return words

    def write(self, memory, address, values):
        """A longword, or a sequence of them."""
        try:
            values = [operator.index(values)]
        except TypeError:
            if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
                raise TypeError(f"values is {values!r}; expected an integer or a sequence of integers") from None
        self._core.write(checks.text(memory, "memory", _MEMORIES), checks.integer(address, "address"),
                         [checks.longword(value, "a value") for value in values])

    def me(self, name):
        """Microengine 0 to 7, or by its name, "0:0" to "1:3"."""
        return Microengine(self._core, index_of(name))

    @property
    def rings(self):
        """Numbers of the system's scratch rings, by name."""
        return self._core.rings

    def ring(self, name):
        """The words on a ring, the oldest first."""
        return self._core.ring(name if isinstance(name, str) else str(checks.integer(name, "the ring, unless it is a name,")))

    @property
    def params(self):
        """Every latency, width and clock, as `ixpemu params` names them."""
        return self._core.params

    # ---- reports about the run up to now

    def statistics(self):
        """As stats.json (docs/statistics.md)."""
        return json.loads(self._core.statistics_json())

    def table(self):
        """The figures as `ixpemu run` prints them."""
        return self._core.table()

    def contexts(self):
        """Position of every context, its wait condition, and positions of the frames."""
        return self._core.contexts()

    def hazards(self):
        """Hazards in the executed microcode, which silicon does not detect; \"\" if none."""
        return self._core.hazards()

    def digest(self):
        """{part of the chip: hash of its state}. Equal digests mean equal states of simulations.
        Reads all of the memories: a tenth of a second for every 100 MB."""
        return self._core.digest()
