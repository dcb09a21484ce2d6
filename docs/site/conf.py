"""The site: Sphinx builds it from the repository's pages, in place.

    /usr/bin/python3 -m sphinx -c docs/site . out/site

The groups of docs/README.md are its navigation. A page that they lack is below the first page that
links it. Links to other files of the repository are downloads.
"""
import functools
import importlib.machinery
import os
import pathlib
import re
import shutil
import sys

from pygments import token
from pygments.lexer import RegexLexer
from pygments.lexers import TextLexer

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The Python reference is of the package of PYTHONPATH or of the release build. Without a compiled
# module its stub is imported.
sys.path += [str(ROOT / "build/release/python"), str(ROOT / "python")]
importlib.machinery.SOURCE_SUFFIXES.append(".pyi")

project, author = "ixp2400", "The ixp2400 project"
extensions = ["myst_parser", "sphinx.ext.autodoc", "breathe"]
root_doc = "README"
include_patterns = ["*.md", "docs/**.md", "microblocks/**.md", "editors/**.md"]
exclude_patterns = ["build", "out", ".*"]
html_theme, html_title = "furo", project
html_static_path, html_css_files = ["site.css"], ["site.css"]
html_copy_source = html_show_sphinx = html_show_copyright = False
highlight_language, smartquotes = "sh", False  # text has options such as --set
myst_heading_anchors = 6
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True

# The C++ reference is of the stable header: its comments, except titles of groups.
breathe_projects_source = {"simulation": ("../../emu/sim", ["simulation.h"])}
breathe_doxygen_config_options = {
    "INPUT_FILTER": "sed -E 's,^ *// ----.*,,; s,^( *)//,\\1///,'", "EXTRACT_PRIVATE": "NO", "QUIET": "YES"}

# Pages that exist on the site alone, by the group to which they belong.
SITE = {"Run and measure": ["docs/site/reference", "docs/site/library"], "Results": ["docs/site/gallery"]}


class Microcode(RegexLexer):
    """Fences of assembly."""
    tokens = {"root": [(r";.*", token.Comment), (r"#\w+", token.Comment.Preproc), (r"\.\w+", token.Keyword),
                       (r"\w+[#:]", token.Name.Label), (r"\w+(?=\[)", token.Name.Function), (r"\d\w*", token.Number),
                       (r'"[^"\n]*"', token.String), (r"\w+|\s+|.", token.Text)]}


def text_of(page):
    return (ROOT / f"{page}.md").read_text(encoding="utf8")


def links(page, text, pattern=r"(?<!!)\[[^\]]*\]\(([^)\s:#]+)\.md[)#]"):
    """Paths that a text of the page links, relative to the repository."""
    for path in re.findall(pattern, text):
        yield os.path.normpath(os.path.join(os.path.dirname(page), path))


@functools.cache
def navigation(pages):
    """{page: [(caption, pages below it)]}: a tree of all pages that links reach."""
    groups = re.findall(r"^\*\*([^*]+)\*\*\n(.*?)(?:\n\n|\Z)", text_of("docs/README"), re.M | re.S)
    tree = {root_doc: [(name, [*links("docs/README", text), *SITE.get(name, ())]) for name, text in groups]}
    queue = [root_doc, *(page for _, below in tree[root_doc] for page in below if page in pages)]
    seen = set(queue)
    for page in queue:
        below = [other for other in dict.fromkeys(links(page, text_of(page))) if other in pages and other not in seen]
        tree.setdefault(page, []).insert(0, ("", below))
        seen.update(below)
        queue += below
    return tree


def gallery(pages):
    """The pictures of each page, with links to it."""
    for page in sorted(pages):
        text = text_of(page)
        pictures = dict.fromkeys(zip(re.findall(r"!\[([^\]]+)\]\(", text), links(page, text, r"!\[[^\]]+\]\(([^)\s:]+)\)")))
        if pictures:
            yield f"## [{re.search('^# (.+)', text, re.M)[1]}](/{page}.md)\n\n```{{container}} gallery\n"
            yield from (f"[![{alt}](/{path})](/{page}.md)" for alt, path in pictures)
            yield "```\n"


def read(app, page, source):
    """Adds hidden tables of contents, and pictures to the gallery."""
    for caption, below in navigation(frozenset(app.env.found_docs)).get(page, ()):
        if below:
            entries = "\n".join(f"/{other}" for other in below)
            titled = f":caption: {caption}\n" if caption else ""
            source[0] += f"\n\n```{{toctree}}\n:hidden:\n{titled}\n{entries}\n```\n"
    if page == "docs/site/gallery":
        source[0] += "\n".join(gallery(app.env.found_docs - {page}))


def repair(static):
    """Debian 12's furo loads a module as a script, and has the dark colours for its button only."""
    script, style = static / "scripts/furo.js", static / "styles/furo.css"
    code, colours = script.read_text(), style.read_text()
    if code.startswith("import Gumshoe"):
        script.write_text((static / "scripts/gumshoe-patched.js").read_text() + code.partition("\n")[2])
    if "prefers-color-scheme" not in colours:
        dark = re.search(r'body\[data-theme="dark"\] (\{.*?\})', colours, re.S)[1]
        style.write_text(f'{colours}@media screen and (prefers-color-scheme: dark) {{ body[data-theme="auto"] {dark} }}\n')


def finish(app, error):
    """The first page is also the folder's."""
    if not error and app.builder.name == "html":
        shutil.copy(pathlib.Path(app.outdir, f"{root_doc}.html"), pathlib.Path(app.outdir, "index.html"))
        repair(pathlib.Path(app.outdir, "_static"))


def setup(app):
    app.add_lexer("output", TextLexer)  # fences of shown output
    app.add_lexer("asm", Microcode)
    app.connect("source-read", read)
    app.connect("build-finished", finish)
