"""Events in Python: the same from both engines, in order, and in agreement with the statistics
and rings of the run."""
import typing
import unittest

import common
import ixp2400


def run(*kinds, engine="threaded", until="packets_tx=60"):
    sim = ixp2400.Simulation(common.FORWARD, images=common.images(), until=until, engine=engine)
    events, frames = [], []
    sim.on_event(events.append, *kinds)
    sim.on_frame(frames.append)
    sim.run()
    return sim, events, frames


class Events(unittest.TestCase):
    def test_same_from_both_engines(self):
        _, events, _ = run()
        self.assertEqual(events, run(engine="reference")[1])
        cycles = [e["cycle"] for e in events]
        self.assertEqual(cycles, sorted(cycles))
        kinds = {e["kind"] for e in events}
        self.assertLessEqual({"frame", "element", "ring", "queue", "dram", "issued", "granted", "performed", "completed",
                              "signal", "waits", "ready", "runs"}, kinds)
        for kind in kinds:
            self.assertEqual(run(kind)[1], [e for e in events if e["kind"] == kind], kind)

    def test_keys_and_types(self):
        of = typing.get_type_hints(ixp2400.Event)
        for event in run()[1]:
            for key, value in event.items():
                self.assertIsInstance(value, typing.get_origin(of[key]) or of[key], key)

    def test_frames(self):
        _, events, frames = run("frame")
        crossed = [(e["cycle"], e["tag"], e["bytes"]) for e in events if e["action"] in ("received", "transmitted")]
        self.assertEqual(sorted(crossed), sorted((f.eop_cycle, f.tag, f.size) for f in frames))
        self.assertGreater(len(crossed), 120)

    def test_rings(self):
        """Messages put and not yet taken are on the ring."""
        sim, events, _ = run("ring", until="cycles=30000")
        ring = [e for e in events if e["place"] == "scratch" and e["ring"] == sim.rings["RING_TX"]]
        there = []
        for e in ring:
            self.assertIn(e["action"], ("put", "get"))
            if e["action"] == "put":
                there += e["words"]
                self.assertTrue(e["tag"].startswith("p"), e)
            else:
                self.assertEqual(there[:len(e["words"])], e["words"])
                there = there[len(e["words"]):]
            self.assertEqual(e["depth"], len(there))
        self.assertEqual(there, sim.ring("RING_TX"))
        self.assertGreater(len(ring), 20)

    def test_instructions(self):
        """Commands that were issued, by microengine, are those that units counted."""
        sim, events, _ = run("issued")
        commands = {u["name"]: u["commands"] for u in sim.statistics()["units"] if "commands" in u}
        puts = sum(e["command"] == "scratch" for e in events)
        self.assertAlmostEqual(puts, commands["scratch"], delta=20)  # some are in flight at the end

    def test_wrong(self):
        sim = ixp2400.Simulation(common.FORWARD, images=common.images())
        with self.assertRaisesRegex(ValueError, "there is no kind of event 'rings'"):
            sim.on_event(print, "rings")
        self.assertRaises(TypeError, sim.on_event, 5)

        def fails(event):
            raise LookupError(event["kind"])
        sim.on_event(fails, "ring")
        with self.assertRaisesRegex(LookupError, "ring"):
            sim.run()
        self.assertFalse(sim.ended)


unittest.main()
