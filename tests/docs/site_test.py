"""The site (docs/site/conf.py) builds without warnings, has every page, and all its links resolve
without a network."""
import html
import html.parser
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("microblocks/*/*.md")]


class Links(html.parser.HTMLParser):
    """Links of a page, addresses of its parts, and names of places in it."""

    def __init__(self, path):
        super().__init__()
        self.links, self.parts, self.names = [], [], set()
        self.feed(path.read_text(encoding="utf8"))

    def handle_starttag(self, tag, attributes):
        of = dict(attributes)
        self.names.update(of[key] for key in ("id", "name") if of.get(key))
        if tag == "a" and of.get("href"):
            self.links.append(of["href"])
        elif tag in ("script", "img", "source") and of.get("src"):
            self.parts.append(of["src"])
        elif tag == "link" and "stylesheet" in of.get("rel", ""):
            self.parts.append(of["href"])


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.site = pathlib.Path(folder.name).resolve()
        done = subprocess.run([sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-d", cls.site / "doctrees",
                               "-c", ROOT / "docs/site", ROOT, cls.site / "html"], capture_output=True, text=True, timeout=1200)
        if done.returncode:
            raise AssertionError(done.stdout + done.stderr)
        cls.site /= "html"
        cls.pages = {path: Links(path) for path in cls.site.rglob("*.html")}

    def read(self, name):
        return (self.site / name).read_text(encoding="utf8")

    def test_no_warning_is_suppressed(self):
        self.assertNotIn("suppress_warnings", (ROOT / "docs/site/conf.py").read_text())

    def test_pages(self):
        self.assertGreater(len(PAGES), 90)
        for page in PAGES:
            self.assertIn((self.site / page.relative_to(ROOT)).with_suffix(".html"), self.pages)

    def test_links(self):
        checked = 0
        for page, of in self.pages.items():
            for link in of.links + of.parts:
                address = urllib.parse.urlsplit(link)
                if address.scheme or not (address.path or address.fragment):
                    continue
                target = pathlib.Path(os.path.normpath(page.parent / urllib.parse.unquote(address.path))) if address.path else page
                self.assertTrue(target.is_file(), f"{page}: {link}")
                if address.fragment and target in self.pages:
                    self.assertIn(urllib.parse.unquote(address.fragment), self.pages[target].names, f"{page}: {link}")
                checked += 1
        self.assertGreater(checked, 5000)

    def test_no_network(self):
        for page, of in self.pages.items():
            self.assertEqual([part for part in of.parts if urllib.parse.urlsplit(part).netloc], [], page)

    def test_navigation(self):
        """The groups of docs/README.md."""
        groups = re.findall(r"^\*\*([^*]+)\*\*$", (ROOT / "docs/README.md").read_text(), re.M)
        self.assertEqual(len(groups), 5)
        self.assertEqual(re.findall(r'<p class="caption".*?><span class="caption-text">(.*?)</span>', self.read("index.html")), groups)

    def test_search(self):
        """The index has words of pages, by their stems, and names of the reference."""
        index = self.read("searchindex.js")
        for word in "fail_on", "high_wat", "microblock", "run_until", "ixp_golden":
            self.assertIn(word, index)

    def test_gallery(self):
        pictures = {alt for page in PAGES for alt in re.findall(r"!\[([^\]]+)\]\(", page.read_text())}
        shown = re.findall('<img alt="([^"]+)"', self.read("docs/site/gallery.html"))
        self.assertGreater(len(pictures), 30)
        self.assertEqual({html.unescape(alt) for alt in shown}, pictures)

    def test_reference(self):
        reference = self.read("docs/site/reference.html")
        for name in "ixp2400.Simulation.run_until", "ixp2400.Frame.tag", "ixp2400.pytest_plugin.ixp_golden":
            self.assertIn(f'id="{name}"', reference)

    def test_library(self):
        """Each public function of the stable header is documented."""
        reference = self.read("docs/site/library.html")
        public = (ROOT / "emu/sim/simulation.h").read_text().partition("class Simulation {")[2].partition("private:")[0]
        functions = set(re.findall(r"^  [\w:<>&* ]+[ &*](\w+)\(", public, re.M))
        self.assertGreater(len(functions), 20)
        for name in functions:
            self.assertRegex(reference, rf'(?s)id="_CPPv4N[^"]*Simulation[0-9]+{name}E(?:(?!<dt).)*<dd><p>')

    def test_the_stub_stands_for_the_compiled_module(self):
        code = "import conf, ixp2400._core as core; print(core.__file__, core.Frame.tag)"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300,
                              env=dict(os.environ, PYTHONPATH=f"{ROOT}/python:{ROOT}/docs/site"))
        self.assertRegex(done.stdout, r"_core\.pyi <property", done.stderr)


unittest.main()
