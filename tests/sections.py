"""Files of tests that hold several small files as sections, each after a line `#--- NAME`
(or `//---`, `;---`). NAME may have folders. After `#--- NAME hex`: the bytes of a binary file."""
import re

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
