"""A run in pieces is the same run; callbacks, Ctrl-C, threads and calls at the wrong time."""
import os
import signal
import threading
import unittest

import common
import ixp2400


def simulation(until="packets_tx=120", **options):
    return ixp2400.Simulation(common.FORWARD, images=common.images(), until=until, **options)


class Pieces(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.whole = simulation()
        cls.whole.run()

    def finish(self, sim):
        while not sim.ended:
            sim.run()
        self.assertEqual(sim.statistics(), self.whole.statistics())

    def test_cut(self):
        def cycles(sim):
            self.assertTrue(sim.run_for(777))
            self.assertEqual(sim.cycle, 777)
            self.assertTrue(sim.run_for(0))
            self.assertEqual((sim.cycle, sim.time_ns), (777, 1295))

        def until(sim):
            self.assertTrue(sim.run_until(lambda: sim.packets_rx >= 7))
            self.assertEqual(sim.packets_rx, 9)  # three ports, at the same time
            self.assertRaises(ValueError, sim.run_until, lambda: True, every=0)
            self.assertRaises(ZeroDivisionError, sim.run_until, lambda: 1 // 0)

        def steps(sim):
            for _ in range(20):
                self.assertTrue(sim.step_instruction("0:0"))
            self.assertTrue(sim.step_swap(1))
            before = sim.packets_rx + sim.packets_tx
            self.assertTrue(sim.step_packet())
            self.assertGreater(sim.packets_rx + sim.packets_tx, before)
        for cut in cycles, until, steps:
            sim = simulation()
            cut(sim)
            self.finish(sim)

    def test_end(self):
        sim = simulation()
        self.assertEqual((sim.ended, sim.end), (False, None))
        self.assertFalse(sim.run_for(10**12))
        self.assertEqual((sim.ended, sim.end), (True, "packets_tx=120"))
        for piece in (lambda: sim.run_for(1), sim.step_packet, lambda: sim.step_swap(0), lambda: sim.step_instruction(0),
                      lambda: sim.run_until(lambda: False)):
            self.assertFalse(piece())
        self.assertEqual(sim.run(), "packets_tx=120")

    def test_callback(self):
        sim, frames = simulation(), []
        sim.on_frame(frames.append)
        both = sim.record("both")
        self.finish(sim)
        self.assertEqual([repr(f) for f in frames], [repr(f) for f in both])
        self.assertRaises(ValueError, sim.on_frame, print, "up")

    def test_callback_raises(self):
        sim, seen = simulation(), []

        def callback(frame):
            seen.append(frame)
            if len(seen) == 3:
                raise LookupError(frame.tag)
        sim.on_frame(callback, "rx")
        with self.assertRaisesRegex(LookupError, "p"):
            sim.run()
        self.assertFalse(sim.ended)
        self.finish(sim)

    def test_pause(self):
        sim = simulation()
        sim.on_frame(lambda frame: sim.pause() if frame.frame == 4 else None, "tx")
        self.assertIsNone(sim.run())
        self.assertFalse(sim.ended)
        self.assertGreaterEqual(sim.packets_tx, 5)
        self.finish(sim)


class Elsewhere(unittest.TestCase):
    """Runs that would take hours are ended from another thread: the GIL is free during a run."""

    def endless(self):
        return simulation("time_ms=1000000", changes={"chip.stop.stuck": 10**11, "port.0.rx.repeat": True,
                                                      "port.1.rx.repeat": True, "port.2.rx.repeat": True})

    def test_control_c(self):
        for piece in (lambda s: s.run(), lambda s: s.run_until(lambda: False, every=10**6), lambda s: s.run_for(10**15)):
            sim = self.endless()
            timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
            with self.assertRaises(KeyboardInterrupt):
                timer.start()
                piece(sim)
            timer.join()
            self.assertFalse(sim.ended)
            before = sim.cycle
            self.assertTrue(sim.run_for(5))
            self.assertEqual(sim.cycle, before + 5)

    def test_control_c_in_a_step(self):
        """Microengine 1:3 has no program: it never issues an instruction."""
        sim = self.endless()
        timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
        with self.assertRaises(KeyboardInterrupt):
            timer.start()
            sim.step_instruction("1:3")
        timer.join()
        self.assertFalse(sim.ended)

    def test_another_thread(self):
        sim = self.endless()
        runs = threading.Thread(target=sim.run)
        received = threading.Event()
        sim.on_frame(lambda frame: received.set(), "rx")
        runs.start()
        self.assertTrue(received.wait(60))
        for ask in (lambda: sim.cycle, lambda: sim.run_for(1), lambda: sim.read("scratch", 0), sim.statistics, sim.contexts,
                    lambda: sim.me(0).pc(0), lambda: sim.me(0).set_register("a0", 1), lambda: sim.record(),
                    lambda: sim.write("scratch", 0, 1), lambda: sim.ring(0), lambda: sim.on_frame(print)):
            with self.assertRaisesRegex(RuntimeError, "the simulation runs just now"):
                ask()
        sim.pause()
        runs.join(60)
        self.assertFalse(runs.is_alive())
        self.assertGreater(sim.cycle, 0)

    def test_within_a_callback(self):
        sim = simulation()
        sim.on_frame(lambda frame: sim.run_for(1))
        with self.assertRaisesRegex(RuntimeError, "the simulation runs just now"):
            sim.run()

    def test_two_at_once(self):
        """Simulations of two threads do not know of each other."""
        sims = [simulation(), simulation()]
        threads = [threading.Thread(target=s.run) for s in sims]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(sims[0].statistics(), sims[1].statistics())


unittest.main()
