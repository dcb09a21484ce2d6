#!/usr/bin/env python3
"""The promises of forward.toml and overload.toml, over many packets.

  line_rate.py BIN_DIR forward     100,000 packets of 3 x 1 Gbit/s minimum-size frames: no drop, full
                                   rate out of every port, Rx at most 80 and Tx at most 60
                                   instructions a frame (empty polls of Tx included)
  line_rate.py BIN_DIR forward-c   20,000 packets, the same, of the blocks in C
  line_rate.py BIN_DIR overload    4 Gbit/s offered to three outputs of 1 Gbit/s: the outputs stay
                                   full, the excess is counted, every frame is accounted for
"""
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LINE_RATE = 1e9 / ((60 + 24) * 8)  # frames a second of a Gigabit port


def run(binaries, system, packets):
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([os.path.join(binaries, "ixpemu"), "run", os.path.join(ROOT, f"microblocks/systems/{system}.toml"),
                        "--until", f"packets_tx={packets}", "--quiet", "--log-data", "none", "--out", out], check=True, timeout=1200)
        with open(os.path.join(out, "stats.json")) as f:
            return json.load(f)


def check(what, holds):
    print(("ok    " if holds else "WRONG ") + what)
    return holds


def drops(stats):
    frames = stats["frames"]
    return sum(frames["dropped_by_hardware"].values()) + sum(frames["dropped_by_microcode"].values())


def ports_full(stats):
    good = True
    for port in stats["ports"]:
        if port["direction"] == "tx":
            rate = port["millframes_per_s"] / 1000
            good &= check(f"port {port['port']} sends {rate:.0f} frames/s of {LINE_RATE:.0f}", rate > 0.998 * LINE_RATE)
    return good


def forward(binaries, system="forward", packets=100000, language="uc"):
    stats = run(binaries, system, packets)
    good = check(f"{stats['frames']['transmitted']} frames transmitted", stats["frames"]["transmitted"] >= packets)
    good &= check(f"{drops(stats)} frames dropped", drops(stats) == 0)
    good &= ports_full(stats)
    for image, limit in (f"rx.{language}", 80), (f"tx.{language}", 60):
        executed = sum(m["instructions"] for m in stats["microengines"] if m["image"] == image)
        per_frame = executed / stats["frames"]["transmitted"]
        good &= check(f"{image}: {per_frame:.1f} instructions a frame, at most {limit}", per_frame <= limit)
    return good


def forward_c(binaries):
    return forward(binaries, "forward-c", 20000, "c")


def overload(binaries):
    stats = run(binaries, "overload", 20000)
    frames = stats["frames"]
    good = check(f"{frames['transmitted']} frames transmitted", frames["transmitted"] >= 20000)
    good &= ports_full(stats)
    excess = frames["received"] - frames["transmitted"]
    good &= check(f"{drops(stats)} of {excess} frames not transmitted are counted drops", drops(stats) > 0.8 * excess)
    good &= check("the books balance", frames["balanced"])
    return good


binaries, case = sys.argv[1:]
sys.exit(0 if {"forward": forward, "forward-c": forward_c, "overload": overload}[case](binaries) else 1)
