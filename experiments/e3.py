"""E3: a stream that exceeds its reservation, through the shaper on the emulated chip. The sender alternates between two
rates; the shaper's output is checked packet by packet: against its rule, and in windows of any length."""
import dataclasses
import tempfile

from tools_lib import pcap, portlog, protocols, systems
from . import shaper_trace, stream_table
from .stream_table import ME_HZ

MADE_OF = ["microblocks/shaper", "microblocks/common", "microblocks/rx", "microblocks/tx", "microblocks/systems", "rings",
           "experiments/e3.py"]
SYSTEM = systems.path_of("shaper")
SHAPER = "microengine.0:1.define"
BYTES = 1024       # frame size from the destination MAC on, without FCS, as all rates count
RESERVED = 800     # kbit/s
PHASE = 100        # packets at one rate
PHASES = 10
DEADLINE_MS = 300  # of a packet: the queue holds the excess of a phase at 1100 kbit/s
DEPTH = 8 * BYTES  # of the bucket
WAITING = 64       # packets; the deadline allows thirty
START_MS = 1       # the blocks have initialised by then


@dataclasses.dataclass(frozen=True)
class Case:
    figure: str
    high: int  # rates of the sender in kbit/s
    low: int
    depth: int = DEPTH
    deadline_ms: int = DEADLINE_MS

    def name(self):
        return f"{self.figure}-{self.high}-{self.low}-{self.depth}-{self.deadline_ms}"


PAPER = [Case("a", 1100, 800), Case("b", 1100, 700), Case("b", 1100, 650), Case("c", 1100, 600)]
OTHERS = [Case("b", 1300, 700), Case("c", 1300, 600), Case("c", 1100, 600, depth=2 * BYTES),
          Case("c", 1100, 600, depth=32 * BYTES), Case("b", 1100, 700, deadline_ms=100), Case("c", 1100, 600, deadline_ms=100)]
CASES = PAPER + OTHERS


def stream(case):
    return {"source": "10.0.0.2:5004", "destination": "10.0.1.2:6000", "kbit_s": RESERVED, "depth_bytes": case.depth,
            "deadline_ms": case.deadline_ms, "waiting": WAITING}


def offered(high, low, packets, phase=PHASE):
    """[(ns, bytes)]: `phase` packets at the high rate, as many at the low one, alternating."""
    at, out = 0, []
    for n in range(packets):
        out.append((round(at), BYTES))
        at += BYTES * 8 * 10**6 / (low if n // phase % 2 else high)
    return out


def write_inputs(work, sent, table):
    """Overrides of the system file that play the sender's packets and load a table of streams."""
    ends = protocols.endpoint(stream(PAPER[0])["source"]), protocols.endpoint(stream(PAPER[0])["destination"])
    pcap.write(f"{work}/in.pcap", [(at, protocols.rtp(*ends, size, n, at * 9 // 10**5)) for n, (at, size) in enumerate(sent)])
    with open(f"{work}/table", "wb") as f:
        f.write(stream_table.build(table))
    return stream_table.loaded(f"{work}/table") | {"port.0.rx.streams": [f"{work}/in.pcap"], "port.0.rx.timing": "stamps",
                                                    "port.0.rx.start_ns": START_MS * 10**6}


def ends_of(path):
    """Times in seconds at which the frames of a port log ended."""
    return [row.eop_cycle / ME_HZ for row in portlog.rows(path)]


def unshaped(binaries, high, low, packets):
    """Departure times in seconds if the stream is not in the table."""
    other = stream(PAPER[0]) | {"destination": "10.0.1.3:6000"}
    with tempfile.TemporaryDirectory() as work:
        changes = write_inputs(work, offered(high, low, packets), [other])
        systems.run(binaries, SYSTEM, f"{work}/out", "--log-data", "header:14", changes=changes)
        return ends_of(f"{work}/out/port1_tx.log")


def shaped(binaries, case, packets):
    """Result of a case; RuntimeError if the shaper violated its rule or passed too much."""
    streams, sent = [stream(case)], offered(case.high, case.low, packets)
    with tempfile.TemporaryDirectory() as work:
        changes = write_inputs(work, sent, streams) | {f"{SHAPER}.TRACE": 1}
        dump, _ = systems.run(binaries, SYSTEM, f"{work}/out", "--log-data", "header:14", *shaper_trace.dump_option(packets),
                                  changes=changes)
        found = list(shaper_trace.records(dump))
        out_s, in_s = ends_of(f"{work}/out/port1_tx.log"), ends_of(f"{work}/out/port0_rx.log")
    try:
        model = shaper_trace.follow(found, streams)
    except shaper_trace.Wrong as e:
        raise RuntimeError(f"E3, {case.name()}: the shaper did what its rule does not say: {e}") from None
    gone, lost = shaper_trace.of(found, shaper_trace.SENT), shaper_trace.of(found, shaper_trace.DROPPED)
    if len(in_s) != packets or len(out_s) != len(gone) or packets != len(gone) + len(lost):
        raise RuntimeError(f"E3, {case.name()}: {packets} packets, {len(in_s)} received, {len(gone)} let go, {len(out_s)} left, "
                           f"{len(lost)} dropped")
    return result(case, in_s, out_s, gone, lost, model)


def result(case, in_s, out_s, gone, lost, model):
    depth, rate = case.depth, RESERVED * 125  # in bytes per second
    ticks = shaper_trace.TICKS_A_SECOND
    downstream = [end - record.tick / ticks for end, record in zip(out_s, gone)]
    jitter = max(downstream) - min(downstream)
    price = stream_table.ticks_a_byte(RESERVED)
    tokens = [depth - max(0, record.full - record.tick * shaper_trace.MOMENTS) / price for record in gone]
    found = {"in_s": in_s, "out_s": out_s, "tokens": tokens, "dropped_s": [record.tick / ticks for record in lost],
             "drops": {name: n for name, n in model.counts.items() if name != "sent"},
             "late_us": model.late / shaper_trace.MOMENTS / shaper_trace.TICKS_A_US, "jitter_us": jitter * 1e6,
             "excess_shaper": shaper_trace.excess([(record.tick, BYTES) for record in gone], rate / ticks),
             "excess_port": shaper_trace.excess([(end, BYTES) for end in out_s], rate), "bound_port": depth + rate * jitter}
    for where, bound in ("shaper", depth), ("port", found["bound_port"]):
        more = found[f"excess_{where}"] - bound
        if more > 1e-6:
            raise RuntimeError(f"E3, {case.name()}: at the {where} a window has {more:.3f} bytes more than rate x length + depth")
    return found


def measure(experiment, phases):
    """({case: result}, {(high, low): seconds without shaper})"""
    packets = phases * PHASE
    pairs = sorted({(case.high, case.low) for case in CASES}, reverse=True)
    wanted = [(f"{case.name()}-{packets}", shaped, experiment.binaries, case, packets) for case in CASES]
    wanted += [(f"unshaped-{high}-{low}-{packets}", unshaped, experiment.binaries, high, low, packets) for high, low in pairs]
    found = experiment.runs.all(wanted)
    return dict(zip(CASES, found)), dict(zip(pairs, found[len(CASES):]))
