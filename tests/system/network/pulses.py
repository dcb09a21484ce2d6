#!/usr/bin/env python3
"""The common time reference as a board wires it: pin of the GPIO, interrupt of the XScale, its handler's signal.

    pulses.py BIN
"""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
from in_folder import SOURCE, InFolder  # noqa: E402

NETWORK = SOURCE / "microblocks/networks/pulses.toml"
PERIOD = 150_000  # cycles of 250 us
DIRECT, WIRED = 0, 1  # contexts of microblocks/pulse/hear.uc


class Pulses(InFolder):
    def run_it(self, *more, network=NETWORK, status=0):
        return self.emulate(network, self.out, "--rings", "all", *more, status=status)

    def heard(self, *more, ms=20):
        """Cycles by context, and rings.log."""
        self.run_it("--until", f"time_ms={ms}", *more)
        text = (self.out / "A/rings.log").read_text()
        at = {DIRECT: [], WIRED: []}
        for line in text.splitlines():
            if " put " in line:
                at[int(line.split()[-1], 0)].append(int(line.split()[0]))
        return at, text

    def late(self, *more, **keys):
        """Cycles from the direct signal to the other one, pulse by pulse."""
        at, _ = self.heard(*more, **keys)
        self.assertEqual(len(at[DIRECT]), len(at[WIRED]))
        for n, cycle in enumerate(at[DIRECT], 1):
            self.assertEqual(cycle - n * PERIOD, at[DIRECT][0] - PERIOD)
        return [b - a for a, b in zip(at[DIRECT], at[WIRED])]

    def test_a_core_that_sleeps(self):
        late = self.late()
        self.assertEqual(len(late), 79)  # the 80th comes as the run ends
        self.assertEqual(len(set(late)), 1)  # no jitter
        self.assertGreater(late[0], 150)  # at least the access that signals
        self.assertLess(late[0], 600)

    def test_a_core_that_works(self):
        asleep = self.late()[0]
        spans = []
        for accesses in 1, 20:
            late = self.late("--set", f'chip.A.set=["xscale.define.BUSY_ACCESSES={accesses}"]')
            self.assertEqual(len(late), 79)
            self.assertGreaterEqual(min(late), asleep)
            spans.append(max(late) - min(late))
        self.assertGreater(spans[0], 50)
        self.assertGreater(spans[1], 1000)  # a part of 20 reads of 110 cycles
        self.assertLess(spans[1], 20 * 130)

    def test_engines_agree(self):
        busy = ("--set", 'chip.A.set=["xscale.define.BUSY_ACCESSES=3"]', "--set", "chip.A.pulse.1.jitter_ns=5000")
        logs = [self.heard("--engine", engine, *busy, ms=2)[1] for engine in ("threaded", "reference")]
        self.assertEqual(*logs)

    def test_missed_and_late_pulses(self):
        at, _ = self.heard("--set", "chip.A.pulse.1.missed=[2,3]", "--set", "chip.A.pulse.1.offset_ns=10000", ms=3)
        self.assertEqual(len(at[DIRECT]), 11)
        self.assertEqual([round(t / PERIOD) for t in at[WIRED]], [1, 2, 5, 6, 7, 8, 9, 10, 11])
        self.assertGreater(at[WIRED][0] - at[DIRECT][0], 6000)

    def test_what_is_no_pulse(self):
        for change, why in (("chip.A.pulse.1.gpio=8", "'gpio'"), ("chip.A.pulse.1.width_ns=250000", "less than the period"),
                            ("chip.A.pulse.1.signal=1", "unknown key 'signal'"),
                            ("chip.A.pulse=[{ gpio = 1 }, { gpio = 1 }]", "two pulses of A drive pin 1")):
            r = self.run_it("--set", change, status=1)
            self.assertIn(why, r.stderr)
        r = self.run_it("--set", "chip.A.pulse=[{ gpio = 1 }]", network=SOURCE / "microblocks/networks/two_routers.toml",
                        status=1)
        self.assertIn("add [xscale]", r.stderr)


if __name__ == "__main__":
    unittest.main()
