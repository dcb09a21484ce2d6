#!/usr/bin/env python3
"""Every function that <ixp.h> declares must be called by a program of intrinsics/.

    test_intrinsics.py MECC
"""

import pathlib
import re
import subprocess
import sys
import tempfile

from mecc_run import programs

HERE = pathlib.Path(__file__).resolve().parent
NOT_FUNCTIONS = {"for", "if", "switch", "while"}
# The emulated chip has nothing behind its PCI unit.
NOT_RUN = {"pci_read", "pci_read_ind", "pci_write", "pci_write_ind"}


def preprocessed(mecc, program, where, options=""):
    """The program's text after the preprocessor, only from files with `where` in their names."""
    command = [mecc, "-E", "-o", "-", f"-I{HERE}", *options.split(), program]
    text = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout
    lines, wanted = [], False
    for line in text.splitlines():
        if mark := re.match(r'^# \d+ "(.*)"', line):
            wanted = where in mark.group(1)
        elif wanted:
            lines.append(line)
    return "\n".join(lines)


def declared(mecc, program):
    text = preprocessed(mecc, program, "/ixp_")
    names = re.findall(r"\b(\w+)\s*\((?:[^(){}]|\([^()]*\))*\)\s*\{", text)
    return {n for n in names if not n.startswith("__me_")} - NOT_FUNCTIONS


def main():
    calls = set()
    with tempfile.TemporaryDirectory() as folder:
        paths = [path for path in programs(pathlib.Path(folder)) if path.parent.name == "intrinsics"]
        names = declared(sys.argv[1], paths[0])
        for path in paths:
            for options in re.findall(r"(?m)^// each: (.*)$", path.read_text()) or [""]:
                calls |= set(re.findall(r"\b(\w+)\s*\(", preprocessed(sys.argv[1], path, "/intrinsics/", options)))
    missing = sorted(names - calls - NOT_RUN)
    print(f"{len(names)} functions, {len(names & calls)} called")
    if len(names) < 200:
        sys.exit("the headers declare fewer functions than there ever were")
    if missing:
        sys.exit(f"no program of intrinsics/ calls {', '.join(missing)}")


if __name__ == "__main__":
    main()
