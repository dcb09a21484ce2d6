"""The page of experiment E3 and its plots."""
import functools

from . import e3, e3_data, figures
from .e3_data import OVER, SEEN, SETTLED_S
from .experiment import Experiment, add_from_data, whole
from .page import opening


def title(case):
    return f"({case.figure}) {case.high}/{case.low} kbit/s, {case.depth // e3.BYTES} packets, {case.deadline_ms} ms"


def plots(curves):
    """{name: SVG}"""
    over_time = [figures.lines(title(case), "s", "kbit/s", {name: of[name] for name in ("offered", "shaped")})
                 for case, of in curves.items()]
    saved = [figures.lines(title(case), "s", "bytes", {"tokens": of["tokens"]}) for case, of in curves.items() if "tokens" in of]
    return {"rates": figures.figure(over_time, 2), "tokens": figures.figure(saved, 2)}


def case_cells(case):
    return f"| ({case.figure}) | {case.high} / {case.low} | {case.depth // e3.BYTES} | {case.deadline_ms} "


def row(case, of):
    offered, shaped = of["offered"], of["shaped"]
    return case_cells(case) + (
        f"| {offered['mean']:.0f} | {shaped['mean']:.0f} | {offered['highest']:.0f} | {shaped['highest']:.0f} "
        f"| {shaped['above']:.0f} | {shaped['deviation']:.1f} | {sum(of['drops'].values())} |")


def bounds(case, of):
    return case_cells(case) + (f"| {of['excess_shaper']:.2f} | {case.depth} | {of['excess_port']:.2f} | {of['bound_port']:.2f} "
                               f"| {of['jitter_us']:.2f} | {of['late_us']:.2f} |")


def page(found, packets, images):
    drops = {name for of in found.values() for name in of["drops"]}
    a, *_, c = (found[case] for case in e3.PAPER)
    first = opening(
        "E3: a stream that exceeds its reservation, shaped", "Does the shaper turn a stream above its reservation into a smooth one, as in Figure 5?",
        "Yes, (a) is smooth just below the reservation and (c) has some ripple, but its peaks are the unshaped ones.",
        f"(a) {a['shaped']['level']:.0f} kbit/s, deviation {a['shaped']['deviation']:.1f}, {sum(a['drops'].values())} drops; (c) above the reservation "
        f"for {above(c):.0f} % of the time, the input for {c['offered']['above']:.0f} %; the paper has curves only.",
        "Deterministic; every window of every run is checked.", "Depth of the bucket, deadline and (b)'s lower rate are ours.")
    lines = [first + HEADER.format(reserved=e3.RESERVED, bytes=e3.BYTES, phase=e3.PHASE, deadline=e3.DEADLINE_MS, waiting=e3.WAITING,
                           depth=e3.DEPTH // e3.BYTES, packets=packets, data=e3_data.DATA,
                           curves=e3_data.CURVES, over=OVER, settled=SETTLED_S, seen=SEEN),
             CASE_HEADER + "mean offered | mean shaped | highest offered | highest shaped | above, % | its deviation | dropped |",
             "|---" * 11 + "|"]
    lines += [row(case, of) for case, of in found.items()]
    lines += [f"\nAll drops are {', '.join(sorted(drops))}.", "", *(f"![{name}]({image})\n" for name, image in images.items()),
              BOUNDS, CASE_HEADER + "at the shaper: bytes above rate x length | depth | at the port | depth + jitter x rate "
              "| jitter, us | late, us |",
              "|---" * 10 + "|"]
    lines += [bounds(case, of) for case, of in found.items()]
    return "\n".join(lines + statements(found) + [DROPS])


