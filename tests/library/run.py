"""run.py PROGRAM: it must succeed and print the output that docs/library.md shows."""
import re
import subprocess
import sys

EXPECTED = (r"cycle \d+: the first frame has left, \d+ have come\n"
            r"(RING_\w+ +\d+ longwords\n){5}"
            r"microengine 0:0, context 0: pc \d+\n"
            r"[1-9]\d* frames transmitted at cycle \d+\n")
done = subprocess.run(sys.argv[1:], capture_output=True, text=True, timeout=300)
if done.returncode != 0 or done.stderr or not re.fullmatch(EXPECTED, done.stdout):
    sys.exit(f"exit {done.returncode}\n{done.stdout}{done.stderr}")
