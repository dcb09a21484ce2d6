#!/usr/bin/env python3
"""Microcode of others: words from a .hex, registers, CSRs and enables from the system file, rings
and descriptors prepared by boot, the host's part played by an agent that hands full buffers back.
At 3 x 1 Gbit/s of minimum-size frames nothing may be lost, and every frame must raise XSCALE_INT_A.

  run.py BIN_DIR ENGINE FRAMES
"""
import json
import os
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
DESCRIPTORS = 192

binaries, engine, frames = sys.argv[1], sys.argv[2], int(sys.argv[3])
with tempfile.TemporaryDirectory() as work:
    words = subprocess.run([f"{binaries}/mecc", "--print-words", f"{HERE}/rx.uc"], check=True, capture_output=True, text=True, timeout=1200).stdout
    with open(f"{work}/rx.hex", "w") as f:
        f.write(words)
    with open(f"{work}/descriptors.bin", "wb") as f:
        for n in range(DESCRIPTORS):
            f.write(struct.pack(">4I", 0x100000 + n * 2176, 2048, 0, 0))
    ring = ", ".join(hex(0x1000 + 16 * n) for n in range(DESCRIPTORS))
    ports = "\n".join(f"""
[port.{n}]
rx = {{ rate_mbps = 1000, buffer_bytes = 16384, streams = ["{ROOT}/traces/generated/port_{n}.pcap"], repeat = true }}
""" for n in range(3))
    with open(f"{work}/system.toml", "w") as f:
        f.write(f"""
[msf]
mode = "mphy32"
element_bytes = 64
[[microengine]]
at = "0:0"
image = "rx.hex"
contexts = 8
start = 0xff
csr = {{ T_INDEX = 0x0, NN_PUT = 0 }}
registers = {{ "@a15" = 0x{(1 << 12 | 2) << 16 | 0x30:x}, "ctx0.b3" = 7 }}
[ring.0]
size = 256
base = 0x0
status = "empty"
[ring.1]
size = 256
base = 0x400
status = "full"
{ports}
[boot]
load = [{{ region = "sram0", address = 0x1000, file = "descriptors.bin" }}, {{ ring = 0, words = [{ring}] }}]
[[agent]]
kind = "move"
from = 1
to = 0
[[agent]]
kind = "count"
[stop]
packets_rx = {frames}
""")
    subprocess.run([f"{binaries}/ixpemu", "run", f"{work}/system.toml", "--engine", engine, "--quiet", "--log-data", "none",
                    "--out", f"{work}/out"], check=True, timeout=1200)
    with open(f"{work}/out/stats.json") as f:
        stats = json.load(f)
delivered = stats["frames"]["by_fate"]["delivered"]
lost = sum(stats["frames"]["dropped_by_hardware"].values())
print(f"{stats['frames']['received']} frames received, {delivered} delivered, {lost} lost, {stats['interrupts']} interrupts, "
      f"{stats['agents'][0]}")
sys.exit(0 if lost == 0 and delivered > frames - 20 and delivered - 16 <= stats["interrupts"] <= delivered else 1)
