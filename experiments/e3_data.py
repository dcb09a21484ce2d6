"""Figures and curves of the runs of experiment E3, and their CSVs."""
import csv
import dataclasses
import io
import statistics

from . import e3, runs, whole_results
from .experiment import from_row

DATA, CURVES = "e3.csv", "e3-curves.csv"
OVER = 16       # packets per rate sample
SETTLED_S = 2   # from then on the initially full bucket is used up
SEEN = 1.02     # ripple threshold, relative to the reservation
DIGITS = {"offered": 1, "shaped": 1, "tokens": 0}  # of the values of curves; times have 3


def rates(times):
    """[(s, kbit/s)] over OVER packets, at the time of the last one."""
    return [(end, OVER * e3.BYTES * 8 / 1000 / (end - begin)) for begin, end in zip(times, times[OVER:])]


def mean_rate(times):
    return (len(times) - 1) * e3.BYTES * 8 / 1000 / (times[-1] - times[0])


def settled(times):
    return [rate for at, rate in rates(times) if at >= SETTLED_S]


def above(times):
    """Per cent of the time after settling in which the rate is above the reservation."""
    pairs = [(end - begin, rate) for (begin, _), (end, rate) in zip(rates(times), rates(times)[1:]) if begin >= SETTLED_S]
    return 100 * sum(time for time, rate in pairs if rate > SEEN * e3.RESERVED) / sum(time for time, _ in pairs)


def delay_spread_us(ins, outs):
    """Largest delay less smallest of packets that pass unshaped."""
    if len(ins) != len(outs):
        raise RuntimeError(f"E3: of {len(ins)} packets that are not shaped {len(outs)} left")
    delays = [b - a for a, b in zip(ins, outs)]
    return (max(delays) - min(delays)) * 1e6


def figures(of, plain):
    """Figures of a case's run, and of the same packets unshaped."""
    shaped, offered = settled(of["out_s"]), settled(of["in_s"])
    return {"offered": {"mean": mean_rate(of["in_s"]), "highest": max(offered), "above": above(of["in_s"])},
            "shaped": {"mean": mean_rate(of["out_s"]), "highest": max(shaped), "above": above(of["out_s"]),
                       "level": statistics.mean(shaped), "deviation": statistics.pstdev(shaped)},
            "tokens": max(t for at, t in zip(of["out_s"], of["tokens"]) if at >= SETTLED_S), "drops": of["drops"],
            "unshaped_delay_spread_us": delay_spread_us(of["in_s"], plain),
            **{name: of[name] for name in ("excess_shaper", "excess_port", "bound_port", "jitter_us", "late_us")}}


def text(found, plain, packets):
    """CSV with a line per case. "run": digest of the whole result of its run."""
    return whole_results.text([(dataclasses.asdict(case) | {"packets": packets, "run": runs.digest_of(of)},
                                figures(of, plain[case.high, case.low])) for case, of in found.items()])


def read(of_csv):
    """({case: figures}, packets of a run)"""
    found = whole_results.read(of_csv)
    return {from_row(e3.Case, key): of for key, of in found}, int(found[0][0]["packets"])


def curves(of):
    """{name: [(s, value)]}, every second point."""
    return {"offered": rates(of["in_s"])[::2], "shaped": rates(of["out_s"])[::2], "tokens": list(zip(of["out_s"], of["tokens"]))[::2]}


def curves_text(found):
    """CSV with a line per point. A case is its number in DATA; only the paper's have tokens."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["case", "curve", "s", "value"])
    for n, (case, of) in enumerate(found.items(), 1):
        for name, points in curves(of).items():
            if name != "tokens" or case in e3.PAPER:
                rows.writerows([n, name, f"{s:.3f}", f"{value:.{DIGITS[name]}f}"] for s, value in points)
    return out.getvalue()


def read_curves(of_csv, cases):
    """{case: {name: [(s, value)]}}"""
    found = {}
    for row in csv.DictReader(io.StringIO(of_csv)):
        points = found.setdefault(cases[int(row["case"]) - 1], {}).setdefault(row["curve"], [])
        points.append((float(row["s"]), float(row["value"])))
    return found
