"""Experiment E2, after the simulation of Sabrina, Kanhere, Jha (IEEE Trans. Computers 2007): delays and fairness of
thirty flows on one processor and a link of 10 Mbit/s, under PCFQ and under two separate WFQ schedulers.
traces/flows/e2.toml has the flows and the rules by which they were chosen."""
import csv
import dataclasses
import io
import json
import os
import tempfile

from tools_lib import systems

MADE_OF = ["microblocks", "rings", "traces/flows/e2.toml"]  # files that change results
FLOWS = os.path.join(systems.ROOT, "traces/flows/e2.toml")
SR_4 = systems.header_numbers("pcfq")["SR_4"]
ME_MHZ, LINK_MBPS, UNIT = 600, 10, 16  # UNIT: cycles of a microengine that a unit of work means
RUN_S = 300        # as in the paper
SAMPLES = 100      # per run, as in the paper
POLL_CYCLES = 8192 # 14 us, compared with 400 per packet
ELEMENTS = 32      # 64-byte elements that tx fills ahead: the longest frame has 22
ROOM = 1024        # longwords of SR-4, two per packet

# The paper's reductions of maximum and average delay by PCFQ against separate WFQ, per cent
PAPER = {"MPEG2/video": (51, 42), "RC2/decryption": (21, 56), "RC2/encryption": (32, 77)}
GROUPS = list(PAPER)
# The published PCFQ; the same with a virtual time that keeps pace with flows that get their shares
# (microblocks/pcfq/pcfq.md); WFQ
SYSTEMS = ["pcfq", "paced", "wfq"]
PACE = {"pcfq": 1, "paced": 4}


@dataclasses.dataclass(frozen=True)
class Setup:
    arrivals: str          # per flow: "poisson"; "cbr", a constant rate; "greedy", as many as its reservation allows
    bucket: int = -1       # bucket_packets (docs/flows.md); -1: none
    by_length: bool = True # predictions follow packets' lengths, SF = L(t+1)/L(t); else SF = 1

    def name(self):
        return self.arrivals + ("" if self.bucket < 0 else f"-{self.bucket}") + ("" if self.by_length else "-sf1")


SETUPS = {s.name(): s for s in (Setup("poisson"), Setup("poisson", by_length=False), Setup("cbr"), Setup("cbr", by_length=False),
                                Setup("greedy", 0), Setup("greedy", 0, False), Setup("greedy", 1), Setup("greedy", 1, False))}
CONFORMING = [name for name, s in SETUPS.items() if s.bucket >= 0]
GREEDY_PACKETS_PER_S = 10**6  # rate before the token buckets
ALPHA_PERCENT = 40
ALL_FLOWS = 0x3fffffff        # bit mask PAYLOAD_FLOWS
RC2_FLOWS = 0x3ffffc00
TASKS = os.path.join(systems.ROOT, "rings/tasks.h")


def predictor(alpha_percent, payload_flows):
    """Settings of the simulation: build options of a scheduler before the processors."""
    return {"ALPHA_PERCENT": alpha_percent, "PAYLOAD_FLOWS": payload_flows, "RESIZES": 1}


def read_flows():
    return systems.read(FLOWS)


def reserved(flows):
    """{flow: {resource: share of the whole}}, in order of the flows' numbers."""
    groups = flows["flow"]
    total = {key: sum(g[key] * len(g["number"]) for g in groups) for key in ("weight_cpu", "weight_bandwidth")}
    return {f"{g['name']}{number:02}": {"processor": g["weight_cpu"] / total["weight_cpu"], "link": g["weight_bandwidth"] / total["weight_bandwidth"]}
            for g in groups for number in g["number"]}


def average_by_work(run):
    """Average delay, each group weighted by the processor time that it reserves."""
    work = {f"{g['cpu']}/{g['bandwidth']}": g["weight_cpu"] * len(g["number"]) for g in read_flows()["flow"]}
    return sum(run["ms"][name]["mean"] * part for name, part in work.items()) / sum(work.values())


def packets_per_s(flows):
    return sum(group["packets_per_s"] * len(group["number"]) for group in flows["flow"])


def duration_ms(packets):
    """Duration in which about `packets` packets arrive, at the flows' rates."""
    return packets / packets_per_s(read_flows()) * 1000


def default_packets():
    return round(RUN_S * packets_per_s(read_flows()))


def generate(binaries, setup, seed, packets, folder):
    """Generates streams for the duration of `packets`; returns the resulting loads."""
    flows = read_flows()
    changes = {"default.duration_ms": round(duration_ms(packets), 3), "default.arrivals": setup.arrivals}
    if setup.arrivals == "greedy":
        changes["default.arrivals"] = "cbr"
        changes |= {f"flow.{i}.packets_per_s": GREEDY_PACKETS_PER_S for i in range(len(flows["flow"]))}
    if setup.bucket >= 0:
        changes["default.bucket_packets"] = setup.bucket
    port, = systems.generate(binaries, FLOWS, folder, "--seed", str(seed), changes=changes)["ports"]
    return {"cpu_load": port["mcycles_per_s"] / flows["resources"]["cpu_mhz"], "link_load": port["line_mbps"] / LINK_MBPS}


def weight_words(flows):
    """Contents of WEIGHTS_BASE: for each flow its shares of processor and link, in 1/65536."""
    return [round(65536 * of["processor"]) << 16 | round(65536 * of["link"]) for of in reserved(flows).values()]


