#!/usr/bin/env python3
"""Files that commands in Python read: mutated ones give a value or an error of the command.

    python_readers.py [INPUTS [SEED]]

INPUTS: number of mutated inputs of each reader, 300 by default; the same SEED gives the same ones.
"""
import codecs
import importlib.machinery
import importlib.util
import json
import pathlib
import random
import sys
import tempfile
import tomllib

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(SOURCE), str(SOURCE / "tools")]
from experiments import runs, stream_table, sweep  # noqa: E402
from tools_lib import files, pcap  # noqa: E402

VALUES = ["3", "-1", "0", "1e9", "inf", "nan", "true", '"a"', '""', "[]", "[1, 2]", "{}", "{ a = 1 }", "[[1]]", "1979-05-27", "9" * 30]
SWEEP = """system = "system.toml"
seeds = [1, 2]
measure = ["delay.all.mean", "lost"]
set.port.0.rx.rate_mbps = 400
[vary]
port.0.rx.rate_mbps = [400, 800]
[cases.memory.slow]
"chip.scratch.ring_get" = 200
"""


def command(name):
    """A command in tools/ as a module."""
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(SOURCE / "tools" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


RESERVE, FIB = command("tdp-reserve"), command("make-fib")


def read_reservation(path):
    RESERVE.reserve(files.read_toml(path))


def kept_run():
    return json.dumps({"run": "a", "digest": runs.digest_of({"x": [1.5, None]}), "result": {"x": [1.5, None]}}, indent=1)


# Name, a good input, reader of a path, errors of the command
READERS = [
    ("sweep.toml", SWEEP, lambda path: sweep.Sweep(path).rows(), (RuntimeError,)),
    ("a.json", kept_run(), lambda path: runs.Runs(path.parent, None).read("a"), (RuntimeError, UnicodeDecodeError)),
    ("streams.toml", (SOURCE / "microblocks/systems/gateway.streams.toml").read_text(), lambda path: stream_table.build(stream_table.read(path)),
     (stream_table.Wrong, tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError)),
    ("reservation.toml", (SOURCE / "microblocks/reservations/tdp_own_delays.toml").read_text(), read_reservation,
     (ValueError, RecursionError, RESERVE.Refused)),
    ("routes", (SOURCE / "microblocks/systems/forward.routes").read_text(), lambda path: FIB.build(FIB.read_routes(path), 0x400000), (SystemExit,)),
    ("a.pcap", (pcap.HEADER + pcap.record(5, b"frame") + pcap.record(7, b"again")).decode("latin1"), lambda path: list(pcap.read(path)), (ValueError,)),
]


def mutated(rng, text):
    """The text with some values, words, lines or characters changed."""
    for _ in range(rng.randint(1, 4)):
        lines = text.split("\n")
        n = rng.randrange(len(lines))
        kind = rng.randrange(6)
        if kind == 0 and "=" in lines[n]:
            lines[n] = lines[n].partition("=")[0] + "= " + rng.choice(VALUES)
        elif kind == 1:
            del lines[n]
        elif kind == 2:
            lines.insert(rng.randrange(len(lines) + 1), lines[n])
        elif kind == 3:
            words = lines[n].split(" ")
            words[rng.randrange(len(words))] = rng.choice(VALUES)
            lines[n] = " ".join(words)
        else:
            at = rng.randrange(len(text) + 1)
            text = text[:at] + rng.choice(["", chr(rng.randrange(256)), "\n", "[", '"']) + text[at + rng.randrange(3):]
            continue
        text = "\n".join(lines)
    return text


def main(inputs, seed):
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "system.toml").touch()
        for name, good, read, errors in READERS:
            rng, refused, path = random.Random(seed), 0, pathlib.Path(folder) / name
            path.write_bytes(good.encode("latin1"))
            read(path)
            if path.suffix in (".toml", ""):
                path.write_bytes(codecs.BOM_UTF8 + good.encode("latin1"))
                read(path)
            for _ in range(inputs):
                text = mutated(rng, good)
                path.write_bytes(text.encode("latin1"))
                try:
                    read(path)
                except errors:
                    refused += 1
                except BaseException:
                    print(f"{name}: {text}", file=sys.stderr)
                    raise
            print(f"{name}: {inputs} inputs from seed {seed}, {refused} refused")


if __name__ == "__main__":
    main(*(map(int, (*sys.argv[1:], *("300", "1")[len(sys.argv) - 1:]))))
