#!/usr/bin/env python3
"""Runs the commands of documents, in the order of fenced blocks, and compares the output shown.

  ```                 commands, a line each; all must succeed. If a block begins with "$ ", only
                      lines with "$ " are commands, and the other lines are their output
  ```sh fails         the same, but they must exit with 1: the input is wrong
  ```output           output of the last block's commands, standard output before standard error
  ```output PATH      the content of this file by then
  ```yaml             the commands of a CI system: the text after "run:", and the items of "script:"
  ```LANGUAGE PATH    this file: written
  ```LANGUAGE         nothing to do: ```text, ```c, ```toml
  | ... | run |       a table: the commands of its last column

Runs are deterministic, so numbers are compared, too. Lines shown must follow each other in the
output. A line "..." matches any number of lines, "..." at the end of a line its rest; blanks at
ends do not count.

  run_commands.py [--root DIR] BIN_DIR DOCUMENT...

They are done in DIR, or in the folder of the repository.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# A test does not build, install or run tests; comments are for people. All other lines are run.
EXCEPTED = re.compile(r"(#|(export )?(PYTHON)?PATH=|\S*python3 -m venv |\S*/pip install |echo .* >> \$GITHUB_PATH|cmake |cpack |ctest |sudo |tools/(setup|test|bench|fuzz)\b)")


def pattern(shown):
    """A regular expression for these lines."""
    out = ""
    for line in shown.splitlines():
        if line.strip() == "...":
            out += r"(?:.*\n)*?"
            continue
        words = re.escape(line.removesuffix("...").rstrip())
        out += words + (r".*\n" if line.endswith("...") else r"[ \t]*\n")
    return re.compile("^" + out, re.M)


def yaml_commands(content):
    script = None  # its column
    for line in content.splitlines():
        column = len(line) - len(line.lstrip())
        run = re.match(r"\s*(?:- )?run: (.+)", line)
        item = re.match(r"\s*- (.+)", line)
        if re.match(r"\s*script:$", line):
            script = column
        elif script is not None and item and column > script:
            yield item[1]
        else:
            script = None
            if run:
                yield run[1]


def read(path):
    with open(path) as f:
        return f.read()


class Document:
    def __init__(self, path, environment):
        self.path, self.environment = path, environment
        self.printed, self.ran, self.compared, self.failed = "", 0, 0, 0

    def complain(self, what):
        self.failed += 1
        print(f"{self.path}: {what}")

    def compare(self, shown, printed, what):
        self.compared += 1
        if not pattern(shown).search(printed):
            self.complain(f"{what}: shown is\n{shown}but there is\n{printed}")

    def command(self, line, status):
        done = subprocess.run(["bash", "-c", "set -o pipefail\n" + line], env=self.environment, capture_output=True, text=True, timeout=1200)
        self.ran += 1
        if done.returncode not in status:
            self.complain(f"exit status {done.returncode}: {line}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def commands(self, content, status):
        content = content.replace("\\\n", " ")
        if not content.startswith("$ "):
            lines = [line for line in content.splitlines() if line and not EXCEPTED.match(line)]
            if lines:
                self.printed = "".join(self.command(line, status) for line in lines)
            return
        for part in re.split(r"^\$ ", content, flags=re.M)[1:]:
            line, _, shown = part.partition("\n")
            self.compare(shown, self.command(line, status), line)

    def block(self, language, rest, content):
        if language == "output":
            self.compare(content, read(rest) if rest else self.printed, rest or "the commands before")
        elif language in ("", "sh"):
            self.commands(content, (1,) if rest == "fails" else (0, 141))  # 141: cut short by head
        elif language == "yaml":
            self.commands("\n".join(yaml_commands(content)), (0,))
        elif rest:
            os.makedirs(os.path.dirname(rest), exist_ok=True)
            with open(rest, "w") as f:
                f.write(content)

    def run(self):
        for info, content, table in re.findall(r"^```([^\n]*)\n(.*?)^```|^\|[^\n]*\| run \|\n((?:\|[^\n]*\n)+)", read(self.path), re.M | re.S):
            language, _, rest = info.partition(" ")
            if table:
                self.commands("\n".join(re.findall(r"\| `([^`|]+)` \|$", table, re.M)), (0,))
            else:
                self.block(language, rest, content)
        print(f"{self.path}: {self.ran} commands, {self.compared} outputs, {self.failed} wrong")


def main():
    words = sys.argv[1:]
    root = ROOT
    if words[0] == "--root":
        root, words = words[1], words[2:]
    binaries = os.path.abspath(words[0])
    os.chdir(root)
    environment = dict(os.environ, PATH=binaries + ":" + os.environ["PATH"], BIN=binaries)  # BIN: for tools/demo
    documents = [Document(path, environment) for path in words[1:]]
    for document in documents:
        document.run()
    return 1 if any(d.failed for d in documents) or not any(d.ran for d in documents) else 0


sys.exit(main())
