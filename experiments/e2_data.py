"""CSV of experiment E2: one line per run with the numbers of its page, and first runs over time."""
import csv
import io
import statistics

from . import e2, whole_results

DATA, TIMELINE = "e2.csv", "e2-over-time.csv"
TWO = "two flows"  # in the place of a set-up: the example of e2_two
DELAYS = ("max", "mean", "std")
RESOURCES = {"processor": 1, "link": 2}  # columns of a run's Gini samples


def gini(run, medians):
    """{resource: summary of the index over time}. Spikes are samples above twice the `medians`, of
    all systems with this seed."""
    found = {}
    for resource, column in RESOURCES.items():
        ordered = sorted(sample[column] for sample in run["gini"])
        found[resource] = {"mean": statistics.mean(ordered), "median": statistics.median(ordered), "p95": ordered[int(0.95 * len(ordered))],
                           "max": ordered[-1], "spikes": sum(x > 2 * medians[resource] for x in ordered) / len(ordered)}
    return found


def figures(run, medians, promised):
    """The numbers of a run for the page."""
    ahead, bound = max(((f["ahead_ms"], g["ahead_ms"]) for f, g in zip(run["flows"], promised)), key=lambda pair: pair[0] / pair[1])
    apart = run["relative_fairness"]
    return whole_results.rounded({name: run[name] for name in ("received", "transmitted", "drops", "cpu_load", "link_load", "emulated_ms", "ring_4")} | {
        "ms": {group: {name: run["ms"][group][name] for name in DELAYS} for group in e2.GROUPS},
        "flow_max_ms": {flow: of["max"] for flow, of in run["flow_ms"].items()},
        "received_share": {f["flow"]: {"processor": f["cpu_utilisation"], "link": f["link_utilisation"]} for f in run["flows"]},
        "behind_ms": max(f["behind_ms"] for f in run["flows"]), "ahead_ms": ahead, "ahead_bound_ms": bound,
        "apart_s": apart["seconds"], "apart_bound_s": apart["bound_s"], "gini": gini(run, medians)})


def text(measured, promised, two):
    """From {packets: {set-up: {system: [result of each run]}}}, with equal seeds of all systems,
    and the example's."""
    keyed = []
    for packets, of_length in measured.items():
        for name, by_system in of_length.items():
            for runs in zip(*by_system.values()):
                medians = {resource: statistics.median(sample[column] for run in runs for sample in run["gini"])
                           for resource, column in RESOURCES.items()}
                keyed += [({"setup": name, "system": run["system"], "seed": run["seed"], "packets": packets}, figures(run, medians, promised))
                          for run in runs]
    keyed += [({"setup": TWO, "system": system, "seed": 1, "packets": run["packets"]}, of_two(run)) for system, (run,) in two.items()]
    return whole_results.text(keyed)


def of_two(run):
    return whole_results.rounded({"flow_max_ms": run["ms"]})


def read(of_csv):
    """({packets: {set-up: {system: [numbers of each run]}}}, {system: numbers of the example})"""
    measured, two = {}, {}
    for key, run in whole_results.read(of_csv):
        packets, setup, system = int(key["packets"]), key["setup"], key["system"]
        if setup == TWO:
            two[system] = run | {"packets": packets}
        else:
            measured.setdefault(packets, {}).setdefault(setup, {}).setdefault(system, []).append(run)
    return measured, two


# ---- Over time: {set-up: {system: {column: [(seconds, value)]}}}

GINI = {resource: f"gini_{resource}_s" for resource in RESOURCES}
OVER_TIME = {(group, what): f"{group}.{what}_ms" for group in e2.GROUPS for what in ("mean", "max")}


def timeline_text(measured):
    """From {set-up: {system: [result of each run]}}: the first run of each, a line per moment."""
    out = io.StringIO()
    rows = csv.DictWriter(out, ["setup", "system", "seconds", *GINI.values(), *OVER_TIME.values()], lineterminator="\n")
    rows.writeheader()
    for setup, by_system in measured.items():
        for system, runs in by_system.items():
            for seconds, values in sorted(moments(runs[0]).items()):
                rows.writerow({"setup": setup, "system": system, "seconds": f"{seconds:.3f}"} | whole_results.rounded(values))
    return out.getvalue()


def moments(run):
    """{seconds: {column: value}}"""
    found = {}
    for sample in run["gini"]:
        found[round(sample[0], 3)] = {GINI[resource]: sample[column] for resource, column in RESOURCES.items()}
    for group, intervals in run["over_time"].items():
        for ms, mean, most in intervals:
            found.setdefault(round(ms / 1000, 3), {}).update({OVER_TIME[group, "mean"]: mean, OVER_TIME[group, "max"]: most})
    return found


def read_timeline(of_csv):
    found = {}
    for row in csv.DictReader(io.StringIO(of_csv)):
        columns = found.setdefault(row["setup"], {}).setdefault(row["system"], {})
        for column in (*GINI.values(), *OVER_TIME.values()):
            if row[column]:
                columns.setdefault(column, []).append((float(row["seconds"]), float(row[column])))
    return found
