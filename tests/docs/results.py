#!/usr/bin/env python3
"""Checks docs/results.md: each number of a row is in the page that the row links, or in the data of
that page, rounded.

  results.py
"""
import csv
import pathlib
import re
import sys

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
DATA = {"e1.md": ["e1-line-rate.csv"], "regime.md": ["regime.csv"], "e6.md": ["e6.csv"], "e6-tcp.md": ["e6-tcp.csv"]}
NUMBER = re.compile(r"(?<![\w.,-])-?\d(?:[\d,]*\d)?(?:\.\d+)?(?![\w]|[.,]\d)")
# Words of the table's first columns that hold digits and are no figures.
NAMES = re.compile(r"\[[^]]*\]\([^)]*\)|Table [IV\d]+|Theorem \d|Lemmas 1, 2|Figure \d|4-iSLIP|f\d+|greedy-0|SF = 1|scenario \d|d \+ 2|Lemma \d")


def numbers(text):
    """Numbers of a text; thousands without separators."""
    return {found.replace(",", "") for found in NUMBER.findall(text.replace("\u2212", "-"))}


def values(path):
    """Numbers of a CSV file."""
    with open(path, newline="") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    return [float(cell) for cell in cells if re.fullmatch(r"-?\d+(\.\d+)?", cell)]


def rounded(number, data):
    """Whether the number is a value of the data at its own precision."""
    decimals = len(number.partition(".")[2])
    return any(f"{value:.{decimals}f}" == number for value in data)


def main():
    text = (DOCS / "results.md").read_text()
    wrong, checked = [], 0
    for row in re.findall(r"^\| .*\[.*\]\(.*$", text, re.M):
        pages = re.findall(r"\]\((experiments/[^)#]*\.md)\)", row)
        there, data = set(), []
        for page in pages:
            there |= numbers((DOCS / page).read_text())
            data += [value for name in DATA.get(pathlib.Path(page).name, []) for value in values(DOCS / "experiments" / name)]
        for number in sorted(numbers(NAMES.sub("", row))):
            checked += 1
            if number not in there and not rounded(number, data):
                wrong.append(f"{pages[0]} has no {number}, which is in '{row[:70]}...'")
    print("\n".join(wrong) or f"{checked} numbers are in their pages")
    sys.exit(bool(wrong) or checked == 0)


main()
