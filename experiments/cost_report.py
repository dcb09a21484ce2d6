"""The page on the cost of scheduling."""
from . import cost, whole_results
from .experiment import Experiment, add_from_data, add_packets, add_setups
from .page import opening, table

THREADS = ["enqueue", "dequeue", "prediction"]


def per_packet(result, scheduler, state, thread):
    """Cycles that a thread executes per packet, without idle turns; None if the scheduler has no such thread."""
    threads = result[state]["schedulers"][scheduler]["threads"]
    if thread not in threads:
        return None
    waiting = result["waiting"]["schedulers"][scheduler]["threads"][thread]
    turn = waiting["executed"] / waiting["idle_turns"]
    t = threads[thread]
    return (t["executed"] - turn * t["idle_turns"]) / t["packets"]


def busy(activity):
    return 1 - activity["idle"] / activity["cycles"]


def never_idle(activity):
    return [t for t in THREADS if t in activity["threads"] and
            activity["threads"][t]["idle_turns"] < 0.02 * activity["threads"][t]["packets"]]


def bounds(results):
    """For each scheduler, the threads without idle turns under overload."""
    lines = []
    for r in results:
        for name, activity in r["overloaded"]["schedulers"].items():
            for thread in never_idle(activity):
                t = activity["threads"][thread]
                lines.append(f"* {r['system']}, {r['flows']:,} flows: {thread} of {name} takes "
                             f"{activity['cycles'] / t['packets']:,.0f} cycles a packet and executes in "
                             f"{t['executed'] / activity['cycles']:.0%} of them; its microengine is busy in {busy(activity):.0%}.")
    return "\n".join(lines) + "\n"


def rates(results):
    rows = []
    for r in results:
        at_highest = ", ".join(f"{name} {busy(a):.0%}" for name, a in r["sustained"]["schedulers"].items())
        rows.append([r["system"], f"{r['flows']:,}", f"{r['highest']:,.0f}", at_highest, f"{r['overloaded']['out']:,.0f}"])
    return table(["system", "flows", "packets/s sustained", "microengines busy then",
                  f"packets/s sent at {cost.OVERLOAD} times that load"], rows)


def backlogs(results):
    return ", ".join(f"{r['system']} with {r['flows']:,} flows {first:,} and {last:,}"
                     for r in results for first, last in [r["overloaded"]["inside"]])


def costs(results, state):
    rows = []
    for r in results:
        for scheduler in r[state]["schedulers"]:
            cycles = [per_packet(r, scheduler, state, t) for t in THREADS]
            rows.append([scheduler, f"{r['flows']:,}"] + ["" if c is None else f"{c:.0f}" for c in cycles] +
                        [f"{sum(c for c in cycles if c is not None):.0f}"])
    return table(["scheduler", "flows"] + THREADS + ["together"], rows)


def together(result):
    """Cycles of each scheduler of a system for a packet at the highest rate sustained."""
    for scheduler in result["sustained"]["schedulers"]:
        yield sum(c for t in THREADS if (c := per_packet(result, scheduler, "sustained", t)) is not None)


def report(results):
    packets = results[0]["packets"]
    figures = "; ".join(f"{r['system']} with {r['flows']:,} flows " + " + ".join(f"{c:.0f}" for c in together(r))
                        + f" cycles a packet, {r['highest']:,.0f} packets/s" for r in results)
    first = opening(
        "Costs of scheduling", "Is one scheduler for processors and link cheaper than two?",
        "Yes, about half the cycles a packet; the rate sustained is about the same.",
        f"{figures}; the paper: \"much simpler\", no figure.", f"One run of each, deterministic, of {packets:,} packets.",
        "The microcode is ours; frames of 64 bytes at constant rates.")
    return f"""{first}
Cycles that each thread of the schedulers executes per packet, with slots lost to branches and swaps, without turns that
find no work; and the highest packet rate of each system. Processing does no more than forwarding, and rings, ports
({cost.LINK_MBPS} Mbit/s) and bounds are large enough that the schedulers are the bottleneck. Frames of {cost.BYTES} bytes, equal weights,
every flow at the same constant rate: consecutive packets belong to different flows, the worst case for flows whose state
is loaded from SRAM. Runs of {packets:,} packets.

A rate is sustained when nothing is dropped and at most {cost.INSIDE_MAX} packets are inside when the last has arrived; the
highest is found to {cost.PRECISION:.0%}. [docs/pcfq.md](../pcfq.md) describes the systems. Written by `tools/experiments cost`;
[{cost.DATA}](data/{cost.DATA}) has every run.

## Rates

{rates(results)}
Under overload, threads that find work at every turn limit the rate. In the cycles in which they do not execute they wait for
memory and for their turn.

{bounds(results)}
## Cycles a packet at the highest rate sustained

Few flows have packets waiting at that rate.

{costs(results, "sustained")}
## Cycles a packet when overloaded

The second half of a run at {cost.OVERLOAD} times that rate. Packets inside at its beginning and end:
{backlogs(results)}.

{costs(results, "overloaded")}"""


class Cost(Experiment, name="cost", help="cycles of a decision"):
    made_of = cost.MADE_OF

    @staticmethod
    def options(parser):
        add_packets(parser, 2048, 2048)
        add_setups(parser, cost.SETUPS)
        add_from_data(parser)

    def measure(self):
        """CSV of the runs."""
        packets = self.given.packets
        results = self.runs.all([(f"{name}-{packets}", cost.measure, self.binaries, *setup, packets)
                                 for name, setup in self.setups(cost.SETUPS).items()])
        return whole_results.text([({}, result) for result in results])

    def main(self):
        return report([result for _, result in whole_results.read(self.data(f"data/{cost.DATA}", self.measure))])
