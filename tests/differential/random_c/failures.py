#!/usr/bin/env python3
"""campaign.py fails when a checksum is wrong, and shows the command that repeats the failure."""
import pathlib
import shlex
import subprocess
import sys
import tempfile

CAMPAIGN = pathlib.Path(__file__).with_name("campaign.py")
# In place of mecc-run: refuses at -O1, otherwise all checksums are 1.
WRONG = """#!/usr/bin/env python3
import sys
for job in sys.stdin:
    refused = "-O1" in job
    text = "error: control store" if refused else "scratch:0x100 = 0x1\\nscratch:0x104 = 0x600dc0de\\n"
    print(int(refused), len(text))
    print(text, end="", flush=True)
"""


def failures(command):
    """Lines of the output that name a failure and its command."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 1, f"{command}: {done}"
    lines = done.stdout.splitlines()
    return [pair for pair in zip(lines, lines[1:]) if "repeat: " in pair[1]]


with tempfile.TemporaryDirectory() as folder:
    wrong = pathlib.Path(folder) / "wrong"
    wrong.write_text(WRONG)
    wrong.chmod(0o755)
    found = failures([sys.executable, CAMPAIGN, "dialect", wrong, "--kept", "--seeds", "1-2", "--levels=-O1,-O2 -mdata=sram"])
    assert sorted(name.split()[:3] for name, _ in found) == [["mismatch:", "seed", n] for n in "12"], found
    for failure in found:
        assert failures(shlex.split(failure[1].split("repeat: ")[1])) == [failure], failure
