#!/usr/bin/env python3
"""Does what a document tells its reader to do, in the order of its fenced blocks:

  ```c PATH     a block with a path is a file: written
  ```sh fails   the tool commands of the block must exit with 1: the input is wrong
  ```text       output: skipped
  ```text output  lines that the last command must have printed, one after the other; "..." stands for any lines
  ```text output like   the same, but numbers may differ: they depend on how the compiler places instructions
  ```           every line that starts with a tool's name, echo, grep or mkdir must succeed

  run_commands.py BIN_DIR DOCUMENT...
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COMMAND = r"(ixpemu|mecc|ixplog|ixpgen|echo|grep|mkdir|tools/experiments) "


def missing(expected, printed):
    """The first line of `expected` that is not where it should be; None: all are."""
    at, anywhere = 0, True
    for line in expected:
        if line == "...":
            anywhere = True
            continue
        places = range(at, len(printed)) if anywhere else range(at, min(at + 1, len(printed)))
        found = next((n for n in places if printed[n].rstrip() == line.rstrip()), None)
        if found is None:
            return line
        at, anywhere = found + 1, False
    return None


os.chdir(ROOT)
environment = dict(os.environ, PATH=sys.argv[1] + ":" + os.environ["PATH"])
ran = failed = 0
done = None  # the last command
for document in sys.argv[2:]:
    with open(document) as f:
        blocks = re.findall(r"^```([^\n]*)\n(.*?)^```", f.read(), re.M | re.S)
    for info, content in blocks:
        language, _, rest = info.partition(" ")
        if info in ("text output", "text output like"):
            exact = info == "text output"
            expected, printed = ([line if exact else re.sub(r"[0-9]+", "0", line) for line in text.splitlines()]
                                 for text in (content, done.stderr + done.stdout))
            line = missing(expected, printed)
            ran += 1
            if line is not None:
                failed += 1
                print(f"{document}: not printed by {done.args[-1]!r}: {line}\n{done.stdout}{done.stderr}")
            continue
        if rest and rest != "fails":
            os.makedirs(os.path.dirname(rest), exist_ok=True)
            with open(rest, "w") as f:
                f.write(content)
            continue
        if language == "text":
            continue
        expected = (1,) if rest == "fails" else (0, 141)  # 141: cut short by head
        for line in content.splitlines():
            if not re.match(COMMAND, line):
                continue
            done = subprocess.run(["bash", "-c", "set -o pipefail\n" + line], env=environment, capture_output=True, text=True)
            ran += 1
            if done.returncode not in expected:
                failed += 1
                print(f"{document}: exit {done.returncode}: {line}\n{done.stdout}{done.stderr}")
print(f"{ran} commands, {failed} failed")
sys.exit(1 if failed or not ran else 0)
