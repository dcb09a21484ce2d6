"""Changes to a system file as data: {"chip.sram.read": 80} becomes `--set` options, KEY=VALUE."""
from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from typing import Union

# {"chip.sram.read": 120} or ["chip.sram.read=120"]
Changes = Union[Mapping[str, object], Iterable[str]]


def toml_value(value: object) -> str:
    """A value in TOML syntax. A str is always a string, even if it reads like a number."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{value} is no value of a system file")
        return repr(value)
    if isinstance(value, str):
        return toml_text(value)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{toml_text(k)} = {toml_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    if hasattr(value, "__fspath__"):
        return toml_text(str(value))
    if hasattr(value, "__index__"):  # NumPy's integers
        return str(value.__index__())
    raise TypeError(f"{value!r} is no value of a system file; expected bool, int, float, str, list or dict")


def toml_text(text: str) -> str:
    """JSON escapes as TOML does, except characters beyond 16 bits and DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def as_options(changes: Changes | None) -> list[str]:
    """KEY=VALUE for each change; texts that are so already stay."""
    if changes is None:
        return []
    if isinstance(changes, str):
        raise TypeError("changes are a dict or a list of 'KEY=VALUE', not one str")
    if hasattr(changes, "items"):
        return [f"{key}={toml_value(value)}" for key, value in changes.items()]
    return [str(change) for change in changes]
