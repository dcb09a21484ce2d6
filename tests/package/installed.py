"""Shared by the tests of packages: a Python program that must work, and a command that must not
fail."""
import subprocess
import sys

RUN = """
import ixp2400
sim = ixp2400.Simulation(ixp2400.shipped("microblocks/systems/forward.toml"), until="packets_tx=30")
print(sim.run(), ixp2400.__file__)
"""


def call(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout
