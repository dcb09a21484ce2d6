"""Experiment E2: delays and fairness of thirty flows on one processor and a link of 10 Mbit/s under PCFQ and
under two separate WFQ schedulers, after the simulation of Sabrina, Kanhere, Jha (IEEE Trans. Computers
2007). flows/e2.toml has the flows and says how they were chosen."""
import dataclasses
import json
import os
import tempfile

from . import headers, runs, systems

FLOWS = os.path.join(systems.ROOT, "flows/e2.toml")
SR_4 = headers.numbers("pcfq")["SR_4"]
ME_MHZ, LINK_MBPS, UNIT = 600, 10, 16  # UNIT: cycles of a microengine that a unit of work means
SAMPLES = 100      # of the Gini index, as in the paper
POLL_CYCLES = 8192 # 14 us, where packets take 400
ELEMENTS = 32      # of 64 bytes that tx fills ahead: the longest frame has 22
ROOM = 1024        # longwords of SR-4, two a packet

# The paper's reductions of maximum and average delay by PCFQ against separate WFQ, per cent
PAPER = {"MPEG2/video": (51, 42), "RC2/decryption": (21, 56), "RC2/encryption": (32, 77)}
GROUPS = list(PAPER)
# The published PCFQ; the same with a virtual time that keeps up with flows that get their shares
# (microblocks/pcfq/pcfq.md); WFQ
SYSTEMS = ["pcfq", "paced", "wfq"]
PACE = {"pcfq": 1, "paced": 4}


@dataclasses.dataclass(frozen=True)
class Setup:
    arrivals: str  # of each flow: "poisson", or "cbr", a constant rate

    def name(self):
        return self.arrivals


SETUPS = {"poisson": Setup("poisson"), "cbr": Setup("cbr")}


def read_flows():
    return systems.read(FLOWS)


def packets_per_s(flows):
    return sum(group["packets_per_s"] * len(group["number"]) for group in flows["flow"])


def generate(binaries, setup, seed, packets, folder):
    """Streams with about `packets` of all flows; returns the loads they came to."""
    flows = read_flows()
    changes = {"default.duration_ms": round(packets / packets_per_s(flows) * 1000, 3), "default.arrivals": setup.arrivals}
    port, = systems.generate(binaries, FLOWS, folder, "--seed", str(seed), changes=changes)["ports"]
    return {"cpu_load": port["mcycles_per_s"] / flows["resources"]["cpu_mhz"], "link_load": port["line_mbps"] / LINK_MBPS}


def weight_words(flows):
    """What boot software puts at WEIGHTS_BASE: for each flow its parts of processor and link, in 1/65536."""
    groups = flows["flow"]
    total = {key: sum(g[key] * len(g["number"]) for g in groups) for key in ("weight_cpu", "weight_bandwidth")}
    words = {}
    for g in groups:
        cpu, link = (round(65536 * g[key] / total[key]) for key in ("weight_cpu", "weight_bandwidth"))
        words |= {number: cpu << 16 | link for number in g["number"]}
    return [words[number] for number in sorted(words)]


def system_of(system, stream):
    """The system file and what is changed in it: one processing context, the slower link, thirty flows."""
    flows = read_flows()
    base, scheduler = ("wfq", "wfq_cpu") if system == "wfq" else ("pcfq", "pcfq")
    path = systems.path_of(base)
    fair = {"FLOWS": sum(len(g["number"]) for g in flows["flow"]), "LINK_MBPS": LINK_MBPS,
            "LINK_OVERHEAD_BYTES": systems.LINE_BYTES, "IDLE_CYCLES": POLL_CYCLES, "POLL_CYCLES": POLL_CYCLES}
    defines = {
        # One packet waits for the processor, else the processor would wait for the scheduler's answer each time
        scheduler: {"PROCESSORS": 1, "HANDED_OUT_MAX": 2, **fair},
        "process": {"WORK_UNIT": UNIT, "WORK_SLEEPS": 1, "POLL_CYCLES": POLL_CYCLES},
        "tx": {"ELEMENTS_IN_FLIGHT_MAX": ELEMENTS, "POLL_CYCLES": POLL_CYCLES},
    }
    if system == "wfq":
        defines["wfq_bw"] = fair
    else:
        defines["pcfq"]["VIRTUAL_PACE"] = PACE[system]
    changes = {
        "chip.stop.idle": 60_000_000,  # 0.1 s without a frame moving
        f"ring.{SR_4}.size": ROOM, systems.STREAMS: [stream], "port.0.tx.rate_mbps": LINK_MBPS,
        "boot.freelist.buffers": 4096, systems.WEIGHTS: weight_words(flows),
    }
    changes |= systems.defines(path, defines)
    processing = systems.running(path, "process")
    changes |= {f"microengine.{at}.start": int(at == processing[0]) for at in processing}
    return path, changes


def measures(binaries, folder, packets):
    """Delays of the groups in milliseconds, what each flow got of both resources, the Gini index over time."""
    delay = json.loads(systems.call([f"{binaries}/ixplog", "delay", folder, "--flows", FLOWS, "--json"]))
    interval = packets / packets_per_s(read_flows()) * 1000 / SAMPLES
    fairness = json.loads(systems.call([f"{binaries}/ixplog", "fairness", folder, "--flows", FLOWS, "--interval-ms",
                                        f"{interval:.3f}", "--json"]))
    ms = {row["name"]: {k: row[k] / (ME_MHZ * 1000) for k in ("min", "mean", "max", "std", "p99")}
          for row in delay["delay_cycles"] if row["kind"] == "category"}
    return {"ms": ms, "flows": fairness["flows"], "relative_fairness_s": fairness["relative_fairness"]["seconds"],
            "gini": [[s["time_s"], s["gini_cpu_s"], s["gini_link_s"]] for s in fairness["gini"]]}


def behind_processor(stats):
    """Packets on SR-4: with PCFQ those that wait for the link. (Of WFQ's queues the heads are in local memory.)"""
    ring = next(r for r in stats["rings"] if r["ring"] == SR_4)
    return {"mean": ring["depth_mean"] / 2, "high": ring["high_water"] // 2}


def run_one(binaries, setup, system, seed, packets):
    with tempfile.TemporaryDirectory(prefix="e2-") as work:
        loads = generate(binaries, setup, seed, packets, work)
        path, changes = system_of(system, f"{work}/port0.pcap")
        _, stats = systems.run(binaries, path, f"{work}/out", "--log-data", "header:40", changes=changes)
        measured = measures(binaries, f"{work}/out", packets)
    frames = stats["frames"]
    drops = {k: n for k, n in frames["dropped_by_microcode"].items() if n}
    return {"setup": dataclasses.asdict(setup), "system": system, "seed": seed, "packets": packets, **loads,
            "received": frames["received"], "transmitted": frames["transmitted"], "drops": drops,
            "ring_4": behind_processor(stats), "emulated_ms": stats["end"]["time_ns"] / 1e6, **measured}


class Experiment:
    """Runs of E2 with the programs in `binaries`, kept in `folder`."""

    def __init__(self, folder, binaries, workers):
        inside = [os.path.join(systems.ROOT, name) for name in ("microblocks", "rings", "flows/e2.toml")]
        programs = [os.path.join(binaries, name) for name in systems.PROGRAMS]
        self.binaries = binaries
        self.runs = runs.Runs(os.path.join(folder, runs.made_of(*inside, *programs)), workers)

    def run(self, setup, system, seed, packets):
        return f"{setup.name()}/{system}-{seed}-{packets}", run_one, self.binaries, setup, system, seed, packets

    def measure(self, packets, seeds, setups):
        """{name: {system: [result of each seed]}}"""
        wanted = [(name, system, seed) for seed in seeds for name in setups for system in SYSTEMS]
        results = self.runs.all([self.run(setups[name], system, seed, packets) for name, system, seed in wanted])
        by_key = dict(zip(wanted, results))
        return {name: {system: [by_key[name, system, seed] for seed in seeds] for system in SYSTEMS}
                for name in setups}
