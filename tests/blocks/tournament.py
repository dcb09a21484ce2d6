#!/usr/bin/env python3
"""The tournament of microblocks/common/tournament.h against a list, after each random change. The
minimum tag wins; ties, which are common here, go to the lower flow.

  tournament.py BIN_DIR [STEPS]
"""
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FLOWS, NONE = 1024, 2**64 - 1


def drawn(rng, steps, may_fall):
    """[(flow, tag)]: flows near and far apart, tags of both longwords; often the winner's next."""
    flows = [*range(6), *range(14, 18), *range(250, 258), 512, *range(1017, 1024)]
    heads, base = {}, 2**32 - 20
    for _ in range(steps):
        winner = min(heads, key=lambda flow: (heads[flow], flow), default=0)
        flow = winner if rng.random() < 0.4 else rng.choice(flows)
        base = max(base, heads.get(winner, 0))
        tag = base + rng.randrange(3)
        if not may_fall and flow in heads:
            tag = max(tag, heads[flow] + rng.randrange(2))
        if flow in heads and rng.random() < 0.4:
            tag = NONE
        yield flow, tag
        heads.pop(flow, 0)
        if tag != NONE:
            heads[flow] = tag


def winners(changes):
    heads = {}
    for flow, tag in changes:
        heads[flow] = tag
        least, winner = min((tag, flow) for flow, tag in heads.items())
        yield from (FLOWS if least == NONE else winner, least & 0xffffffff)


def words(numbers):
    return "[" + ", ".join(map(str, numbers)) + "]"


def main():
    binaries, steps = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 400
    with tempfile.TemporaryDirectory() as work:
        for may_fall in 0, 1:
            changes = list(drawn(random.Random(steps + may_fall), steps, may_fall))
            table = [word for flow, tag in changes for word in (flow, tag >> 32, tag & 0xffffffff)]
            with open(f"{work}/s.toml", "w", encoding="utf-8") as f:
                f.write(f'[[microengine]]\nat = "0:0"\nimage = "{HERE}/tournament.c"\ndefine = {{ TAGS_MAY_FALL = {may_fall} }}\n')
            with open(f"{work}/s.test.toml", "w", encoding="utf-8") as f:
                f.write(f'system = "s.toml"\ncycles = {60000 + 2000 * steps}\n[[test]]\nname = "{steps} changes, tags may fall: {may_fall}"\n'
                        f'[[test.memory]]\nregion = "sram0"\naddress = 0x20000\nwords = {words([*table, FLOWS, 0, 0])}\n'
                        f'[[test.expect]]\nregion = "sram0"\naddress = 0x40000\nwords = {words(winners(changes))}\n')
            subprocess.run([os.path.join(binaries, "ixptest"), f"{work}/s.test.toml"], check=True, timeout=300)


if __name__ == "__main__":
    main()
