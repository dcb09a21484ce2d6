"""tools/new-microblock in a copy of the tree: the tests of the new block pass at once, no file is
overwritten, and no file remains when a step fails.

  new_microblock_test.py BIN_DIR
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = sys.argv.pop(1)
COPIED = ["microblocks", "rings", "tests/blocks", "traces/generated", "traces/golden/forward", "tools/new-microblock",
          "tools/new-microblock.md", "tools/ixpnew/templates/block", "tools/update-golden", "tools/golden-run", "tools/help.sh", "tools/tools_lib"]


class NewMicroblock(unittest.TestCase):
    def setUp(self):
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        self.tree = work.name
        for path in COPIED:
            source, copy = os.path.join(ROOT, path), os.path.join(self.tree, path)
            os.makedirs(os.path.dirname(copy), exist_ok=True)
            (shutil.copytree if os.path.isdir(source) else shutil.copy2)(source, copy)
        self.before = self.paths()

    def paths(self):
        return {os.path.relpath(os.path.join(folder, name), self.tree): os.path.getmtime(os.path.join(folder, name))
                for folder, _, names in os.walk(self.tree) for name in names}

    def call(self, *command, binaries=BIN, status=0):
        done = subprocess.run(command, cwd=self.tree, env=dict(os.environ, BIN=binaries, PYTHONDONTWRITEBYTECODE="1"),
                              capture_output=True, text=True, timeout=200)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def new(self, name, binaries=BIN, status=0):
        return self.call("tools/new-microblock", name, "--bin", binaries, status=status)

    def test_passes_at_once(self):
        said = self.new("two_words2")
        made = set(self.paths()) - set(self.before)
        self.assertEqual({p for p in made if not p.endswith(".log")}, {
            "microblocks/two_words2/two_words2.c", "microblocks/two_words2/two_words2.md", "rings/two_words2.h",
            "microblocks/systems/two_words2.toml", "tests/blocks/two_words2.toml", "tests/blocks/two_words2.test.toml",
            "traces/golden/two_words2/run", "traces/golden/two_words2/images.uof.gz"})
        for path in made:
            self.assertIn(path if not path.endswith(".log") else "port*_*.log", said)
            if not path.endswith((".log", ".gz")):
                with open(os.path.join(self.tree, path)) as f:
                    self.assertNotIn("@", f.read(), path)
        for engine in "threaded", "reference":
            self.assertEqual(self.call(f"{BIN}/ixptest", "--engine", engine, "tests/blocks/two_words2.test.toml").count("ok "), 2)
            self.call("tools/golden-run", "two_words2", engine, BIN)
        self.call("tools/golden-run", "two_words2", "sources", BIN)
        # The golden run and the test can fail: the block drops the short ones.
        code = os.path.join(self.tree, "microblocks/two_words2/two_words2.c")
        with open(code) as f:
            text = f.read()
        with open(code, "w") as f:
            f.write(text.replace("> BYTES_MAX", "< BYTES_MAX"))
        self.call("tools/golden-run", "two_words2", "sources", BIN, status=1)
        self.call("tools/golden-run", "two_words2", "threaded", BIN)  # runs the kept images
        self.call(f"{BIN}/ixptest", "tests/blocks/two_words2.test.toml", status=1)
        # A second time, and a block that was there before.
        for name in "two_words2", "rx":
            now = self.paths()
            self.assertIn("is there already", self.new(name, status=1))
            self.assertEqual(self.paths(), now)

    def test_a_full_disk_behind_standard_output(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run(["tools/new-microblock", "fresh", "--bin", BIN], cwd=self.tree, stdout=full, stderr=subprocess.PIPE,
                                  text=True, timeout=200)
        self.assertEqual((done.returncode, done.stderr), (1, "standard output: error: cannot write: No space left on device\n"))
        self.assertTrue(os.path.exists(os.path.join(self.tree, "microblocks/fresh/fresh.c")))

    def test_refuses(self):
        for name in "Big", "2x", "a-b", "../x", "", "a b", "int":
            self.assertIn("is no name", self.new(name, status=1), name)
        for name, why in ("systems", "stands for something else"), ("all", "stands for something else"), ("no_buffer", "rings/packet.h already"):
            self.assertIn(why, self.new(name, status=1), name)
        self.assertIn("has no mecc", self.new("fresh", "/dev", status=1))
        self.assertEqual(self.paths(), self.before)

    def test_rings_of_that_name(self):
        """A file that the tool would write exists: it is refused and kept."""
        with open(os.path.join(self.tree, "rings/other.h"), "w") as f:
            f.write("mine\n")
        self.assertIn("rings/other.h is there already", self.new("other", status=1))
        with open(os.path.join(self.tree, "rings/other.h")) as f:
            self.assertEqual(f.read(), "mine\n")
        self.assertFalse(os.path.exists(os.path.join(self.tree, "microblocks/other")))

    def test_nothing_left_when_it_is_ended(self):
        slow = os.path.join(self.tree, "bin")
        os.mkdir(slow)
        for program in "mecc", "ixpemu", "ixplog", "ixptest":
            with open(os.path.join(slow, program), "w") as f:
                f.write(f"#!/bin/sh\n: > {slow}/began; exec sleep 100\n")
            os.chmod(os.path.join(slow, program), 0o755)
        before = self.paths()
        with subprocess.Popen(["tools/new-microblock", "fresh", "--bin", slow], cwd=self.tree,
                              env=dict(os.environ, PYTHONDONTWRITEBYTECODE="1")) as made:
            while not os.path.exists(os.path.join(slow, "began")):
                time.sleep(0.05)
            self.assertNotEqual(self.paths().keys() - before.keys(), {"bin/began"})
            made.terminate()
        self.assertEqual(made.returncode, 143)
        self.assertEqual(self.paths().keys() - before.keys(), {"bin/began"})

    def test_nothing_left_after_a_failure(self):
        """An emulator that fails: by then everything is written."""
        broken = os.path.join(self.tree, "bin")
        shutil.copytree(BIN, broken, symlinks=True, ignore=lambda _, names: [n for n in names if n.startswith(("test_", "bench", "fuzz"))])
        with open(os.path.join(broken, "ixptest"), "w") as f:
            f.write("#!/bin/sh\necho no luck; exit 1\n")
        before = self.paths()
        self.assertIn("no luck", self.new("fresh", broken, status=1))
        self.assertEqual(self.paths(), before)


unittest.main()
