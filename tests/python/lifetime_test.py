"""Order of destruction: simulations, their views, callbacks that refer to them, and threads that
query during a run."""
import gc
import threading
import unittest
import weakref

import common
import ixp2400


def simulation(until="packets_tx=60", **options):
    return ixp2400.Simulation(common.FORWARD, images=common.images(), until=until, **options)


class Listener:
    """Knows its simulation, which knows it."""

    def __init__(self, sim):
        self.sim = sim

    def heard(self, what):
        assert self.sim


def with_frames():
    sim = simulation()
    sim.on_frame(Listener(sim).heard)
    return sim


def with_events():
    sim = simulation()
    sim.on_event(Listener(sim).heard, "frame")
    return sim


def with_a_feed():
    known = []

    def frames():
        while known:
            yield common.frame(0)
    sim = simulation(feed={0: frames()})
    known.append(sim)
    return sim


class Ends(unittest.TestCase):
    def test_those_who_know_each_other(self):
        """The garbage collector finds a simulation that its own callbacks refer to."""
        for make in with_frames, with_events, with_a_feed:
            sim = make()
            self.assertTrue(sim.run_for(2000))
            gone = weakref.ref(sim)
            del sim
            gc.collect()
            self.assertIsNone(gone(), make.__name__)

    def test_views_live_longer(self):
        """Arrays, recorders, frames and figures are copies; views of the chip keep it alive."""
        sim = simulation(checkpoints=True)
        both = sim.record("both")
        me, point = sim.me(0), sim.checkpoint()
        sim.run()
        words, array = sim.read("dram", 0x100000, 64), both.array()
        frame, tag, expected = both[0], both[-1].tag, (bytes(both[0]), list(words), array.tobytes(), me.pc(1))
        del sim
        gc.collect()
        self.assertEqual((bytes(frame), list(words), array.tobytes(), me.pc(1)), expected)
        self.assertEqual((both[-1].tag, point.cycle), (tag, 0))
        del me, both
        gc.collect()
        self.assertEqual((bytes(frame), list(words), array.tobytes()), expected[:3])
        words[0] += 1  # a private copy

    def test_interpreter_that_ends(self):
        """The interpreter ends while simulations run in other threads; and with a simulation whose
        callback refers to it."""
        made = ("import ixp2400, threading\n"
                f"sim = ixp2400.Simulation({common.FORWARD!r}, images={common.images()!r}, until='time_ms=100000')\n")
        for text in ("sim.on_frame(lambda frame: sim)\nsim.run_for(1000)\n",
                     "sim.on_frame(lambda frame: None)\nthreading.Thread(target=sim.run, daemon=True).start()\n"
                     "junk = [[n] for n in range(1_000_000)]\n"):
            self.assertEqual(common.python(made + text + "print('done')"), "done\n")


class Threads(unittest.TestCase):
    def test_a_recorder_of_a_run_that_goes_on(self):
        """It may be looked at meanwhile, and cleared."""
        sim = simulation("packets_tx=8000")
        both = sim.record("both")
        runs = threading.Thread(target=sim.run)
        runs.start()
        seen, last = 0, -1
        while runs.is_alive():
            for frame in both[:200]:
                self.assertGreaterEqual(frame.eop_cycle, 0)
            array = both.array()
            self.assertTrue((array["eop_cycle"][1:] >= array["eop_cycle"][:-1]).all())
            if len(array):
                self.assertGreaterEqual(array["eop_cycle"][-1], last)
                last = array["eop_cycle"][-1]
            if len(both) > 2000:
                both.clear()
            seen += 1
        runs.join()
        self.assertGreater(seen, 1)
        self.assertTrue(sim.ended)


unittest.main()
