#!/usr/bin/env python3
"""Checks that comments and pages are in plain English.

CONTRIBUTING.md, "Plain English", has the words to avoid in backticks. A sentence may not open with
"Of", "Where" or "Whose" either. A line with a comment has at most 100 columns.
plain_english.txt lists older text: words and long lines per file. These counts can only shrink.

  plain_english.py [--update]     --update lowers the counts to those found
"""
import ast
import io
import os
import re
import sys
import tokenize

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FOLDERS = "base cmake config docs emu experiments fabric isa mecc microblocks preprocess python rings tests tools".split()
SKIPPED = re.compile(r"tests/(must-fail|fuzz/corpus)/|/kept/|/samples/|__pycache__")
LISTED = os.path.join(HERE, "plain_english.txt")
C_LIKE = (".h", ".cc", ".c", ".td", ".def", ".inc", ".uc", ".S", ".ld")
COLUMNS = 100


def words():
    """A pattern of the words in backticks of CONTRIBUTING's table, and of openings."""
    text = open(f"{ROOT}/CONTRIBUTING.md", encoding="utf8").read()
    section = re.search(r"(?ms)^## Plain English\n(.*?)^## ", text)[1]
    found = [w for row in re.findall(r"(?m)^\| (.*?) \|", section) for w in re.findall(r"`([^`]+)`", row)]
    return re.compile(r"\b(?:" + "|".join(found) + r")\b|(?:^|[.!?] )(?-i:Of|Where|Whose)\b", re.I)


def python_comments(text):
    """Yields (line number, text) of comments and docstrings."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("#! ")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node, clean=False):
            first = node.body[0].lineno
            for i, line in enumerate(ast.get_docstring(node, clean=False).split("\n")):
                yield first + i, line.strip()


def marked_comments(text, mark):
    """Yields (line number, text) after `mark`, and within /* */ if `mark` is C's."""
    within = False
    for number, line in enumerate(text.split("\n"), 1):
        if within:
            yield number, line.strip(" */")
            within = "*/" not in line
            continue
        code = re.sub(r'"(?:[^"\\]|\\.)*"', lambda m: "_" * len(m[0]), line)
        if found := re.search(mark, code):
            yield number, line[found.end():].strip(" /*<!")
            within = line[found.start():].lstrip().startswith("/*") and "*/" not in line[found.end():]


def page(text):
    """Yields (line number, text) of lines outside of code blocks."""
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        fenced ^= line.lstrip().startswith("```")
        if not fenced:
            yield number, line.lstrip("|-*# ")


def comments(path, text):
    if path.endswith(".md"):
        return page(text)
    if path.endswith(".py") or text.startswith("#!/usr/bin/env python3"):
        return python_comments(text)
    if path.endswith(C_LIKE):
        return marked_comments(text, r"(?:^|\s)(?://|/\*)" + (r"|(?:^|\s);" if path.endswith(".uc") else ""))
    if path.endswith((".cmake", ".toml", "CMakeLists.txt", ".sh")) or text.startswith("#!"):
        return marked_comments(text, r"(?:^|\s)#+ ")
    return ()


def check(path, pattern):
    """Yields (line number, message) of forbidden words and of long lines."""
    text = open(f"{ROOT}/{path}", encoding="utf8").read()
    lines, plain, long = text.split("\n"), [], []
    for number, comment in comments(path, text):
        for match in pattern.finditer(re.sub(r"`[^`]*`", "``", comment)):
            plain.append((number, f"'{match[0].strip(' .:')}'"))
        if not path.endswith(".md") and len(lines[number - 1]) > COLUMNS:
            long.append((number, f"{len(lines[number - 1])} columns"))
    return plain, long


def main():
    listed = {}
    for line in open(LISTED, encoding="utf8"):
        if not line.startswith("#"):
            plain, long, path = line.split()
            listed[path] = int(plain), int(long)
    paths = [p for p in os.listdir(ROOT) if p.endswith(".md")]
    for folder in FOLDERS:
        for parent, _, names in os.walk(f"{ROOT}/{folder}"):
            paths += [os.path.relpath(os.path.join(parent, n), ROOT) for n in names]
    pattern, left, failed = words(), {}, False
    for path in sorted(p for p in paths if not SKIPPED.search(p)):
        if not path.endswith((".md", ".py", *C_LIKE, ".cmake", ".toml", ".txt", ".sh")) and "." in os.path.basename(path):
            continue
        found = check(path, pattern)
        allowed = listed.pop(path, (0, 0))
        for hits, limit in zip(found, allowed):
            if len(hits) > limit:
                failed = True
                for number, message in hits:
                    print(f"{path}:{number}: {message}; CONTRIBUTING.md, \"Plain English\", has the words to use")
        left[path] = tuple(min(len(hits), limit) for hits, limit in zip(found, allowed))
        if left[path] != allowed and "--update" not in sys.argv:
            failed = True
            print(f"{path}: better than plain_english.txt says: {left[path]}, not {allowed}; run with --update")
    for path in listed if "--update" not in sys.argv else ():
        failed = True
        print(f"{path}: is in plain_english.txt, but not in the tree; run with --update")
    if "--update" in sys.argv:
        with open(LISTED, "w", encoding="utf8") as out:
            out.write("# words  long lines  file\n")
            out.writelines(f"{plain} {long} {path}\n" for path, (plain, long) in left.items() if plain or long)
    return failed


sys.exit(main())
