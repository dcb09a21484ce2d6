#!/usr/bin/env python3
"""Checks figures in text written by hand: rows of docs/results.md, and "Comments" of pages of
experiments. figures.txt has the source of each: a cell of a table, a sentence, or a cell of data in
the page or in one that it links. The source must hold the number, rounded to its digits. Any number
without a source, or another number in its stead, is found. E2 has the cycles of cost.md for
Theorem 1.

  figures.py [--update]

--update looks for sources of new numbers: cells whose row or column shares a word with the text.
Read the new lines of figures.txt: a number may be in more cells than the one that is meant.
"derived" is the source of settings, figures of papers, ratios and sums of figures.
"""
import collections
import csv
import functools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = DOCS / "experiments"
SOURCES = pathlib.Path(__file__).with_name("figures.txt")
sys.path.append(str(ROOT))
from experiments import e2_report  # noqa: E402

NUMBER = re.compile(r"(?<![\w.,-])-?\d(?:[\d,]*\d)?(?:\.\d+)?(?![\w]|[.,]\d)")
# Names with digits.
NAMES = re.compile(r"\[[^]]*\]\([^)]*\)|`[^`]*`|Table [IV\d]+|Theorem \d|Lemmas 1, 2|Figures? \d+(?: to \d+)?|4-iSLIP|f\d+|greedy-0|SF = 1"
                   r"|scenario \d|d \+ [12]|Lemma \d|Pentium 4")
COMMENTS = "\n## Comments\n"
PAIR = re.compile(r"(-?\d(?:[\d,]*\d)?(?:\.\d+)?) ± (\d+(?:\.\d+)?)")
DERIVED = "derived"
WORDS = 6 # of a text, which name it
CSV_DIGITS = 3 # significant ones of a number whose source is data: a CSV has nearly all of two

# context: the text of row and column
Cell = collections.namedtuple("Cell", "source values context")


def stems(text):
    """Beginnings of words, and numbers."""
    return {w[:5] for w in re.findall(r"[a-z]\w{2,}", text.lower())} | set(re.findall(r"\d[\d,.]*\d|\d", text))


def values(text):
    return [float(number.replace(",", "")) for number in NUMBER.findall(text)]


def first_words(text):
    return " ".join(text.split()[:WORDS])


def is_rounded(number, value):
    """Whether the number is the value at its own precision, of either sign."""
    decimals, number = len(number.partition(".")[2]), number.lstrip("-")
    zeros = len(number) - len(number.rstrip("0")) if not decimals and number.endswith("00") else 0
    return f"{round(abs(value), decimals - zeros):.{decimals}f}" == number


def significant(number):
    return len(number.replace(".", "").lstrip("-0"))


def holds(number, found):
    """`number`: also "12.2 ± 2.8", a mean beside its interval."""
    mean, _, half = number.partition(" ± ")
    if half:
        return any(is_rounded(mean, a) and is_rounded(half, b) for a, b in zip(found, found[1:]))
    return any(is_rounded(mean, value) for value in found)


# ---- Sources

def labels(rows):
    """The first cells of each row, as many as make all rows different."""
    for count in range(1, len(rows[0]) + 1):
        found = [" | ".join(row[:count]) for row in rows]
        if len(set(found)) == len(rows):
            break
    return found


def of_table(place, header, rows):
    if not rows:
        return
    for label, row in zip(labels(rows), rows):
        for name, cell in zip(header, row):
            if found := values(cell):
                yield Cell(f"{place} / {label} / {name}", found, f"{label} {name}")


