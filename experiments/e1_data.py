"""CSV of runs of experiment E1: one line per run and category, delays in ms. The digest is of the
whole result of the run."""
import csv
import io

from . import e1, runs, whole_results

RUN = ("packets", "system", "seed", "received", "transmitted", "cpu_offered", "cpu_used", "link_offered", "link_used", "digest")
OF_CATEGORY = ("frames", "min", "mean", "max", "std")
LOADS = ("cpu_offered", "cpu_used", "link_offered", "link_used")
DELAYS = ("min", "mean", "max", "std")
DIGITS = 6


def text(keyed):
    """From (columns before the run's as a dictionary, run) pairs."""
    out, writer = io.StringIO(), None
    for key, run in keyed:
        row = key | {"digest": runs.digest_of(run)} | {name: run[name] for name in RUN if name in run}
        writer = writer or header(out, [*key, *RUN, "category", *OF_CATEGORY])
        for category in e1.CATEGORIES:
            of = row | {"category": category} | {name: run["ms"][category][name] for name in OF_CATEGORY}
            writer.writerow(of | {name: f"{of[name]:.{DIGITS}f}" for name in LOADS + DELAYS})
    return out.getvalue()


def header(out, columns):
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    return writer


def read(of_csv, key):
    """[(values of the columns `key`, run)] with the columns that the CSV has."""
    found = {}
    for row in csv.DictReader(io.StringIO(of_csv)):
        columns = tuple(row[name] for name in key)
        run = found.setdefault((columns, row["packets"], row["system"], row["seed"]), (columns, of_run(row)))[1]
        run["ms"][row["category"]] = {name: float(row[name]) for name in DELAYS} | {"frames": int(row["frames"])}
    return list(found.values())


def of_run(row):
    return ({name: int(row[name]) for name in ("packets", "seed", "received", "transmitted")} | {"system": row["system"], "ms": {}}
            | {name: float(row[name]) for name in LOADS})


CHIP, MODEL = "e1-setups.csv", "e1-model.csv"
OF_CHIP, OF_MODEL = "chip", "model"
KEY = ("system", "seed", "packets")
LOST = (*KEY, "setup")  # of a run: in the key


def rows(source, measured, seeds, packets):
    """From {set-up: {system: [result of each seed]}}: [(key, numbers of the run)]."""
    return [({"setup": name, "source": source} | dict(zip(KEY, (system, seed, packets))),
             whole_results.rounded({key: value for key, value in run.items() if key not in LOST}))
            for name, by_system in measured.items() for system, runs in by_system.items() for seed, run in zip(seeds, runs)]


def measured(found, source):
    """{set-up: {system: [run, with its seed and packets]}} of rows."""
    by_setup = {}
    for key, run in found:
        if key["source"] == source:
            of = by_setup.setdefault(key["setup"], {}).setdefault(key["system"], [])
            of.append(run | {name: int(key[name]) for name in ("seed", "packets")})
    return by_setup
