"""A return to a checkpoint restores every bit, and the run continues as before. IXP_POINTS=200: more points."""
import multiprocessing
import os
import random
import shutil
import signal
import tempfile
import threading
import time
import unittest

import common
import ixp2400

CYCLES = 40_000
SMALL = {"chip.dram.bytes": 8 << 20}  # room for the buffers of forward.toml; quick to look at


def simulation(until="time_ms=1000", **options):
    return ixp2400.Simulation(common.FORWARD, dict(SMALL, **options.pop("changes", {})), images=common.images(), until=until,
                              checkpoints=True, **options)


def state(sim, recorders):
    return sim.cycle, sim.ended, sim.digest(), [[(repr(f), bytes(f)) for f in r] for r in recorders]


class Course:
    """A run in which a program meddles, always in the same way at the same cycles."""

    def __init__(self, engine):
        generator = ((1500 * n, common.frame(n % 65536)) for n in range(10**6))
        self.sim = simulation(feed={0: generator, 1: None}, engine=engine)
        self.recorders = []
        self.meddling = [(0, lambda s: self.recorders.append(s.record("both"))), (900, lambda s: s.write("sram0", 0x7f000, range(5))),
                         (4001, lambda s: s.send(1, common.frame(7), 9000)), (11_111, lambda s: s.me(5).set_register("a3", 77)),
                         (11_111, lambda s: s.me("1:3").set_local_memory(9, 5)), (12_000, lambda s: self.recorders[0].clear()),
                         (17_777, lambda s: self.recorders.append(s.record("tx", data=False))),
                         (20_000, lambda s: s.send(1, common.frame(8))), (26_001, lambda s: s.close(1))]

    def go(self, cycle):
        while self.sim.cycle < cycle:
            while self.meddling and self.meddling[0][0] <= self.sim.cycle:
                self.meddling.pop(0)[1](self.sim)
            self.sim.run_for(min([cycle] + [at for at, _ in self.meddling]) - self.sim.cycle)


class Points(unittest.TestCase):
    def check(self, engine):
        points = int(os.environ.get("IXP_POINTS", "12"))
        chance = random.Random(5)
        cycles = sorted(chance.randrange(1, CYCLES) for _ in range(points))
        fresh, returning = Course(engine), Course(engine)
        expected, checkpoints = [], []
        for cycle in cycles:
            fresh.go(cycle)
            expected.append(state(fresh.sim, fresh.recorders))
            returning.go(cycle)
            checkpoints.append(returning.sim.checkpoint())
            self.assertEqual(checkpoints[-1].cycle, cycle)
        for n in chance.sample(range(points), points) + [points - 1]:
            returning.sim.restore(checkpoints[n])
            there = len(expected[n][3])
            self.assertEqual(state(returning.sim, returning.recorders[:there]), expected[n])
            # The course continues unchanged until a write.
            later = min((c for c, _ in Course(engine).meddling if c > cycles[n]), default=CYCLES)
            for m in range(n + 1, points):
                if cycles[m] < later:
                    returning.sim.run_for(cycles[m] - returning.sim.cycle)
                    self.assertEqual(state(returning.sim, returning.recorders[:there]), expected[m])
                    break

    def test_threaded(self):
        self.check("threaded")

    def test_reference(self):
        self.check("reference")


