"""Writes sources that hold all mutants at once: each changed piece of text becomes a choice between the
original and the mutants, made by a number in the environment when the program runs.

    a < b      becomes      (ixp_on(17) ? ((a) <= (b)) : (ixp_on(18) ? ((a) >= (b)) : (a < b)))
    f(x);      becomes      if (!ixp_on(19)) { f(x); }
"""
import collections
import dataclasses

# Included before everything else in every file.
HEADER = """\
#pragma once
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace ixp_mutation {{
// IXP_MUTANT=n: mutant n is on. IXP_REACHED=DIR: none is, and DIR/<process> has a byte for each, 1
// after its place was executed. A mapping of the file notes also forked and killed processes.
inline unsigned char* reached;
inline int choose() {{
  if (const char* folder = getenv("IXP_REACHED")) {{
    const int file = open((folder + ("/" + std::to_string(getpid()))).c_str(), O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, {count}) != 0) std::abort();
    void* bytes = mmap(nullptr, {count}, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (bytes == MAP_FAILED) std::abort();
    close(file);
    reached = static_cast<unsigned char*>(bytes);
    return -1;
  }}
  const char* n = getenv("IXP_MUTANT");
  return n ? std::atoi(n) : -2;
}}
inline int active = choose();
inline bool on(int n) {{
  if (active == -1) [[unlikely]]
    reached[n] = 1;
  return active == n;
}}
}} // namespace ixp_mutation
constexpr bool ixp_on(int n) {{
  if (__builtin_is_constant_evaluated()) return false;
  return ixp_mutation::on(n);
}}
"""


@dataclasses.dataclass
class Mutant:
    number: int
    file: str
    line: int
    column: int
    source: str  # the line, without blanks at its ends
    change: str  # in words
    site: object
    variant: str
    identity: str  # stays the same when lines move

    def name(self):
        return f"{self.file}:{self.line}:{self.column}: {self.change}"


def change_of(site, variant, text):
    old = " ".join(text[site.begin:site.end].decode().split())
    if site.kind == "delete":
        return f"delete '{old}'"
    if site.kind == "condition":
        return f"negate '{old}'"
    if site.what == "literal":
        return f"'{old}' becomes '{variant.format(old)}'"
    return f"'{site.what}' becomes '{variant}' in '{old}'"


def mutants_of(sites, texts):
    """All mutants, numbered from 0."""
    out, alike = [], collections.Counter()
    for site in sorted(sites, key=lambda s: (s.file, *s.key())):
        text = texts[site.file]
        begin = text.rfind(b"\n", 0, site.begin) + 1
        end = text.find(b"\n", site.begin)
        line, column = text.count(b"\n", 0, site.begin) + 1, site.begin - begin + 1
        source = text[begin:end].decode().strip()
        for variant in site.variants:
            change = change_of(site, variant, text)
            what = f"{site.file}|{source}|{column}|{change}"
            alike[what] += 1
            identity = f"{what}|{alike[what]}"
            out.append(Mutant(len(out), site.file, line, column, source, change, site, variant, identity))
    return out


class Writer:
    def __init__(self, text, mutants):
        self.text = text
        by_site = collections.defaultdict(list)
        for m in mutants:
            by_site[m.site].append(m)
        self.sites = sorted(by_site.items(), key=lambda item: item[0].key())

    def write(self):
        return self.render(0, len(self.text), self.sites)

    def render(self, begin, end, sites):
        """text[begin:end] with these sites, all inside it, outer ones before inner ones."""
        out, at, i = [], begin, 0
        while i < len(sites):
            site = sites[i][0]
            inner = i + 1
            while inner < len(sites) and sites[inner][0].begin < site.end:
                inner += 1
            out.append(self.text[at:site.begin])
            piece, at = self.render_site(sites[i], sites[i + 1:inner])
            out.append(piece)
            i = inner
        out.append(self.text[at:end])
        return b"".join(out)

    def render_site(self, item, inner):
        """The site's text, and where it ends."""
        site, mutants = item
        original = self.render(site.begin, site.end, inner)
        if site.kind == "delete":
            semicolon = self.text.index(b";", site.end) + 1
            return b"{ if (!ixp_on(%d)) { %s; } }" % (mutants[0].number, original), semicolon
        if site.kind == "condition":
            plain = self.text[site.begin:site.end]
            return b"(ixp_on(%d) ? !(%s) : bool((%s)))" % (mutants[0].number, plain, original), site.end
        for m in reversed(mutants):
            original = b"(ixp_on(%d) ? (%s) : (%s))" % (m.number, self.mutated(site, m.variant), original)
        return original, site.end

    def mutated(self, site, variant):
        text = self.text
        if site.what == "literal":
            return variant.encode().replace(b"{}", text[site.begin:site.end])
        if len(site.parts) == 1:
            operand = text[site.parts[0][0]:site.parts[0][1]]
            if site.what == "!":
                return b"bool((%s))" % operand
            before = site.parts[0][0] > site.begin  # ++i, not i++
            return variant.encode() + operand if before else operand + variant.encode()
        (b1, e1), (b2, e2) = site.parts
        if site.what[-1] == "=" and site.what not in ("==", "!=", "<=", ">="):
            return b"%s %s %s" % (text[b1:e1], variant.encode(), text[b2:e2])
        return b"(%s) %s (%s)" % (text[b1:e1], variant.encode(), text[b2:e2])
