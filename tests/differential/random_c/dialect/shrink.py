"""Removes statements from a program while it stays bad. The rest is as valid as the whole, which
no reducer of text can promise: registers are still waited for and nothing is undefined."""

import re

from .flavours import FLAVOURS
from .program import Program


def shrink(text, is_bad):
    """text: a program of the generator. is_bad(text): whether a smaller one still has the fault."""
    said = re.match(r"// seed (\d+), .*, variant (\d+)", text)
    if not said:
        return text
    seed, variant = map(int, said.groups())
    flavour = FLAVOURS[seed % len(FLAVOURS)]
    left = list(range(1, Program(seed, flavour, variant).numbered + 1))
    best = text
    every = set(left)
    size = len(left) // 2
    while size:
        at = 0
        while at < len(left):
            tried = left[:at] + left[at + size:]
            smaller = Program(seed, flavour, variant, frozenset(every - set(tried))).text()
            if smaller != best and is_bad(smaller):
                left, best = tried, smaller
            elif smaller == best:
                left = tried
            else:
                at += size
        size //= 2
    return best
