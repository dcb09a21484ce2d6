#!/usr/bin/env python3
"""Every function that <ixp.h> declares must be called by a program of intrinsics/.

    test_intrinsics.py MECC
"""

import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
NOT_FUNCTIONS = {"for", "if", "switch", "while"}
# The emulated chip has nothing behind its PCI unit.
NOT_RUN = {"pci_read", "pci_read_ind", "pci_write", "pci_write_ind"}


def declared(mecc):
    command = [mecc, "-E", "-o", "-", f"-I{HERE / 'programs'}", HERE / "intrinsics" / "bits.c"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines, header = [], False
    for line in text.splitlines():
        if mark := re.match(r'^# \d+ "(.*)"', line):
            header = "/ixp_" in mark.group(1)
        elif header:
            lines.append(line)
    names = re.findall(r"\b(\w+)\s*\((?:[^(){}]|\([^()]*\))*\)\s*\{", "\n".join(lines))
    return {n for n in names if not n.startswith("__me_")} - NOT_FUNCTIONS


def main():
    names = declared(sys.argv[1])
    calls = set()
    for path in (HERE / "intrinsics").glob("*.c"):
        text = path.read_text()
        for included in re.findall(r'^#include "(\w+\.h)"', text, re.M):
            if (path.parent / included).exists():
                text += (path.parent / included).read_text()
        calls |= set(re.findall(r"\b(\w+)\s*\(", text))
        # name##_part(...) in a program's macros, with its argument
        for macro, prefix in re.findall(r"#define (\w+)\(.*?\\\n(?:.*\\\n)*?.*\b(\w+_)##", text):
            calls |= {prefix + word for word in re.findall(rf"\b{macro}\((\w+)", text)}
    missing = sorted(names - calls - NOT_RUN)
    print(f"{len(names)} functions, {len(names & calls)} called")
    if len(names) < 200:
        sys.exit("the headers declare fewer functions than there ever were")
    if missing:
        sys.exit(f"no program of intrinsics/ calls {', '.join(missing)}")


if __name__ == "__main__":
    main()
