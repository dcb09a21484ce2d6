"""Experiment E6 with line cards on the emulated chip: captures of real traffic enter four cards (microblocks/linecard),
whose cells cross a switch in the same run (tools/switch-network). For comparison, ideal cards, whose cells are
available as the line delivers them, with the same switch (ixpfabric).

Chips run in three configurations: the switch has the queues, with two schedulers; or the cards have them, with
requests and grants."""
import json
import os
import tempfile

from tools_lib import systems
from . import runs, whole_results

DATA = "e6-chips.csv"
TOOL = "tools/switch-network"
CAPTURES = [f"traces/real/port{port}_in.pcap" for port in range(3)]
MADE_OF = ["microblocks/linecard", "microblocks/rx", "microblocks/systems", "rings", TOOL, *CAPTURES]
PORTS = 4
RATES = [1000, 700, 400]  # Mbit/s of the lines
SLOT_NS = 512             # 64 bytes at 1 Gbit/s
SLOT_CYCLES = 307.2
SLOTS = 20000
GRANTS_AHEAD = 8
SCHEDULERS = ["p-spf", "packet-islip"]
CARDS = ["chips", "requests", "ideal"]
CELLS_OF = {"chips": "0:2", "requests": "0:3"}  # the microengine that sends cells
FABRIC = """ports = {ports}
slots = {slots}
[scheduler]
name = "{scheduler}"
[traffic]
cells = "{cells}"
"""


def setups():
    """(cards, scheduler) of the runs with chips; ideal cards run with each."""
    return [("chips", scheduler) for scheduler in SCHEDULERS] + [("requests", "p-spf")]


def slot(cycle):
    return int(cycle / SLOT_CYCLES)


def rows(path):
    with open(path, encoding="utf-8") as f:
        for line in f:
            if not line.startswith("#"):
                yield line.split()


def cells_of(path):
    """(cycle of its last byte, tag, header) of each cell in a port log; requests and grants are skipped."""
    for _, end, _, _, tag, data, *_ in rows(path):
        if data[0] == "1":
            yield int(end), tag, (int(data[:8], 16), int(data[8:16], 16))


def packets_of(path):
    """[(tag of its frame, class, output, [departure cycle of each cell], number in its class)] of packets that have
    left completely."""
    found, whole = {}, []
    for end, tag, (first, second) in cells_of(path):
        packet = found.setdefault(tag, (tag, "short" if first >> 24 & 15 else "long", first >> 16 & 0xFF, [], second >> 16 & 0x1FFF))
        packet[3].append(end)
        if second >> 30 & 1:
            whole.append(found.pop(tag))
    return whole


def arrivals(cards, times):
    """CSV for ixpfabric; times(card, packet) are the slots of a packet's cells."""
    cells = []
    for card, packets in enumerate(cards):
        for number, packet in enumerate(packets):
            slots = times(card, packet)
            cells += [(at, card, number, k, packet[1], packet[2], int(k + 1 == len(slots))) for k, at in enumerate(slots)]
    lines = [f"{at},{card},{number},{of},{output},{last}" for at, card, number, _, of, output, last in sorted(cells)]
    return "\n".join(["slot,input,packet,class,output,last", *lines, ""])


def frames_of(folder):
    """[{tag: (cycle of its first byte, of its last)}] of the frames that entered each card."""
    return [{row[4]: (int(row[0]), int(row[1])) for row in rows(os.path.join(folder, f"in{card}/port0_rx.log"))}
            for card in range(PORTS)]


def last_cells(folder):
    """{(card, class, number of the packet): arrival cycle of its last cell at the egress card}"""
    found = {}
    for card in range(PORTS):
        for end, _, (first, second) in cells_of(os.path.join(folder, f"out{card}/port1_rx.log")):
            if second >> 30 & 1:
                found[first & 0xFF, "short" if first >> 24 & 15 else "long", second >> 16 & 0x1FFF] = end
    return found


def left_of(folder):
    """{(card, tag): departure cycle of the frame's last byte}"""
    found = {}
    for card in range(PORTS):
        for left_ns, _, _, _, frame, _ in rows(os.path.join(folder, f"out{card}/frames.log")):
            origin, tag = frame.split(":")
            found[int(origin.removeprefix("in")), tag] = int(left_ns) * 0.6
    return found


