"""Kinds of programs: consecutive seeds get all flavours in turn."""

import dataclasses

from . import assembly, contexts, control, copies, data, meetings, paths, transfers, windows
from .expressions import weights

EVERYTHING = {**control.STATEMENTS, **data.STATEMENTS, **copies.STATEMENTS, **windows.STATEMENTS,
              **meetings.STATEMENTS, **transfers.STATEMENTS, **assembly.STATEMENTS}


@dataclasses.dataclass(frozen=True)
class Flavour:
    name: str
    statements: dict
    expressions: dict
    contexts: int = 1
    room: int = 700  # bytes of private objects
    small: int = 32  # the most bytes a record has
    longest: int = 24  # elements of a private array
    records: int = 3
    arrays: int = 3
    buffers: int = 2
    memories: int = 2
    most_words: int = 8  # of transfer registers a command takes
    functions: int = 3
    parameters: int = 4
    length: int = 10  # statements of main
    depth: int = 4
    cost: int = 700  # statements main executes, about
    function_cost: int = 50


def much(*groups, everything=1):
    """Statements of these groups most of the time."""
    out = {f: n * everything for f, n in EVERYTHING.items()}
    for group in groups:
        for f, n in group.items():
            out[f] = out.get(f, 0) + 6 * n
    return out


def layouts():
    return {data.layout: 2, data.copy_record: 2, data.literal_record: 1, data.assign: 3,
            data.compound: 3, data.misaligned: 2}


def several(contexts_, *groups, **more):
    """Contexts share 640 longwords of local memory."""
    shares = {8: {"room": 72, "small": 12, "longest": 8}, 4: {"room": 160, "small": 16, "longest": 12}}
    settings = {"records": 2, "arrays": 1, "buffers": 1, "functions": 2, "length": 9,
                **shares[contexts_], **more}
    return Flavour(f"{contexts_} contexts", much(contexts.STATEMENTS, *groups), weights(),
                   contexts=contexts_, **settings)


FLAVOURS = [
    Flavour("layouts", much(layouts()), weights(), records=6, arrays=1),
    Flavour("memories", much(data.STATEMENTS), weights(), memories=3, arrays=1),
    Flavour("transfers", much(transfers.STATEMENTS), weights(), memories=3, most_words=16, arrays=1),
    Flavour("wide", much(data.STATEMENTS), weights(wide=3, divisions=12)),
    several(8),
    Flavour("control", much(control.STATEMENTS), weights(), depth=6, length=14),
    Flavour("windows", much(windows.STATEMENTS), weights(), arrays=7, room=1100, longest=40),
    Flavour("calls", much({control.call: 12}), weights(), functions=7, parameters=18),
    Flavour("meetings", much(meetings.STATEMENTS, {control.counted_loop: 2}), weights(), arrays=5),
    Flavour("copies", much(copies.STATEMENTS), weights(), buffers=4, memories=3),
    several(4),
    Flavour("assembly", much(assembly.STATEMENTS, assembly.STATEMENTS), weights(intrinsics=8)),
    several(8, transfers.STATEMENTS, memories=3),
    Flavour("registers", much({data.pressure: 8, control.call: 2}), weights(), function_cost=80),
    several(4, {control.call: 6, data.pressure: 3}, functions=4),
    several(4, meetings.STATEMENTS),
    Flavour("paths", much(paths.STATEMENTS), weights(), arrays=6, room=600, longest=32),
    several(8, paths.STATEMENTS),
    Flavour("everything", EVERYTHING, weights(), memories=3, functions=4, length=16),
]
