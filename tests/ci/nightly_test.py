"""tools/test, with stubs for all that it runs. A part of the night that fails or hangs does not
stop the others."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"
STUBS = ["setup", "progress", "compare-builds", "c-campaign", "engine-campaign", "xscale-campaign"]
# Ends the command `engine-campaign` at its limit, and runs the others.
TIMEOUT = "#!/bin/sh\ncase \"$*\" in *engine-campaign*) exit 124 ;; esac\nshift 3\nexec \"$@\"\n"


class Nightly(unittest.TestCase):
    def setUp(self):
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        self.work = pathlib.Path(work.name)
        (self.work / "tools").mkdir()
        (self.work / "bin").mkdir()
        (self.work / "tests/ci").mkdir(parents=True)
        for name in "test", "help.sh":
            shutil.copy2(TOOLS / name, self.work / "tools")
        for stub in *(f"tools/{name}" for name in STUBS), "bin/cmake", "tests/ci/pypi.py":
            self.write(stub, '#!/bin/sh\necho "$(basename "$0") $*" >> "$CALLS"\ncase "$*" in "$FAIL"*) exit 3 ;; esac\n')
        self.write("bin/timeout", TIMEOUT)

    def write(self, name, text):
        (self.work / name).write_text(text)
        (self.work / name).chmod(0o755)

    def run_test(self, mode, fail):
        calls = self.work / "calls"
        environment = {**os.environ, "PATH": f"{self.work}/bin:/usr/bin:/bin", "CALLS": str(calls), "FAIL": fail}
        done = subprocess.run([self.work / "tools/test", mode], env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=300)
        return done, calls.read_text().splitlines()

    def test_the_night_goes_on_and_lists_the_parts_to_repeat(self):
        done, calls = self.run_test("--all", "dialect")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, re.compile(
            r"\Atools/test: failed: tools/c-campaign dialect \d+-\d+ --out out/nightly/dialect\n"
            r"tools/test: failed: no end after \d+ minutes: tools/engine-campaign \d+ \d+\n\Z"))
        self.assertRegex(calls[-1], r"^xscale-campaign accesses \d+ \d+$")

    def test_a_change_is_refused_by_the_first_failure(self):
        done, calls = self.run_test("--ci", "tests ci-release")
        self.assertEqual((done.returncode, done.stderr), (3, ""))
        self.assertRegex(calls[-1], r"^progress tests ci-release env ctest --preset ci-release -j \d+$")


unittest.main()
