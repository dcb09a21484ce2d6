"""The page of experiment E4."""
from .intervals import mean_and_half_width

from . import e4
from .experiment import Experiment, add_from_data, add_packets
from .page import opening, table

# Table 1 of the paper, ms: the chip; the host without load, with disk I/O, with zip, with both
PAPER = {"max": {100: (0.856, 43.511, 200.008, 364.494, 123.908), 400: (20.390, 56.459, 829.084, 49.370, 662.014)},
         "min": {100: (0.000, 0.000, 0.000, 0.004, 0.007), 400: (0.000, 0.003, 0.000, 0.003, 0.003)},
         "average": {100: (0.320, 0.321, 0.322, 0.328, 0.321), 400: (0.129, 0.139, 0.159, 0.154, 0.154)},
         "median": {100: (0.351, 0.349, 0.348, 0.348, 0.348), 400: (0.088, 0.089, 0.174, 0.174, 0.174)},
         "deviation": {100: (0.085, 0.189, 0.859, 1.145, 0.652), 400: (0.071, 0.153, 1.552, 0.427, 1.494)}}
GAP_NS = 320000     # of packets of 1000 bytes in a layer of 25 Mbit/s
AGREES_MS = 0.005   # a prediction holds within this


def counted(pieces, key):
    return [sum(values) for values in zip(*(piece[key] for piece in pieces))]


def lost_percent(pieces, kinds):
    received, transmitted = counted(pieces, "received"), counted(pieces, "transmitted")
    came = sum(received[kind] for kind in kinds)
    return 100 * (came - sum(transmitted[kind] for kind in kinds)) / came


def over_runs(pieces, of, name):
    """(mean over the runs, half width); a maximum or minimum is the extreme, without an
    interval."""
    values = [piece[of][name] for piece in pieces]
    return (max(values), 0) if name == "max" else (min(values), 0) if name == "min" else mean_and_half_width(values)


def shown(pair):
    mean, half = pair
    return f"{mean:.3f}" + (f" ± {half:.3f}" if half >= 0.0005 else "")


def deviation(found, cell, of="exact"):
    return over_runs(found[cell], of, "deviation")


def apart(first, second):
    """Whether two intervals do not meet."""
    return abs(first[0] - second[0]) > first[1] + second[1]


def named(cell):
    return ("prioritizer" if cell.prioritized else "one FIFO") + (", busy memories" if cell.busy else "")


def beside_paper(found, video):
    """Table of gaps for one video rate: ours for each reading of the paper's sender, by the exact
    clock and by the paper's clock, then the paper's."""
    cells = list(e4.READINGS[video])
    if video == 100:
        cells[1:1] = [e4.Cell(100, e4.WIDE, True, jitter) for jitter in e4.JITTERS[1:]]
    header = ["gaps in ms"]
    for cell in cells:
        sender = f"{cell.video_mbps} Mbit/s of {cell.bytes_} bytes" + (f", jitter {cell.jitter_us} us" if cell.jitter_us else "")
        header += [sender, "the same, paper's clock"]
    header += ["paper, chip", "host, no load", "disk", "zip", "disk and zip"]
    rows = [[name, *(shown(over_runs(found[cell], of, name)) for cell in cells for of in ("exact", "clock")),
             *(f"{value:.3f}" for value in PAPER[name][video])] for name in e4.MEASURES]
    return table(header, rows)


def all_cells(found):
    rows = []
    for cell, pieces in found.items():
        rows.append([str(cell.video_mbps), str(cell.bytes_), str(cell.jitter_us), str(cell.link_mbps), named(cell),
                     shown(deviation(found, cell, "sent")), *(shown(over_runs(pieces, "exact", name)) for name in e4.MEASURES),
                     shown(deviation(found, cell, "clock")), shown(over_runs(pieces, "delay", "average")),
                     shown(over_runs(pieces, "delay", "max")), *(f"{lost_percent(pieces, kinds):.2f}" for kinds in (
                         [0], range(1, e4.LAYERS), [e4.LAYERS]))])
    return table(["video, Mbit/s", "bytes", "jitter, us", "link, Mbit/s", "", "deviation at the sender", "gap: max", "min", "average",
                  "median", "deviation", "by the paper's clock", "delay: average", "max", "lost, %: priority 0", "other video",
                  "background"], rows)


# ---- Predictions, written down before the runs

def verdict(good):
    return "confirmed" if good else "**not confirmed**"


