"""Sensitivity to the model's assumptions: headline figures, with each parameter that has no public source for this chip
(`ixpemu params --json`, "assumed") at half and at one and a half times its default.

Lengths, rates and seeds were chosen before any run."""
import dataclasses
import json
import os
import tempfile

from tools_lib import systems
from . import cost, cost_report, e1, e1_line, runs, whole_results

MADE_OF = ["microblocks", "rings", "mecc/include", "traces/flows/table1.toml", "traces/generated",
           *(f"experiments/{name}.py" for name in ("sensitivity", "e1", "e1_line", "cost", "schedulers"))]
SEEDS = range(6001, 6006)   # seeds of E1 used by no other report
E1_PACKETS = 5000
COST_PACKETS = 2048
COST_RATE = 500_000         # packets/s: half of the rate that both systems sustain
CEILING_PACKETS = 20_000
CROSSING_PACKETS = 600
CROSSING_MBPS = 10          # on each of three gigabit lines: frames do not interfere
BUS_TIMES = 4               # as fast as the board's media bus, so that rx alone is the bottleneck
ROUTER = systems.path_of("forward")
PORTS = range(3)


@dataclasses.dataclass(frozen=True)
class Figure:
    text: str
    unit: str
    shown: str           # format of a value
    points: bool = False # changes are differences: the figure itself is in per cent


FIGURES = {
    "e1-average": Figure("E1: reduction of averages", "%", ".1f", True),
    "e1-maximum": Figure("E1: reduction of maxima", "%", ".1f", True),
    "e1-pcfq": Figure("E1: delay, PCFQ", "ms", ".3f"),
    "e1-wfq": Figure("E1: delay, WFQ", "ms", ".3f"),
    "decision-pcfq": Figure("decision, PCFQ", "cycles", ".0f"),
    "decision-wfq": Figure("decisions, two WFQ", "cycles", ".0f"),
    "sustained-pcfq": Figure("PCFQ sustains", "packets/s", ",.0f"),
    "forwarding": Figure("forwarding ceiling", "M packets/s", ".2f"),
    "rx": Figure("Rx-only ceiling", "M packets/s", ".2f"),
    "rx-block": Figure("the same, faster bus", "M packets/s", ".2f"),
    "crossing": Figure("crossing time", "cycles", ",.0f"),
}


# ---- Figures, with {key: value} of [chip]

def chip_changes(values):
    return {f"chip.{key}": value for key, value in values.items()}


def line_rate(binaries, chip, seed):
    """The cell of E1 shown on its page, for both systems: mean over the categories of Table I."""
    setup, ms = e1_line.shown(E1_PACKETS).setup(), {}
    with tempfile.TemporaryDirectory(prefix="e1-") as work:
        e1.generate(binaries, setup, seed, E1_PACKETS, work)
        for system in e1.SYSTEMS:
            path, changes = e1.system_of(setup, system, f"{work}/port0.pcap")
            _, stats = systems.run(binaries, path, f"{work}/{system}", "--log-data", "header:40",
                                   changes=changes | chip_changes(chip))
            lost = stats["frames"]["received"] - stats["frames"]["transmitted"]
            if lost:
                raise RuntimeError(f"{system}: error: {lost} packets were dropped; nothing should be")
            ms[system] = e1.by_category(json.loads(systems.call(
                [f"{binaries}/ixplog", "delay", f"{work}/{system}", "--flows", e1.FLOWS, "--json"])))
    mean = lambda values: sum(values) / len(e1.CATEGORIES)  # noqa: E731
    reduction = lambda what: 100 * mean(1 - ms["pcfq"][c][what] / ms["wfq"][c][what] for c in e1.CATEGORIES)  # noqa: E731
    return {"e1-average": reduction("mean"), "e1-maximum": reduction("max"),
            **{f"e1-{s}": mean(ms[s][c]["mean"] for c in e1.CATEGORIES) for s in e1.SYSTEMS}}


def scheduler(binaries, chip, name, folder):
    system = cost.System(binaries, name, 16, folder)
    system.base = system.base | chip_changes(chip)
    return system


