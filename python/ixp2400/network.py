"""A run of several chips joined by links, that a Python program drives."""
from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any, SupportsIndex

from . import _core, checks
from .microengine import context_of, index_of
from .overrides import Changes, as_options
from .recorder import Recorder
from .simulation import RunFailed, directions
from .types import Direction, Engine, FailOn, Me, Path


class Network:
    """Chips and links made from a network file (docs/network.md), and a run of them.

    - changes: {"chip.B.ppm": 50}, or ["chip.B.ppm=50"], as `ixpemu run --set`
    - until: "time_ms=1", "packets_tx=600" or "idle", instead of [stop]
    - seed, fail_on: as ixpemu's options
    - engine: "threaded" or "reference"
    - uninitialised: also report reads of memory and registers never written
    - threads: number of threads that execute the chips, 1 to 64; the run is the same for each

    Raises InputError, with ixpemu's text, when the input is wrong.
    """

    def __init__(self, path: Path, changes: Changes | None = None, *, until: str | None = None,
                 seed: SupportsIndex | None = None, fail_on: FailOn | None = None, engine: Engine = "threaded",
                 uninitialised: bool = False, threads: SupportsIndex = 1) -> None:
        if until is not None:
            checks.text(until, "until", "'time_ms=1'")
        if fail_on is not None:
            checks.text(fail_on, "fail_on", "'none', 'loss' or 'any'")
        file = checks.path(path, "the network")
        self._name = os.path.basename(file)
        self._core = _core.NetworkSession(
            file, checks.texts(as_options(changes), "changes", '["chip.B.ppm=50"]'), until,
            None if seed is None else checks.integer(seed, "seed"), fail_on,
            checks.text(engine, "engine", "'threaded' or 'reference'"), bool(uninitialised),
            checks.integer(threads, "threads", 1, 64))

    def __repr__(self) -> str:
        try:
            end = f", ended by {self.end}" if self.ended else ""
            return f"<Network {self._name}: {len(self.chips)} chips, {self.time_ns} ns{end}>"
        except RuntimeError:
            return f"<Network {self._name}: running>"

    # ---- time

    def run(self) -> str:
        """Runs to the end; returns the cause of the end, as "idle". Raises RunFailed when the run
        failed."""
        self._core.run(True)
        self.check()
        return str(self.end)

    def step(self) -> bool:
        """Runs one window: to the earliest time at which a frame can arrive at a chip, at most
        1 ms. False: the run has ended."""
        return self._core.run(False)

    def run_until(self, condition: Callable[[], object]) -> bool:
        """Runs until condition() is true; evaluates it after each window. False when the run ended
        before."""
        checks.function(condition, "condition")
        while not condition():
            if not self.step():
                return bool(condition())
        return True

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
        """Cause of the run's end: "time", "frames", "idle" or "failed"; None before the end."""
        return str(self.accounts()["end"]) if self.ended else None

    def check(self) -> None:
        """Raises RunFailed when a chip or a link has lost something by now."""
        failure = self._core.failure()
        if failure:
            raise RunFailed(failure)

    # ---- frames and figures

    @property
    def chips(self) -> list[str]:
        """Names of the chips, sorted; a restarted chip "B" has a second life "B.2"."""
        return self._core.chips

    def record(self, chip: str, direction: Direction = "tx", data: bool = True) -> Recorder:
        """Keeps frames of a chip's ports from now on, as Simulation.record() does. Tags are as in
        the chip's port logs."""
        chip = checks.text(chip, "chip", "'B'")
        return Recorder(self._core.record(chip, **directions(direction), data=data), self._core.me_hz(chip))

    def statistics(self, chip: str) -> dict[str, Any]:
        """The figures of a chip, as in CHIP/stats.json (docs/statistics.md)."""
        out: dict[str, Any] = json.loads(self._core.statistics_json(checks.text(chip, "chip", "'B'")))
        return out

    def accounts(self) -> dict[str, Any]:
        """Frames of chips and links, as in network.json."""
        out: dict[str, Any] = json.loads(self._core.accounts_json())
        return out

    def table(self) -> str:
        """Frames of chips and links, as `ixpemu run` prints them."""
        return self._core.table()

    def evaluate(self, chip: str, me: Me, expression: str, context: SupportsIndex = 0) -> int:
        """Value of an expression on a microengine of a chip, as Microengine.evaluate()."""
        return self._core.evaluate(checks.text(chip, "chip", "'B'"), checks.text(expression, "the expression", "'handle'"), index_of(me),
                                   context_of(context))

    def hazards(self, chip: str) -> str:
        """Hazards of a chip, as in CHIP/hazards.txt."""
        return self._core.hazards(checks.text(chip, "chip", "'B'"))

    def contexts(self, chip: str) -> str:
        """Contexts of a chip now, as in CHIP/contexts.txt."""
        return self._core.contexts(checks.text(chip, "chip", "'B'"))