def statements(found):
    """The paper's statements, and whether they hold here."""
    a, b, b_650, c = (found[case] for case in e3.PAPER)
    level, deviation, dropped = a["shaped"]["level"], a["shaped"]["deviation"], sum(a["drops"].values())
    change = max(of["unshaped_delay_spread_us"] for of in found.values())
    shares = ", ".join(f"{case.depth // e3.BYTES} packets and {case.deadline_ms} ms {above(of):.0f} %"
                       for case, of in found.items() if (case.high, case.low) == (1100, 600))
    good = 0.98 <= level / e3.RESERVED < 1.001 and deviation < 0.01 * e3.RESERVED and dropped > 0
    near = [f"{low} kbit/s: {of['shaped']['highest']:.0f} at most, {above(of):.0f} % of the time above. "
            + verdict(0.98 <= of["shaped"]["level"] / e3.RESERVED < 1.001 and above(of) == 0)
            for low, of in ((700, b), (650, b_650))]
    peaks = c["shaped"]["highest"], c["offered"]["highest"]
    return ["", "## The paper's statements", "",
            f"- (a) smooth, just below the reservation, with drops: {level:.2f} kbit/s with a deviation of {deviation:.2f}, {dropped} "
            f"packets dropped. {verdict(good)}",
            f"- (c) some ripple from saved tokens: up to {peaks[0]:.0f} kbit/s, and up to {c['tokens']:.0f} bytes of tokens left when a "
            f"packet goes, for {above(c):.0f} % of the time, where the input is above for {c['offered']['above']:.0f} %. "
            f"{verdict(0 < above(c) <= c['offered']['above'] / 2)} \"Some\" is at most half of the input's time. The peak itself is "
            f"{'' if peaks[0] < peaks[1] - 0.5 else 'not '}lower than the input's. The share of the time above {SEEN} x the reservation, by the "
            f"bucket's depth and the deadline: {shares}.",
            f"- (b) near the reservation, without ripple, with a low rate of {' '.join(near)} The output depends on whether the queue lasts for the "
            f"low phase: with a deadline of 100 ms and 700 kbit/s the bucket fills, {above(found[e3.OTHERS[4]]):.0f} % of the time above.",
            f"- Without the shaper the output follows the input: packets of a stream that is not in the table are not delayed, delays differ "
            f"by {change:.2f} us at most. {verdict(change < 10)}", ""]


def verdict(good):
    return "**Confirmed.**" if good else "**Not confirmed.**"


def above(of):
    """Per cent of the time after settling in which the output is above the reservation."""
    return of["shaped"]["above"]


CASE_HEADER = "| figure | offered kbit/s | bucket, packets | deadline, ms | "

HEADER = """
`tools/experiments e3` writes tables and plots: 160 s of emulated time in some 15 s of one processor. [{data}](data/{data})
has every run, [{curves}](data/{curves}) the plotted points. The experiment is of
Halvorsen, Sunde, Petlund, Griwodz: Programmable Subsystems: A Traffic Shaping & Packet Prioritizing Case Study, INC 2006, Figure 5:
{bytes}-byte packets, {reserved} kbit/s reserved, a sender that switches between two rates every {phase} packets. (a) 1100 and 800 kbit/s: a
smooth output just below the reservation, with drops; (b) a lower low rate, which is not readable: 700 here, and 650; (c) 600
kbit/s: some ripple from saved tokens. Without the shaper the output follows the input. According to the paper, unshaped peaks of
(b) are higher than those of (a), so (b) and (c) are also run with 1300 kbit/s.

[shaper.toml](../../microblocks/systems/shaper.toml) with one stream in its table ([shaper](../../microblocks/shaper/shaper.md)).
Chosen here, where the paper has no value: the bucket holds {depth} packets, a packet is useless after {deadline} ms (others of both for
comparison), {waiting} packets may wait; rates and the bucket count frames from the destination MAC on, without FCS. {packets} packets a run.

Rates in kbit/s are over {over} packets. Highest, deviation and the share of the time above {seen} x the reservation count after {settled} s,
when the initial tokens of the bucket are used up. The second plot shows the tokens left when a packet goes, in bytes.
"""

BOUNDS = """No window of any length, from any packet to any later one, has more bytes than rate x length + depth. This is checked over all
windows: at the shaper's output, with the time of the decision, and at the port, where the bound is higher by jitter x rate (jitter:
maximum minus minimum time from the decision to the last byte on the line). The table has the window closest to the bound, with its
bytes above rate x length. Late is the maximum time from a packet's conformance until it was released. A run that breaks a bound
ends with an error.
"""

DROPS = """## Drops

Each release and drop, with its time, is the same as that of a token bucket on the host for the same arrivals
(`experiments/shaper_model.py`); a run that differs ends with an error. `late` are packets that could not have
conformed before their deadline, first in their queue.
"""


class E3(Experiment, name="e3", help="a stream of media that exceeds its reservation, shaped"):
    programs, made_of = ["ixpemu", "mecc"], e3.MADE_OF

    @staticmethod
    def options(parser):
        parser.add_argument("--phases", type=whole(4, 1000), default=e3.PHASES, metavar="N", help=f"of {e3.PHASE} packets, each run "
                            f"({e3.PHASES})")
        add_from_data(parser)

    @functools.cached_property
    def measured(self):
        return e3.measure(self, self.given.phases)

    def main(self):
        found, packets = e3_data.read(self.data(f"data/{e3_data.DATA}", lambda: e3_data.text(*self.measured, self.given.phases * e3.PHASE)))
        curves = self.data(f"data/{e3_data.CURVES}", lambda: e3_data.curves_text(self.measured[0]))
        return page(found, packets, self.pictures(plots(e3_data.read_curves(curves, list(found)))))
