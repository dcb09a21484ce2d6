"""Fixtures for pytest (docs/python.md): simulations, with figures in the report of a failed test,
and golden port logs."""
from __future__ import annotations

import collections
import pathlib
import re
from collections.abc import Callable, Generator, Iterable
from typing import Any

import pytest

from . import Frame, Recorder, Simulation

MakeSimulation = Callable[..., Simulation]
CompareGolden = Callable[..., None]
_SHOWN = 5  # differences of a log
_ROW = re.compile(r"\d+ \d+ \d+ \d+ \S+( ([0-9a-f]{2})*)?\n")
_made = pytest.StashKey[list[tuple[Simulation, Recorder]]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("ixp2400").addoption("--ixp-update", action="store_true", help="write the logs that ixp_golden compares")


@pytest.fixture
def ixp_simulation(request: pytest.FixtureRequest) -> MakeSimulation:
    """ixp2400.Simulation. The report of a failed test has figures and contexts of simulations."""
    made = request.node.stash.setdefault(_made, [])

    def make(*words: Any, **options: Any) -> Simulation:
        sim = Simulation(*words, **options)
        made.append((sim, sim.record()))
        return sim
    return make


@pytest.fixture
def ixp_golden(request: pytest.FixtureRequest) -> CompareGolden:
    """ixp_golden(sim, folder, tolerance=0): fails if transmitted frames of a simulation of
    ixp_simulation differ from the folder's port logs: in bytes, or by more than `tolerance` cycles.
    The folder is relative to the test file. With --ixp-update the logs are written."""
    def check(sim: Simulation, folder: str, tolerance: int = 0) -> None:
        __tracebackhide__ = True
        logs = _logs(sim, next(sent for made, sent in request.node.stash[_made] if made is sim))
        where = pathlib.Path(request.path).parent / folder
        if not any(map(_rows, logs, logs.values())):
            pytest.fail(f"the simulation transmitted no frame; there is nothing to compare with {where}")
        if request.config.getoption("--ixp-update"):
            where.mkdir(parents=True, exist_ok=True)
            for stale in {path.name for path in where.glob("port*_tx.log")} - {*logs}:
                (where / stale).unlink()
            for name, text in logs.items():
                (where / name).write_text(text)
            return
        golden = {path.name: path.read_text(errors="replace") for path in where.glob("port*_tx.log")}
        if not golden:
            pytest.fail(f"{where} has no port*_tx.log; --ixp-update writes them")
        found = [line for name in sorted({*golden, *logs})
                 for line in _differences(name, golden.get(name, ""), logs.get(name, ""), tolerance)]
        if found:
            pytest.fail("\n".join(found))
    return check


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, None]:
    report = (yield).get_result()
    if report.failed:
        for sim, _ in item.stash.get(_made, []):
            report.sections.append((repr(sim), f"{sim.table()}\n{sim.contexts()}"))


def _logs(sim: Simulation, sent: Recorder) -> dict[str, str]:
    """Text of the port logs (docs/formats.md), by name."""
    figures = sim.statistics()
    frames: dict[int, list[Frame]] = collections.defaultdict(list)
    for frame in sent:
        frames[frame.port].append(frame)
    return {f"port{p['port']}_tx.log": _log(figures, p, frames[p["port"]]) for p in figures["ports"] if p["direction"] == "tx"}


def _log(figures: dict[str, Any], port: dict[str, Any], frames: Iterable[Frame]) -> str:
    head = (f"# ixp port log 1 port={port['port']} dir=tx me_hz={figures['me_hz']} rate_mbps={port['rate_mbps']} "
            f"seed={figures['seed']} run={figures['run']}\n# sop_cycle eop_cycle frame bytes tag data\n")
    return head + "".join(f"{f.sop_cycle} {f.eop_cycle} {f.frame} {f.size} {f.tag} {bytes(f).hex()}\n" for f in frames)


def _rows(name: str, text: str) -> dict[tuple[str, int], list[str]]:
    """Rows by tag, and number among those with this tag."""
    rows, times = {}, collections.Counter[str]()
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if line.strip() and not line.startswith("#"):
            if not _ROW.fullmatch(line):
                pytest.fail(f"{name}:{number}: expected sop_cycle eop_cycle frame bytes tag data; --ixp-update writes the log again")
            row = line.split()
            rows[row[4], times[row[4]]] = row
            times[row[4]] += 1
    return rows


def _differences(name: str, golden: str, log: str, tolerance: int) -> list[str]:
    expected, actual = _rows(name, golden), _rows(name, log)
    found = [f"frame {tag}: {text}" for tag, n in {**expected, **actual}
             if (text := _difference(expected.get((tag, n)), actual.get((tag, n)), tolerance))]
    more = [f"  ... and {len(found) - _SHOWN} more"] if len(found) > _SHOWN else []
    return [f"{name}: {len(found)} of {len(expected)} frames differ", *(f"  {text}" for text in found[:_SHOWN]), *more] if found else []


def _difference(expected: list[str] | None, actual: list[str] | None, tolerance: int) -> str | None:
    if not actual or not expected:
        return "was not expected" if actual else "is missing"
    _, e_eop, _, e_size, _, *e_data = expected
    _, a_eop, _, a_size, _, *a_data = actual
    if e_size != a_size:
        return f"has {a_size} bytes, expected {e_size}"
    for at, (e, a) in enumerate(zip(*(bytes.fromhex("".join(data)) for data in (e_data, a_data)))):
        if e != a:
            return f"byte {at} is {a:#04x}, expected {e:#04x}"
    if abs(int(a_eop) - int(e_eop)) > tolerance:
        return f"last byte at cycle {a_eop}, expected {e_eop}"
    return None
