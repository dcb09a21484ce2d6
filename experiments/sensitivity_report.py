"""Output of `tools/experiments sensitivity`: the part of docs/accuracy.md between its marks, and all figures as CSV."""
from . import runs, sensitivity
from .intervals import mean_and_half_width
from .experiment import Experiment, add_from_data
from .page import table
from .sensitivity import FIGURES
from .sweep import as_csv

BEGIN, END = "<!-- sensitivity -->\n", "<!-- end -->\n"
# relative to the page
DATA, RUNS = "experiments/sensitivity.csv", "experiments/data/sensitivity-runs.csv"
SHOWN = 0.05                         # minimum change shown, in % or points
MOST = 3                             # parameters listed per figure


class Change:
    """Change of a figure under one value of a parameter. `change` is None if its runs fail."""

    def __init__(self, figure, before, found):
        self.figure, self.failed, self.change = figure, found.get("failed", []), None
        self.baseline = mean_and_half_width(before)[0]
        after = found.get(figure, [])
        if len(after) != len(before):
            return
        self.result = mean_and_half_width(after)[0]
        scale = 1 if FIGURES[figure].points else 100 / self.baseline
        self.change, self.half_width = mean_and_half_width([(a - b) * scale for a, b in zip(after, before)])
        self.several = len(before) > 1

    def sure(self):
        """Whether it exceeds the interval of the paired runs; a figure of one run is exact."""
        return abs(self.change) >= SHOWN and (not self.several or abs(self.change) > self.half_width)

    def text(self):
        if self.change is None:
            return "fails"
        if abs(self.change) < SHOWN:
            return "0"
        text = f"{self.change:+.1f}"
        return text if self.sure() else f"({text})"


    def numbers(self):
        """CSV columns: result, change, half width of its interval, reason if they are missing."""
        if self.change is None:
            return ["", "", "", *self.failed[:1]]
        return [repr(self.result), repr(self.change), repr(self.half_width) if self.several else "", ""]


def changes(baseline, found):
    return None if found is None else {f: Change(f, baseline[f], found) for f in FIGURES if f in baseline}


def cell(of_values, figure):
    """Changes at the lower and the higher value; empty if both are 0."""
    texts = [of_value[figure].text() if of_value else "–" for of_value in of_values]
    return " / ".join(texts) if any(t not in ("0", "–") for t in texts) else ""


def tried(parameter, values):
    """Values; a star marks the substitute of a disallowed value."""
    texts = [(f"{v}" + "*" * (v != w)) if v is not None else "–" for v, w in zip(values, sensitivity.wanted(parameter))]
    return " / ".join(texts)


def head(baseline):
    names = [FIGURES[f].text for f in baseline]
    units = ["default", "tried"] + ["points" if FIGURES[f].points else "%" for f in baseline]
    return names, units


def baselines(baseline):
    rows = []
    for figure, values in baseline.items():
        mean, half = mean_and_half_width(values)
        what = FIGURES[figure]
        rows.append([what.text, format(mean, what.shown) + (f" ± {half:{what.shown}}" if len(values) > 1 else ""), what.unit])
    return table(["figure", "with the defaults", "unit"], rows)


def most(baseline, compared):
    """For each figure the parameters with the largest effect; those within their intervals come last."""
    rows = []
    for figure in baseline:
        unit = " points" if FIGURES[figure].points else " %"
        ranked = []
        for parameter, values, of_values in compared:
            moved = [(c[figure].sure(), abs(c[figure].change), v, c[figure].text()) for v, c in zip(values, of_values)
                     if c and c[figure].change is not None and abs(c[figure].change) >= SHOWN]
            if moved:
                sure, size, value, text = max(moved)
                ranked.append((sure, size, f"`{parameter['key']}` = {value}: {text}{unit}"))
        ranked.sort(key=lambda r: (not r[0], -r[1]))
        rows.append([FIGURES[figure].text, *([text for _, _, text in ranked] + ["none"] * MOST)[:MOST]])
    return table(["figure", "first", "second", "third"], rows)


