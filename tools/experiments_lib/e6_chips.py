"""Experiment E6 with line cards on the emulated chip: three real captures enter three cards (microblocks/linecard), whose cells go
into a 3 x 3 switch slot by slot; beside them cards that are ideal, whose cells are there as the line brings them.

The switch has the queues: the cards know no requests and no grants, and send at twice the rate of a line. So each chip runs alone,
and the switch runs on what their port logs say."""
import json
import os
import tempfile

from . import runs, systems

SYSTEM = "microblocks/systems/linecard.toml"
BLOCKS = ["microblocks/linecard", "microblocks/rx", "microblocks/systems", "rings"]
CAPTURES = [f"traces/real/port{port}_in.pcap" for port in range(3)]
PROGRAMS = ["ixpfabric", "ixpemu", "mecc"]
RATES = [1000, 700, 400]  # Mbit/s of the lines
SLOT_CYCLES = 307.2       # 64 bytes at 1 Gbit/s and 600 MHz
SLOTS = 20000
CELLS_PORT = "0:2"  # the microengine that cuts packets up
SCHEDULERS = ["p-spf", "packet-islip"]
CARDS = ["chips", "ideal"]
FABRIC = """ports = {ports}
slots = {slots}
[scheduler]
name = "{scheduler}"
[traffic]
cells = "{cells}"
"""


def slot(cycle):
    return int(cycle / SLOT_CYCLES)


def rows(path):
    with open(path, encoding="utf-8") as f:
        for line in f:
            if not line.startswith("#"):
                begin, end, _, _, tag, data = line.split()[:6]
                yield int(begin), int(end), tag, data


def packets_of(folder):
    """[(tag of its frame, class, output, [cycle in which each cell had left])] of those that have left whole."""
    found, whole = {}, []
    for _, end, tag, data in rows(os.path.join(folder, "port1_tx.log")):
        first, second = int(data[:8], 16), int(data[8:16], 16)
        packet = found.setdefault(tag, (tag, "short" if first >> 24 & 15 else "long", first >> 16 & 0xFF, []))
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


def run_card(binaries, card, rate, slots, folder):
    changes = {"port.0.rx.streams": [os.path.join(systems.ROOT, CAPTURES[card])], "port.0.rx.rate_mbps": rate,
               f"microengine.{CELLS_PORT}.define.INPUT": card}
    systems.call([os.path.join(binaries, "ixpemu"), "run", os.path.join(systems.ROOT, SYSTEM), "--quiet", "--log-data", "header:8",
                  "--until", f"cycles={int(slots * SLOT_CYCLES)}", "--out", folder, *systems.settings(changes)])


def pipeline(cards, frames):
    """{class: {packets, mean, most}}: slots from a frame's last byte until its last cell has left the chip."""
    out = {}
    for of in ("short", "long"):
        took = [(p[3][-1] - frames[card][p[0]][1]) / SLOT_CYCLES for card, packets in enumerate(cards) for p in packets if p[1] == of]
        out[of] = {"packets": len(took), "mean": sum(took) / len(took), "most": max(took)}
    return out


def run_one(binaries, rate, slots):
    with tempfile.TemporaryDirectory() as work:
        for card in range(len(CAPTURES)):
            run_card(binaries, card, rate, slots, os.path.join(work, str(card)))
        cards = [packets_of(os.path.join(work, str(card))) for card in range(len(CAPTURES))]
        frames = [{tag: (begin, end) for begin, end, tag, _ in rows(os.path.join(work, str(card), "port0_rx.log"))}
                  for card in range(len(CAPTURES))]
        text = {"chips": arrivals(cards, lambda card, packet: [slot(end) for end in packet[3]]),
                "ideal": arrivals(cards, lambda card, packet: [slot(frames[card][packet[0]][0]) + k
                                                               for k in range(len(packet[3]))])}
        result = {"pipeline": pipeline(cards, frames)}
        for kind in CARDS:
            runs.write(os.path.join(work, kind + ".csv"), text[kind])
            for scheduler in SCHEDULERS:
                file = os.path.join(work, "fabric.toml")
                runs.write(file, FABRIC.format(ports=len(CAPTURES), slots=slots, scheduler=scheduler, cells=kind + ".csv"))
                stats = json.loads(systems.call([os.path.join(binaries, "ixpfabric"), file, "--check", "--json"]))
                del stats["fabric"]
                result[f"{kind} {scheduler}"] = stats
        return result


class Experiment:
    """Runs with the programs in `binaries`, kept in `folder`."""

    def __init__(self, folder, binaries, workers):
        self.binaries = binaries
        made_of = runs.made_of(*(os.path.join(systems.ROOT, path) for path in [*BLOCKS, *CAPTURES]),
                               *(os.path.join(binaries, name) for name in PROGRAMS))
        self.runs = runs.Runs(os.path.join(folder, made_of), workers)

    def measure(self, slots):
        """{rate: result}"""
        found = self.runs.all([(f"{slots}/chips-{rate}", run_one, self.binaries, rate, slots) for rate in RATES])
        return dict(zip(RATES, found))
