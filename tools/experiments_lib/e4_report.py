"""The page of experiment E4."""
import statistics

from . import e4
from .experiment import Experiment, add_packets

# Table 1 of the paper, ms: the chip; the host without load, with disk I/O, with zip, with both
PAPER = {"max": {100: (0.856, 43.511, 200.008, 364.494, 123.908), 400: (20.390, 56.459, 829.084, 49.370, 662.014)},
         "min": {100: (0.000, 0.000, 0.000, 0.004, 0.007), 400: (0.000, 0.003, 0.000, 0.003, 0.003)},
         "average": {100: (0.320, 0.321, 0.322, 0.328, 0.321), 400: (0.129, 0.139, 0.159, 0.154, 0.154)},
         "median": {100: (0.351, 0.349, 0.348, 0.348, 0.348), 400: (0.088, 0.089, 0.174, 0.174, 0.174)},
         "deviation": {100: (0.085, 0.189, 0.859, 1.145, 0.652), 400: (0.071, 0.153, 1.552, 0.427, 1.494)}}
MEASURES = {"max": max, "min": min, "average": statistics.fmean, "median": statistics.median, "deviation": statistics.pstdev}


def ms(nanoseconds):
    return f"{nanoseconds / 1e6:.3f}"


def joined(pieces, key):
    return [value for piece in pieces for value in piece[key]]


def counted(pieces, key):
    return [sum(values) for values in zip(*(piece[key] for piece in pieces))]


def lost_percent(pieces, kinds):
    received, transmitted = counted(pieces, "received"), counted(pieces, "transmitted")
    came = sum(received[kind] for kind in kinds)
    return 100 * (came - sum(transmitted[kind] for kind in kinds)) / came


def beside_paper(found, video):
    """The paper's figures for one video rate, and ours on a gigabit link."""
    cells = [e4.Cell(video, 1000, True), e4.Cell(video, 1000, False)]
    gaps = [joined(found[cell], "gaps_ns") for cell in cells]
    lines = [f"| {video} Mbit/s, gaps in ms | here, prioritizer | here, one FIFO | paper, chip | host, no load | disk | zip | disk and zip |",
             "|---" * 8 + "|"]
    for name, measure in MEASURES.items():
        lines.append(f"| {name} | " + " | ".join(ms(measure(of)) for of in gaps) + " | "
                     + " | ".join(f"{value:.3f}" for value in PAPER[name][video]) + " |")
    return lines


def all_cells(found):
    lines = ["| video, Mbit/s | link, Mbit/s | | gap: max | min | average | median | deviation | delay: average | max | lost, %: priority 0 "
             "| other video | background |", "|---" * 13 + "|"]
    for cell, pieces in found.items():
        gaps, delays = joined(pieces, "gaps_ns"), joined(pieces, "delays_ns")
        lines.append(f"| {cell.video_mbps} | {cell.link_mbps} | {'prioritizer' if cell.prioritized else 'one FIFO'} | "
                     + " | ".join(ms(measure(gaps)) for measure in MEASURES.values())
                     + f" | {ms(statistics.fmean(delays))} | {ms(max(delays))} | {lost_percent(pieces, [0]):.2f} "
                     f"| {lost_percent(pieces, range(1, e4.LAYERS)):.2f} | {lost_percent(pieces, [e4.LAYERS]):.2f} |")
    return lines


def statements(found):
    """Conclusions as text."""
    lines = []
    for video, (wide, narrow) in e4.LINKS.items():
        with_it, without = (found[e4.Cell(video, narrow, prioritized)] for prioritized in (True, False))
        worst = [max(joined(pieces, "delays_ns")) for pieces in (with_it, without)]
        lost = [lost_percent(pieces, [0]) for pieces in (with_it, without)]
        lines.append(f"- {video} Mbit/s of video into a link of {narrow}: with the prioritizer a packet of first priority takes "
                     f"{ms(worst[0])} ms at most and {lost[0]:.2f} % of them are lost; in one FIFO {ms(worst[1])} ms and {lost[1]:.2f} %.")
    return lines


def page(found, packets):
    return "\n".join([
        HEADER.format(packets=f"{packets:,}", piece=f"{e4.PIECE:,}", bytes=e4.BYTES, background=e4.BACKGROUND_MBPS),
        *beside_paper(found, 100), "", *beside_paper(found, 400), "", BETWEEN, *all_cells(found), "", *statements(found), ""])


HEADER = """# E4: gaps between packets of first priority

`tools/experiments e4` writes the tables. The experiment is of Halvorsen, Sunde, Petlund, Griwodz: Programmable Subsystems: A
Traffic Shaping & Packet Prioritizing Case Study, INC 2006, Table 1. A layered video stream and {background} Mbit/s in the background pass the
chip, or a host with a priority queueing discipline of the Linux kernel that may have other work; the table has gaps between
successive packets of first priority.

[prioritizer.toml](../../microblocks/systems/prioritizer.toml): [prioritizer](../../microblocks/prioritizer/prioritizer.md) and
[priority scheduler](../../microblocks/priority_scheduler/priority_scheduler.md). Four layers of equal rate, packets of {bytes} bytes
(frames without FCS) in turn and equally spaced; the layer is in the payload type. The background is UDP with exponential gaps,
without RTP, so it shares the last priority with the last layer. {packets} packets of first priority a row, in runs of {piece} at most;
each run has another random background. One FIFO: the same system, configured to read the priority at a position where these packets
have none, so that all have the same.

## The paper's set-up

The link carries far more than arrives (180 and 480 of 1000 Mbit/s) and the sender is exact, so nothing waits: a FIFO has the same
gaps as the prioritizer to the last digit. These two tables cannot confirm or refute the paper's Table 1; they show that the
chip's delay hardly varies. Figures of the host are the paper's and for scale only. The 80 Mbit/s of video in the paper's text, where its table has 100, are not run.
"""

BETWEEN = """From the paper's table, averages, maxima and deviations can be compared. Its medians are steps of 0.087 ms, the granularity of the
clock that it was measured with; its mean gap at 400 Mbit/s means that some 250 Mbit/s arrived. Its gaps include those of the
sender, with unknown spacing. Here the sender is exact; the gaps come from the line with the background before the chip, the chip,
and the line after it. On a gigabit link nothing has to wait for long, and so the prioritizer hardly matters.

## Links that are too small, not in the paper

Here a priority counts. The rows with 1000 Mbit/s repeat the tables above.
"""


class E4(Experiment, name="e4", help="gaps between packets of first priority, with and without prioritizer"):
    programs, made_of = ["ixpemu", "mecc"], e4.MADE_OF

    @staticmethod
    def options(parser):
        add_packets(parser, f"{e4.PACKETS}; {e4.PIECE} a run", e4.PACKETS, "of first priority, each row")

    def main(self):
        return page(e4.measure(self, self.given.packets), self.given.packets)
