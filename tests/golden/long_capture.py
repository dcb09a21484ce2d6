#!/usr/bin/env python3
"""A capture far larger than memory should be: every frame of it is played, and the peak memory of the
run (getrusage) stays small for captures of any length.

  long_capture.py BIN_DIR [--megabytes N] [--form pipe|file|gzip] [--bytes SIZE] [--forward]

The capture, N megabytes (default 400) of UDP frames of SIZE bytes (default 1514), enters port 0: through
a pipe as it is made (default), from a file, or from a packed one. No context takes the frames,
which is fast. With --forward the router of forward.toml does, and ports 1 and 2 get a short
capture.
"""
import argparse
import gzip
import json
import os
import struct
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "tools"))
from tools_lib import pcap, protocols  # noqa: E402

MOST_MEGABYTES = {"receive": 40, "forward": 90}  # of memory; half of it is needed with any capture
CHUNK = 1000  # frames


def frame(output, size):
    udp = struct.pack(">HHHH", 1000, 2000, size - 34, 0)
    return protocols.ipv4("10.0.0.2", f"10.{output}.0.2", 17, udp.ljust(size - 34, b"x"))


def write_capture(out, frames, size):
    data = [frame(output, size) for output in (1, 2)]
    gap = (size + 24) * 8  # back to back at 1 Gbit/s
    out.write(pcap.HEADER)
    for first in range(0, frames, CHUNK):
        out.write(b"".join(pcap.record(i * gap, data[i % 2]) for i in range(first, min(first + CHUNK, frames))))


def run(options, folder, frames):
    short, log = os.path.join(folder, "short.pcap"), os.path.join(folder, "out")
    with open(short, "wb") as f:
        write_capture(f, 10, 60)
    path = "/dev/stdin"
    if options.form != "pipe":
        path = os.path.join(folder, "long.pcap")
        with (gzip.open(path, "wb", 1) if options.form == "gzip" else open(path, "wb")) as f:
            write_capture(f, frames, options.bytes)
        print(f"{os.path.getsize(path) / 1e6:.0f} MB on disk", flush=True)
    if options.forward:
        what = [os.path.join(ROOT, "microblocks/systems/forward.toml"), "--until", "idle",
                "--rx", f"0={path}", "--rx", f"1={short}", "--rx", f"2={short}"]
    else:
        system = os.path.join(folder, "receive.toml")
        with open(system, "w") as f:
            f.write(f'[port.0]\nrx = {{ streams = "{path}" }}\n')
        what = [system, "--until", f"time_ms={frames * (options.bytes + 24) * 8 // 10**6 + 1}"]
    command = [os.path.join(options.binaries, "ixpemu"), "run", *what, "--quiet", "--log-data", "none", "--out", log]
    began = time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.PIPE)
    if options.form == "pipe":
        write_capture(process.stdin, frames, options.bytes)
    process.stdin.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"ixpemu ended with {process.returncode}")
    with open(os.path.join(log, "stats.json")) as f:
        stats = json.load(f)
    return stats, usage.ru_maxrss / 1000, time.monotonic() - began


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries")
    parser.add_argument("--megabytes", type=int, default=400)
    parser.add_argument("--form", choices=["pipe", "file", "gzip"], default="pipe")
    parser.add_argument("--bytes", type=int, default=1514)
    parser.add_argument("--forward", action="store_true")
    options = parser.parse_args()
    frames = options.megabytes * 10**6 // (options.bytes + 16)
    with tempfile.TemporaryDirectory() as folder:
        stats, megabytes, seconds = run(options, folder, frames)
    received = stats["frames"]["received"]
    print(f"{options.megabytes} MB, {received} frames: peak memory {megabytes:.0f} MB, {seconds:.1f} s")
    wrong = []
    expected = frames + (20 if options.forward else 0)
    if received != expected:
        wrong.append(f"{expected} frames expected, {received} received")
    if options.forward and stats["frames"]["transmitted"] != received:
        wrong.append(f"{stats['frames']['transmitted']} frames transmitted")
    most = MOST_MEGABYTES["forward" if options.forward else "receive"]
    if megabytes > most:
        wrong.append(f"expected at most {most} MB of memory")
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
