"""CSVs of the comparison of schedulers: delays, shares, costs of a decision."""
from . import whole_results

NAMES = {part: f"schedulers-{part}.csv" for part in ("delays", "shares", "cost")}


def texts(by_regime, by_share, of_cost, packets):
    """{part: CSV of its runs}"""
    delays = [({"regime": regime, "packets": packets}, result) for regime, by_system in by_regime.items()
              for results in by_system.values() for result in results]
    parts = {"delays": delays, "shares": [({}, result) for results in by_share.values() for result in results],
             "cost": [({}, result) for result in of_cost]}
    return {part: whole_results.text(keyed) for part, keyed in parts.items()}


def by_system(results):
    """{system: [results]}"""
    found = {}
    for result in results:
        found.setdefault(result["system"], []).append(result)
    return found


def read(csvs):
    """Results of compare.measure, and packets of a run, from {part: CSV}."""
    parts = {part: whole_results.read(of_csv) for part, of_csv in csvs.items()}
    delays = parts["delays"]
    by_regime = {regime: by_system(result for key, result in delays if key["regime"] == regime)
                 for regime in dict.fromkeys(key["regime"] for key, _ in delays)}
    return (by_regime, by_system(result for _, result in parts["shares"]), [result for _, result in parts["cost"]],
            int(delays[0][0]["packets"]))