def still(of_values):
    """Whether no figure changes."""
    return all(c.change == 0 for of_value in of_values if of_value for c in of_value.values())


def failures(compared):
    lines = []
    for parameter, values, of_values in compared:
        for value, of_value in zip(values, of_values):
            of_figure = {c.failed[0]: c.figure for c in (of_value or {}).values() if c.change is None and c.failed}
            if of_figure:
                lines.append(f"* `{parameter['key']}` = {value}: {next(iter(of_figure))}")
    return "\n".join(lines) + "\n" if lines else ""


def keys(parameters):
    return ", ".join(f"`{p['key']}`" for p in parameters) or "none"


def part(baseline, found):
    """The generated part of the page."""
    compared = [(p, values, [changes(baseline, f) for f in of_p]) for p, values, of_p in found]
    names, units = head(baseline)
    rows = [["", *units]]
    quiet, unmoved = [], []
    for parameter, values, of_values in compared:
        cells = [cell(of_values, figure) for figure in baseline]
        if any(cells):
            rows.append([f"`{parameter['key']}`", str(parameter["value"]), tried(parameter, values), *cells])
        else:
            (unmoved if still(of_values) else quiet).append(parameter)
    failed = failures(compared)
    return f"""
{baselines(baseline)}
Largest changes of each figure:

{most(baseline, compared)}
Change at the lower / higher value:

{table(["parameter", "", "", *names], rows)}
Less than {SHOWN} in every figure: {keys(quiet)}.

No figure changes at all, to the last bit: {keys(unmoved)}.
{f'''
Runs that fail:

{failed}''' if failed else ""}
"""


def data(baseline, found):
    rows = [["parameter", "default", "value", "figure", "unit", "baseline", "result", "change", "half_width", "failed"]]
    for parameter, values, of_p in found:
        for value, result in zip(values, of_p):
            for change in (changes(baseline, result) or {}).values():
                what = FIGURES[change.figure]
                rows.append([parameter["key"], parameter["value"], value, change.figure, what.unit, repr(change.baseline),
                             *change.numbers()])
    return as_csv(rows)


def page(path, text):
    """The page with its part replaced."""
    with open(path, encoding="utf-8") as f:
        old = f.read()
    begin, end = old.find(BEGIN), old.find(END, old.find(BEGIN))
    if begin < 0 or end < 0:
        raise RuntimeError(f"{path}: expected the lines {BEGIN.strip()} and {END.strip()}, between which the tables go")
    return old[:begin + len(BEGIN)] + text + old[end:]


class Sensitivity(Experiment, name="sensitivity", help="all figures under each assumed parameter, smaller and larger",
                  page="accuracy.md"):
    made_of = sensitivity.MADE_OF

    @staticmethod
    def options(parser):
        add_from_data(parser)
        parser.add_argument("--parameter", action="append", metavar="KEY", help="only this one; may be repeated (all that "
                            "ixpemu params --json calls assumed)")
        parser.add_argument("--figures", action="append", metavar="NAME", choices=list(sensitivity.MEASURES),
                            help=f"only these; may be repeated ({', '.join(sensitivity.MEASURES)})")

    def main(self):
        """Replaces the tables of the page and writes the CSVs beside it."""
        given, known = self.given, [p["key"] for p in sensitivity.assumed(self.binaries)]
        for key in given.parameter or []:
            if key not in known:
                raise RuntimeError(f"--parameter: '{key}' is none that is assumed; ixpemu params --json has them")
        found = sensitivity.read(self.data(RUNS, lambda: sensitivity.measure_all(
            self, given.parameter, given.figures or tuple(sensitivity.MEASURES))))
        text = part(*found)
        if given.report == "-":
            return text
        runs.write(given.report, page(given.report, text))
        self.write_beside(DATA, data(*found))
        print(f"wrote {given.report}, {self.path_beside(DATA)}")
