"""Numbers that the headers of rings/ give to microcode and tools alike."""
import os
import re

from . import systems


def numbers(name):
    """{"SR_1": 0, ...} of rings/`name`.h: the macros defined as plain numbers."""
    return in_file(os.path.join(systems.ROOT, f"rings/{name}.h"))


def in_file(path):
    with open(path, encoding="utf-8") as f:
        found = re.findall(r"^#define (\w+) (0x[0-9a-fA-F]+|\d+)(?: +/\*.*)?$", f.read(), re.M)
    return {key: int(value, 0) for key, value in found}
