"""A run that a Python program drives."""
from __future__ import annotations

import json
import operator
import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from . import _core, arrays, checks, tables
from .microengine import Microengine, index_of
from .overrides import Changes, as_options
from .recorder import Recorder
from .types import Direction, Engine, Event, FailOn, Feed, FrameLike, Me, Memory, Path

if TYPE_CHECKING:
    from .arrays import Longwords


class RunFailed(RuntimeError):
    """The run lost something, got stuck or broke a rule; the text is that of `ixpemu run`."""


_MEMORIES = "'scratch', 'sram0', 'sram1' or 'dram'"


def directions(direction: Direction) -> dict[str, bool]:
    """Arguments of the compiled module's record() and on_frame()."""
    if direction not in ("rx", "tx", "both"):
        raise ValueError(f"direction is {direction!r}; expected 'rx', 'tx' or 'both'")
    return {"rx": direction != "tx", "tx": direction != "rx"}


def _delays(port: dict[str, Any]) -> tuple[int | None, int | None]:
    """Mean and maximum in ns; None without frames."""
    delay = port.get("delay")
    return (delay["mean_ns"], delay["max_ns"]) if delay else (None, None)


class Simulation:
    """A chip made from a system file, and a run of it in pieces. However it is cut, it is the same run.

    - changes: {"chip.sram.read": 120}, or ["chip.sram.read=120"], as `ixpemu run --set`
    - until: "packets_tx=600", instead of [stop]; seed, fail_on, images, rx (["0=a.pcap"]) as ixpemu's options
    - engine: "threaded" or "reference"
    - uninitialised: also report reads of memory and registers never written
    - checkpoints: record all writes, sent and fed frames, which checkpoint() and restore() need
    - feed: {port: frames}. The port receives these instead of its streams. Any iterable, also an endless one, of
      bytes, of objects with __bytes__ (scapy's packets), or of (time_ns, frame): not before that time. None:
      frames passed to send()

    Raises InputError, with ixpemu's text, when the input is wrong.
    """

    def __init__(self, system: Path, changes: Changes | None = None, *, until: str | None = None,
                 seed: SupportsIndex | None = None, fail_on: FailOn | None = None, rx: Iterable[str] = (),
                 images: Path = "", engine: Engine = "threaded", uninitialised: bool = False,
                 feed: Feed | None = None, checkpoints: bool = False) -> None:
        if until is not None:
            checks.text(until, "until", "'packets_tx=600'")
        if fail_on is not None:
            checks.text(fail_on, "fail_on", "'none', 'loss' or 'any'")
        path = checks.path(system, "the system")
        self._name = os.path.basename(path)
        self._core = _core.Session(
            path, checks.texts(as_options(changes), "changes", '["chip.sram.read=120"]'), until,
            None if seed is None else checks.integer(seed, "seed"), fail_on,
            checks.texts(rx, "rx", '["0=a.pcap"]'), checks.path(images, "images"), checks.text(engine, "engine", "'threaded' or 'reference'"),
            bool(uninitialised), checks.feeds({} if feed is None else feed), bool(checkpoints))

    def __repr__(self) -> str:
        try:
            end = f", ended by {self.end}" if self.ended else ""
            return f"<Simulation {self._name}: cycle {self.cycle}, {self.packets_rx} frames received, {self.packets_tx} transmitted{end}>"
        except RuntimeError:
            return f"<Simulation {self._name}: running>"

    def _repr_html_(self) -> str | None:
        """Ports and rings, for notebooks; None, which shows repr(), while the simulation runs."""
        try:
            figures = self.statistics()
        except RuntimeError:
            return None
        ports = [(p["port"], p["direction"], p["frames"], p["kbit_per_s"] // 1000, *_delays(p)) for p in figures["ports"]]
        rings = [(r.get("name", r["ring"]), r["puts"], r["depth_at_end"], r["high_water"], r["size"]) for r in figures["rings"]]
        return (tables.table(repr(self)[1:-1], ("port", "direction", "frames", "Mbit/s", "mean delay (ns)", "longest (ns)"), ports)
                + tables.table("Rings", ("ring", "puts", "longwords now", "at most", "of"), rings))

    # ---- time

    def run(self) -> str | None:
        """Runs to the end; returns the cause of the end ("packets_tx=600"), or None after pause().
        Raises RunFailed when the run failed."""
        self._core.run_for(None)
        if not self.ended:
            return None
        self.check()
        return self.end

    def run_for(self, cycles: SupportsIndex) -> bool:
        """False when the run ended, or was paused, before these microengine cycles were over."""
        return self._core.run_for(checks.integer(cycles, "cycles"))

    def run_until(self, condition: Callable[[], object], every: SupportsIndex = 1) -> bool:
        """Runs until condition() is true; evaluates it every `every` cycles."""
        return self._core.run_until(checks.function(condition, "condition"), checks.integer(every, "every"))

    def step_instruction(self, me: Me) -> bool:
        """Until the microengine has issued an instruction."""
        return self._core.step_instruction(index_of(me))

    def step_swap(self, me: Me) -> bool:
        """Until another of its contexts executes, or none."""
        return self._core.step_swap(index_of(me))

    def step_packet(self) -> bool:
        """Until a frame has been received or transmitted."""
        return self._core.step_packet()

    def pause(self) -> None:
        """Ends the piece that runs, soon; for callbacks."""
        self._core.pause()

    @property
    def cycle(self) -> int:
        """Microengine cycles since the run began."""
        return self._core.cycle

    @property
    def time_ns(self) -> int:
        """Emulated time since the run began."""
        return self._core.time_ns

    @property
    def ended(self) -> bool:
        """The run is over."""
        return self._core.ended

    @property
    def end(self) -> str | None:
        """Cause of the run's end; None before the end."""
        return self._core.end

    def check(self) -> None:
        """Raises RunFailed when something was lost by now."""
        failure = self._core.failure()
        if failure:
            raise RunFailed(failure)

    # ---- back

    def checkpoint(self) -> _core.Checkpoint:
        """This point of the run, for restore(). The simulation must have been made with checkpoints=True."""
        return self._core.checkpoint()

    def restore(self, checkpoint: _core.Checkpoint) -> None:
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
    def packets_rx(self) -> int:
        """Frames received by now, whole and good."""
        return self._core.packets_rx

    @property
    def packets_tx(self) -> int:
        """Frames transmitted by now."""
        return self._core.packets_tx

    def send(self, port: SupportsIndex, frame: FrameLike, time_ns: SupportsIndex = 0) -> None:
        """A frame for a port that is fed None: it enters when the line is free, and not before that time."""
        self._core.send(checks.integer(port, "port", 0, 2**32 - 1), frame, checks.integer(time_ns, "time_ns"))

    def close(self, port: SupportsIndex) -> None:
        """No more frames will be sent to a port that is fed None: without it the run is never idle."""
        self._core.close(checks.integer(port, "port", 0, 2**32 - 1))

    def record(self, direction: Direction = "tx", data: bool = True) -> Recorder:
        """Keeps frames from now on: "rx", "tx" or "both"; without data only their times and sizes."""
        return Recorder(self._core.record(**directions(direction), data=data), self._core.me_hz)

    def on_frame(self, callback: Callable[[_core.Frame], object], direction: Direction = "both", data: bool = True) -> None:
        """Calls callback(frame) when the frame's last byte has crossed. An exception from the
        callback ends the current call of run up to 2,000 cycles later."""
        self._core.on_frame(checks.function(callback, "callback"), **directions(direction), data=data)

    def on_event(self, callback: Callable[[Event], object], *kinds: str) -> None:
        """Calls callback(event) for each event in the chip from now on, in order of time. An event
        is a dict with cycle, kind and the kind's fields (docs/python.md). Default: all kinds."""
        self._core.on_event(checks.function(callback, "callback"), checks.texts(kinds, "kinds", "'ring', 'frame'"))

    # ---- state of the chip

    @overload
    def read(self, memory: Memory, address: SupportsIndex, count: None = None) -> int: ...

    @overload
    def read(self, memory: Memory, address: SupportsIndex, count: SupportsIndex) -> Longwords | list[int]: ...

    def read(self, memory: Memory, address: SupportsIndex,
             count: SupportsIndex | None = None) -> int | Longwords | list[int]:
        """A longword; with `count`, that number of longwords: a NumPy array of uint32 if NumPy is
        installed, else a list. `memory`: scratch, sram0, sram1, dram; addresses in bytes."""
        words = self._core.read(checks.text(memory, "memory", _MEMORIES), checks.integer(address, "address"),
                                1 if count is None else checks.integer(count, "count"))
        if count is None:
            return words[0]
        try:
            out: Longwords = arrays.numpy().array(words, dtype="uint32")
            return out
        except arrays.NumpyMissing:
            return words

    def write(self, memory: Memory, address: SupportsIndex, values: SupportsIndex | Iterable[SupportsIndex]) -> None:
        """A longword, or a sequence of them."""
        try:
            values = [operator.index(values)]  # type: ignore[arg-type]
        except TypeError:
            if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
                raise TypeError(f"values is {values!r}; expected an integer or a sequence of integers") from None
        self._core.write(checks.text(memory, "memory", _MEMORIES), checks.integer(address, "address"),
                         [checks.longword(value, "a value") for value in values])

    def me(self, name: Me) -> Microengine:
        """Microengine 0 to 7, or by its name, "0:0" to "1:3"."""
        return Microengine(self._core, index_of(name))

    @property
    def rings(self) -> dict[str, int]:
        """Numbers of the system's scratch rings, by name."""
        return self._core.rings

    def ring(self, name: SupportsIndex | str) -> list[int]:
        """The words on a ring, the oldest first."""
        return self._core.ring(name if isinstance(name, str) else str(checks.integer(name, "the ring, unless it is a name,")))

    @property
    def params(self) -> dict[str, int]:
        """Every latency, width and clock, as `ixpemu params` names them."""
        return self._core.params

    # ---- reports about the run up to now

    def statistics(self) -> dict[str, Any]:
        """As stats.json (docs/statistics.md)."""
        figures: dict[str, Any] = json.loads(self._core.statistics_json())
        return figures

    def table(self) -> str:
        """The figures as `ixpemu run` prints them."""
        return self._core.table()

    def contexts(self) -> str:
        """Position of every context, its wait condition, and positions of the frames."""
        return self._core.contexts()

    def hazards(self) -> str:
        """Hazards in the executed microcode, which silicon does not detect; \"\" if none."""
        return self._core.hazards()

    def digest(self) -> dict[str, str]:
        """{part of the chip: hash of its state}. Equal digests mean equal states of simulations.
        Reads all of the memories: a tenth of a second for every 100 MB."""
        return self._core.digest()