class Courses(unittest.TestCase):
    def test_one_that_was_given_up(self):
        """A write after a checkpoint belongs to the course in which it was made."""
        sim = simulation(changes={"chip.stop.stuck": 10**9})
        sim.run_for(3000)
        start = sim.checkpoint()
        sim.write("scratch", 0x3f80, 1)
        sim.run_for(500)
        one = sim.checkpoint()
        sim.restore(start)
        self.assertEqual(sim.read("scratch", 0x3f80), 0)
        sim.write("scratch", 0x3f84, 2)
        sim.run_for(500)
        two = sim.checkpoint()
        for _ in range(2):
            for point, words in ((one, [1, 0]), (two, [0, 2]), (start, [0, 0])):
                sim.restore(point)
                self.assertEqual(list(sim.read("scratch", 0x3f80, 2)), words)

    def test_the_end(self):
        sim = simulation("packets_tx=60")
        sent = sim.record()
        start = sim.checkpoint()
        self.assertEqual((start.cycle, repr(start)), (0, "<Checkpoint at cycle 0>"))
        self.assertEqual(sim.run(), "packets_tx=60")
        end, figures, frames = sim.checkpoint(), sim.statistics(), [bytes(f) for f in sent]
        self.assertIn(", the end>", repr(end))
        for point in start, end, end, start:
            sim.restore(point)
            self.assertEqual((sim.ended, len(sent)), (point is end, 60 if point is end else 0))
            self.assertEqual(sim.run(), "packets_tx=60")
            self.assertEqual((sim.statistics(), [bytes(f) for f in sent]), (figures, frames))

    def test_who_watches(self):
        sim, early, late = simulation("packets_tx=60"), [], []
        sim.on_frame(early.append, "tx")
        sim.on_event(lambda e: early.append(e["tag"]), "frame")
        sim.run_for(5000)
        point = sim.checkpoint()
        heard = len(early)
        sim.on_frame(late.append)
        after = sim.record()
        sim.run()
        first, kept = early[heard:], [repr(f) for f in after]
        sim.restore(point)
        self.assertEqual(early[heard:], first)  # no callback is called on the way
        heard, late_heard = len(early), len(late)
        sim.run()
        self.assertEqual([repr(e) for e in early[heard:]], [repr(e) for e in first])
        self.assertGreater(len(first), 60)
        self.assertEqual((len(late), [repr(f) for f in after]), (late_heard, kept))

    def test_a_feed_that_fails(self):
        """It fails in the same place again, and does not go on as if it had come to its end."""
        def frames():
            yield common.frame(0)
            yield common.frame(1)
            raise LookupError("no more of these")
        sim = simulation("idle", feed={0: frames(), 1: [], 2: []})
        start = sim.checkpoint()
        for _ in range(3):
            with self.assertRaisesRegex(LookupError, "no more of these"):
                sim.run()
            self.assertTrue(sim.ended)
            sim.restore(start)
            self.assertFalse(sim.ended)

    def test_processes_instead(self):
        """Many variants from one point, as in docs/python.md."""
        sim = simulation("packets_tx=60")
        sim.run_for(5000)
        with multiprocessing.get_context("fork").Pool(2, initializer=_here, initargs=(sim,)) as pool:
            delays = pool.map(_variant, [0, 0, 3])
        self.assertEqual(delays[0], delays[1])
        self.assertNotEqual(delays[0], delays[2])
        self.assertEqual(sim.cycle, 5000)


def _here(sim):
    global SIM
    SIM = sim


def _variant(value):
    SIM.write("scratch", 0x3f1c, value)
    SIM.run()
    return SIM.statistics()["frames"]


class Refused(unittest.TestCase):
    def test_not_kept(self):
        sim = ixp2400.Simulation(common.FORWARD, images=common.images())
        with self.assertRaisesRegex(RuntimeError, "checkpoints=True"):
            sim.checkpoint()

    def test_what_is_none(self):
        sim, other = simulation(), simulation()
        for wrong in None, 5, "x", sim:
            with self.assertRaisesRegex(TypeError, "expected what checkpoint.. gave"):
                sim.restore(wrong)
        with self.assertRaisesRegex(ValueError, "of another simulation"):
            sim.restore(other.checkpoint())
        self.assertRaises(TypeError, type(sim.checkpoint()))

    def test_while_it_runs(self):
        for call in (lambda s, p: s.restore(p), lambda s, p: s.checkpoint()):
            sim = simulation("packets_tx=60")
            point = sim.checkpoint()
            sim.on_frame(lambda frame: call(sim, point))
            with self.assertRaisesRegex(RuntimeError, "the simulation runs just now"):
                sim.run()

    def test_another_stream(self):
        """A point cannot be restored after its stream has changed; the run keeps its state."""
        with tempfile.TemporaryDirectory() as folder:
            stream = os.path.join(folder, "in.pcap")
            streams = os.path.join(common.ROOT, "traces/generated/port_")
            shutil.copy(f"{streams}0.pcap", stream)
            sim = simulation(rx=[f"0={stream}"])
            sent = sim.record()
            sim.run_for(20_000)
            point = sim.checkpoint()
            sim.run_for(1000)
            before = state(sim, [sent])
            shutil.copy(f"{streams}1.pcap", stream)
            with self.assertRaisesRegex(RuntimeError, "cycle 20000 cannot be reached again.*not what it was"):
                sim.restore(point)
            os.remove(stream)
            with self.assertRaisesRegex(ixp2400.InputError, "in.pcap"):
                sim.restore(point)
            self.assertEqual(state(sim, [sent]), before)
            shutil.copy(f"{streams}0.pcap", stream)
            sim.restore(point)
            self.assertEqual(sim.cycle, 20_000)

    def test_control_c(self):
        """An interrupted restore() leaves the run at one of the two points; it can be repeated."""
        sim = simulation()
        sim.run_for(250_000)
        point = sim.checkpoint()
        sim.run_for(1000)
        began = threading.Event()

        def interrupt():
            began.wait(300)
            time.sleep(0.05)
            os.kill(os.getpid(), signal.SIGINT)
        timer = threading.Thread(target=interrupt)
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            began.set()
            while True:
                sim.restore(point)
        timer.join()
        self.assertIn(sim.cycle, (250_000, 251_000))
        sim.restore(point)
        self.assertEqual(sim.cycle, 250_000)


unittest.main()
