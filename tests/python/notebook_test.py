"""python/examples/e1.ipynb is a valid notebook, prints the output that it shows, and draws its
figure. Its results equal the results of the experiment's tools, which do not use the module."""
import copy
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest

import common

try:
    import matplotlib
    import numpy  # noqa: F401
except ImportError:
    raise unittest.SkipTest("numpy or matplotlib is not installed") from None
matplotlib.use("Agg")
FOLDER = os.path.join(common.ROOT, "python/examples")
PATH, RUNNER = os.path.join(FOLDER, "e1.ipynb"), os.path.join(FOLDER, "run_notebook.py")
spec = importlib.util.spec_from_file_location("run_notebook", RUNNER)
runner = importlib.util.module_from_spec(spec)
spec.loader.exec_module(runner)
os.environ["PATH"] = f"{common.BIN}:{os.environ['PATH']}"


def notebook():
    with open(PATH) as f:
        return json.load(f)


class Notebook(unittest.TestCase):
    def test_cells(self):
        wrong, drawn = [], []

        def done(cell, printed):
            wrong.extend(runner.differences(cell, printed))
            drawn.extend(o for o in runner.outputs(printed) if o["output_type"] == "display_data")
        names = runner.run(notebook(), FOLDER, done)
        self.addCleanup(names["e1"].systems.images.forget)
        self.assertEqual(wrong, [], "run_notebook.py --write puts what the cells print into the notebook")
        self.assertEqual(len(drawn), 1)
        self.assertGreater(len(drawn[0]["data"]["image/png"]), 5000)
        self.compare(names)

    def compare(self, names):
        e1, e1_line, mine = names["e1"], names["e1_line"], names["found"]
        for system in e1.SYSTEMS:
            with tempfile.TemporaryDirectory() as work:
                theirs = e1_line.measure(common.BIN, names["cell"], system, names["SEED"], work)["ms"]
            self.assertEqual(set(mine[system]), set(theirs))
            for category, row in theirs.items():
                delay = mine[system][category]
                self.assertEqual(len(delay), row["frames"])
                self.assertAlmostEqual(delay.mean(), row["mean"], places=9)
                self.assertAlmostEqual(delay.max(), row["max"], places=9)

    def test_form(self):
        try:
            import nbformat
        except ImportError:
            self.skipTest("nbformat is not installed")
        book = notebook()
        nbformat.validate(nbformat.from_dict(book))
        for cell in book["cells"]:
            if cell["cell_type"] == "code" and "print(" in "".join(cell["source"]):
                self.assertTrue(cell["outputs"])
        wrong = copy.deepcopy(book)
        del wrong["cells"][0]["metadata"]
        self.assertRaises(nbformat.ValidationError, nbformat.validate, nbformat.from_dict(wrong))


class Runner(unittest.TestCase):
    def run_it(self, source, shown, *words):
        output = [{"name": "stdout", "output_type": "stream", "text": shown}] if shown else []
        cell = {"cell_type": "code", "id": "a", "metadata": {}, "source": source, "outputs": output, "execution_count": 1}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.ipynb")
            with open(path, "w") as f:
                json.dump({"cells": [{"cell_type": "markdown", "source": "# x"}, cell]}, f)
            done = subprocess.run([sys.executable, RUNNER, path, *words], capture_output=True, text=True, timeout=300)
            with open(path) as f:
                return done, json.load(f)["cells"][1]["outputs"]

    def test_check_and_write(self):
        print_it = "import os\nprint('one'); print(len(os.listdir()))"
        self.assertEqual(self.run_it(print_it, "one\n1\n", "--check")[0].returncode, 0)
        done, _ = self.run_it(print_it, "two\n1\n", "--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("-two\n+one", done.stderr)
        self.assertEqual(self.run_it(print_it, "two\n")[0].stdout, "one\n1\n")
        done, outputs = self.run_it(print_it, "two\n", "--write")
        self.assertEqual((done.returncode, outputs[0]["text"]), (0, ["one\n", "1\n"]))
        done, outputs = self.run_it("1 / 0", "", "--write")
        self.assertEqual((done.returncode, outputs), (1, []))
        self.assertIn("ZeroDivisionError", done.stderr)


unittest.main()
