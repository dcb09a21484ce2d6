"""Frames that a program feeds, and frames that it collects."""
import itertools
import unittest

import common
import ixp2400


def fed(frames, until="idle", **options):
    return ixp2400.Simulation(common.FORWARD, images=common.images(), until=until, feed={0: frames, 1: [], 2: []}, **options)


class Feed(unittest.TestCase):
    def test_bytes(self):
        for kind in bytes, bytearray, memoryview:
            sim = fed(kind(common.frame(n)) for n in range(20))
            sent, received = sim.record("tx"), sim.record("rx")
            self.assertEqual(sim.run(), "idle")
            self.assertEqual([common.number_of(f) for f in sent], list(range(20)))
            self.assertEqual([bytes(f) for f in received], [common.frame(n) for n in range(20)])
            self.assertEqual([f.tag for f in sent], [f"p0.{n}" for n in range(20)])

    def test_times(self):
        """No frame begins before its time; 60 bytes need 672 ns with the line overhead."""
        times = [1000, 1000, 50_000, 10]
        sim = fed((t, common.frame(n)) for n, t in enumerate(times))
        received = sim.record("rx")
        sim.run()
        ns = [f.sop_cycle * 1000 / 600 for f in received]
        for got, wanted in zip(ns, (1000, 1672, 50_000, 50_672)):
            self.assertAlmostEqual(got, wanted, delta=10)

    def test_endless_and_lazy(self):
        asked = []

        def frames():
            for n in itertools.count():
                asked.append(n)
                yield common.frame(n % 65536)
        sim = fed(frames(), until="packets_rx=50")
        self.assertEqual(sim.run(), "packets_rx=50")
        self.assertLess(len(asked), 53)

    def test_answers(self):
        """A source that sends after the answer: a generator that reads the transmitted frames."""
        seen = []

        def frames():
            for n in range(5):
                yield common.frame(n)
                self.assertLessEqual(len(seen), n + 1)
        sim = fed(frames())
        sim.on_frame(seen.append, "tx")
        sim.run()
        self.assertEqual([common.number_of(f) for f in seen], list(range(5)))

    def test_send(self):
        """Each frame is sent when the one before has left, long after the source knew of none."""
        sims = []
        for engine in "threaded", "reference":
            sim = fed(None, engine=engine)
            sims.append(sim)
            sent = sim.record("tx")
            for n in range(4):
                self.assertEqual(len(sent), n)
                sim.send(0, common.frame(n), time_ns=sim.time_ns + 500 * (n == 3))
                self.assertTrue(sim.run_until(lambda: len(sent) > n))
                self.assertTrue(sim.run_for(1000 * n))
            self.assertEqual([common.number_of(f) for f in sent], list(range(4)))
            for frame, error in (("text", TypeError), (b"", ValueError), (bytes(20000), ValueError)):
                self.assertRaises(error, sim.send, 0, frame)
            self.assertRaises(ValueError, sim.send, 0, b"x", -1)
            for port in 1, 7:
                with self.assertRaisesRegex(ixp2400.InputError, f"port {port} takes no frames of send"):
                    sim.send(port, common.frame(0))
            sim.send(0, common.frame(4))
            sim.close(0)
            for late in (lambda: sim.send(0, common.frame(5)), lambda: sim.close(0)):
                with self.assertRaisesRegex(ixp2400.InputError, "port 0 is closed"):
                    late()
            self.assertEqual(sim.run(), "idle")
            self.assertEqual(len(sent), 5)
        self.assertEqual(sims[0].statistics(), sims[1].statistics())

    def test_what_is_no_frame(self):
        cases = [("text", TypeError), (5, TypeError), (None, TypeError), ([1, 2], TypeError), (b"", ValueError),
                 (bytes(16385), ValueError), ((1, 2, 3), TypeError), ((-1, b"x"), ValueError), ((1 << 62, b"x"), ValueError),
                 ((1 << 80, b"x"), Exception), (("now", b"x"), Exception)]
        for wrong, error in cases:
            sim = fed([common.frame(0), wrong])
            with self.assertRaises(error, msg=repr(wrong)):
                sim.run()
            self.assertTrue(sim.ended)
            with self.assertRaises(ixp2400.RunFailed):  # it has not become a success since
                sim.run()

    def test_exception_of_the_source(self):
        def frames():
            yield common.frame(0)
            raise LookupError("no more of these")
        for piece in (lambda s: s.run(), lambda s: s.run_for(10**6), lambda s: s.run_until(lambda: False, every=1000)):
            sim = fed(frames())
            with self.assertRaisesRegex(LookupError, "no more of these"):
                piece(sim)
            self.assertIn("port 0: the program that feeds it failed", sim.end)

    def test_the_run_knows_its_frames(self):
        """The number of a run depends on the frames received."""
        def run(first):
            sim = fed([common.frame(first), common.frame(1)])
            sim.run()
            return sim.statistics()["run"]
        self.assertEqual(run(0), run(0))
        self.assertNotEqual(run(0), run(2))


class Scapy(unittest.TestCase):
    def setUp(self):
        try:
            import scapy.layers.inet
        except ImportError:
            self.skipTest("scapy is not installed")
        self.inet = scapy.layers.inet

    def test_both_ways(self):
        i = self.inet
        packets = [i.Ether(dst="02:00:00:00:00:01") / i.IP(dst="10.1.0.3", ttl=9) / i.UDP(dport=n) / bytes(30) for n in range(1, 6)]
        sim = fed(packets)
        sent = sim.record()
        sim.run()
        out = sent.packets()
        self.assertEqual([(p[i.IP].ttl, p[i.UDP].dport) for p in out], [(8, n) for n in range(1, 6)])
        self.assertEqual([p.time for p in out], sorted(p.time for p in out))


unittest.main()
