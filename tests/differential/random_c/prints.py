"""Prints in random programs: at every level a print shows the value that the host prints, or
<optimized out>. A level may lose single prints."""

import collections
import random
import re

import harness

MOST_VALUES = 3  # of one print
CHANCE = 0.4  # of a print after a statement
SCALAR = r"(?:u?int(?:8|16|32)_t|[us](?:8|16|32))"
DECLARED = re.compile(rf"(?:const |__gpr )*{SCALAR} +(\w+) = ")
PARAMETER = re.compile(rf"(?:const )?{SCALAR} +(\w+)$")
NO_PRINT = re.compile(r"(?:return|break|continue|goto|if|else)\b")  # in front of the print
TIMED = re.compile(r"while \(n\d+\) \{")  # turns as often as signals come apart
TAIL = re.compile(r"\s*/\*.*\*/\s*$")
PRELUDE = """#ifdef __MECC__
#include <ixp_debug.h>
#else
#include <stdio.h>
#define ixp_print(...) (printf(__VA_ARGS__), putchar('\\n'))
#endif
"""
PRINTED = re.compile(r"@(\d+):(.*)$", re.M)
LOST = "<optimized out>"


def parameters(head):
    listed = head[head.find("(") + 1:head.rfind(")")]
    return [m[1] for p in listed.split(",") if (m := PARAMETER.match(p.strip()))]


def shown(dice, name):
    return dice.choice((name, name, name, f"{name} + 1", f"({name} >> 2 & 7)", f"({name} == 1)"))


class Instrumented:
    """A program's text with prints of its scalar variables."""

    def __init__(self, text, seed):
        self.dice = random.Random(seed)
        self.lines, self.scopes, head = [], [], ""
        self.timed = 0  # depth of a loop without prints
        for line in text.splitlines():
            code = TAIL.sub("", line).strip()
            self.lines.append(line)
            self.declare(code)
            self.print_after(code)
            self.nest(code, head)
            head = code

    def declare(self, code):
        if self.scopes and (m := DECLARED.match(code)):
            self.scopes[-1].append(m[1])

    def print_after(self, code):
        known = [name for scope in self.scopes for name in scope][-8:]
        if not known or self.timed or not code.endswith(";") or NO_PRINT.match(code) or \
                self.dice.random() > CHANCE:
            return
        names = self.dice.sample(known, min(len(known), self.dice.randint(1, MOST_VALUES)))
        values = ", ".join(f"(unsigned)({shown(self.dice, name)})" for name in names)
        self.lines.append(f'ixp_print("@{len(self.lines)}:{" %x;" * len(names)}", {values});')

    def nest(self, code, head):
        """Blocks of functions open and close."""
        if not self.scopes:
            if code.startswith("{") and head.endswith(")"):
                self.scopes = [parameters(head)]
            return
        if TIMED.match(code) and not self.timed:
            self.timed = len(self.scopes)
        for c in code:
            if c == "{":
                self.scopes.append([])
            elif c == "}":
                self.scopes.pop()
                if len(self.scopes) == self.timed:
                    self.timed = 0

    def text(self):
        return PRELUDE + "\n".join(self.lines) + "\n"


def by_line(text):
    out = collections.defaultdict(list)
    for number, values in PRINTED.findall(text):
        out[number].append([v.strip() for v in values.split(";")[:-1]])
    return out


def agree(a, b):
    return all(LOST in (x, y) or x == y for x, y in zip(a, b))


def difference(expected, got):
    """The first values that the host does not print at their line; "" if there are none. Calls in
    one expression may run in another order there."""
    for number, rows in got.items():
        rest = list(expected.get(number, []))
        for row in sorted(rows, key=lambda values: values.count(LOST)):
            if row.count(LOST) == len(row):  # a print in a block without code runs too often
                continue
            found = next((other for other in rest if agree(row, other)), None)
            if found is None:
                return f"print {number}: {' '.join(row)}"
            rest.remove(found)
    return ""


def count(text):
    values = [v for rows in by_line(text).values() for row in rows for v in row]
    return {"shown": len(values) - values.count(LOST), "lost": values.count(LOST)}


class Case:
    """A generator's program with prints. `expected`: its checksum and the host's prints."""

    def __init__(self, case, programs):
        if case.contexts != 1:
            raise harness.Skipped("contexts print in no fixed order")
        self.flavour, self.options = case.flavour, [*case.options, "--prints"]
        self.path = case.source(programs.LEVELS[0])
        self.text = Instrumented(self.path.read_text(), case.seed).text()
        output = programs.output(self.source())
        self.expected = int(output.split()[-1], 16), by_line(output)

    def source(self, level=None):
        """The same at every level."""
        self.path.write_text(self.text)
        return self.path

    @staticmethod
    def judge(result, expected):
        """(kind, details) of one run."""
        checksum, values = expected
        kind, details = harness.judge(result, checksum)
        if kind == "same" and (wrong := difference(values, by_line(result.text))):
            return "mismatch", wrong
        return kind, details
