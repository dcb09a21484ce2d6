"""Runs tests on mutants: only those that execute a mutant's place, fast ones first, until one fails."""
import concurrent.futures
import json
import math
import os
import re
import resource
import signal
import subprocess
import tempfile

OUTCOMES = ["killed", "survived", "not executed"]
MOST_MEMORY = 4 << 30  # bytes, of each process of a test
LONGEST_TEST_S = 60  # of processor time; a test that takes longer without mutants is not used
PATIENCE = 30  # a test that waits gets so much more time than processor time


class Test:
    def __init__(self, name, command, folder):
        self.name, self.command, self.folder = name, command, folder
        if os.path.basename(command[0]).startswith("test_"):
            self.command = [*command, "--abort"]
        self.seconds, self.reached = 0.0, set()  # without mutants

    def run(self, environment, limit_s):
        """True when the test passes and none of its processes takes more than limit_s of processor time."""
        limits = ["prlimit", f"--cpu={limit_s}", f"--as={MOST_MEMORY}", "--core=0"]
        with tempfile.TemporaryDirectory() as scratch:
            process = subprocess.Popen(
                [*limits, *self.command], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                stdin=subprocess.DEVNULL, env={**os.environ, "IXP_NO_CACHE": "1", "TMPDIR": scratch, **environment},
                start_new_session=True)
            try:
                return process.wait(PATIENCE * limit_s) == 0
            except subprocess.TimeoutExpired:
                return False
            finally:
                try:
                    os.killpg(process.pid, signal.SIGKILL)  # its remaining processes
                except ProcessLookupError:
                    pass
                process.wait()


def listed(build, pattern):
    """ctest's descriptions of the tests whose names match. One without "command" is not built."""
    text = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, check=True, capture_output=True, text=True)
    return [t for t in json.loads(text.stdout)["tests"] if re.fullmatch(pattern, t["name"])]


def tests_of(build, pattern):
    out = []
    for t in listed(build, pattern):
        if "command" in t:
            folder = next((p["value"] for p in t["properties"] if p["name"] == "WORKING_DIRECTORY"), build)
            out.append(Test(t["name"], t["command"], folder))
    return out


def processor_time():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def reached_in(folder):
    """Numbers of the mutants whose place was executed. Each process has a file, a byte a mutant."""
    out = set()
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as f:
            out.update(n for n, byte in enumerate(f.read()) if byte)
    return out


def measure(tests, say):
    """How long each test takes and which mutants' places it executes. Returns those worth using, fast ones first."""
    good = []
    for t in tests:
        before = processor_time()
        with tempfile.TemporaryDirectory() as folder:
            passed = t.run({"IXP_REACHED": folder}, LONGEST_TEST_S)
            t.reached = reached_in(folder)
        t.seconds = processor_time() - before
        if passed and t.reached and t.seconds <= LONGEST_TEST_S:
            say(f"{t.name}: {t.seconds:.2f} s, executes {len(t.reached)} mutants' places")
            good.append(t)
        else:
            say(f"{t.name} {'executes no mutant' if passed else 'fails or takes too long'}: it is not used")
    return sorted(good, key=lambda t: t.seconds)


def judge(mutant, tests):
    """Fate of a mutant, and the test that decided it."""
    concerned = [t for t in tests if mutant.number in t.reached]
    for t in concerned:
        if not t.run({"IXP_MUTANT": str(mutant.number)}, math.ceil(3 + 4 * t.seconds)):
            return "killed", t.name
    return ("survived" if concerned else "not executed"), ""


def judge_all(mutants, tests, jobs):
    """Yields (mutant, outcome, test) as they become known."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        running = {pool.submit(judge, m, tests): m for m in mutants}
        try:
            for done in concurrent.futures.as_completed(running):
                yield running[done], *done.result()
        finally:
            pool.shutdown(cancel_futures=True)


class Results:
    """One line a mutant in a file, the last one counts; so an interrupted campaign goes on."""

    def __init__(self, path):
        self.path, self.known = path, {}
        if os.path.exists(path):
            with open(path) as f:
                for line in f:
                    if line.endswith("\n"):
                        r = json.loads(line)
                        self.known[r["mutant"]] = r

    def outcome(self, mutant):
        return self.known.get(mutant.identity, {}).get("outcome")

    def add(self, mutant, outcome, test=""):
        r = {"mutant": mutant.identity, "outcome": outcome, "test": test}
        self.known[r["mutant"]] = r
        with open(self.path, "a") as f:
            f.write(json.dumps(r) + "\n")
