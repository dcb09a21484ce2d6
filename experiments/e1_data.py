"""CSV of runs of experiment E1: one line per run and category, delays in ms. The digest is of the
whole result of the run."""
import csv
import io

from . import e1, runs

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
