"""The IXP2400 emulator as a Python module (docs/python.md).

    import ixp2400
    sim = ixp2400.Simulation("microblocks/systems/forward.toml", {"chip.sram.read": 120})
    sent = sim.record("tx")
    sim.run()
    print(sent.array()["delay_ns"].mean())
"""
from ._core import Checkpoint, Frame, InputError
from .arrays import NumpyMissing
from .simulation import Recorder, RunFailed, Simulation

__all__ = ["Checkpoint", "Frame", "InputError", "NumpyMissing", "Recorder", "RunFailed", "Simulation"]
