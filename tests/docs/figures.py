#!/usr/bin/env python3
"""Checks figures in text written by hand. A number of a row of docs/results.md is in a page that
the row links, one of a page's "Comments" is in the page's tables. With three digits or more it may
be in a page's data instead, rounded. An interval is beside its mean, in one row. Changed digits of
intervals are found. E2 has the cycles of cost.md for Theorem 1.

  figures.py
"""
import csv
import functools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = DOCS / "experiments"
sys.path += [str(ROOT / "tools"), str(ROOT / "python")]
from experiments_lib import e2_report  # noqa: E402

NUMBER = re.compile(r"(?<![\w.,-])-?\d(?:[\d,]*\d)?(?:\.\d+)?(?![\w]|[.,]\d)")
# Names with digits.
NAMES = re.compile(r"\[[^]]*\]\([^)]*\)|`[^`]*`|Table [IV\d]+|Theorem \d|Lemmas 1, 2|Figure \d|4-iSLIP|f\d+|greedy-0|SF = 1"
                   r"|scenario \d|d \+ [12]|Lemma \d|Pentium 4")
# Numbers in comments: settings of the system, figures of papers, ratios and sums of figures.
DERIVED = {"cost.md": "2.1 2.5 50 550 74000", "e1.md": "512", "e2.md": "0.75", "e4.md": "28", "e5.md": "250 300",
           "e6-chips.md": "38 170", "e7.md": "99.84 130 131 134 147 150"}
COMMENTS = "\n## Comments\n"
PAIR = re.compile(r"(-?\d(?:[\d,]*\d)?(?:\.\d+)?) ± (\d+(?:\.\d+)?)")
DETECTED = 0.9 # part of wrong intervals that must be found
# Significant digits with which a number is looked up in data: a CSV has nearly every one of two.
DIGITS = 3


def numbers(text):
    """Numbers of a text without thousands separators."""
    return {found.replace(",", "") for found in NUMBER.findall(text)}


def rows(page):
    """Numbers of the page's tables and sentences before the comments, and of the CSV files that
    it links, by row."""
    found = [row_numbers(line) for line in page.read_text().partition(COMMENTS)[0].splitlines()]
    return [row for row in found if row], [row for name in csv_files(page) for row in csv_rows(page.parent / name)]


def csv_files(page):
    return sorted(set(re.findall(r"\(((?:data/)?[\w-]+\.csv)\)", page.read_text())))


@functools.cache
def csv_rows(path):
    with open(path, newline="") as file:
        return [[float(cell) for cell in row if re.fullmatch(r"-?\d+(\.\d+)?", cell)] for row in csv.reader(file)]


def row_numbers(text):
    return [float(number.replace(",", "")) for number in NUMBER.findall(text)]


def is_rounded(number, value):
    """Whether the number is the value at its own precision, of either sign."""
    decimals, number = len(number.partition(".")[2]), number.lstrip("-")
    zeros = len(number) - len(number.rstrip("0")) if not decimals and number.endswith("00") else 0
    return f"{round(abs(value), decimals - zeros):.{decimals}f}" == number


def holds(number, row):
    return any(is_rounded(number, value) for value in row)


def significant(number):
    return len(number.replace(".", "").lstrip("-0"))


def is_right(number, tables, data):
    """In a table; in data if it has enough digits to be found there by more than chance."""
    return any(holds(number, row) for row in tables) or (
        significant(number) >= DIGITS and any(holds(number, row) for row in data))


def pairs(text):
    """("12.2", "2.8") of "12.2 ± 2.8"."""
    return {(mean.replace(",", ""), half.replace(",", "")) for mean, half in PAIR.findall(text)}


def next_to(pair, row):
    """Whether both are neighbours in the row, the mean first."""
    return any(is_rounded(pair[0], a) and is_rounded(pair[1], b) for a, b in zip(row, row[1:]))


def checked(place, text, tables, data, known=()):
    """(place, number or pair, whether it is right). An interval is right beside its mean only."""
    for pair in sorted(pairs(text)):
        yield place, " ± ".join(pair), any(next_to(pair, row) for row in tables + data)
    for number in sorted(numbers(PAIR.sub("", text)) - set(known)):
        yield place, number, is_right(number, tables, data)


def another(number):
    """The number with its last digit changed."""
    return number[:-1] + str((int(number[-1]) + 3) % 10)


def detected():
    """Part of the intervals of results.md that are found wrong when a digit of the mean is
    changed."""
    wrong = [right for row, tables, data in result_rows() for pair in pairs(row)
             for _, _, right in checked("", f"{another(pair[0])} ± {pair[1]}", tables, data)]
    return wrong.count(False) / len(wrong)


def result_rows():
    """(text, rows of tables, rows of data) of rows of results.md and their pages."""
    for row in re.findall(r"^\| .*\[.*\]\(.*$", (DOCS / "results.md").read_text(), re.M):
        pages = [DOCS / name for name in re.findall(r"\]\((experiments/[^)#]*\.md)\)", row)]
        tables = [of for page in pages for of in map(row_numbers, page.read_text().splitlines()) if of]
        yield NAMES.sub("", row), tables, [of for page in pages for of in rows(page)[1]]


def of_results():
    """Rows of results.md. Comments of the linked pages count, too: they are checked themselves."""
    for row, tables, data in result_rows():
        yield from checked(f"results.md, '{row[:60]}...'", row, tables, data)


def of_comments():
    """The same of the comments of pages. Tables of the pages that they link count, too."""
    for page in sorted(PAGES.glob("*.md")):
        comments = page.read_text().partition(COMMENTS)[2]
        tables, data = rows(page)
        for name in re.findall(r"\]\(((?:data/)?[\w-]+\.md)\)", comments):
            more = rows(PAGES / name)
            tables, data = tables + more[0], data + more[1]
        yield from checked(f"{page.name}, Comments", NAMES.sub("", comments), tables, data, DERIVED.get(page.name, "").split())


def main():
    found = [*of_results(), *of_comments()]
    wrong = [f"{place}: {number} is in no table or data of the page" for place, number, right in found if not right]
    if (found_wrong := detected()) < DETECTED:
        wrong.append(f"only {found_wrong:.0%} of wrong intervals would be found; give intervals more digits")
    if e2_report.work_of_a_decision() not in (PAGES / "e2.md").read_text():
        wrong.append("e2.md, Theorem 1: not the cycles of cost.md; expected:\n" + e2_report.work_of_a_decision())
    print("\n".join(wrong) or f"{len(found)} numbers are in their pages")
    sys.exit(bool(wrong) or not found)


main()
