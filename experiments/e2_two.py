"""The paper's example of two flows (traces/flows/two_flows.toml) on the chip: bounds and measured delays. Both resources are
12.5 times as fast, so that one microengine of 600 MHz represents the processor of 500 MHz and the link has 5 Mbit/s;
measurements are scaled back by that factor."""
import json
import os
import tempfile

from tools_lib import systems
from . import e2

FLOWS = os.path.join(systems.ROOT, "traces/flows/two_flows.toml")
FASTER = 12.5
SECONDS = 25  # of the example's time
SYSTEMS = e2.SYSTEMS


def unit_cycles(cycles, flows):
    """The example's cycles as units of work on the chip, whose duration is 1/FASTER."""
    return round(cycles / (flows["resources"]["cpu_mhz"] * FASTER) * e2.ME_MHZ / e2.UNIT)


def changes_of(flows):
    """Changes that adapt the example's streams to the chip. The line adds bytes to a frame, so they are subtracted."""
    faster = {"resources.cpu_mhz": e2.ME_MHZ / e2.UNIT, "resources.link_mbps": flows["resources"]["link_mbps"] * FASTER,
              "resources.link_overhead_bytes": systems.LINE_BYTES, "default.duration_ms": SECONDS * 1000 / FASTER,
              "default.packets_per_s": e2.GREEDY_PACKETS_PER_S, "default.bucket_packets": 0}
    return faster | {f"flow.{i}.kinds": [{"cycles": unit_cycles(k["cycles"], flows), "bytes": k["bytes"] - systems.LINE_BYTES}
                                         for k in flow["kinds"]] for i, flow in enumerate(flows["flow"])}


def described():
    """The packet kinds of each flow."""
    return [flow["kinds"] for flow in systems.read(FLOWS)["flow"]]


def guarantees(binaries):
    return json.loads(systems.call([f"{binaries}/ixplog", "guarantee", FLOWS, "--json"]))["guarantees"]


def run_one(binaries, system, seed):
    """{flow: maximum delay in ms of the example}"""
    flows = systems.read(FLOWS)
    with tempfile.TemporaryDirectory(prefix="e2-") as work:
        systems.generate(binaries, FLOWS, work, "--seed", str(seed), changes=changes_of(flows))
        path, changes = e2.system_of(system, f"{work}/port0.pcap", e2.predictor(e2.ALPHA_PERCENT, e2.ALL_FLOWS))
        link = round(flows["resources"]["link_mbps"] * FASTER)
        schedulers = ["wfq_cpu", "wfq_bw"] if system == "wfq" else ["pcfq"]
        changes |= systems.defines(path, {s: {"FLOWS": len(flows["flow"]), "LINK_MBPS": link} for s in schedulers})
        changes |= {"port.0.tx.rate_mbps": link, systems.WEIGHTS: [0x80008000] * len(flows["flow"])}
        _, stats = systems.run(binaries, path, f"{work}/out", "--log-data", "header:40", changes=changes)
        if stats["frames"]["received"] != stats["frames"]["transmitted"]:
            raise RuntimeError("the two-flow example lost frames")
        rows = json.loads(systems.call([f"{binaries}/ixplog", "delay", f"{work}/out", "--flows", FLOWS, "--json"]))["delay_cycles"]
    return {"packets": stats["frames"]["received"],
            "ms": {r["name"]: r["max"] / (e2.ME_MHZ * 1000) * FASTER for r in rows if r["kind"] == "flow"}}


def measure(experiment, seeds):
    """{system: [result of each seed]}"""
    return experiment.runs.over_seeds(SYSTEMS, seeds, lambda system, seed: (
        f"two/{system}-{seed}", run_one, experiment.binaries, system, seed))
