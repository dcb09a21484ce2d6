"""CSV of experiment E7: one line per run of the paper's cases, one per run with another forwarding
delay, and the packets of short runs."""
import csv
import io

from . import e7, whole_results

CASES, DELAYS, SHOWN = "e7.csv", "e7-delays.csv", "e7-over-time.csv"
OF_DELAY = ("scenario", "d", "late_us", "spare")
NUMBER, BYTES = "number", f"bytes.{e7.SHOWN}"


def cases(measured):
    """From {(scenario, case): [figures, with "seconds" and "seed"]}."""
    return whole_results.text([({"scenario": scenario, "case": case}, run) for (scenario, case), found in measured.items() for run in found])


def read_cases(of_csv):
    measured = {}
    for key, run in whole_results.read(of_csv):
        measured.setdefault((int(key["scenario"]), key["case"]), []).append(run)
    return measured


def delays(found):
    """From {(scenario, d, late, spare): figures}."""
    return whole_results.text([(dict(zip(OF_DELAY, of)), run) for of, run in found.items()])


def read_delays(of_csv):
    return {tuple(int(key[name]) for name in OF_DELAY): run for key, run in whole_results.read(of_csv)}


def shown(found):
    """From {(scenario, case): e7.each()}: a line per number of a packet and of a TF."""
    out = io.StringIO()
    rows = csv.DictWriter(out, ["scenario", "case", NUMBER, *next(iter(found.values()))["delays"], BYTES], lineterminator="\n")
    rows.writeheader()
    for (scenario, case), run in found.items():
        columns = run["delays"] | {BYTES: run["occupancy"]}
        for n in range(max(map(len, columns.values()))):
            rows.writerow({"scenario": scenario, "case": case, NUMBER: n}
                          | {name: values[n] for name, values in columns.items() if n < len(values)})
    return out.getvalue()


def read_shown(of_csv):
    found = {}
    for row in csv.DictReader(io.StringIO(of_csv)):
        run = found.setdefault((int(row["scenario"]), row["case"]), {"delays": {}, "occupancy": []})
        columns = list(row)
        for name in columns[columns.index(NUMBER) + 1:]:
            if row[name]:
                (run["occupancy"] if name == BYTES else run["delays"].setdefault(name, [])).append(int(row[name]))
    return found
