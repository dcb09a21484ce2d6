#!/usr/bin/env python3
"""The shaper never sleeps past a moment that is a tick away: a timer set to a tick that has begun
rings 2^16 ticks later. The first test of shaper.test.toml, with a bucket that is full at each tick
of more than a period of the shaper's polls; tests/intrinsics/units.c has sleep() itself.

  shaper_naps.py BIN_DIR
"""
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FULL, FIRST, PERIOD = "0x2ae20000", 2000, 80
CYCLES, SHORT = "cycles = 250000", "cycles = 60000"  # 2^16 ticks are 1048576 cycles
NAME = "a packet that conforms 13 us before its deadline is sent then"


def replaced(text, old, new):
    assert old in text
    return text.replace(old, new)


def main():
    test = (HERE / "shaper.test.toml").read_text(encoding="utf-8").split("[[test]]\n")[1]
    test = replaced(test, CYCLES, SHORT)
    with tempfile.TemporaryDirectory() as work:
        file = pathlib.Path(work, "naps.test.toml")
        file.write_text(f'system = "{HERE}/shaper.toml"\n' + "".join(
            "[[test]]\n" + replaced(replaced(test, FULL, hex(tick << 16)), NAME, f"a packet that conforms at tick {tick}")
            for tick in range(FIRST, FIRST + PERIOD)), encoding="utf-8")
        done = subprocess.run([os.path.join(sys.argv[1], "ixptest"), file], timeout=300)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
