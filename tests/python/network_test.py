"""Networks: the figures and frames of ixpemu run, in one piece and in windows; errors."""
import json
import os
import tempfile
import threading
import unittest

import common
import ixp2400

NETWORK = os.path.join(common.ROOT, "microblocks/networks/two_routers.toml")


def log_lines(path):
    """(frame, tag, bytes in hexadecimal) of a port log."""
    with open(path) as f:
        return [tuple(line.split()[n] for n in (2, 4, 5)) for line in f if not line.startswith("#")]


class Networks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.out = folder.name
        cls.table = common.ixpemu("run", NETWORK, "--out", cls.out, "--set", "link.0.delay_ns=700")

    def network(self, **options):
        return ixp2400.Network(NETWORK, {"link.0.delay_ns": 700}, **options)

    def text(self, *path):
        with open(os.path.join(self.out, *path)) as f:
            return f.read()

    def check(self, net, received, sent):
        """The network has ended like the run of ixpemu."""
        self.assertEqual((net.ended, net.end, net.table()), (True, "idle", self.table))
        self.assertEqual(net.accounts(), json.loads(self.text("network.json")))
        for chip in net.chips:
            figures, expected = net.statistics(chip), json.loads(self.text(chip, "stats.json"))
            self.assertEqual(figures, expected)
            self.assertIn(net.hazards(chip), self.text(chip, "hazards.txt"))
            self.assertIn(net.contexts(chip), self.text(chip, "contexts.txt"))
        for frames, name in (received, "port0_rx.log"), (sent, "port1_tx.log"):
            port = int(name[4])
            self.assertEqual([(str(f.frame), f.tag, bytes(f).hex()) for f in frames if f.port == port], log_lines(os.path.join(self.out, "B", name)))

    def test_a_run_and_its_frames(self):
        for threads in 1, 2:
            net = self.network(threads=threads)
            self.assertEqual((net.chips, net.time_ns, net.end), (["A", "B"], 0, None))
            received, sent = net.record("B", "rx"), net.record("B")
            self.assertEqual(net.run(), "idle")
            self.check(net, received, sent)
            self.assertEqual((net.step(), net.run()), (False, "idle"))
            self.assertEqual(repr(net), f"<Network two_routers.toml: 2 chips, {net.time_ns} ns, ended by idle>")

    def test_windows_and_figures_between_them_change_nothing(self):
        net = self.network()
        received, sent = net.record("B", "rx"), net.record("B")
        self.assertTrue(net.run_until(lambda: len(sent) >= 20))
        self.assertLess(len(sent), 60)
        self.assertGreater(net.statistics("A")["frames"]["received"], 20)
        net.check()
        while net.step():
            net.statistics("B")
            net.table()
        self.assertFalse(net.run_until(lambda: False))
        self.check(net, received, sent)

    def test_expressions(self):
        net = self.network()
        self.assertTrue(net.run_until(lambda: net.evaluate("B", "1:0", "packets_tx") >= 20))
        self.assertEqual(net.evaluate("B", 4, "packets_tx"), net.statistics("B")["frames"]["transmitted"])
        self.assertNotEqual(net.evaluate("A", "1:0", "@taken"), net.evaluate("B", "1:0", "@taken"))
        for chip, me, expression, error in (("C", 4, "ctx", ixp2400.InputError), ("B", "2:0", "ctx", IndexError), ("B", 4, "nothing", ixp2400.InputError)):
            with self.assertRaises(error):
                net.evaluate(chip, me, expression)

    def test_other_ends(self):
        net = self.network(until="time_ms=0.2", seed=3)
        self.assertEqual((net.run(), net.time_ns, net.accounts()["seed"]), ("time", 200_000, 3))
        self.assertEqual(self.network(until="packets_tx=5").run(), "frames")
        whole = os.path.join(common.ROOT, "traces/real/port0_in.pcap")
        cut = os.path.join(self.out, "cut.pcap")
        with open(whole, "rb") as f, open(cut, "wb") as to:
            to.write(f.read()[:5000])
        net = ixp2400.Network(NETWORK, {"chip.A.set": [f'port.0.rx={{ streams = ["{cut}"] }}', "port.1.rx={ }", "port.2.rx={ }"]})
        with self.assertRaisesRegex(ixp2400.RunFailed, "two_routers.toml: error: the run failed: A: .*cut.pcap"):
            net.run()
        self.assertEqual((net.ended, net.end), (True, "failed"))

    def test_while_it_runs_in_a_thread(self):
        net, seen = self.network(), []
        thread = threading.Thread(target=net.run)
        thread.start()
        while thread.is_alive():
            try:
                seen.append(net.time_ns)
            except RuntimeError as e:
                self.assertIn("runs just now", str(e))
            seen.append(repr(net))
        thread.join()
        self.assertTrue(net.ended)

    def test_wrong_input(self):
        net = self.network()
        for error, says, call in (
                (ixp2400.InputError, "there is no chip 'C'; expected one of A, B", lambda: net.statistics("C")),
                (ixp2400.InputError, "there is no chip ''", lambda: net.record("")),
                (TypeError, "chip is 0; expected a str", lambda: net.hazards(0)),
                (ValueError, "direction is 'up'", lambda: net.record("A", "up")),
                (ValueError, "threads is 0; expected an integer from 1 to 64", lambda: self.network(threads=0)),
                (ixp2400.InputError, "it ends at time_ms=N", lambda: self.network(until="cycles=5")),
                (ixp2400.InputError, "cannot open", lambda: ixp2400.Network("none.toml")),
                (ixp2400.InputError, "is no network; expected .network., or the run of one chip",
                 lambda: ixp2400.Network("microblocks/systems/forward.toml")),
                (TypeError, "the network is 5", lambda: ixp2400.Network(5)),
                (TypeError, "condition is 5", lambda: net.run_until(5))):
            with self.assertRaisesRegex(error, says):
                call()


unittest.main()
