"""The RTSP observer on this host (observe.cc), and its input."""
import collections
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../tools"))


class Observer:
    """Collects events; results() returns the tables shown and the counters."""

    def __init__(self, program, default_rate=0):
        self.command, self.lines, self.now = [program, str(default_rate)], [], 0

    def frames(self, frames, ms=0):
        for port, frame in frames:
            self.now += ms
            self.lines.append(f"frame {port} {self.now} {frame.hex()}")

    def add(self, line):
        self.lines.append(line)

    def results(self):
        done = subprocess.run(self.command, input="\n".join(self.lines) + "\n", stdout=subprocess.PIPE, text=True, check=True,
                              timeout=300)
        tables, streams, counts = [], [], collections.Counter()
        for line in done.stdout.splitlines():
            if line == ".":
                tables.append(streams)
                streams = []
            elif line.startswith("stream "):
                streams.append(line.removeprefix("stream "))
            else:
                counts[line.split()[1]] = int(line.split()[2])
        return tables, counts
