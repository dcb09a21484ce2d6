"""Replaces generated tables in a page, between two marks."""
import os
import sys

BEGIN, END = "<!-- {} writes from here -->\n", "\n<!-- to here -->"


def put(path, command, text):
    begin = BEGIN.format(command)
    with open(path) as f:
        page = f.read()
    start = page.find(begin)
    end = page.find(END, start)
    if start < 0 or end < 0:
        sys.exit(f"{command}: {path} has no lines '{begin.strip()}' and '{END.strip()}' for the table")
    with open(path + ".tmp", "w") as f:
        f.write(page[:start + len(begin)] + text + page[end:])
    os.replace(path + ".tmp", path)