def clock_alone(found):
    exact, clock = (deviation(found, e4.Cell(100, e4.WIDE, True), of) for of in ("exact", "clock"))
    wanted = e4.clock_deviation(GAP_NS)
    part = clock[0] / PAPER["deviation"][100][0]
    return [f"an exact sender on the gigabit link: the clock alone shows a deviation of {wanted:.3f} ms",
            f"{shown(clock)}, {shown(exact)} by an exact clock; {part:.0%} of the paper's {PAPER['deviation'][100][0]:.3f}",
            verdict(abs(clock[0] - wanted) <= AGREES_MS + clock[1])]


def wide_link(found):
    apart_at = [jitter for jitter in e4.JITTERS
                if apart(*(deviation(found, e4.Cell(100, e4.WIDE, p, jitter)) for p in e4.BOTH))]
    return [f"on the gigabit link prioritizer and FIFO are not distinguishable, with any jitter: the paper's set-up cannot "
            "show a prioritizer", f"deviations differ at {len(apart_at)} of {len(e4.JITTERS)} jitters", verdict(not apart_at)]


def sender_kept(found):
    worst = max((deviation(found, e4.Cell(100, e4.WIDE, True, j))[0] - deviation(found, e4.Cell(100, e4.WIDE, True, j), "sent")[0]
                 for j in e4.JITTERS), key=abs)
    return [f"there the chip passes on the sender's jitter: deviations in and out differ by at most {AGREES_MS:.3f} ms",
            f"at most {worst:+.3f}", verdict(abs(worst) <= AGREES_MS)]


def contention(found):
    """FIFO is worse than the prioritizer when traffic fills the link to 97 %."""
    rows, good = [], True
    for jitter in e4.JITTERS:
        first, fifo = (deviation(found, e4.Cell(100, e4.LOADED, p, jitter)) for p in e4.BOTH)
        good &= fifo[0] > first[0] and apart(first, fifo)
        rows.append(f"{shown(first)} against {shown(fifo)} with jitter {jitter}")
    return [f"on a link of {e4.LOADED} Mbit/s the deviation is larger in one FIFO than with the prioritizer, at every jitter",
            "; ".join(rows), verdict(good)]


def contention_delay(found):
    """One packet in transmission and those past the scheduler: some five of 0.043 ms."""
    most = [max(over_runs(found[e4.Cell(100, e4.LOADED, p, j)], "delay", "max")[0] for j in e4.JITTERS) for p in e4.BOTH]
    return ["there a packet of first priority waits for at most six others with the prioritizer, 0.270 ms in all, and longer in the FIFO",
            f"{most[0]:.3f} and {most[1]:.3f} ms", verdict(most[0] <= 0.270 < most[1])]


def paper_whole(found):
    """The paper's deviation lies between that of no jitter and of the largest, by its clock."""
    seen = [deviation(found, e4.Cell(100, e4.WIDE, True, j), "clock") for j in e4.JITTERS]
    paper = PAPER["deviation"][100][0]
    return [f"clock and a sender with a jitter of up to 0.2 ms explain the paper's {paper:.3f} ms: it is between the least and the "
            "largest jitter", ", ".join(shown(pair) for pair in seen), verdict(seen[0][0] < paper < seen[-1][0])]


def text_reading(found):
    averages = [over_runs(found[cell], "exact", "average") for cell in e4.READINGS[100]]
    return ["80 Mbit/s of 1000 bytes, as the paper's text has it, gives gaps of 0.400 ms, not its 0.320; of 800 bytes 0.320",
            ", ".join(map(shown, averages[1:])),
            verdict(abs(averages[1][0] - 0.4) <= 0.001 and abs(averages[2][0] - 0.32) <= 0.001)]


def arrived(found):
    average = over_runs(found[e4.Cell(e4.ARRIVED_MBPS, e4.WIDE, True)], "exact", "average")
    return [f"the paper's mean gap at 400 Mbit/s is that of {e4.ARRIVED_MBPS} Mbit/s", f"{shown(average)}, the paper 0.129",
            verdict(abs(average[0] - PAPER["average"][400][0]) <= 0.002)]


def busy_memories(found):
    differ = [abs(deviation(found, e4.Cell(100, link, True, busy=True))[0] - deviation(found, e4.Cell(100, link, True))[0])
              for link in (e4.WIDE, e4.LOADED)]
    return ["copies by another microengine, 18 % of DRAM's time and 12 % of SRAM's, change the deviation by less than 0.001 ms, on either link",
            f"by {differ[0]:.4f} and {differ[1]:.4f} ms", verdict(max(differ) < 0.001)]


def small_link(found):
    """[(lost, largest delay) with the prioritizer and in the FIFO]"""
    rows = []
    for video, link in e4.LINKS.items():
        with_it, without = (found[e4.Cell(video, link, p)] for p in e4.BOTH)
        lost = [lost_percent(pieces, [0]) for pieces in (with_it, without)]
        rows.append([f"{video} Mbit/s of video into a link of {link}: first priority loses nothing with the prioritizer, and packets in "
                     "one FIFO", f"lost {lost[0]:.2f} and {lost[1]:.2f} %; delay at most {over_runs(with_it, 'delay', 'max')[0]:.3f} and "
                     f"{over_runs(without, 'delay', 'max')[0]:.3f} ms", verdict(lost[0] == 0 < lost[1])])
    return rows


