"""Errors for wrong arguments name the argument and the expected values; every part of the module
has a docstring."""
import inspect
import pydoc
import unittest

import common
import ixp2400


def make(*words, **options):
    return ixp2400.Simulation(common.FORWARD, *words, images=common.images(), **options)


# A call, the error, its text.
CALLS = [
    (lambda s: ixp2400.Simulation(5), TypeError, "the system is 5; expected a path"),
    (lambda s: ixp2400.Simulation(common.FORWARD, images=5), TypeError, "images is 5; expected a path"),
    (lambda s: ixp2400.Simulation("a\0b"), ValueError, r"the system is 'a\\x00b'; expected text of UTF-8 without NUL"),
    (lambda s: ixp2400.Simulation(b"\xff"), ValueError, r"the system is '\\udcff'; expected text of UTF-8"),
    (lambda s: make({"chip.sram.read": "\ud800"}), ValueError, "an item of changes is .*; expected text of UTF-8"),
    (lambda s: make(until="\ud800"), ValueError, r"until is '\\ud800'; expected text of UTF-8"),
    (lambda s: make(until=600), TypeError, "until is 600; expected a str: 'packets_tx=600'"),
    (lambda s: make(seed="x"), TypeError, "seed is 'x'; expected an integer"),
    (lambda s: make(seed=-1), ValueError, "seed is -1; expected an integer from 0"),
    (lambda s: make(fail_on=1), TypeError, "fail_on is 1; .*'loss'"),
    (lambda s: make(engine=None), TypeError, "engine is None; .*'reference'"),
    (lambda s: make(rx="0=a.pcap"), TypeError, "rx is '0=a.pcap'; expected a list"),
    (lambda s: make(rx={0: "a.pcap"}), TypeError, "expected a list"),
    (lambda s: make(feed=[b"x"]), TypeError, "expected a dict: {port: frames}"),
    (lambda s: make(feed={"0": []}), TypeError, "a port of feed is '0'; expected an integer"),
    (lambda s: make(feed={-1: []}), ValueError, "a port of feed is -1"),
    (lambda s: make(feed={0: 5}), TypeError, r"feed\[0\] is 5; expected an iterable of frames"),
    (lambda s: make(feed={0: b"abc"}), TypeError, r"feed\[0\] is one bytes; .*\[frame\]"),
    (lambda s: s.run_for("5"), TypeError, "cycles is '5'; expected an integer"),
    (lambda s: s.run_for(1.5), TypeError, "cycles is 1.5"),
    (lambda s: s.run_for(-1), ValueError, "cycles is -1; expected an integer from 0"),
    (lambda s: s.run_until(5), TypeError, "condition is 5; expected something to call"),
    (lambda s: s.run_until(bool, every="x"), TypeError, "every is 'x'"),
    (lambda s: s.run_until(bool, every=0), ValueError, "every"),
    (lambda s: s.read(5, 0), TypeError, "memory is 5; .*'sram0'"),
    (lambda s: s.read("sram0", "x"), TypeError, "address is 'x'"),
    (lambda s: s.read("sram0", -4), ValueError, "address is -4"),
    (lambda s: s.read("sram0", 0, -1), ValueError, "count is -1"),
    (lambda s: s.write("sram0", 0, "x"), TypeError, "values is 'x'; expected an integer or a sequence of integers"),
    (lambda s: s.write("sram0", 0, None), TypeError, "values is None"),
    (lambda s: s.write("sram0", 0, [1, 1.5]), TypeError, "a value is 1.5"),
    (lambda s: s.write("sram0", 0, [1 << 32]), ValueError, "a value is 4294967296; expected an integer from 0 to 4294967295"),
    (lambda s: s.me(None), TypeError, "the microengine is None"),
    (lambda s: s.me(1.0), TypeError, "the microengine is 1.0"),
    (lambda s: s.step_swap(8), IndexError, "there is no microengine 8; expected 0 to 7"),
    (lambda s: s.me(0).register(3), TypeError, "the register is 3; expected a str: 'a3'"),
    (lambda s: s.me(0).register("a3", "x"), TypeError, "the context is 'x'"),
    (lambda s: s.me(0).pc(-1), IndexError, "there is no context -1; expected 0 to 7"),
    (lambda s: s.me(0).set_register("a3", -1), ValueError, "the value is -1; expected an integer from 0 to 4294967295"),
    (lambda s: s.me(0).set_local_memory(0, "x"), TypeError, "the value is 'x'"),
    (lambda s: s.me(0).local_memory(640), IndexError, "there is no word of local memory 640; expected 0 to 639"),
    (lambda s: s.ring(None), TypeError, "the ring, unless it is a name, is None"),
    (lambda s: s.send("0", b"x"), TypeError, "port is '0'"),
    (lambda s: s.send(0, b"x", time_ns=1.5), TypeError, "time_ns is 1.5"),
    (lambda s: s.close(None), TypeError, "port is None"),
    (lambda s: s.record()[0], IndexError, "there is no frame 0; 0 are recorded"),
    (lambda s: s.record()[10**30], IndexError, "there is no frame 10000"),
    (lambda s: s.record()["x"], TypeError, "the index of a frame is 'x'; expected an integer"),
    (lambda s: s.record(5), ValueError, "expected 'rx', 'tx' or 'both'"),
    (lambda s: s.on_frame(5), TypeError, "callback is 5; expected something to call"),
    (lambda s: s.on_event(5), TypeError, "callback is 5"),
    (lambda s: s.on_event(print, ["ring"]), TypeError, "an item of kinds is .'ring'."),
]


class Arguments(unittest.TestCase):
    def test_what_is_wrong(self):
        sim = make()
        for number, (call, error, text) in enumerate(CALLS):
            with self.subTest(number=number, text=text):
                with self.assertRaisesRegex(error, text) as caught:
                    call(sim)
                self.assertNotIn("_core", str(caught.exception))  # the internal module's name
        self.assertEqual(sim.cycle, 0)

    def test_numbers_of_any_kind(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("numpy is not installed")
        sim, one = make(seed=numpy.int64(3)), numpy.uint8(1)
        sim.write("scratch", numpy.int32(0x3e00), [one, True])
        self.assertEqual(sim.read("scratch", 0x3e00, one).tolist(), [1])
        self.assertTrue(sim.run_for(numpy.int64(10)))
        self.assertEqual((sim.cycle, sim.me(one).index, sim.ring(one)), (10, 1, []))


class Help(unittest.TestCase):
    def test_everything_is_told(self):
        for name in ixp2400.__all__:
            thing = getattr(ixp2400, name)
            self.assertTrue(inspect.getdoc(thing), name)
            if not inspect.isclass(thing) or issubclass(thing, BaseException):
                continue
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    self.assertTrue(inspect.getdoc(value), f"{name}.{member}")

    def test_help(self):
        text = pydoc.render_doc(ixp2400, renderer=pydoc.plaintext)
        for word in "class Simulation", "run_until(self, condition", "checkpoints", "class Microengine", "import ixp2400":
            self.assertIn(word, text)


unittest.main()
