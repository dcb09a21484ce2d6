"""Results as NumPy arrays, where NumPy is installed."""
from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Rows = npt.NDArray[np.void]
    Longwords = npt.NDArray[np.uint32]


class NumpyMissing(ImportError):
    """An array was asked for, and NumPy is not installed."""


def numpy() -> types.ModuleType:
    try:
        import numpy
    except ImportError as error:
        raise NumpyMissing("results as arrays need NumPy; apt-get install python3-numpy, or use them as lists") from error
    return numpy


def of_columns(columns: Mapping[str, bytes], tags: Sequence[str], ns_per_cycle: float) -> Rows:
    """A structured array of the columns (bytes of 64-bit integers) and tags, with cycles of reception
    and times in ns."""
    np = numpy()
    values = {name: np.frombuffer(data, dtype=np.int64) for name, data in columns.items()}
    delay = values["delay_cycles"]
    received = np.where(delay < 0, -1, values["eop_cycle"] - delay)
    values["tag"] = np.array(tags, dtype=str)
    values["rx_cycle"] = np.where(values["transmitted"] == 0, values["eop_cycle"], received)
    values["sop_ns"] = values["sop_cycle"] * ns_per_cycle
    values["eop_ns"] = values["eop_cycle"] * ns_per_cycle
    values["delay_ns"] = np.where(delay < 0, np.nan, delay * ns_per_cycle)
    out: Rows = np.empty(len(delay), dtype=[(name, v.dtype) for name, v in values.items()])
    for name, v in values.items():
        out[name] = v
    return out
