"""The last column of docs/workbench.md is true: its programs have these subcommands and options, its keys are keys of system
files, its tests are there; and every row that says "has" or "better" has something there.

  workbench.py BIN_DIR BUILD_DIR
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN, BUILD = map(os.path.abspath, sys.argv[1:3])
SYSTEM = os.path.join(ROOT, "microblocks/systems/forward.toml")
UNIT_TESTS = [name for path in pathlib.Path(ROOT, "tests/unit").rglob("CMakeLists.txt")
              for name in re.findall(r"ixp_test\((\w+)", path.read_text())]
JUDGEMENTS = {"has", "better", "not", "not yet"}


def output(*command):
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=200)
    return done.returncode, done.stdout + done.stderr


class Check:
    def __init__(self):
        self.helps, self.wrong, self.keys = {}, [], []

    def help_of(self, words):
        if words not in self.helps:
            self.helps[words] = output(os.path.join(BIN, words[0]), *words[1:], "--help")
        return self.helps[words]

    def program(self, words):
        """Options, of the subcommand when there is one."""
        name = (words[0], words[1]) if len(words) > 1 and re.fullmatch("[a-z][a-z-]*", words[1]) else (words[0],)
        status, text = self.help_of(name)
        if status or not os.access(os.path.join(BIN, words[0]), os.X_OK):
            return f"{' '.join(name)} is no command"
        known = set(re.findall(r"(?<![\w-])-{1,2}[A-Za-z][\w-]*", text))
        for word in words[len(name):]:
            option = word.split("=")[0]
            if option.startswith("-") and option not in known and option[:2] not in known:
                return f"{' '.join(name)} has no {option}"
        return None

    def test(self, words):
        status, text = output("ctest", "--test-dir", BUILD, "-N", *words[1:])
        if status == 0 and not re.search(r"Total Tests: 0$", text, re.M):
            return None
        # CI builds unit tests elsewhere.
        known = words[1:2] == ["-R"] and any(re.search(words[2], name) for name in UNIT_TESTS)
        return None if known else f"no such test: {' '.join(words)}"

    def span(self, text):
        words = shlex.split(text) if not re.match(r"[a-z]+\.", text) else [text]
        if words[0] == "ctest":
            return self.test(words)
        if re.match(r"[a-z]+\.[\w.]+=", text):
            self.keys.append(text)
            return None
        return self.program(words)

    def row(self, cells, line):
        judgement, shown = cells[2], re.findall(r"`([^`]+)`", cells[3])
        if judgement not in JUDGEMENTS:
            self.wrong.append(f"line {line}: '{judgement}' is none of {', '.join(sorted(JUDGEMENTS))}")
        if judgement in ("has", "better") and not shown:
            self.wrong.append(f"line {line}: nothing shows it")
        if judgement == "not" and not re.search(r"\bnot\b", cells[1]):
            self.wrong.append(f"line {line}: says not why not")
        for text in shown:
            error = self.span(text)
            if error:
                self.wrong.append(f"line {line}: {error}")

    def check_keys(self):
        """Some exclude each other; so one at a time, with the key that poisson needs."""
        for key in self.keys:
            more = ["--set", "port.0.rx.mean_mbps=100"] if "poisson" in key else []
            status, text = output(os.path.join(BIN, "ixpemu"), "run", SYSTEM, "--quiet", "--until", "cycles=1", "--set", self.absolute(key), *more)
            if status:
                self.wrong.append(f"{key}: {text}")

    @staticmethod
    def absolute(key):
        return key.replace('["traces', f'["{ROOT}/traces')


def main():
    check = Check()
    with open(os.path.join(ROOT, "docs/workbench.md")) as f:
        lines = f.read().splitlines()
    rows = 0
    for number, line in enumerate(lines, 1):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or set(cells) <= {"---"} or cells[0] == "Workbench":
            continue
        if len(cells) != 4:
            check.wrong.append(f"line {number}: {len(cells)} cells, expected 4")
            continue
        rows += 1
        check.row(cells, number)
    check.check_keys()
    print(f"{rows} rows, {len(check.keys)} keys", *check.wrong, sep="\n")
    return 1 if check.wrong or rows < 50 else 0


sys.exit(main())
