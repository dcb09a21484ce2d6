"""The page of experiment E6 with line cards on the emulated chip."""
from . import e6_chips
from .e1_report import opening, table
from .e6_report import NAMES

CARDS = {"chips": "chips", "requests": "chips, requests", "ideal": "ideal"}


def value(entry, digits=2):
    return f"{entry['mean']:.{digits}f} ± {entry['half_width_95']:.{digits}f}"


def table_of_switch(measured):
    rows = []
    for rate, result in measured.items():
        for scheduler in e6_chips.SCHEDULERS:
            for kind in e6_chips.CARDS:
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
    return table(["Mbit/s", "cells", "min", "mean", "max", f"later than {e6_chips.GRANTS_AHEAD}"], rows)


def table_of_instructions(measured):
    rows = [[str(rate), CARDS[kind], *(f"{count:.0f}" for count in blocks.values())]
            for rate, result in measured.items() for kind, blocks in result["instructions"].items()]
    return table(["Mbit/s", "cards", "classify", "send cells", "assemble", "send frames"], rows)


def report(measured, slots):
    n = e6_chips.PORTS
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
[network](../network.md#a-switch-fabric-between-chips) of {2 * n} chips and a fabric: slots of {e6_chips.SLOT_NS} ns ({e6_chips.SLOT_CYCLES} cycles), links of 250 ns, an
audit of every cell in every slot. {slots} slots, a tenth of them before statistics begin, intervals of 95 % by means of batches.
Written by `tools/experiments e6 --setup chips`; [{e6_chips.DATA}](data/{e6_chips.DATA}) has every run.

With "chips" the queues are in the switch: cards send at twice the rate of a line, short packets between the cells of long ones.
With "chips, requests" they are in the cards, and the switch grants cells {e6_chips.GRANTS_AHEAD} slots ahead. "Ideal" cards have a cell as soon as the
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

P-SPF, means over short and long packets, polls of empty rings included. A microengine has {e6_chips.SLOT_CYCLES} cycles a slot.

{table_of_instructions(measured)}"""
