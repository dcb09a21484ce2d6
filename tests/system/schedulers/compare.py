#!/usr/bin/env python3
"""tools/experiments schedulers: each scheduler shares the resource that its page names, and the
page is complete.

  compare.py BIN_DIR
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
from checks import check  # noqa: E402
from experiments import compare, compare_report, cost, e1  # noqa: E402

SEED, PACKETS, COST_PACKETS = 9001, 640, 128
# The quantity shared equally by flows of equal weight. The limit of the ratio between the largest
# and the smallest part of a category (two WFQ: 1.3 and 2.2): one packet is 3 % of the heaviest
# flows' part. The limit of the difference between two DRR and two WFQ.
EQUAL = {"sums": lambda f: f["cpu"] + f["link"], "dominant": lambda f: max(f["cpu"], f["link"])}
SHARES = {"scfq": ("sums", 1.05), "sfq": ("sums", 1.05), e1.PACED: ("sums", 1.05), "drfq": ("dominant", 1.05),
          "mr3": ("dominant", 1.05)}
AS_WFQ = 0.03


def frame(flow, came, left):
    return {"flow": flow, "in": came, "out": left}


def parts():
    """The measures themselves, on a handful of frames."""
    frames = [frame(0, 1, 9), frame(1, 2, 4), frame(0, 3, 5), frame(0, 4, 10), frame(1, 5, 6)]
    good = check("one of five frames was overtaken by one of its flow", compare.overtaken(frames) == 0.2)
    good &= check("fewest inside", [compare.fewest(frames, *window) for window in ((3, 9), (5, 7), (10, 11))] == [2, 2, 0])
    return good


def by_category(flows):
    """Average part of a flow, by category."""
    of = {}
    for category, flow in zip(e1.categories(), flows):
        of.setdefault(category, []).append(flow)
    return [{key: sum(f[key] for f in some) / len(some) for key in ("cpu", "link")} for some in of.values()]


def spread(flows, value):
    return max(map(value, flows)) / min(map(value, flows))


def shares(binaries):
    got = {name: compare.shares(binaries, name, SEED) for name in [*SHARES, "wfq", "drr"]}
    categories = {name: by_category(result["flows"]) for name, result in got.items()}
    good = True
    for name, (what, most) in SHARES.items():
        found = spread(categories[name], EQUAL[what])
        good &= check(f"{name}: {what} of shares are equal, {found:.3f}", found <= most)
    apart = max(abs(a[key] / b[key] - 1) for a, b in zip(categories["drr"], categories["wfq"]) for key in ("cpu", "link"))
    good &= check(f"two DRR share as two WFQ do, {apart:.3f} apart", apart <= AS_WFQ)
    return good, {name: [got[name]] for name in ("wfq", "drr")}


def page(binaries, by_share):
    names = ["wfq", "drr"]
    by_regime = {regime: {name: [compare.delays(binaries, setup, name, seed, PACKETS) for seed in (SEED, SEED + 1)]
                          for name in names} for regime, setup in compare.REGIMES.items()}
    good = True
    for regime, by_system in by_regime.items():
        for name, results in by_system.items():
            kept = all(r["transmitted"] == r["received"] for r in results) or regime == "nearest"
            means = [r["ms"]["all"]["mean"] for r in results]
            good &= check(f"{regime}, {name}: delays of {means[0]:.3f} and {means[1]:.3f} ms",
                          kept and all(0 < m < 2 for m in means))
    text = compare_report.report(by_regime, by_share, [cost.measure(binaries, "drr", 16, COST_PACKETS)], PACKETS)
    return good & check("a row for each scheduler in each table", text.count("| two DRR |") == 7 and
                        text.count("| drr_cpu | 16 |") == text.count("| drr_bw | 16 |") == 1)


def main(binaries):
    good = parts()
    fair, by_share = shares(binaries)
    return 0 if good & fair & page(binaries, by_share) else 1


sys.exit(main(sys.argv[1]))
