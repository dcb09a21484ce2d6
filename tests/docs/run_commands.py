#!/usr/bin/env python3
"""Runs the tool commands of a document's fenced blocks: every line that starts with ixpemu, mecc,
ixplog or echo must succeed.

  run_commands.py BIN_DIR DOCUMENT...
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.chdir(ROOT)
environment = dict(os.environ, PATH=sys.argv[1] + ":" + os.environ["PATH"])
ran = failed = 0
for document in sys.argv[2:]:
    with open(document) as f:
        blocks = re.findall(r"^```\w*\n(.*?)^```", f.read(), re.M | re.S)
    for line in "".join(blocks).splitlines():
        if not re.match(r"(ixpemu|mecc|ixplog|echo) ", line):
            continue
        done = subprocess.run(["bash", "-c", "set -o pipefail\n" + line], env=environment, capture_output=True, text=True)
        ran += 1
        if done.returncode not in (0, 141):  # 141: cut short by head
            failed += 1
            print(f"{document}: exit {done.returncode}: {line}\n{done.stdout}{done.stderr}")
print(f"{ran} commands, {failed} failed")
sys.exit(1 if failed or not ran else 0)