def predictions(found):
    return [clock_alone(found), sender_kept(found), wide_link(found), paper_whole(found), contention(found),
            contention_delay(found), text_reading(found), arrived(found), busy_memories(found), *small_link(found)]


def page(found, packets):
    """Generated part of the page."""
    exact = deviation(found, e4.Cell(100, e4.WIDE, True), "clock")
    first, fifo = (deviation(found, e4.Cell(100, e4.LOADED, p)) for p in e4.BOTH)
    lines = opening(
        "E4: gaps between packets of first priority", "Does the prioritizer keep gaps between packets of first priority even, as in Table 1?",
        "Yes, but the paper's set-up cannot show it: on its link one FIFO has the same gaps. On a loaded link the prioritizer's are more even.",
        f"deviation by the paper's clock {shown(exact)} ms with an exact sender; the paper {PAPER['deviation'][100][0]:.3f} ms. On a loaded link "
        f"{shown(first)} ms, in one FIFO {shown(fifo)} ms.", f"{len(e4.seeds_of(packets))} runs with {packets:,} packets in all a cell; predictions first.",
        "The sender's jitter is ours; no host beside the chip; the loaded link is not in the paper.")
    return lines + HEADER.format(packets=f"{packets:,}", runs=len(e4.seeds_of(packets)), bytes=e4.BYTES, background=e4.BACKGROUND_MBPS,
                         data=e4.DATA, wide=e4.WIDE, loaded=e4.LOADED) + f"""
## Predictions and measurements

Written down before the first run of these cells, except for the last two lines: their outcome was known from earlier runs.
± is a 95 % interval over the runs (Student's t).

{table(["prediction", "measured", ""], predictions(found))}
## Beside the paper's Table 1

The prioritizer on the gigabit link. The paper's clock has steps of 0.087 ms (its Figure 6 shows them); the sender's jitter is not in
the paper, so these columns show its effect and not its size. Columns of the host are the paper's, for scale only.

{beside_paper(found, 100)}
{beside_paper(found, 400)}
## All cells

Times in ms.

{all_cells(found)}"""


HEADER = """
`tools/experiments e4` writes the tables; [{data}](data/{data}) has every run. The experiment is of Halvorsen, Sunde, Petlund, Griwodz:
Programmable Subsystems: A Traffic Shaping & Packet Prioritizing Case Study, INC 2006, Table 1. A layered video stream and {background}
Mbit/s in the background pass the chip, or a host with a priority queueing discipline of the Linux kernel that may have other
work; the table has gaps between successive packets of first priority.

[prioritizer.toml](../../microblocks/systems/prioritizer.toml): [prioritizer](../../microblocks/prioritizer/prioritizer.md) and
[priority scheduler](../../microblocks/priority_scheduler/priority_scheduler.md). Four layers of equal rate, packets of {bytes} bytes
(frames without FCS) in turn; the layer is in the payload type. The background is UDP with exponential gaps, without RTP, so it
shares the last priority with the last layer. {packets} packets of first priority a cell, in {runs} runs with backgrounds of their own;
the paper has 150,000.

- **Jitter**: each packet of video leaves its sender late by a uniform random time up to the column's, in order. 0: an exact sender.
- **Link**: {wide} Mbit/s, as the paper's gigabit ports; {loaded} Mbit/s, which all traffic loads to 97 %; links too small for all.
- **One FIFO**: the same system, which reads the priority at a position where these packets have none, so that all have the same.
- **Busy memories**: another microengine reads and writes DRAM and SRAM without pause
  ([busy_memory.c](../../microblocks/prioritizer/busy_memory.c)). The paper's host has copies of files and compression instead. The
  control core cannot be the load here: its accesses delay no others ([time on the chip](../xscale.md#time-on-the-chip)).
"""


class E4(Experiment, name="e4", help="gaps between packets of first priority, with and without prioritizer"):
    programs, made_of = ["ixpemu", "mecc"], e4.MADE_OF

    @staticmethod
    def options(parser):
        add_packets(parser, f"{e4.PACKETS}, in {e4.RUNS} runs", e4.PACKETS, "of first priority, each cell")
        add_from_data(parser)

    def main(self):
        packets = self.given.packets
        return page(*e4.read(self.data(f"data/{e4.DATA}", lambda: e4.data(e4.measure(self, packets), packets))))
