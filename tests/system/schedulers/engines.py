#!/usr/bin/env python3
"""Port logs of both scheduling systems: the same on both engines to the byte, and the frames that leave
equal traces/flows/table1.frames for every scheduler.

  engines.py BIN_DIR [--update]     --update rewrites traces/flows/table1.frames

When a frame leaves depends on the code the compiler made: traces/golden has its cycles, for that code.
This comparison holds for any code; frames are sorted by the order of arrival."""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../tools"))
from checks import check  # noqa: E402
from tools_lib import portlog, systems  # noqa: E402

UNTIL = {system: ["--until", "packets_tx=150"] for system in ("pcfq-1024", "wfq-1024")}
GOLDEN = f"{systems.ROOT}/traces/flows/table1.frames"


def frames(folder):
    """Transmitted frames: tag, bytes, data; in order of arrival."""
    rows = sorted(portlog.rows(f"{folder}/port0_tx.log"), key=lambda row: int(row.tag.split(".")[1]))
    return [f"{row.tag} {row.bytes} {row.data}\n" for row in rows]


def main(binaries, update):
    good = True
    with tempfile.TemporaryDirectory() as work:
        for system in "pcfq", "wfq", "pcfq-1024", "wfq-1024":
            for engine in "threaded", "reference":
                systems.run(binaries, f"{systems.SYSTEMS}/{system}.toml", f"{work}/{system}-{engine}", "--engine", engine,
                            "--log-data", "header:40", *UNTIL.get(system, []))
            same = subprocess.run([f"{binaries}/ixplog", "diff", f"{work}/{system}-threaded", f"{work}/{system}-reference"],
                                  capture_output=True, text=True, timeout=300)
            good &= check(f"{system}: the same logs on both engines {same.stdout}", same.returncode == 0)
        if update:
            with open(GOLDEN, "w") as f:
                f.writelines(frames(f"{work}/pcfq-threaded"))
        with open(GOLDEN) as f:
            golden = f.readlines()
        for system in "pcfq", "wfq":
            good &= check(f"{system}: {len(golden)} frames as they should leave",
                          frames(f"{work}/{system}-threaded") == golden)
    return 0 if good else 1


sys.exit(main(sys.argv[1], "--update" in sys.argv[2:]))
