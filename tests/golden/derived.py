#!/usr/bin/env python3
"""Derived files agree with their sources, and facts written in two languages agree: the forwarding
table with its routes, the generated streams with their generator, and the system files with
rings/packet.h and rings/pcfq.h. Golden runs of C have images: no log depends on the compiler.

  derived.py
"""
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
from tools_lib import systems  # noqa: E402

SYSTEMS = os.path.join(ROOT, "microblocks/systems")
wrong = []


def same(what, a, b):
    if a != b:
        wrong.append(f"{what}: {a!r} is not {b!r}")


def content(path):
    with open(path, "rb") as f:
        return f.read()


shared, of_schedulers = systems.header_numbers("packet"), systems.header_numbers("pcfq")
# The ring that tx takes packets from.
SCHEDULERS = {"pcfq": "SR_4", "wfq": "SR_5", "pcfq-1024": "SR_4", "wfq-1024": "SR_5"}
for name in "forward", "forward-c", "overload", *SCHEDULERS:
    system = systems.read(f"{SYSTEMS}/{name}.toml")
    freelist = system["boot"]["freelist"]
    for key, define in ("entry", "FREELIST_ENTRY"), ("buffer_bytes", "BUFFER_BYTES"), \
                       ("descriptor_base", "DESCRIPTOR_BASE"), ("data_base", "DATA_BASE"):
        same(f"{name}.toml, freelist.{key}", freelist[key], shared[define])
    same(f"{name}.toml, address of the table", system["boot"]["load"][0]["address"], shared["FIB_BASE"])
    if name in SCHEDULERS:
        same(f"{name}.toml, address of the weights", system["boot"]["load"][1]["address"], of_schedulers["WEIGHTS_BASE"])
        tx = next(m for m in system["microengine"] if m["image"].endswith("/tx.c"))
        same(f"{name}.toml, ring of tx", tx["define"]["RING"], SCHEDULERS[name])

for name in os.listdir(f"{ROOT}/traces/golden"):
    with open(f"{ROOT}/traces/golden/{name}/run") as f:
        system = systems.read(f"{ROOT}/{next(line for line in f if not line.startswith('#')).split()[0]}")
    if any(m["image"].endswith(".c") for m in system["microengine"]) != os.path.exists(f"{ROOT}/traces/golden/{name}/images.uof.gz"):
        wrong.append(f"traces/golden/{name}: images.uof.gz is expected for C, and for nothing else; tools/update-golden {name} writes it")

with tempfile.TemporaryDirectory() as work:
    subprocess.run([f"{ROOT}/tools/make-fib", f"{SYSTEMS}/forward.routes", "-o", f"{work}/fib",
                    "--base", hex(shared["FIB_BASE"])], check=True, timeout=1200)
    if content(f"{work}/fib") != content(f"{SYSTEMS}/forward.fib"):
        wrong.append("forward.fib is not what tools/make-fib makes of forward.routes")
    subprocess.run([f"{ROOT}/tools/make-streams", f"{work}/streams"], check=True, timeout=1200)
    for name in sorted(os.listdir(f"{work}/streams")):
        if content(f"{work}/streams/{name}") != content(f"{ROOT}/traces/generated/{name}"):
            wrong.append(f"traces/generated/{name} is not what tools/make-streams writes")

print("\n".join(wrong) or "all agree")
sys.exit(1 if wrong else 0)
