"""Annotations: the package and the programs of docs/python.md pass `mypy --strict`, wrong calls do
not, and the stub of the compiled module has its names."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

import common

PACKAGE, CONFIG = os.path.join(common.ROOT, "python"), os.path.join(common.ROOT, "pyproject.toml")
# Calls, each with an error that mypy finds.
WRONG = ["ixp2400.Simulation(5)", 'ixp2400.Simulation("a.toml", until=600)', 'ixp2400.Simulation("a.toml", engine="fast")',
         "sim.record(direction=5)", "sim.cycle = 3", 'sim.read("disk", 0)', 'sim.read("dram", 0).upper()', "sim.me(1.5)",
         'sim.on_frame(lambda frame: frame.length)', 'sim.on_event(lambda event: event["cylce"])', "sim.record()[0].port.real()",
         "sim.me(0).register(3)", "sim.run().upper()", 'ixp2400.Simulation("a.toml", feed={"0": []})', "sim.runn()",
         "ixp2400.Network(5)", 'ixp2400.Network("n.toml", threads="2")', 'ixp2400.Network("n.toml").statistics(0)']

# Differences due to pybind11: its metaclass, and an __init__ that only raises.
OF_PYBIND11 = r"""
ixp2400\._core\.(Checkpoint|Frame|NetworkSession|Recorder|Session)
ixp2400\._core\.(Checkpoint|Frame|Recorder)\.__init__
"""


class Types(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.work = folder.name

    def python(self, *words, **environment):
        return subprocess.run([sys.executable, "-m", *words], cwd=self.work, capture_output=True, text=True, timeout=600,
                              env=dict(os.environ, **environment))

    def mypy(self, *words, **environment):
        """For the oldest Python of pyproject.toml."""
        with open(CONFIG) as f:
            oldest = re.search(r'requires-python = ">=([\d.]+)"', f.read())[1]
        return self.python("mypy", "--strict", "--config-file", CONFIG, "--python-version", oldest, *words, **environment)

    def write(self, name, text):
        with open(os.path.join(self.work, name), "w") as f:
            f.write(text)
        return name

    def test_the_package(self):
        done = self.mypy("-p", "ixp2400", MYPYPATH=PACKAGE)
        self.assertEqual((done.stderr, done.returncode), ("", 0), done.stdout)

    def test_the_stub(self):
        done = self.python("mypy.stubtest", "--mypy-config-file", CONFIG, "--allowlist", self.write("allowed", OF_PYBIND11),
                           "ixp2400._core", MYPYPATH=PACKAGE)
        self.assertEqual((done.stderr, done.returncode), ("", 0), done.stdout)

    def test_programs_of_the_page(self):
        with open(os.path.join(common.ROOT, "docs/python.md")) as f:
            programs = re.findall(r"^```python \S*/(\w+\.py)\n(.*?)^```", f.read(), re.M | re.S)
        self.assertGreater(len(programs), 4)
        done = self.mypy(*(self.write(*program) for program in programs))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_wrong_calls(self):
        self.write("wrong.py", 'import ixp2400\nsim = ixp2400.Simulation("a.toml")\n' + "\n".join(WRONG) + "\n")
        done = self.mypy("wrong.py")
        found = {int(line) - 3 for line in re.findall(r"^wrong.py:(\d+): error: ", done.stdout, re.M)}
        self.assertEqual([WRONG[n] for n in sorted(found)], WRONG, done.stdout + done.stderr)


unittest.main()
