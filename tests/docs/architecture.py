#!/usr/bin/env python3
"""Checks the arrows of docs/architecture.md: includes between top-level folders form no circle.
Also checks that each source is in its folder's CMakeLists.txt; otherwise it is not compiled."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = {".h", ".cc", ".def", ".inc"}
FOLDERS = {path.parent.name for path in ROOT.glob("*/CMakeLists.txt")} - {"tests"}


def uncompiled():
    for source in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.cc")):
        lists = next(folder / "CMakeLists.txt" for folder in source.parents if (folder / "CMakeLists.txt").exists())
        if not re.search(rf"\b{re.escape(source.name)}\b", lists.read_text()):
            yield f"{source.relative_to(ROOT)}: expected in SOURCES of {lists.relative_to(ROOT)}"


def includes():
    """{(folder, other folder): a file that includes a header of the other}"""
    folders = FOLDERS | {"rings"}
    found = {}
    for folder in sorted(folders):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SOURCES:
                for other in re.findall(r'(?m)^#include "(\w+)/', path.read_text()):
                    if other in folders - {folder}:
                        found.setdefault((folder, other), path.relative_to(ROOT))
    return found


def in_circles(arrows):
    """The arrows that are part of a circle: without folders that no arrow enters or leaves."""
    while True:
        begins, ends = {a for a, _ in arrows}, {b for _, b in arrows}
        left = {(a, b) for a, b in arrows if a in ends and b in begins}
        if left == arrows:
            return left
        arrows = left


def main():
    found = includes()
    wrong = sorted(in_circles(set(found)))
    for a, b in wrong:
        print(f"{found[a, b]} includes a header of {b}/: part of a circle of folders; "
              "move what both need into a folder below both")
    missing = list(uncompiled())
    for line in missing:
        print(line)
    if not wrong:
        print(f"{len(found)} arrows between folders, no circle")
    sys.exit(bool(wrong or missing) or not found)


main()