def system_of(system, stream, prediction=None):
    """The system file and its overrides: one processing context, the slower link, thirty flows. `prediction`: result of
    predictor(); None: the published microcode's."""
    flows = read_flows()
    base, scheduler = ("wfq", "wfq_cpu") if system == "wfq" else ("pcfq", "pcfq")
    path = systems.path_of(base)
    fair = {"FLOWS": sum(len(g["number"]) for g in flows["flow"]), "LINK_MBPS": LINK_MBPS,
            "LINK_OVERHEAD_BYTES": systems.LINE_BYTES, "IDLE_CYCLES": POLL_CYCLES, "POLL_CYCLES": POLL_CYCLES}
    defines = {
        # One packet waits for the processor; otherwise the processor would wait for the scheduler's answer each time
        scheduler: {"PROCESSORS": 1, "HANDED_OUT_MAX": 2, **fair},
        "process": {"WORK_UNIT": UNIT, "WORK_SLEEPS": 1, "POLL_CYCLES": POLL_CYCLES},
        "tx": {"ELEMENTS_IN_FLIGHT_MAX": ELEMENTS, "POLL_CYCLES": POLL_CYCLES},
    }
    if system == "wfq":
        defines["wfq_bw"] = fair
    else:
        defines["pcfq"]["VIRTUAL_PACE"] = PACE[system]
    changes = {
        "chip.stop.idle": 60_000_000,  # 0.1 s without movement of a frame
        f"ring.{SR_4}.size": ROOM, systems.STREAMS: [stream], "port.0.tx.rate_mbps": LINK_MBPS,
        "boot.freelist.buffers": 4096, systems.WEIGHTS: weight_words(flows),
    }
    if prediction:
        defines[scheduler] |= prediction
        defines["process"]["RESIZES"] = 1
        changes["messages"] = TASKS
    changes |= systems.defines(path, defines)
    processing = systems.running(path, "process")
    changes |= {f"microengine.{at}.start": int(at == processing[0]) for at in processing}
    return path, changes


def over_time(binaries, folder, interval_ms):
    """{group: [[ms, mean, max] of the delays of frames that left in each interval]}, ms."""
    frames = systems.call([f"{binaries}/ixplog", "delay", folder, "--flows", FLOWS, "--csv"])
    found = {group: {} for group in GROUPS}
    for row in csv.DictReader(io.StringIO(frames)):
        entry = found[row["category"]].setdefault(int(int(row["tx_eop_cycle"]) / (ME_MHZ * 1000) / interval_ms), [0, 0, 0])
        ms = int(row["delay_cycles"]) / (ME_MHZ * 1000)
        entry[:] = entry[0] + 1, entry[1] + ms, max(entry[2], ms)
    return {group: [[(n + 1) * interval_ms, total / count, most] for n, (count, total, most) in sorted(of.items())]
            for group, of in found.items()}


def promised(binaries):
    """Bounds of each flow, by closed forms."""
    return json.loads(systems.call([f"{binaries}/ixplog", "guarantee", FLOWS, "--json"]))["guarantees"]


def delays(binaries, folder):
    """{"category", "flow": {name: {"mean": milliseconds, ...}}}"""
    rows = json.loads(systems.call([f"{binaries}/ixplog", "delay", folder, "--flows", FLOWS, "--json"]))["delay_cycles"]
    return {kind: {row["name"]: {k: row[k] / (ME_MHZ * 1000) for k in ("min", "mean", "max", "std", "p99")}
                   for row in rows if row["kind"] == kind} for kind in ("category", "flow")}


def measures(binaries, folder, packets):
    """Delays of groups and flows in milliseconds, also over time; shares of both resources by flow; the Gini index over
    time."""
    interval = duration_ms(packets) / SAMPLES
    fairness = json.loads(systems.call([f"{binaries}/ixplog", "fairness", folder, "--flows", FLOWS, "--interval-ms",
                                        f"{interval:.3f}", "--json"]))
    ms = delays(binaries, folder)
    return {"ms": ms["category"], "flow_ms": ms["flow"], "over_time": over_time(binaries, folder, interval),
            "flows": fairness["flows"], "relative_fairness": fairness["relative_fairness"],
            "relative_fairness_s": fairness["relative_fairness"]["seconds"],
            "gini": [[s["time_s"], s["gini_cpu_s"], s["gini_link_s"]] for s in fairness["gini"]]}


def behind_processor(stats):
    """Packets on SR-4: with PCFQ those that wait for the link. (WFQ has the heads of its queues in local memory.)"""
    ring = next(r for r in stats["rings"] if r["ring"] == SR_4)
    return {"mean": ring["depth_mean"] / 2, "high": ring["high_water"] // 2}


def run_one(binaries, setup, system, seed, packets):
    with tempfile.TemporaryDirectory(prefix="e2-") as work:
        loads = generate(binaries, setup, seed, packets, work)
        prediction = predictor(ALPHA_PERCENT, ALL_FLOWS if setup.by_length else 0)
        path, changes = system_of(system, f"{work}/port0.pcap", prediction)
        _, stats = systems.run(binaries, path, f"{work}/out", "--log-data", "header:40", changes=changes)
        measured = measures(binaries, f"{work}/out", packets)
    frames = stats["frames"]
    drops = {k: n for k, n in frames["dropped_by_microcode"].items() if n}
    return {"setup": dataclasses.asdict(setup), "system": system, "seed": seed, "packets": packets, **loads,
            "received": frames["received"], "transmitted": frames["transmitted"], "drops": drops,
            "ring_4": behind_processor(stats), "emulated_ms": stats["end"]["time_ns"] / 1e6, **measured}
