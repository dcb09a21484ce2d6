"""Finds mutation sites in a C++ file, from the syntax tree that Clang prints as JSON.

A site is a piece of source text and the ways to change it. Constant expressions (case labels, array
bounds, constexpr variables) and variables initialised before main() are skipped: they are evaluated
before a run can choose a mutant.
"""
import dataclasses
import json
import subprocess

OPERATORS = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
    "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"],
    "<<": [">>"], ">>": ["<<"], "&": ["|"], "|": ["&"], "^": ["&"], "&&": ["||"], "||": ["&&"],
    "+=": ["-="], "-=": ["+="], "|=": ["&="], "&=": ["|="], "^=": ["|="], "<<=": [">>="], ">>=": ["<<="],
    "*=": ["+="], "/=": ["*="], "%=": ["/="],
}
NEGATED_ANYWAY = {"<", "<=", ">", ">=", "==", "!=", "&&", "||", "!"}
CALLS = {"CallExpr", "CXXMemberCallExpr", "CXXOperatorCallExpr"}
REWRITTEN = "CXXRewrittenBinaryOperator"  # a < b as (a <=> b) < 0
CONSTANT = {"ConstantExpr", "EnumConstantDecl", "StaticAssertDecl", "TemplateArgument", "NonTypeTemplateParmDecl"}
# Which part of an expression of several mutants is outermost.
RANK = {"delete": 0, "condition": 1, "operator": 2}


@dataclasses.dataclass(frozen=True)
class Site:
    file: str
    begin: int  # byte offsets
    end: int
    kind: str  # delete, condition, operator
    what: str  # of an operator: the operator
    parts: tuple  # of an operator: ranges of its operands
    variants: tuple  # of an operator: its replacements; else one description in words

    def key(self):
        return self.begin, -self.end, RANK[self.kind], self.what


class Reader:
    """One syntax tree, read in the order in which Clang wrote it: a location without a file is in the
    file of the location before it."""

    def __init__(self, wanted, texts):
        self.wanted = wanted  # file -> path as the project names it, or None
        self.texts = texts
        self.file = None
        self.sites = {}

    def place(self, location):
        """(file, begin, end) of the token at a location; None inside a macro."""
        if "spellingLoc" in location:
            self.place(location["spellingLoc"])
            self.place(location["expansionLoc"])
            return None
        self.file = location.get("file", self.file)
        if "offset" not in location:
            return None
        return self.file, location["offset"], location["offset"] + location["tokLen"]

    def range(self, node):
        if "loc" in node:
            self.place(node["loc"])
        if "range" not in node:
            return None
        begin, end = self.place(node["range"]["begin"]), self.place(node["range"]["end"])
        if not begin or not end or begin[0] != end[0]:
            return None
        file = self.wanted(begin[0])
        return (file, begin[1], end[2]) if file else None

    def add(self, place, kind, what="", parts=(), variants=("",)):
        if place:
            site = Site(*place, kind, what, tuple(parts), tuple(variants))
            self.sites[(site.file, *site.key())] = site

    def read(self, node, constant=False, statement=False):
        """The node's place, after all of it has been read."""
        place = self.range(node)
        kind = node.get("kind")
        constant = constant or kind in CONSTANT or node.get("constexpr") and kind == "VarDecl"
        constant = constant or node.get("isImplicit") or node.get("explicitlyDefaulted") or kind == REWRITTEN  # not in the text
        inner = node.get("inner", [])
        skip_condition = kind in ("IfStmt", "WhileStmt", "SwitchStmt") and (
            node.get("hasVar") or node.get("isConstexpr") or node.get("hasInit"))
        places = []
        for i, child in enumerate(inner):
            body = self.is_statement(kind, i, len(inner))
            hidden = kind == "CXXForRangeStmt" and i + 1 < len(inner) and i > 1
            global_variable = child.get("kind") == "VarDecl" and (kind == "NamespaceDecl" or child.get("storageClass"))
            fixed = constant or hidden or global_variable or (kind == "IfStmt" and node.get("isConstexpr") and i == 0)
            places.append(self.read(child, fixed, body and not constant))
        if constant:
            return place
        if statement and place and self.is_deletable(node) and self.texts[place[0]][place[2]:].lstrip()[:1] == b";":
            self.add(place, "delete")
        if kind in ("BinaryOperator", "CompoundAssignOperator") and len(places) == 2 and all(places):
            variants = OPERATORS.get(node["opcode"])
            if variants:
                self.add(place, "operator", node["opcode"], [p[1:] for p in places], variants)
        if kind == "UnaryOperator" and places and places[0]:
            self.unary(node, place, places[0])
        if kind == "IntegerLiteral" and place:
            self.add(place, "operator", "literal", [], ["{} + 1"])
        if kind == "CXXBoolLiteralExpr":
            self.add(place, "operator", "literal", [], ["!{}"])
        for i in self.conditions(kind, inner):
            if not skip_condition and places[i] and inner[i].get("opcode") not in NEGATED_ANYWAY:
                self.add(places[i], "condition")
        return place

    @staticmethod
    def is_statement(kind, i, n):
        if kind == "CompoundStmt":
            return True
        if kind == "IfStmt":
            return i > 0
        return kind in ("ForStmt", "WhileStmt", "CXXForRangeStmt") and i == n - 1

    @staticmethod
    def is_deletable(node):
        kind = node.get("kind")
        if kind == "ExprWithCleanups":
            return Reader.is_deletable(node["inner"][0])
        if kind == "BinaryOperator":
            return node["opcode"] == "="
        if kind == "UnaryOperator":
            return node["opcode"] in ("++", "--")
        if kind == "ReturnStmt":
            return not node.get("inner")
        return kind in CALLS or kind in ("CompoundAssignOperator", "BreakStmt", "ContinueStmt")

    @staticmethod
    def conditions(kind, inner):
        if kind in ("IfStmt", "WhileStmt", "ConditionalOperator"):
            return [0]
        if kind == "DoStmt":
            return [1]
        if kind == "ForStmt" and len(inner) == 5 and inner[2]:
            return [2]
        return []

    def unary(self, node, place, operand):
        code = node["opcode"]
        if code in ("++", "--"):
            self.add(place, "operator", code, [operand[1:]], ["--" if code == "++" else "++"])
        elif code in ("!", "-", "~") and place[1] < operand[1]:  # else it is the ! of an implied !(a == b)
            self.add(place, "operator", code, [operand[1:]], [""])


def documents(text):
    decoder = json.JSONDecoder()
    at = 0
    while at < len(text):
        while at < len(text) and text[at] != "{":
            at = text.find("\n", at) + 1 or len(text)
        if at < len(text):
            document, at = decoder.raw_decode(text, at)
            yield document


def find_sites(command, folder, namespace, wanted, texts):
    """Sites in a namespace of all wanted files that one compile command reads."""
    dump = subprocess.run(
        [*command, "-fsyntax-only", "-w", "-Xclang", "-ast-dump=json", "-Xclang", f"-ast-dump-filter={namespace}"],
        cwd=folder, check=True, capture_output=True, text=True).stdout
    reader = Reader(wanted, texts)
    for document in documents(dump):
        reader.read(document)
    return reader.sites
