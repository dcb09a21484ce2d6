"""The page of experiment E6 with line cards on the emulated chip."""
from . import e6_chips
from .e1_report import table
from .e6_report import NAMES


def value(entry, digits=2):
    return f"{entry['mean']:.{digits}f} ± {entry['half_width_95']:.{digits}f}"


def table_of_switch(measured):
    rows = []
    for rate, result in measured.items():
        for scheduler in e6_chips.SCHEDULERS:
            for kind in e6_chips.CARDS:
                stats = result[f"{kind} {scheduler}"]
                rows.append([str(rate), NAMES[scheduler], kind, value(stats["throughput"], 4)]
                            + [value(stats["packets"][of][name]) for of in ("short", "long") for name in ("waiting", "delay")]
                            + [str(stats["queues"]["input_short"]["max"]), str(stats["queues"]["input_long"]["max"])])
    return table(["Mbit/s", "scheduler", "cards", "throughput", "short: waiting", "delay", "long: waiting", "delay",
                  "short cells at most", "long"], rows)


def table_of_pipeline(measured):
    rows = [[str(rate), of, str(found["packets"]), f"{found['mean']:.2f}", f"{found['most']:.2f}"]
            for rate, result in measured.items() for of, found in result["pipeline"].items()]
    return table(["Mbit/s", "class", "packets", "mean", "most"], rows)


def report(measured, slots):
    return f"""# E6, chips: line cards on the emulated chip

The real captures of [captures.toml](../../fabrics/captures.toml), one at each of three [line cards](../../microblocks/linecard/linecard.md)
again and again, back to back on lines of several rates; the cards' cells enter a 3 x 3 switch ([ixpfabric](../fabric.md)) in slots of
512 ns ({e6_chips.SLOT_CYCLES} cycles). {slots} slots, a tenth of them before statistics begin, intervals of 95 % by means of batches.
Written by `tools/experiments e6 --setup chips`.

The switch has the queues for each output: the cards know no requests and no grants and send at twice the rate of a line, short
packets between the cells of long ones. So each chip runs alone, and the switch on the cells in their port logs, with books of every
cell. Ideal cards are those whose cells are there as the line brings them, one a slot from the frame's first byte on.

## The switch

{table_of_switch(measured)}
## What the chips' pipeline adds

Slots from a frame's last byte on the line until its last cell has left the chip, {e6_chips.SLOT_CYCLES} cycles each.

{table_of_pipeline(measured)}"""
