"""A microengine of a simulation."""
from __future__ import annotations

from typing import SupportsIndex

from . import _core, checks
from .types import Me

_CONTEXTS, _LOCAL_MEMORY = 8, 640


def _number(value: object, what: str, count: int) -> int:
    """Number of one of `count` items; raises IndexError outside 0 to count - 1."""
    number = checks.integer(value, f"the {what}", -2**63)
    if not 0 <= number < count:
        raise IndexError(f"there is no {what} {number}; expected 0 to {count - 1}")
    return number


def context_of(value: object) -> int:
    """Number of a context."""
    return _number(value, "context", _CONTEXTS)


def _word(value: object) -> int:
    return _number(value, "word of local memory", _LOCAL_MEMORY)


def index_of(name: Me) -> int:
    """Index of a microengine given as 1 or "0:1", which are the same one."""
    if isinstance(name, str):
        cluster, _, number = name.partition(":")
        if cluster not in ("0", "1") or number not in ("0", "1", "2", "3"):
            raise IndexError(f"there is no microengine {name!r}; expected '0:0' to '1:3'")
        return 4 * int(cluster) + int(number)
    return _number(name, "microengine", 8)


class Microengine:
    """One of the eight; sim.me(1) or sim.me("0:1")."""

    def __init__(self, core: _core.Session, index: int) -> None:
        self._core, self.index = core, index

    def __repr__(self) -> str:
        name = f"{self.index // 4}:{self.index % 4}"
        try:
            context = self.executing
        except RuntimeError:
            return f"<Microengine {name}: running>"
        if context is None:
            return f"<Microengine {name}: no context executes>"
        return f"<Microengine {name}: context {context} executes, at {self.pc(context)}>"

    @property
    def executing(self) -> int | None:
        """The context that executes, or None."""
        return self._core.executing(self.index)

    def pc(self, context: SupportsIndex = 0) -> int:
        """Number of the instruction that the context executes next."""
        return self._core.pc(self.index, context_of(context))

    def evaluate(self, expression: str, context: SupportsIndex = 0) -> int:
        """Value of an expression of the debugger, as "buckets[2] + 1": names are variables and
        registers of the program. InputError when one has no location where the context is."""
        return self._core.evaluate(checks.text(expression, "the expression", "'handle'"), self.index,
                                   context_of(context))

    def register(self, name: str, context: SupportsIndex = 0) -> int:
        """Value of a register: "a3", "b0", "@a7" (absolute), "$4" (in), "out:$4" (out), "n$2"."""
        return self._core.get_register(self.index, checks.text(name, "the register", "'a3'"), context_of(context))

    def set_register(self, name: str, value: SupportsIndex, context: SupportsIndex | None = None) -> None:
        """In one context, or in all of them."""
        self._core.set_register(self.index, checks.text(name, "the register", "'a3'"),
                                None if context is None else context_of(context), checks.longword(value, "the value"))

    def local_memory(self, word: SupportsIndex) -> int:
        """A longword of local memory, by its number."""
        return self._core.local_memory(self.index, _word(word))

    def set_local_memory(self, word: SupportsIndex, value: SupportsIndex) -> None:
        """Writes a longword of local memory."""
        self._core.set_local_memory(self.index, _word(word), checks.longword(value, "the value"))