def cells_of(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


@functools.cache
def page_cells(page):
    """Cells of the tables and sentences before the comments."""
    out, section = [], ""
    for block in re.split(r"\n\n+|(?<=[|])\n(?![|])|\n(?=- )", page.read_text(encoding="utf-8").partition(COMMENTS)[0]):
        lines = block.strip().splitlines()
        if lines and lines[0].startswith("#"):
            section = lines[0].lstrip("# ")
        place = f"{page.name} / {section}"
        rows = [cells_of(line) for line in lines if line.startswith("|")]
        out += of_table(place, rows[0], rows[2:]) if rows else []
        text = " ".join(line for line in lines if not line.startswith("|"))
        if found := values(text):
            out.append(Cell(f"{place} / {first_words(text)}", found, text))
    return out


@functools.cache
def csv_cells(path):
    with open(path, newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    return [Cell(source, [float(x) for x in found], context) for label, row in zip(labels(rows), rows)
            for source, found, context in csv_row(path.name, label, header, row)]


def csv_row(name, label, header, row):
    """Each number, with its interval if the next column is it."""
    for at, (column, cell) in enumerate(zip(header, row)):
        if re.fullmatch(r"-?\d+(\.\d+)?", cell):
            interval = row[at + 1:at + 2] if at + 1 < len(row) and re.search("_ci$|^half$", header[at + 1]) else []
            yield f"{name} / {label} / {column}", [cell, *interval], f"{label} {column.replace('_', ' ')}"


@functools.cache
def cells(pages, own_comments=()):
    """Cells of pages and of the CSV files that they link."""
    out = [cell for page in pages for cell in page_cells(page)]
    for page in own_comments:
        for text in paragraphs(comments(page)):
            out.append(Cell(f"{page.name} / Comments / {first_words(text)}", values(text), text))
    for page in pages:
        for name in sorted(set(re.findall(r"\(((?:data/)?[\w-]+\.csv)\)", page.read_text(encoding="utf-8")))):
            out += csv_cells(page.parent / name)
    return out


# ---- Texts

@functools.cache
def values_of(pages, own_comments=()):
    """{source: [values of a cell]}"""
    found = {}
    for cell in cells(pages, own_comments):
        found.setdefault(cell.source, []).append(cell.values)
    return found


def comments(page):
    return page.read_text(encoding="utf-8").partition(COMMENTS)[2]


def paragraphs(text):
    return [" ".join(part.split()) for part in re.split(r"\n\n+|\n(?=- )", text) if part.strip()]


def numbers(text):
    """{number or interval: how often}, without thousands separators."""
    text = NAMES.sub("", text)
    return collections.Counter([f"{mean} ± {half}".replace(",", "") for mean, half in PAIR.findall(text)]
                               + [number.replace(",", "") for number in NUMBER.findall(PAIR.sub("", text))])


def texts():
    """(name, text, arguments of `cells`): rows of results.md, paragraphs of comments."""
    for row in re.findall(r"^\| .*\[.*\]\(.*$", (DOCS / "results.md").read_text(encoding="utf-8"), re.M):
        pages = tuple(DOCS / name for name in re.findall(r"\]\((experiments/[^)#]*\.md)\)", row))
        yield f"results.md / {first_words(row)} {cells_of(row)[1][:40]}", row, (pages, pages)
    for page in sorted(PAGES.glob("*.md")):
        linked = tuple(page.parent / name for name in re.findall(r"\]\(((?:data/)?[\w-]+\.md)\)", comments(page)))
        for text in paragraphs(comments(page)):
            yield f"{page.name} / {first_words(text)}", text, ((page, *linked),)


# ---- figures.txt: lines of TEXT, NUMBER, how often, SOURCE, between tabs

def read_sources():
    found = {}
    for line in SOURCES.read_text(encoding="utf-8").splitlines():
        name, number, count, source = line.split("\t")
        found.setdefault(name, {})[number] = int(count), source
    return found


def is_in(number, source, found):
    return source == DERIVED or any(holds(number, of) for of in found.get(source, []))


def wrong(name, text, known, found):
    """Errors of a text."""
    there = numbers(text)
    for number in sorted(there.keys() | known.keys()):
        count, source = known.get(number, (0, ""))
        if there[number] != count:
            yield f"{name}: {number} is there {there[number]} times, {count} times in figures.txt"
        elif not is_in(number, source, found):
            yield f"{name}: {number} is not in its source, {source}"


def sentences(number, text):
    """The parts of a text that have the number."""
    return " ".join(part for part in re.split(r"(?<=[.;:])\s|\|", text) if number in numbers(part))


def proposal(number, text, found):
    """The source with most in common with the text, or an empty text: other numbers of the same
    sentence in the cell, words of its row and column in the sentence and in the text."""
    near = sentences(number, text)
    others, close, words = numbers(near).keys() - {number}, stems(near) - {number.lstrip("-")}, stems(text) - {number.lstrip("-")}

    def score(cell):
        context = stems(cell.context)
        return (2 * sum(holds(other, cell.values) for other in others) + 2 * len(context & close) + len(context & words)
                - len(context) / 10)

    def fits(cell):
        enough = ".csv / " not in cell.source or sum(map(significant, number.split(" ± "))) >= CSV_DIGITS
        return enough and holds(number, cell.values) and stems(cell.context) & words

    return max(filter(fits, found), key=score, default=Cell("", [], "")).source


def update(known):
    lines = []
    for name, text, of in texts():
        for number, count in sorted(numbers(text).items()):
            source = known.get(name, {}).get(number, (0, ""))[1]
            if not is_in(number, source, values_of(*of)):
                source = proposal(number, text, cells(*of))
            if not source:
                print(f"{name}: {number} is nowhere; correct it, or say '{DERIVED}' in figures.txt")
            lines.append(f"{name}\t{number}\t{count}\t{source or '?'}\n")
    SOURCES.write_text("".join(lines), encoding="utf-8")


def main():
    known = read_sources()
    if sys.argv[1:] == ["--update"]:
        update(known)
        return
    found = [error for name, text, of in texts() for error in wrong(name, text, known.get(name, {}), values_of(*of))]
    named = {name for name, *_ in texts()}
    found += [f"{name}: is no longer there; run figures.py --update" for name in known.keys() - named]
    if e2_report.work_of_a_decision() not in (PAGES / "e2.md").read_text(encoding="utf-8"):
        found.append("e2.md, Theorem 1: not the cycles of cost.md; expected:\n" + e2_report.work_of_a_decision())
    print("\n".join(found) or f"{sum(map(len, known.values()))} numbers have their sources")
    sys.exit(bool(found) or not known)


main()
