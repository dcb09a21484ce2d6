#!/usr/bin/env python3
"""ixpfabric gives the statistics that stand here, byte for byte, on every machine.

    run.py BIN_DIR             compares
    run.py BIN_DIR --update    rewrites them, and reports which changed
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
SHORT = ["--set", "slots=4000", "--audit"]
RUNS = {
    "paper": ["fabric/examples/paper.toml", *SHORT],
    "msm-whole": ["fabric/examples/paper.toml", *SHORT, "--set", "scheduler.name=p-msm", "--set", "traffic.enter=packets", "--set",
                  "speedup=1.176"],
    "mwm": ["fabric/examples/paper.toml", *SHORT, "--set", "scheduler.name=mwm-ca", "--set", "traffic.arrivals=bernoulli"],
    "captures": ["fabric/examples/captures.toml", *SHORT, "--seed", "9"],
    "captures-flows": ["fabric/examples/captures.toml", *SHORT, "--set", "traffic.destinations=flows"],
    "tcp": ["fabric/examples/tcp.toml", "--set", "slots=10000", "--audit"],
    "tcp-loss": ["fabric/examples/tcp.toml", "--set", "slots=20000", "--audit", "--set", "scheduler.name=packet-islip", "--set",
                 "input_cells=200", "--set", "tcp.endless=1", "--set", "tcp.timeout_min=3000"],
    "hotspot": ["fabric/examples/hotspot.toml", *SHORT],
}


def main():
    binaries, update = sys.argv[1], "--update" in sys.argv
    failed = 0
    for name, arguments in RUNS.items():
        golden = os.path.join(HERE, name + ".json")
        said = subprocess.run([os.path.join(binaries, "ixpfabric"), *arguments, "--json"], cwd=ROOT, capture_output=True, text=True,
                              check=False, timeout=1200)
        expected = ""
        if os.path.exists(golden):
            with open(golden, encoding="utf-8") as f:
                expected = f.read()
        if said.returncode == 0 and said.stdout == expected:
            continue
        if said.returncode == 0 and update:
            with open(golden, "w", encoding="utf-8") as f:
                f.write(said.stdout)
            print(f"{golden}: changed")
            continue
        failed += 1
        differs = next((pair for pair in zip(expected.splitlines(), said.stdout.splitlines()) if pair[0] != pair[1]), ("", ""))
        print(f"{golden}: expected\n{differs[0]}\nthere is\n{differs[1]}\n{said.stderr}")
    return failed > 0


sys.exit(main())
