"""CSV of whole results: one line per run, one column per number, named by its path in the result.

Values are JSON, so that a result survives writing and reading; its digest shows that it did."""
import csv
import fnmatch
import io
import json

from . import runs

DIGEST = "digest"
DIGITS = 6  # significant ones of rounded()


def rounded(value):
    """The same with numbers of DIGITS digits."""
    if isinstance(value, dict):
        return {name: rounded(of) for name, of in value.items()}
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value


def flat(result, path=()):
    """[(path, value)] of a result of dictionaries and lists; a value may be an empty container."""
    if not isinstance(result, (dict, list)) or not result:
        return [(path, result)]
    items = result.items() if isinstance(result, dict) else enumerate(result)
    return [found for name, value in items for found in flat(value, (*path, str(name)))]


def nested(values):
    """The result of {path: value}. Names 0, 1, ... belong to a list."""
    if () in values:
        return values[()]
    parts = {}
    for (name, *rest), value in values.items():
        parts.setdefault(name, {})[tuple(rest)] = value
    parts = {name: nested(part) for name, part in parts.items()}
    return list(parts.values()) if list(parts) == [str(n) for n in range(len(parts))] else parts


def part(result, patterns):
    """The numbers of a result whose columns match one of the patterns."""
    return nested({path: value for path, value in flat(result) if any(fnmatch.fnmatchcase(".".join(path), p) for p in patterns)})


def text(keyed):
    """From [({column: text or number} that the result lacks, result)]."""
    rows = [key | {DIGEST: runs.digest_of(result)} | {".".join(path): json.dumps(value) for path, value in flat(result)}
            for key, result in keyed]
    out = io.StringIO()
    writer = csv.DictWriter(out, dict.fromkeys(column for row in rows for column in row), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def read(of_csv):
    """[({column: text}, result)]; RuntimeError if a result does not have its digest."""
    found = []
    for row in csv.DictReader(io.StringIO(of_csv)):
        columns = list(row)
        key, after = columns[:columns.index(DIGEST)], columns[columns.index(DIGEST) + 1:]
        result = nested({tuple(column.split(".")): json.loads(row[column]) for column in after if row[column]})
        if runs.digest_of(result) != row[DIGEST]:
            raise RuntimeError(f"CSV, line {len(found) + 2}: numbers do not have the digest {row[DIGEST]}; make the runs again")
        found.append(({column: row[column] for column in key}, result))
    return found
