#!/usr/bin/env python3
"""Files for other programs, read by tools that Debian lacks: SARIF, JUnit, the list of components,
the citation. pip installs the tools, so this is no test of ctest; tools/test --all runs it.

  pypi.py BIN_DIR
"""
import json
import os
import shutil
import sys
import tempfile
import unittest

sys.path.append(os.path.dirname(__file__) + "/..")
from in_folder import BIN, SOURCE, InFolder  # noqa: E402

TOOLS = ["cffconvert==2.0.0", "junitparser==5.0.3", "sarif-tools==3.0.5", "spdx-tools==0.8.5"]
SYSTEM = f"{SOURCE}/microblocks/systems/forward.toml"
COUNTS = """
import sys, junitparser
for suite in junitparser.JUnitXml.fromfile(sys.argv[1]):
    print(suite.name, suite.tests, suite.failures, suite.errors, [case.name for case in suite])
"""


class Files(InFolder):
    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        for command in ([sys.executable, "-m", "venv", cls.folder], [f"{cls.folder}/bin/pip", "install", "-q", *TOOLS]):
            cls.call(cls(), *command, timeout=1200)

    def tool(self, name, *words, **more):
        return self.call(f"{self.folder}/bin/{name}", *words, **more).stdout

    def test_list_of_components(self):
        listed = self.work / "sbom.spdx.json"
        self.call(f"{SOURCE}/tools/sbom", BIN.parent, listed)
        self.tool("pyspdxtools", "-i", listed)
        text = json.loads(listed.read_text())
        text["relationships"].pop()
        text["relationships"][-1]["relatedSpdxElement"] = "SPDXRef-absent"
        listed.write_text(json.dumps(text))
        self.tool("pyspdxtools", "-i", listed, status=1)

    def test_citation(self):
        shutil.copy(SOURCE / "CITATION.cff", self.work)
        self.tool("cffconvert", "--validate", cwd=self.work)

    def test_sarif(self):
        self.write("wrong.toml", "[stop]\nmoon = 1\n")
        self.write("wrong.c", "int main(void) { int unused; return moon; }\n")
        self.call("ixpemu", "check", "wrong.toml", "--sarif", "check.sarif", cwd=self.work, status=1)
        self.call("mecc", "wrong.c", "-Wall", "-o", "wrong.uof", "--sarif", "mecc.sarif", cwd=self.work, status=1)
        for name, expected in ("check.sarif", "unknown key 'moon'"), ("mecc.sarif", "int-conversion"):
            self.assertIn(expected, self.tool("sarif", "summary", self.work / name))

    def test_junit(self):
        self.emulate(SYSTEM, self.out, "--until", "packets_tx=30")
        self.call("ixplog", "check", self.out, "loss() == 0", "max(delay) < 1ns", "--junit", self.work / "check.xml", status=1)
        self.call("ixplog", "diff", self.out, self.out, "--junit", self.work / "diff.xml")
        self.assertRegex(self.tool("python3", "-c", COUNTS, self.work / "check.xml"), r" 2 1 0 \['loss\(\) == 0', 'max\(delay\) < 1ns'\]\n$")
        self.assertRegex(self.tool("python3", "-c", COUNTS, self.work / "diff.xml"), r" 0 0 \[.*'.*port0_tx.log'")


unittest.main()
