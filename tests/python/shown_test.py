"""repr() and the tables of notebooks: also during a run, and with names that HTML has to escape."""
import os
import tempfile
import unittest
from xml.etree import ElementTree

import common
import ixp2400


def simulation(system=common.FORWARD, **options):
    return ixp2400.Simulation(system, images=common.images(), until="packets_tx=50", **options)


def tables(thing):
    """{caption: rows of cells} of the HTML, which is also XML."""
    html = ElementTree.fromstring(f"<html>{thing._repr_html_()}</html>")
    return {table.findtext("caption"): [[cell.text for cell in row] for row in table.iter("tr")] for table in html.iter("table")}


class Shown(unittest.TestCase):
    def test_a_simulation(self):
        sim = simulation()
        self.assertEqual(repr(sim), "<Simulation forward.toml: cycle 0, 0 frames received, 0 transmitted>")
        self.assertIn("Rings", tables(sim))
        self.assertEqual(sim.statistics()["ports"][-1]["delay"], {"frames": 0, **dict.fromkeys(("min_ns", "mean_ns", "max_ns", "jitter_mean_ns"))})
        self.assertEqual(tables(sim)[repr(sim)[1:-1]][-1][4:], [None, None])
        sim.run()
        text = f"Simulation forward.toml: cycle {sim.cycle}, {sim.packets_rx} frames received, 50 transmitted, ended by packets_tx=50"
        self.assertEqual(repr(sim), f"<{text}>")
        found, figures = tables(sim), sim.statistics()
        self.assertEqual(list(found), [text, "Rings"])
        port = figures["ports"][-1]
        self.assertEqual(found[text][-1], [str(n) for n in (port["port"], "tx", port["frames"], port["kbit_per_s"] // 1000,
                                                            port["delay"]["mean_ns"], port["delay"]["max_ns"])])
        self.assertEqual(found[text][1][4:], [None, None])  # a receive port has no delay
        self.assertEqual({row[0] for row in found["Rings"][1:]}, set(sim.rings))

    def test_while_it_runs(self):
        sim, shown = simulation(), []
        sim.on_frame(lambda frame: shown.append((repr(sim), sim._repr_html_(), repr(sim.me("1:0")))))
        sim.run()
        self.assertEqual(set(shown), {("<Simulation forward.toml: running>", None, "<Microengine 1:0: running>")})

    def test_a_microengine(self):
        sim = simulation()
        self.assertEqual(repr(sim.me(5)), "<Microengine 1:1: no context executes>")
        me = sim.me("0:1")
        sim.run_until(lambda: me.executing is not None)
        self.assertEqual(repr(me), f"<Microengine 0:1: context {me.executing} executes, at {me.pc(me.executing)}>")

    def test_a_recorder(self):
        sim = simulation()
        sent = sim.record()
        self.assertEqual((repr(sent), list(tables(sent))), ("<Recorder: 0 frames>", ["0 frames"]))
        sim.run()
        self.assertEqual(repr(sent), "<Recorder: 50 frames>")
        rows = tables(sent)["50 frames, the first 10"]
        self.assertEqual((len(rows), rows[1][3], rows[1][7]), (11, sent[0].tag, str(sent[0].delay_cycles)))

    def test_names_are_escaped(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a&<b>.toml")
            with open(path, "w") as f:
                f.write(f'base = "{common.FORWARD}"\n')
            self.assertIn("Simulation a&<b>.toml: cycle 0", list(tables(simulation(path)))[0])


unittest.main()
