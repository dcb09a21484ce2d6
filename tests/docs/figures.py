#!/usr/bin/env python3
"""Checks figures in text written by hand. A number of a row of docs/results.md is in a page that
the row links, one of a page's "Comments" is in the page's tables, in both cases also in a page's
data, rounded. E2 has the cycles of cost.md for Theorem 1.

  figures.py
"""
import csv
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
                   r"|scenario \d|d \+ [12]|Lemma \d")
# Numbers in comments: settings of the system, figures of papers, ratios and sums of figures.
DERIVED = {"cost.md": "2.1 2.5 50 550 74000", "e1.md": "512", "e2.md": "0.75", "e4.md": "0.041 1.8 28", "e5.md": "250 300",
           "e6-chips.md": "38 170", "e7.md": "99.84 130 131 134 147 150"}
COMMENTS = "\n## Comments\n"


def numbers(text):
    """Numbers of a text without thousands separators."""
    return {found.replace(",", "") for found in NUMBER.findall(text)}


def data(page):
    """Numbers of the CSV files that a page links."""
    found = []
    for name in set(re.findall(r"\(((?:data/)?[\w-]+\.csv)\)", page.read_text())):
        with open(page.parent / name, newline="") as file:
            found += [float(cell) for row in csv.reader(file) for cell in row if re.fullmatch(r"-?\d+(\.\d+)?", cell)]
    return found


def rounded(number, values):
    """Whether the number is one of the values at its own precision, of either sign."""
    decimals, number = len(number.partition(".")[2]), number.lstrip("-")
    zeros = len(number) - len(number.rstrip("0")) if not decimals and number.endswith("00") else 0
    return any(f"{round(abs(value), decimals - zeros):.{decimals}f}" == number for value in values)


def of_results():
    """(place, number, whether it is right) of the rows of results.md."""
    for row in re.findall(r"^\| .*\[.*\]\(.*$", (DOCS / "results.md").read_text(), re.M):
        pages = [DOCS / name for name in re.findall(r"\]\((experiments/[^)#]*\.md)\)", row)]
        there = set().union(*(numbers(page.read_text()) for page in pages))
        values = [value for page in pages for value in data(page)]
        for number in sorted(numbers(NAMES.sub("", row))):
            yield f"results.md, '{row[:60]}...'", number, number in there or rounded(number, values)


def of_comments():
    """The same of the comments of pages. Tables of the pages that they link count, too."""
    for page in sorted(PAGES.glob("*.md")):
        comments = page.read_text().partition(COMMENTS)[2]
        values = []
        for source in {page, *(PAGES / name for name in re.findall(r"\]\(((?:data/)?[\w-]+\.md)\)", comments))}:
            values += [float(number) for number in numbers(source.read_text().partition(COMMENTS)[0])] + data(source)
        for number in sorted(numbers(NAMES.sub("", comments)) - set(DERIVED.get(page.name, "").split())):
            yield f"{page.name}, Comments", number, rounded(number, values)


def main():
    checked = [*of_results(), *of_comments()]
    wrong = [f"{place}: {number} is in no table or data of the page" for place, number, right in checked if not right]
    if e2_report.work_of_a_decision() not in (PAGES / "e2.md").read_text():
        wrong.append("e2.md, Theorem 1: not the cycles of cost.md; expected:\n" + e2_report.work_of_a_decision())
    print("\n".join(wrong) or f"{len(checked)} numbers are in their pages")
    sys.exit(bool(wrong) or not checked)


main()
