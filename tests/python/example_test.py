"""python/examples/e1.py says what the experiment's own tools say of the same packets, which know nothing of the module."""
import atexit
import importlib.util
import os
import tempfile
import unittest

import common

try:
    import numpy  # noqa: F401
except ImportError:
    raise unittest.SkipTest("numpy is not installed") from None
PATH = os.path.join(common.ROOT, "python/examples/e1.py")
spec = importlib.util.spec_from_file_location("example", PATH)
example = importlib.util.module_from_spec(spec)
spec.loader.exec_module(example)
atexit.register(example.e1.systems.images.forget)


class Example(unittest.TestCase):
    def setUp(self):
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        self.work = work.name

    def test_delays(self):
        packets, e1, e1_line = 320, example.e1, example.e1_line
        mine = example.both(packets, common.BIN)
        for system in e1.SYSTEMS:
            theirs = e1_line.measure(common.BIN, e1_line.shown(packets), system, example.SEED, self.work)["ms"]
            self.assertEqual(set(mine[system]), set(theirs))
            for category, row in theirs.items():
                delay = mine[system][category]
                self.assertEqual(len(delay), row["frames"])
                self.assertAlmostEqual(delay.mean(), row["mean"], places=9)
                self.assertAlmostEqual(delay.max(), row["max"], places=9)

    def test_figure(self):
        try:
            import matplotlib  # noqa: F401
        except ImportError:
            self.skipTest("matplotlib is not installed")
        path = os.path.join(self.work, "e1.svg")
        example.draw({system: {c: numpy.array([1.0, 3.0]) for c in example.e1.CATEGORIES} for system in ("pcfq", "wfq")}, path)
        with open(path) as f:
            self.assertGreaterEqual(f.read().count("patch_"), 10)


unittest.main()