def pipeline(folder):
    """{class: {packets, ingress, fabric, egress, total, most}}: mean times in slots, of packets that left. Ingress ends
    when the last cell has left the ingress chip, fabric when it has reached the egress chip, egress when the frame's
    last byte has left."""
    frames, at_egress, left = frames_of(folder), last_cells(folder), left_of(folder)
    parts = {"short": [], "long": []}
    for card in range(PORTS):
        for tag, of, _, cells, number in packets_of(os.path.join(folder, f"in{card}/port1_tx.log")):
            out = left.get((card, tag))
            if out is not None:
                times = [frames[card][tag][1], cells[-1], at_egress[card, of, number], out]
                parts[of].append([(b - a) / SLOT_CYCLES for a, b in zip(times, times[1:])])
    means = {}
    for of, found in parts.items():
        mean = [sum(column) / len(found) for column in zip(*found)]
        means[of] = {"packets": len(found), "ingress": mean[0], "fabric": mean[1], "egress": mean[2], "total": sum(mean),
                     "most": max(map(sum, found))}
    return means


def instructions(folder, kind):
    """{block: instructions per packet}, including polls of empty rings."""
    found = {"classify": 0, "send cells": 0, "assemble": 0, "send frames": 0}
    packets = sum(sum(1 for _ in rows(os.path.join(folder, f"out{card}/port0_tx.log"))) for card in range(PORTS))
    for card in range(PORTS):
        for side, blocks in (("in", {"classify": "0:1", "send cells": CELLS_OF[kind]}), ("out", {"assemble": "0:0", "send frames": "0:1"})):
            with open(os.path.join(folder, f"{side}{card}/stats.json"), encoding="utf-8") as f:
                at = {me["at"]: me["instructions"] for me in json.load(f)["microengines"]}
            for name, place in blocks.items():
                found[name] += at[place]
    return {name: count / packets for name, count in found.items()}


def run_chips(binaries, kind, scheduler, rate, slots, folder):
    """Statistics of the network's fabric."""
    ahead = ["--grants-ahead", str(GRANTS_AHEAD)] if kind == "requests" else []
    systems.call([os.path.join(systems.ROOT, TOOL), folder, "--ports", str(PORTS), "--rate", str(rate), "--scheduler", scheduler,
                  "--repeat", *ahead])
    systems.call([os.path.join(binaries, "ixpemu"), "run", os.path.join(folder, "switch.toml"), "--quiet", "--log-data", "header:8",
                  "--until", f"time_ms={slots * SLOT_NS / 10**6:.3f}", "--out", os.path.join(folder, "out")])
    with open(os.path.join(folder, "out/network.json"), encoding="utf-8") as f:
        return json.load(f)["fabric"]


def run_ideal(binaries, scheduler, cells, slots, folder):
    file = os.path.join(folder, "fabric.toml")
    runs.write(file, FABRIC.format(ports=PORTS, slots=slots, scheduler=scheduler, cells=cells))
    stats = json.loads(systems.call([os.path.join(binaries, "ixpfabric"), file, "--audit", "--json"]))
    del stats["fabric"]
    return stats


def run_one(binaries, rate, slots):
    with tempfile.TemporaryDirectory() as work:
        result = {"pipeline": {}, "instructions": {}}
        for kind, scheduler in setups():
            folder = os.path.join(work, f"{kind}-{scheduler}")
            result[f"{kind} {scheduler}"] = run_chips(binaries, kind, scheduler, rate, slots, folder)
            if scheduler == "p-spf":
                result["pipeline"][kind] = pipeline(os.path.join(folder, "out"))
                result["instructions"][kind] = instructions(os.path.join(folder, "out"), kind)
        out = os.path.join(work, "chips-p-spf/out")
        cards, frames = [packets_of(os.path.join(out, f"in{card}/port1_tx.log")) for card in range(PORTS)], frames_of(out)
        runs.write(os.path.join(work, "ideal.csv"),
                   arrivals(cards, lambda card, packet: [slot(frames[card][packet[0]][0]) + k for k in range(len(packet[3]))]))
        for scheduler in SCHEDULERS:
            result[f"ideal {scheduler}"] = run_ideal(binaries, scheduler, "ideal.csv", slots, work)
        return result


def measure(experiment, slots):
    """{rate: result}"""
    found = experiment.runs.all([(f"{slots}/chips-{rate}", run_one, experiment.binaries, rate, slots) for rate in RATES])
    return dict(zip(RATES, found))


def data(measured, slots):
    """CSV of the runs."""
    return whole_results.text([({"rate": rate, "slots": slots}, result) for rate, result in measured.items()])


def read(of_csv):
    """({rate: result}, slots) from the CSV."""
    found = whole_results.read(of_csv)
    return {int(key["rate"]): result for key, result in found}, int(found[0][0]["slots"])
