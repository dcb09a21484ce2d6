#!/usr/bin/env python3
"""Blocks in C drop the same frames as blocks in assembly, and count them the same: frames that are
too long, and rings that fill up (then about as many; the frames lost depend on the cycle).

  same_drops.py BIN_DIR
"""
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "tools"))
from tools_lib import pcap, protocols, systems  # noqa: E402


def frame(length, number):
    """A UDP frame from 10.0.0.2 to 10.1.0.2."""
    return protocols.ipv4("10.0.0.2", "10.1.0.2", 17, bytes(length - 34), number)


def books(binaries, system, language, work, *options):
    """Accounts of the frames of `system` with all its blocks in `language`."""
    path = f"{ROOT}/microblocks/systems/{system}.toml"
    images = {m["at"]: m["image"] for m in systems.read(path)["microengine"]}
    changes = [word for at, image in images.items()
               for word in ("--set", f"microengine.{at}.image={os.path.splitext(image)[0]}.{language}")]
    subprocess.run([f"{binaries}/ixpemu", "run", path, "--quiet", "--log-data", "none", "--out", f"{work}/out", *changes, *options],
                   check=True, timeout=1200)
    with open(f"{work}/out/stats.json") as f:
        stats = json.load(f)
    frames = stats["frames"]
    drops = {reason: n for reason, n in frames["dropped_by_microcode"].items() if n}
    print(f"{system}, {language}: {frames['transmitted']} of {frames['received']} frames transmitted, {drops}, hazards {stats['hazards']}")
    return frames["transmitted"], drops, frames["balanced"] and not stats["hazards"]


binaries = sys.argv[1]
with tempfile.TemporaryDirectory() as work:
    pcap.write(f"{work}/long.pcap", ((n, frame((2000, 100, 1700, 60, 1600)[n % 5], n)) for n in range(60)))
    streams = [word for port in range(3) for word in ("--rx", f"{port}={work}/long.pcap")]
    long_uc, long_c = (books(binaries, "forward", language, work, "--until", "idle", *streams) for language in ("uc", "c"))
    full_uc, full_c = (books(binaries, "overload", language, work, "--until", "packets_tx=3000") for language in ("uc", "c"))
good = long_uc == long_c and long_uc[2] and full_uc[2] and full_c[2]
good &= "oversize" in long_c[1] and full_uc[1].keys() == full_c[1].keys() != set()
good &= all(abs(full_uc[1][reason] - n) <= 0.2 * n for reason, n in full_c[1].items())
sys.exit(0 if good else 1)
