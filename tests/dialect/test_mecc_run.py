#!/usr/bin/env python3
"""Runner of mecc_run.py ends when mecc-run does not answer, or ends.

    test_mecc_run.py
"""
import pathlib
import tempfile
import unittest

import mecc_run


class Servers(unittest.TestCase):
    def refused(self, script):
        with tempfile.TemporaryDirectory() as folder:
            server = pathlib.Path(folder) / "server"
            server.write_text(f"#!/bin/sh\n{script}\n")
            server.chmod(0o755)
            runner = mecc_run.Runner(server)
            self.addCleanup(runner.process.kill)
            with self.assertRaisesRegex(RuntimeError, "mecc-run ended, or had no answer"):
                runner.run("-O2", "x.c")
            runner.process.stdout.close()
            runner.close()

    def test_no_answer(self):
        usual, mecc_run.LIMIT_S = mecc_run.LIMIT_S, 0.3
        self.addCleanup(setattr, mecc_run, "LIMIT_S", usual)
        self.refused("exec sleep 1000")
        self.refused("echo 0 9\nexec sleep 1000")

    def test_an_end(self):
        self.refused("read job")
        self.refused("read job\necho 0 9\necho short")


if __name__ == "__main__":
    unittest.main()
