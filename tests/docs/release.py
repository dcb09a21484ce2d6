#!/usr/bin/env python3
"""CHANGELOG.md, CITATION.cff and pages agree with the sources: version, renamed options, links.

    release.py
"""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).parents[2]


def read(name):
    return (ROOT / name).read_text()


VERSION = re.search(r"project\(ixp2400 VERSION (\S+)", read("CMakeLists.txt"))[1]


def anchors(page):
    """The names of a page's headings, as links name them."""
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in re.findall(r"^#+ (.+)", page, re.M)}


class Release(unittest.TestCase):
    def test_the_version(self):
        self.assertEqual(re.search(r"^## ([\d.]+)", read("CHANGELOG.md"), re.M)[1], VERSION)
        self.assertEqual(re.search(r"^version: (.+)", read("CITATION.cff"), re.M)[1], VERSION)

    def test_renamed_options_are_changes(self):
        listed = re.search(r"kRenamed\[\] = \{(.*?)\};", read("base/command_line.cc"), re.S)[1]
        pairs = re.findall(r'\{"(--[\w-]+)", "(--[\w-]+)"\}', listed)
        self.assertGreater(len(pairs), 3)
        rows = [row.split("|") for row in read("CHANGELOG.md").splitlines() if row.startswith("|")]
        for before, now in pairs:
            self.assertTrue([row for row in rows if before in row[1] and now in row[2]], (before, now))

    def test_the_citation(self):
        keys = set(re.findall(r"^([\w-]+):", read("CITATION.cff"), re.M))
        # The format requires these.
        self.assertLessEqual({"cff-version", "message", "title", "authors"}, keys)
        try:
            import yaml
        except ImportError:
            self.skipTest("python3-yaml is not installed")
        self.assertEqual(set(yaml.safe_load(read("CITATION.cff"))), keys)

    def test_links(self):
        for name in "CHANGELOG.md", "SECURITY.md", "README.md", "docs/README.md", "docs/stable.md":
            for target in re.findall(r"\]\(([^):]+)\)", read(name)):
                path, _, anchor = target.partition("#")
                page = (ROOT / name).parent / path
                self.assertTrue(page.exists(), f"{name}: {target}")
                if anchor:
                    self.assertIn(anchor, anchors(page.read_text()), f"{name}: {target}")


unittest.main()
