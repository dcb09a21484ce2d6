"""Files of tests that hold several small files as sections, each after a line `#--- NAME`
(or `//---`, `;---`). NAME may have folders. After `#--- NAME hex`: the bytes of a binary file,
as `xxd -p` prints them.

  sections.py FOLDER FILE...     replaces FOLDER by the sections of these files
"""
import pathlib
import re
import shutil
import sys

MARK = re.compile(r"^(?:#|//|;)--- (\S+)( hex)?\n", re.MULTILINE)


def sections(file):
    """Name, line and bytes of each section; a blank line before a section is not text."""
    parts = MARK.split(file.read_text())
    line = parts[0].count("\n") + 1
    for name, binary, text in zip(parts[1::3], parts[2::3], parts[3::3]):
        content = text.removesuffix("\n") if text.endswith("\n\n") else text
        yield name, line, bytes.fromhex(content) if binary else content.encode()
        line += 1 + text.count("\n")


def unpack(file, folder):
    """Writes the sections to the folder."""
    for name, _, content in sections(file):
        if (folder / name).exists():
            raise SystemExit(f"{file}: two sections have the name {name}")
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    into, *files = map(pathlib.Path, sys.argv[1:])
    shutil.rmtree(into, ignore_errors=True)
    for sectioned in files:
        unpack(sectioned, into)
