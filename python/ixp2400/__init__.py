"""The IXP2400 emulator as a Python module.

Programs use it as docs/python.md shows::

    import ixp2400
    sim = ixp2400.Simulation("microblocks/systems/forward.toml", {"chip.sram.read": 120})
    sent = sim.record("tx")
    sim.run()
    print(sent.array()["delay_ns"].mean())
"""
from ._core import Checkpoint, Frame, InputError
from ._core import __version__ as __version__
from .arrays import NumpyMissing
from .installation import shipped
from .microengine import Microengine
from .network import Network
from .recorder import Recorder
from .simulation import RunFailed, Simulation
from .types import Event, Feed

__all__ = ["Checkpoint", "Event", "Feed", "Frame", "InputError", "Microengine", "Network", "NumpyMissing",
           "Recorder", "RunFailed", "Simulation", "shipped"]
