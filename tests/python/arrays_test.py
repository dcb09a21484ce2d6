"""Results as NumPy arrays, and without NumPy as lists."""
import sys
import unittest
from unittest import mock

import common
import ixp2400


def run():
    sim = ixp2400.Simulation(common.FORWARD, until="packets_tx=50")
    both = sim.record("both", data=False)
    sim.run()
    return sim, both


class WithNumpy(unittest.TestCase):
    def setUp(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("numpy is not installed")
        self.numpy = numpy

    def test_columns(self):
        sim, both = run()
        a = both.array()
        self.assertEqual(len(a), len(both))
        for row, frame in zip(a, both):
            self.assertEqual([row["port"], bool(row["transmitted"]), row["frame"], row["sop_cycle"], row["eop_cycle"], row["bytes"]],
                             [frame.port, frame.direction == "tx", frame.frame, frame.sop_cycle, frame.eop_cycle, frame.size])
            self.assertEqual(row["delay_cycles"], -1 if frame.delay_cycles is None else frame.delay_cycles)
            self.assertEqual(row["tag"], frame.tag)
        self.assertTrue(self.numpy.isnan(a["delay_ns"][a["transmitted"] == 0]).all())
        sent = a[a["transmitted"] == 1]
        self.assertEqual(len(sent), 50)
        delay = {p["port"]: p["delay"] for p in sim.statistics()["ports"] if p["direction"] == "tx"}
        for port in range(3):
            mine = sent[sent["port"] == port]["delay_ns"]
            self.assertEqual((round(mine.min()), round(mine.max())), (delay[port]["min_ns"], delay[port]["max_ns"]))
        self.numpy.testing.assert_allclose(sent["delay_ns"], sent["delay_cycles"] / 0.6)
        self.assertEqual([bytes(f) for f in both], [b""] * len(both))
        both.clear()
        self.assertEqual(len(both.array()), 0)
        self.assertEqual(both.array().dtype.names, a.dtype.names)

    def test_received_and_transmitted_frames_join(self):
        _, both = run()
        a = both.array()
        received, sent = a[a["transmitted"] == 0], a[a["transmitted"] == 1]
        _, of_received, of_sent = self.numpy.intersect1d(received["tag"], sent["tag"], return_indices=True)
        self.assertEqual(len(of_sent), 50)
        self.assertEqual(received["eop_cycle"][of_received].tolist(), sent["rx_cycle"][of_sent].tolist())
        self.assertEqual(received["rx_cycle"].tolist(), received["eop_cycle"].tolist())
        self.assertEqual((sent["eop_cycle"] - sent["rx_cycle"]).tolist(), sent["delay_cycles"].tolist())

    def test_memory(self):
        sim, _ = run()
        sim.write("sram0", 0, self.numpy.arange(5, dtype="uint32"))
        words = sim.read("sram0", 0, 5)
        self.assertEqual((words.dtype, words.tolist()), (self.numpy.uint32, [0, 1, 2, 3, 4]))
        sim.write("sram0", 0, self.numpy.uint32(7))
        self.assertEqual(sim.read("sram0", 0), 7)

    def test_overrides(self):
        sim = ixp2400.Simulation(common.FORWARD, {"chip.sram.read": self.numpy.int64(95)})
        self.assertEqual(sim.params["sram.read"], 95)


class WithoutNumpy(unittest.TestCase):
    def test_lists(self):
        with mock.patch.dict(sys.modules, numpy=None):
            sim, both = run()
            self.assertEqual(sim.read("sram0", 0, 2), list(sim.read("sram0", 0, 2)))
            self.assertIsInstance(sim.read("sram0", 0, 2), list)
            with self.assertRaisesRegex(ixp2400.NumpyMissing, "python3-numpy"):
                both.array()
            self.assertEqual(len(list(both)), len(both))


unittest.main()
