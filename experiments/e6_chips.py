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
from .e6_report import NAMES
from .page import opening, table

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
CARDS = {"chips": "chips", "requests": "chips, requests", "ideal": "ideal"}  # names on the page
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


def value(entry, digits=2):
    return f"{entry['mean']:.{digits}f} ± {entry['half_width_95']:.{digits}f}"


def table_of_switch(measured):
    rows = []
    for rate, result in measured.items():
        for scheduler in SCHEDULERS:
            for kind in CARDS:
                stats = result.get(f"{kind} {scheduler}")
                if not stats:
                    continue
                packets, queues = stats["packets"], stats["queues"]
                rows.append([str(rate), NAMES[scheduler], CARDS[kind], value(stats["throughput"], 4), value(packets["short"]["waiting"]),
                             value(packets["long"]["waiting"]), value(packets["long"]["service"]),
                             str(queues["input_short"]["max"]), str(queues["input_long"]["max"])])
    return table(["Mbit/s", "scheduler", "cards", "throughput", "short: waiting", "long: waiting", "service", "short cells at most",
                  "long"], rows)


def table_of_pipeline(measured):
    rows = [[str(rate), CARDS[kind], of, str(found["packets"])]
            + [f"{found[part]:.2f}" for part in ("ingress", "fabric", "egress", "total", "most")]
            for rate, result in measured.items() for kind, classes in result["pipeline"].items() for of, found in classes.items()]
    return table(["Mbit/s", "cards", "class", "packets", "ingress", "fabric", "egress", "all", "most"], rows)


def table_of_answers(measured):
    rows = []
    for rate, result in measured.items():
        answers = result["requests p-spf"]["slots_from_grant_to_cell"]
        rows.append([str(rate), str(answers["cells"]), str(answers["least"]), f"{answers['mean_thousandths'] / 1000:.2f}",
                     str(answers["most"]), str(result["requests p-spf"]["late_cells"])])
    return table(["Mbit/s", "cells", "min", "mean", "max", f"later than {GRANTS_AHEAD}"], rows)


def table_of_instructions(measured):
    rows = [[str(rate), CARDS[kind], *(f"{count:.0f}" for count in blocks.values())]
            for rate, result in measured.items() for kind, blocks in result["instructions"].items()]
    return table(["Mbit/s", "cards", "classify", "send cells", "assemble", "send frames"], rows)


def report(measured, slots):
    n = PORTS
    rate, result = next(iter(measured.items()))
    waiting = {kind: value(result[f"{kind} p-spf"]["packets"]["short"]["waiting"]) for kind in ("chips", "ideal")}
    first = opening(
        "E6, chips: line cards on the emulated chip", "Can line cards on the chip feed a switch that lets short packets interrupt long ones?",
        "Yes, at full lines; only short packets wait a little longer than with ideal cards.",
        f"at {rate} Mbit/s short packets wait {waiting['chips']} slots, with ideal cards {waiting['ideal']}; the paper has no cards.",
        f"One run of {slots} slots each; 95 % intervals by means of batches.", f"{n} ports instead of 16, real captures.")
    return f"""{first}
Real captures, one at each of {n} [line cards](../../microblocks/linecard/linecard.md) again and again, back to back on lines of
several rates, every flow to one other card (`tools/switch-network --repeat`). Cards and a {n} x {n} switch run together, a
[network](../network.md#a-switch-fabric-between-chips) of {2 * n} chips and a fabric: slots of {SLOT_NS} ns ({SLOT_CYCLES} cycles), links of 250 ns, an
audit of every cell in every slot. {slots} slots, a tenth of them before statistics begin, intervals of 95 % by means of batches.
Written by `tools/experiments e6 --setup chips`; [{DATA}](data/{DATA}) has every run.

With "chips" the queues are in the switch: cards send at twice the rate of a line, short packets between the cells of long ones.
With "chips, requests" they are in the cards, and the switch grants cells {GRANTS_AHEAD} slots ahead. "Ideal" cards have a cell as soon as the
line brings it, one a slot from the frame's first byte on, before the same switch ([ixpfabric](../fabric.md)).

## The switch

Slots; with requests a packet waits from its request on, and every cell for the slots that grants are ahead.

{table_of_switch(measured)}
## Requests and grants

Slots from a grant until its cell is at the switch.

{table_of_answers(measured)}
## Times in the chips

P-SPF. Mean times in slots: from a frame's last byte on the line until its last cell has left the ingress chip; until that is at the
egress chip; until the frame's last byte is on the line again.

{table_of_pipeline(measured)}
## Instructions a packet

P-SPF, means over short and long packets, polls of empty rings included. A microengine has {SLOT_CYCLES} cycles a slot.

{table_of_instructions(measured)}"""