def decision(binaries, chip, name):
    """Cycles per packet executed by all threads of a system's schedulers."""
    with tempfile.TemporaryDirectory(prefix="cost-") as folder:
        system = scheduler(binaries, chip, name, folder)
        loaded = system.loaded(COST_RATE, COST_PACKETS, 0.75)
        result = {"sustained": loaded, "waiting": system.between(system.start * 3 // 4, system.start)}
    if not all(t["packets"] for s in loaded["schedulers"].values() for t in s["threads"].values()):
        raise RuntimeError(f"{name}: error: no packet passes")
    cycles = [cost_report.per_packet(result, s, "sustained", t) for s in loaded["schedulers"] for t in cost_report.THREADS]
    return {f"decision-{name}": sum(c for c in cycles if c is not None)}


def sustained(binaries, chip):
    with tempfile.TemporaryDirectory(prefix="cost-") as folder:
        return {"sustained-pcfq": scheduler(binaries, chip, "pcfq", folder).highest(COST_PACKETS)}


def ports(direction, **keys):
    return {f"port.{n}.{direction}.{key}": value for n in PORTS for key, value in keys.items()}


def statistics(binaries, changes, until):
    with tempfile.TemporaryDirectory(prefix="router-") as folder:
        return systems.run(binaries, ROUTER, folder, "--log-data", "none", "--until", until, changes=changes)[1]


def millions_per_s(frames, stats):
    return frames / stats["end"]["time_ns"] * 1000


def forwarding(binaries, chip):
    """The router of forward.toml with lines that are never the bottleneck."""
    stats = statistics(binaries, ports("rx", rate_mbps=0) | ports("tx", rate_mbps=0) | chip_changes(chip),
                       f"packets_tx={CEILING_PACKETS}")
    return {"forwarding": millions_per_s(stats["frames"]["transmitted"], stats)}


def receiving(binaries, chip, name, bus_times):
    """Its rx alone: packets that it puts on rings are discarded with their buffers."""
    bus_khz = next(p["value"] for p in parameters(binaries) if p["key"] == "clock.msf_khz")
    changes = ports("rx", rate_mbps=0) | {
        "microengine": [{"at": "0:0", "image": "../rx/rx.uc"}],
        "agent": [{"kind": "drain", "from": ring, "burst": 64} for ring in PORTS],
        "boot.freelist.buffers": 2 * CEILING_PACKETS, "boot.load": [], "chip.clock.msf_khz": bus_khz * bus_times,
    }
    stats = statistics(binaries, changes | chip_changes(chip), f"packets_rx={CEILING_PACKETS}")
    return {name: millions_per_s(stats["frames"]["by_fate"]["delivered"], stats)}


def crossing(binaries, chip):
    """Mean delay of a frame that meets no other, last byte in to last byte out, with unbounded transmit lines."""
    changes = ports("rx", timing="poisson", mean_mbps=CROSSING_MBPS) | ports("tx", rate_mbps=0) | chip_changes(chip)
    with tempfile.TemporaryDirectory(prefix="router-") as folder:
        systems.run(binaries, ROUTER, folder, "--log-data", "none", "--until", f"packets_rx={CROSSING_PACKETS}",
                    changes=changes)
        delay = json.loads(systems.call([f"{binaries}/ixplog", "delay", folder, "--json"]))
    return {"crossing": next(row["mean"] for row in delay["delay_cycles"] if row["kind"] == "all")}


# Runs; the figures of one run belong together. E1 has one run per seed.
MEASURES = {
    **{f"e1-{seed}": (line_rate, seed) for seed in SEEDS},
    "decision-pcfq": (decision, "pcfq"), "decision-wfq": (decision, "wfq"), "sustained-pcfq": (sustained,),
    "forwarding": (forwarding,), "rx": (receiving, "rx", 1), "rx-block": (receiving, "rx-block", BUS_TIMES),
    "crossing": (crossing,),
}


def measure(binaries, chip, name):
    """{figure: value}; if the system rejects or fails with the values of [chip], {"failed": reason}."""
    function, *arguments = MEASURES[name]
    try:
        return function(binaries, chip, *arguments)
    except RuntimeError as e:
        if not chip or systems.stopping():
            raise
        why = next((line for line in str(e).splitlines() if "error: " in line), str(e).splitlines()[-1])
        return {"failed": why.rpartition("error: ")[2]}


# ---- Parameters and values

def parameters(binaries):
    return json.loads(systems.call([os.path.join(binaries, "ixpemu"), "params", "--json"]))


def of_no_figure(key):
    """Parameters used by no system of a figure: accesses of ARM programs, flow control of CSIX."""
    return (key.startswith("xscale.") and key != "xscale.ring_access") or key == "msf.fc_fifo"


def assumed(binaries):
    return [p for p in parameters(binaries) if p["assumed"] and not of_no_figure(p["key"])]


class Allowed:
    """Tests values with ixpemu, which checks some against each other."""

    def __init__(self, binaries, folder):
        self.binaries, self.system = binaries, os.path.join(folder, "nop.toml")
        runs.write(os.path.join(folder, "nop.hex"), "f0000c0300 ; nop\n")
        runs.write(self.system, '[[microengine]]\nat = "0:0"\nimage = "nop.hex"\n')

    def __call__(self, key, value):
        try:
            systems.call([os.path.join(self.binaries, "ixpemu"), "check", self.system, *systems.settings({f"chip.{key}": value})])
        except RuntimeError:
            return False
        return True

    def nearest(self, parameter, wanted):
        """The allowed value nearest to a wanted one, between it and the default; None if there is none."""
        good, bad = parameter["value"], wanted
        if self(parameter["key"], wanted):
            return wanted
        while abs(bad - good) > 1:
            middle = (good + bad) // 2
            good, bad = (middle, bad) if self(parameter["key"], middle) else (good, middle)
        return good if good != parameter["value"] else None


def wanted(parameter):
    """(half, one and a half) of a default, rounded away from it; for a switch the other value, once."""
    value = parameter["value"]
    if parameter["max"] == 1:
        return (1, None) if value == 0 else (0, None)
    return value // 2, -(-value * 3 // 2)


def values(binaries, chosen):
    """[(parameter, [value or None for half, for one and a half])]"""
    with tempfile.TemporaryDirectory(prefix="sensitivity-") as folder:
        allowed = Allowed(binaries, folder)
        return [(p, [None if v is None else allowed.nearest(p, v) for v in wanted(p)]) for p in chosen]


# ---- Experiment

AT = ("lower", "higher")  # than the default
KEY = ("parameter", "default", "max", "at", "value")  # of a run; empty with the defaults


def name(chip, measured):
    at = "-".join(f"{key}={value}" for key, value in chip.items()) or "default"
    return f"{at}/{measured}"


def columns(measured):
    """Columns "run" and "seed" of the CSV from a name of MEASURES."""
    seed = next((value for value in MEASURES[measured] if value in SEEDS), "")
    return {"run": measured.removesuffix(f"-{seed}"), "seed": seed}


def measure_all(experiment, keys, measures):
    """CSV with a line per run. `keys`: only these parameters, or None."""
    binaries = experiment.binaries
    chosen = values(binaries, [p for p in assumed(binaries) if keys is None or p["key"] in keys])
    at = [{"parameter": p["key"], "default": p["value"], "max": p["max"], "at": which, "value": v}
          for p, of_p in chosen for which, v in zip(AT, of_p) if v is not None]
    wanted = [(of, m) for of in [dict.fromkeys(KEY, ""), *at] for m in measures]
    chips = [({of["parameter"]: of["value"]} if of["parameter"] else {}, m) for of, m in wanted]
    made = experiment.runs.all([(name(chip, m), measure, binaries, chip, m) for chip, m in chips])
    return whole_results.text([(of | columns(m), result) for (of, m), result in zip(wanted, made)])


def read(text):
    """(baseline, [(parameter, values, results)]): for each value the results of its runs, as {figure: values} and
    {"failed": reasons}; None for a value that is not allowed."""
    baseline, of = [], {}
    for key, result in whole_results.read(text):
        if key["parameter"]:
            parameter, by_value = of.setdefault(key["parameter"], ({"key": key["parameter"], "value": int(key["default"]), "max": int(key["max"])}, {}))
            by_value.setdefault(key["at"], (int(key["value"]), []))[1].append(result)
        else:
            baseline.append(result)
    return joined(baseline), [(p, [by[at][0] if at in by else None for at in AT], [joined(by[at][1]) if at in by else None for at in AT])
                              for p, by in of.values()]


def joined(results):
    """{figure: [value of each run that has it]}, {"failed": [reasons]} for failed runs."""
    out = {}
    for result in results:
        for figure, value in result.items():
            out.setdefault(figure, []).append(value)
    return out
