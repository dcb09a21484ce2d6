"""Errors for arguments of the wrong type or range: the value given, and the expected values."""
from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from .types import Feed, Item

_Called = TypeVar("_Called", bound=Callable[..., object])


def integer(value: object, what: str, least: int = 0, most: int = 2**63 - 1) -> int:
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{what} is {value!r}; expected an integer") from None
    if not least <= number <= most:
        raise ValueError(f"{what} is {number}; expected an integer from {least} to {most}")
    return number


def longword(value: object, what: str) -> int:
    return integer(value, what, 0, 2**32 - 1)


def utf8(value: str, what: str) -> str:
    """As C++ takes it."""
    if "\0" in value or any(0xD800 <= ord(c) < 0xE000 for c in value):
        raise ValueError(f"{what} is {value!r}; expected text of UTF-8 without NUL")
    return value


def text(value: object, what: str, example: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{what} is {value!r}; expected a str: {example}")
    return utf8(value, what)


def path(value: str | os.PathLike[str], what: str) -> str:
    try:
        return utf8(os.fsdecode(value), what)
    except TypeError:
        raise TypeError(f"{what} is {value!r}; expected a path: str or pathlib.Path") from None


def function(value: _Called, what: str) -> _Called:
    if not callable(value):
        raise TypeError(f"{what} is {value!r}; expected something to call, as a function")
    return value


def texts(values: Iterable[object], what: str, example: str) -> list[str]:
    if isinstance(values, (str, bytes)) or hasattr(values, "items") or not hasattr(values, "__iter__"):
        raise TypeError(f"{what} is {values!r}; expected a list: {example}")
    return [text(value, f"an item of {what}", example) for value in values]


def feeds(feed: Feed) -> dict[int, Iterator[Item] | None]:
    """{port: iterator or None}"""
    if not hasattr(feed, "items"):
        raise TypeError(f"feed is {feed!r}; expected a dict: {{port: frames}}")
    out: dict[int, Iterator[Item] | None] = {}
    for port, frames in feed.items():
        port = integer(port, "a port of feed", 0, 2**32 - 1)
        if isinstance(frames, (str, bytes, bytearray)):
            raise TypeError(f"feed[{port}] is one {type(frames).__name__}; expected an iterable of frames: [frame]")
        try:
            out[port] = None if frames is None else iter(frames)
        except TypeError:
            raise TypeError(f"feed[{port}] is {frames!r}; expected an iterable of frames, or None") from None
    return out
