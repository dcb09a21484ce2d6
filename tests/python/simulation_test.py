"""A run from Python is the run of ixpemu: same figures, frames, errors. Memory, registers and rings can be looked at."""
import json
import os
import tempfile
import unittest

import common
import ixp2400
from tools_lib import portlog


def simulation(*words, **options):
    return ixp2400.Simulation(common.FORWARD, *words, **options)


class SameAsIxpemu(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = folder.name

    def test_statistics_and_frames(self):
        for engine in "threaded", "reference":
            common.ixpemu("run", common.FORWARD, "--quiet", "--until", "packets_tx=200", "--set", "chip.sram.read=120",
                          "--engine", engine, "--out", self.out)
            with open(os.path.join(self.out, "stats.json")) as f:
                stats = json.load(f)
            sim = simulation({"chip.sram.read": 120}, until="packets_tx=200", engine=engine)
            both = sim.record("both")
            self.assertEqual(sim.run(), "packets_tx=200")
            self.assertEqual(sim.statistics(), stats)
            for port, direction in [(p, d) for p in range(3) for d in ("rx", "tx")]:
                mine = [portlog.Row(f.sop_cycle, f.eop_cycle, f.frame, f.size, f.tag, bytes(f).hex())
                        for f in both if (f.port, f.direction) == (port, direction)]
                self.assertEqual(mine, list(portlog.rows(os.path.join(self.out, f"port{port}_{direction}.log"))))
            self.assertEqual(sim.params["sram.read"], 120)
            self.assertIn("packets_tx=200", sim.table())

    def test_errors(self):
        for changes, option in (({"chip.sram.raed": 1}, "chip.sram.raed=1"), ({"seed": -1}, "seed=-1"),
                                ({"msf.mode": "x"}, 'msf.mode="x"'), (["noise"], "noise"),
                                ({"port.0.rx.streams": ["none.pcap"]}, 'port.0.rx.streams=["none.pcap"]')):
            said = common.ixpemu("run", common.FORWARD, "--quiet", "--set", option, status=1)
            with self.assertRaises(ixp2400.InputError) as caught:
                simulation(changes)
            self.assertEqual(str(caught.exception) + "\n", said)
        with self.assertRaises(ixp2400.InputError) as caught:
            ixp2400.Simulation("/dev/null/none.toml")
        self.assertEqual(str(caught.exception) + "\n", common.ixpemu("run", "/dev/null/none.toml", status=1))

    def test_place_of_an_error(self):
        path = os.path.join(self.out, "wrong.toml")
        with open(path, "w") as f:
            f.write("[chip]\nsram.raed = 1\n")
        with self.assertRaises(ValueError) as caught:
            ixp2400.Simulation(path)
        e = caught.exception
        self.assertEqual((e.file, e.line, e.column), (path, 2, 6))
        self.assertTrue(str(e).startswith(f"{path}:2:6: error: {e.text}"))

    def test_run_that_fails(self):
        """All three frames leave, and then nothing moves."""
        sim = simulation(until="packets_tx=4", feed={0: [common.frame(n) for n in range(3)], 1: [], 2: []})
        with self.assertRaises(ixp2400.RunFailed) as caught:
            sim.run()
        self.assertIn("forward.toml: error: the run failed at cycle ", str(caught.exception))
        self.assertIn("the run waits for packets_tx=4, 3 frames were sent", str(caught.exception))
        self.assertIn("\nContexts at cycle ", str(caught.exception))
        with self.assertRaises(ixp2400.RunFailed):
            sim.run()  # it stays so
        self.assertEqual(sim.packets_tx, 3)

    def test_options(self):
        for options in ({"engine": "x"}, {"fail_on": "x"}, {"until": "x"}, {"rx": ["x"]}, {"rx": ["0=/none"]}, {"images": "/none"},
                        {"seed": -1}):
            with self.assertRaises(ValueError, msg=options):
                simulation(**options)
        for options in ({"seed": "x"}, {"feed": {0: 5}}, {"feed": {"x": []}}, {"unknown": 1}):
            with self.assertRaises(TypeError, msg=options):
                simulation(**options)
        with self.assertRaisesRegex(ixp2400.InputError, r"there is no \[port.7\].rx to feed"):
            simulation(feed={7: []})
        for changes in "chip.sram.read=1", {"chip.sram.read": None}, {"chip.sram.read": object()}:
            with self.assertRaises(TypeError):
                simulation(changes)


class Overrides(unittest.TestCase):
    def test_values(self):
        from ixp2400.overrides import as_options
        self.assertEqual(as_options({"a": True, "b": 3, "c": 2.5, "d": 'x"y\n', "e": [1, "z"], "f": {"g h": 1}}),
                         ["a=true", "b=3", "c=2.5", 'd="x\\"y\\n"', 'e=[1, "z"]', 'f={ "g h" = 1 }'])
        self.assertRaises(ValueError, as_options, {"a": float("nan")})

    def test_text_stays_text(self):
        """In --set, 120 is a number; a str is always a string."""
        with self.assertRaisesRegex(ixp2400.InputError, "a string|expected"):
            simulation({"chip.sram.read": "120"})


class Contents(unittest.TestCase):
    def setUp(self):
        self.sim = simulation()

    def test_memory(self):
        for memory in "scratch", "sram0", "dram":
            self.sim.write(memory, 0x3e00, 0xdeadbeef)
            self.sim.write(memory, 0x3e04, range(3))
            self.assertEqual(self.sim.read(memory, 0x3e00), 0xdeadbeef)
            self.assertEqual(list(self.sim.read(memory, 0x3e00, 4)), [0xdeadbeef, 0, 1, 2])
        for memory, address, count in ("disk", 0, 1), ("scratch", 2, 1), ("scratch", 0x4000, 1), ("sram0", 1 << 40, 1), \
                ("scratch", 0x3ffc, 2), ("dram", 0, 1 << 60):
            with self.assertRaises(ixp2400.InputError, msg=(memory, address)):
                self.sim.read(memory, address, count)
        for values in (1 << 32, -1, [0, 1 << 32], "x", 1.5):
            with self.assertRaises((TypeError, ValueError), msg=values):
                self.sim.write("scratch", 0, values)

    def test_registers(self):
        me = self.sim.me("0:1")
        self.assertEqual(me.index, 1)
        me.set_register("a3", 7, context=2)
        self.assertEqual([me.register("a3", c) for c in (1, 2)], [0, 7])
        me.set_register("a3", 9)
        self.assertEqual([me.register("a3", c) for c in (1, 2)], [9, 9])
        me.set_local_memory(639, 5)
        self.assertEqual(me.local_memory(639), 5)
        self.assertEqual(me.pc(7), 0)
        self.assertIsNone(me.executing)
        for wrong in (lambda: me.register("a99"), lambda: me.register(""), lambda: me.register("a3", 8), lambda: me.pc(8),
                      lambda: me.local_memory(640), lambda: self.sim.me(8), lambda: self.sim.me("2:0"), lambda: self.sim.me(-1)):
            with self.assertRaises((IndexError, ixp2400.InputError)):
                wrong()

    def test_expressions(self):
        """Names of the program, as in the debugger."""
        self.sim.run_for(20000)
        tx = self.sim.me("1:0")
        self.assertEqual(tx.evaluate("packets_tx"), self.sim.packets_tx)
        self.assertEqual(tx.evaluate("@taken - @sent"), tx.register("@a15") - tx.register("@b15"))
        self.assertEqual([tx.evaluate("ring"), tx.evaluate("@taken + ctx", 3)], [self.sim.rings["RING_TX"] << 2, tx.register("@a15") + 3])
        for error, says, call in ((ixp2400.InputError, "there is no 'nothing' in the program of 1:0", lambda: tx.evaluate("nothing")),
                                  (ixp2400.InputError, "a command is filling it", lambda: tx.evaluate("$message0", 3)),
                                  (ixp2400.InputError, r"\$message0 has no place at pc \d+ \(tx.uc:44, get#\)", lambda: tx.evaluate("$message0")),
                                  (ixp2400.InputError, "expected", lambda: tx.evaluate("1 +")), (TypeError, "the expression is 5", lambda: tx.evaluate(5)),
                                  (IndexError, "there is no context 8", lambda: tx.evaluate("ctx", 8))):
            with self.assertRaisesRegex(error, says):
                call()

    def test_rings(self):
        self.assertEqual(self.sim.rings["RING_TX"], 4)
        self.assertEqual(self.sim.ring("RING_TX"), [])
        self.assertTrue(self.sim.run_until(lambda: self.sim.ring("RING_RX_PORT0"), every=10))
        self.assertEqual(self.sim.ring(0), self.sim.ring("RING_RX_PORT0"))
        with self.assertRaisesRegex(ixp2400.InputError, "there is no ring 'NONE'"):
            self.sim.ring("NONE")

    def test_what_is_written_counts(self):
        """The counter of drops begins at the value that the program wrote."""
        self.sim = simulation(until="packets_tx=10")
        before = self.sim.statistics()["frames"]["dropped_by_microcode"]
        self.assertEqual(sum(before.values()), 0)
        self.sim.write("scratch", 0x3f1c, 3)
        self.assertEqual(self.sim.statistics()["frames"]["dropped_by_microcode"], {**before, "ttl_expired": 3})

    def test_reads_of_uninitialised_data_are_part_of_the_run(self):
        runs = []
        for uninitialised in False, True:
            self.sim = simulation(until="packets_tx=10", uninitialised=uninitialised)
            self.sim.run()
            runs.append(self.sim.statistics()["run"])
        self.assertNotEqual(*runs)

    def test_the_version(self):
        self.assertIn(f"ixpemu {ixp2400.__version__} ", common.ixpemu("--version"))

    def test_texts(self):
        self.assertIn("ME 0:0", self.sim.contexts())
        self.assertIsInstance(self.sim.hazards(), str)


unittest.main()
