"""The shell steps of ci/action.yml, run as GitHub does, but with stubs for apt and the build.

  ci_test.py BIN_DIR
"""
import json
import os
import re
import shutil
import sys
import unittest

sys.path.append(os.path.dirname(__file__) + "/..")
from in_folder import BIN, SOURCE, InFolder  # noqa: E402
try:
    import yaml
except ImportError:
    sys.exit(77)

STUB = "#!/bin/sh\necho \"$(basename \"$0\") $*\" >> \"$CALLS\"\n"


class Job(InFolder):
    """A job that uses the action in a repository of ixpnew."""

    def setUp(self):
        super().setUp()
        self.clone = self.work / "actions/ixp2400"
        (self.clone / "tools").mkdir(parents=True)
        shutil.copytree(SOURCE / "ci", self.clone / "ci")
        shutil.copy2(SOURCE / "tools/help.sh", self.clone / "tools")
        (self.work / "stubs").mkdir()
        for stub in self.clone / "tools/setup", self.work / "stubs/cmake":
            stub.write_text(STUB)
            stub.chmod(0o755)
        self.calls = self.work / "calls"
        self.action = yaml.safe_load((self.clone / "ci/action.yml").read_text())
        self.call("ixpnew", "limit", cwd=self.work)
        self.repository = self.work / "limit"
        self.files = {name: self.work / name for name in ("GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY")}

    def install_programs(self):
        """Links the programs to the place where the build or the cache would put them."""
        prefix = self.work / "temp/ixp2400"
        prefix.mkdir(parents=True)
        for name in "bin", "share":
            (prefix / name).symlink_to(BIN.parent / name)

    def step(self, step, inputs):
        environment = {name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda m: inputs[m[1]], value)
                       for name, value in step.get("env", {}).items()}
        for file in self.files.values():
            file.touch()
        added = self.files["GITHUB_PATH"].read_text().split()
        environment |= {"PATH": ":".join([*reversed(added), str(self.work / "stubs"), "/usr/bin:/bin"]), "CALLS": str(self.calls),
                        "GITHUB_ACTION_PATH": str(self.clone / "ci"), "RUNNER_TEMP": str(self.work / "temp"),
                        **{name: str(path) for name, path in self.files.items()}}
        return self.call("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"], cwd=self.repository, env=environment,
                         status=None)

    def job(self, **inputs):
        """Status of the job, and its output."""
        given = {name: value["default"] for name, value in self.action["inputs"].items()} | inputs
        status, said = 0, ""
        for step in self.action["runs"]["steps"]:
            if "run" in step and (status == 0 or step.get("if") == "always()"):
                done = self.step(step, given)
                status, said = status or done.returncode, said + done.stdout + done.stderr
        return status, said

    def summary(self):
        return self.files["GITHUB_STEP_SUMMARY"].read_text()

    def test_the_action_is_complete(self):
        self.assertEqual(self.action["runs"]["using"], "composite")
        for step in self.action["runs"]["steps"]:
            self.assertTrue("uses" in step or step["shell"] == "bash", step)
            for expression in re.findall(r"\$\{\{ (.*?) \}\}", str(step)):
                name = expression.split(".")[-1]
                self.assertIn(name, self.action["inputs"] if expression.startswith("inputs.") else {"prefix", "key"})
            self.assertNotIn("${{", step.get("run", ""))  # inputs reach the shell as variables only
        workflow = yaml.safe_load((self.repository / ".github/workflows/test.yml").read_text())
        uses = workflow["jobs"]["test"]["steps"][-1]
        self.assertRegex(uses["uses"], r"^OWNER/ixp2400/ci@")
        self.assertLessEqual(uses["with"].keys(), self.action["inputs"].keys())

    def test_passes(self):
        self.install_programs()
        status, said = self.job()
        self.assertEqual(status, 0, said)
        self.assertEqual(self.calls.read_text(), "setup \n")  # no build
        prefix, key = re.fullmatch(r"prefix=(.*)\nkey=ixp2400-([0-9a-f]{16})\n", self.files["GITHUB_OUTPUT"].read_text()).groups()
        self.assertEqual(self.files["GITHUB_PATH"].read_text(), f"{prefix}/bin\n")
        self.assertEqual(self.summary(), "### ✅ 10 passed\n\n| | passed | failed |\n|---|---|---|\n| ✅ checks-limit | 2 | 0 |\n"
                                         "| ✅ golden-limit | 6 | 0 |\n| ✅ tests | 2 | 0 |\n")

    def test_key(self):
        """The same sources have the same key; another source has another."""
        step = self.action["runs"]["steps"][0]
        self.step(step, {})
        self.step(step, {})
        (self.clone / "base.cc").write_text("// new\n")
        self.step(step, {})
        first, second, third = re.findall("key=(.*)", self.files["GITHUB_OUTPUT"].read_text())
        self.assertEqual(first, second)
        self.assertNotEqual(second, third)

    def test_builds_without_a_cache(self):
        self.job(run="true")
        self.assertEqual([line.split()[0:2] for line in self.calls.read_text().splitlines()],
                         [["setup"], ["cmake", "--preset"], ["cmake", "--build"], ["cmake", "--install"]])

    def test_failures(self):
        self.install_programs()
        code = self.repository / "limit.c"
        code.write_text(code.read_text().replace("> BYTES_MAX", ">= BYTES_MAX"))
        status, said = self.job()
        self.assertEqual(status, 1)
        self.assertRegex(self.summary(), r"### ❌ [23] of 10 failed\n[^`]*\| ❌ tests \| 1 \| 1 \|\n\n\*\*golden-limit\*\*\n\n```text\nnot ok ")
        self.assertEqual(self.summary().count("```"), 4)
        self.assertIn("\nnot ok 1 - limit passes a frame of 600 bytes\n# tests/limit.test.toml:9: ring 4", self.summary())
        matched = self.problems(said)
        self.assertIn(("tests/limit.test.toml", "9", None, None), [found[:4] for found in matched])
        # An error of the compiler, and of the system file
        code.write_text("#include <ixp.h>\nmain() { undeclared(); }\n")
        status, said = self.job()
        self.assertEqual(status, 1)
        self.assertIn(("limit.c", "2", "10", "error"), [found[:4] for found in self.problems(said)], said)
        self.assertIn("\nnot ok 1 - tests/limit.test.toml\n# tests/limit.toml:6:9: error: the images of tests/limit.toml were not compiled", self.summary())

    def problems(self, said):
        """Errors that GitHub would show at lines of sources."""
        pattern, = json.loads((SOURCE / "ci/problems.json").read_text())["problemMatcher"][0]["pattern"]
        self.assertIn(f"::add-matcher::{self.clone}/ci/problems.json\n", said)
        return [match.groups() for match in map(re.compile(pattern["regexp"]).search, said.splitlines()) if match]

    def test_no_results(self):
        self.install_programs()
        status, said = self.job(run="true")
        self.assertEqual(status, 1)
        self.assertIn("out/results has no TAP file", said)
        self.assertIn("No results", self.summary())

    def test_a_command_of_many_words(self):
        self.install_programs()
        self.assertEqual(self.job(run="ixpemu --version\n./run-tests && mv out/results mine", results="mine")[0], 0)
        self.assertIn("10 passed", self.summary())


unittest.main()
