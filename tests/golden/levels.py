#!/usr/bin/env python3
"""The router in C at every level of optimisation: the same frames, none lost at line rate.

  levels.py BIN_DIR
"""
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SYSTEM = f"{ROOT}/microblocks/systems/forward-c.toml"
sys.path.append(f"{ROOT}/tools")
from tools_lib import systems  # noqa: E402


def compile_system(binaries, level, work):
    """forward-c.toml with images compiled at a level; the path of the new system file."""
    lines = [f'base = "{SYSTEM}"', "[set]"]
    for number, m in enumerate(systems.read(SYSTEM)["microengine"]):
        source = os.path.join(os.path.dirname(SYSTEM), m["image"])
        defines = [f"-D{name}={value}" for name, value in m.get("define", {}).items()]
        subprocess.run([f"{binaries}/mecc", level, *defines, source, "-o", f"{work}/{number}.uof"], check=True, timeout=1200)
        lines += [f'"microengine.{m["at"]}.image" = "{number}.uof"', f'"microengine.{m["at"]}.define" = {{}}']
    with open(f"{work}/system.toml", "w") as f:
        f.write("\n".join(lines) + "\n")
    return f"{work}/system.toml"


def lossless(binaries, system, work):
    subprocess.run([f"{binaries}/ixpemu", "run", system, "--until", "packets_tx=3000", "--quiet", "--log-data", "none", "--out", f"{work}/out"],
                   check=True, timeout=1200)
    with open(f"{work}/out/stats.json") as f:
        stats = json.load(f)
    dropped = sum(sum(stats["frames"][by].values()) for by in ("dropped_by_hardware", "dropped_by_microcode"))
    instructions = sum(m["instructions"] for m in stats["microengines"]) / stats["frames"]["transmitted"]
    print(f"{instructions:.1f} instructions a frame, polls included; {dropped} frames lost, hazards {stats['hazards']}")
    return dropped == 0 and not stats["hazards"]


binaries = sys.argv[1]
good = True
for level in "-O0", "-O1", "-O2", "-O3", "-Os":
    with tempfile.TemporaryDirectory() as work:
        print(level, flush=True)
        system = compile_system(binaries, level, work)
        good &= subprocess.run([sys.executable, f"{HERE}/same_frames.py", binaries, system, "mixed", "threaded"], timeout=1200).returncode == 0
        good &= lossless(binaries, system, work)
sys.exit(0 if good else 1)
