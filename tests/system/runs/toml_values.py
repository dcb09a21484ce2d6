#!/usr/bin/env python3
"""Values that tools and the Python module write as TOML are read back unchanged."""
import os
import sys
import tomllib
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../tools"))
from tools_lib import systems  # noqa: E402


class Values(unittest.TestCase):
    def test_same_when_read(self):
        for value in (True, False, 0, -7, 2**40, 0.1, 1e22, "", "a \"b\" \\ c", "ü€😀", "\x7f\t\n\x01", [], [1, [2, "x"]],
                      {}, {"a.b": 1, "😀": {"c": [True, 1.5]}}):
            with self.subTest(value):
                self.assertEqual(tomllib.loads(f"x = {systems.toml(value)}")["x"], value)

    def test_not_every_value(self):
        for value in (None, float("nan"), object()):
            with self.subTest(value), self.assertRaises((TypeError, ValueError)):
                systems.toml(value)

    def test_as_options(self):
        self.assertEqual(systems.settings({"a.b": [1, "x"], "c": True}), ["--set", 'a.b=[1, "x"]', "--set", "c=true"])


if __name__ == "__main__":
    unittest.main()
