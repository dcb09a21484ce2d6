#!/usr/bin/env python3
"""Host instructions for each ARM instruction, by callgrind: programs/memory.c, big-endian ARM code
at -O2, over 100,000 instructions in its middle.

    speed.py ARM_RUN
"""
import pathlib
import re
import shutil
import sys
import tempfile

import programs


def host_instructions(arm_run, program, instructions):
    with tempfile.TemporaryDirectory() as folder:
        done = programs.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out",
                             arm_run, program, instructions])
    found = re.search(r"Collected : ([\d,]+)", done.stderr)
    if not found:
        sys.exit(f"speed.py: callgrind printed no count:\n{done.stderr}")
    return int(found[1].replace(",", ""))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if not shutil.which("valgrind"):
        sys.exit("speed.py: valgrind is missing; tools/setup --all installs it")
    with tempfile.TemporaryDirectory() as folder:
        program = programs.compiled(programs.HERE / "programs" / "memory.c", ("arm", "eb", "-O2"), pathlib.Path(folder))
        first, last = (host_instructions(sys.argv[1], program, n) for n in (40_000, 140_000))
    print(f"{(last - first) / 100_000:.0f} host instructions for each ARM instruction")


if __name__ == "__main__":
    main()
