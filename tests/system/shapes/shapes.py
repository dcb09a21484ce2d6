#!/usr/bin/env python3
"""Shapes of the experiments' results. Each holds, and no longer holds once a fault is planted.

  shapes.py BIN_DIR
"""
import dataclasses
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT))
from experiments import e1, e1_line, e2, e4, e6, e7_late  # noqa: E402

BIN = str(pathlib.Path(sys.argv.pop(1)).resolve())
PREEMPTIVE, PORTS, SLOTS = "p-spf", 16, 200_000
E2_PACKETS, E1_PACKETS, E4_PACKETS, SEED = 3000, 5000, 200, 1


def measured_throughput():
    run = e6.Run(PREEMPTIVE, 1.0, count="half")
    return e6.run_one(BIN, run, SLOTS, SEED)["throughput"]["mean"]


def e2_run(setup, system):
    return e2.run_one(BIN, e2.SETUPS[setup], system, SEED, E2_PACKETS)


def worst_of_promise(run):
    """The largest delay over the promised one, of all flows."""
    promised = {of["flow"]: of["pcfq_ms"] for of in e2.promised(BIN)}
    return max(of["max"] / promised[name] for name, of in run["flow_ms"].items())


def reversed_weights(words):
    """The same shares for other flows."""
    return lambda *of: words(*of)[::-1]


class Shapes(unittest.TestCase):
    def both(self, holds, fault):
        """`fault`: a context in which the system is broken."""
        self.assertTrue(holds(), "does not hold")
        with fault:
            self.assertFalse(holds(), "holds with a planted fault, too")

    def test_preemption_costs_the_throughput_of_the_closed_form(self):
        """Fault: short packets interrupt no long ones."""
        self.both(lambda: abs(measured_throughput() - e6.highest_throughput(PORTS)) < 0.003,
                  mock.patch.object(sys.modules[__name__], "PREEMPTIVE", "spf"))

    def test_work_is_conserved(self):
        """The wait, weighted by work, has no order in it. Fault: the processor idles."""
        wfq = e2.average_by_work(e2_run("poisson", "wfq"))
        self.both(lambda: abs(e2.average_by_work(e2_run("poisson", "pcfq")) / wfq - 1) < 0.1,
                  mock.patch.object(e2, "POLL_CYCLES", 60 * e2.POLL_CYCLES))

    def test_conforming_flows_get_their_promise(self):
        """Fault: the processor has half of the speed that reservations assume."""
        self.both(lambda: worst_of_promise(e2_run("greedy-0", "pcfq")) <= 1, mock.patch.object(e2, "UNIT", 2 * e2.UNIT))

    def test_light_categories_gain_most(self):
        """Reductions of the average, as Table II orders them. Fault: flows have others' shares."""
        cell = next(c for c in e1_line.matching(e1_line.grid([E1_PACKETS]), "*ticks-ahead0-demand*"))

        def holds():
            with tempfile.TemporaryDirectory() as work:
                ms = {s: e1_line.measure(BIN, cell, s, e1_line.SEEDS[0], work)["ms"] for s in e1.SYSTEMS}
            gain = {c: 1 - ms["pcfq"][c]["mean"] / ms["wfq"][c]["mean"] for c in e1.CATEGORIES}
            return min(gain["low/low"], gain["low/high"]) > max(gain["high/low"], gain["high/high"]) > 0

        self.both(holds, mock.patch.object(e1, "weight_words", reversed_weights(e1.weight_words)))

    def test_the_prioritizer_evens_out_gaps_on_a_loaded_link(self):
        """Fault: it finds no priority in the packets."""
        def holds():
            first, fifo = (e4.run(BIN, e4.Cell(100, e4.LOADED, p), E4_PACKETS, SEED)["exact"]["deviation"] for p in e4.BOTH)
            return first < 0.8 * fifo

        self.both(holds, mock.patch.object(e4, "BY_TYPE", e4.BY_EXTENSION))

    def test_late_routers_lose_as_the_rule_says(self):
        """Fault: a node has a queue less."""
        loses = e7_late.Chain.loses
        self.both(lambda: not e7_late.enumerate_all()[2], mock.patch.object(
            e7_late.Chain, "loses", lambda chain, *pattern: loses(dataclasses.replace(chain, s=chain.s - 1), *pattern)))


if __name__ == "__main__":
    unittest.main()
