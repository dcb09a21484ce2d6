"""The pages of ixpemu and ixplog in Chromium: verdict and key figures come first, text and lines
are legible in both colour schemes, nothing is wider than the window, percentiles and throughput
agree with the port logs. Without Chromium the test is skipped (exit 77).

  browser_test.py BIN_DIR [PICTURE.png]     PICTURE: of a run's page, 1200 pixels wide
"""
import json
import math
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.append(f"{ROOT}/tests/system/trace")
import chromium  # noqa: E402

BIN = os.path.abspath(sys.argv[1])
PICTURE = sys.argv[2] if len(sys.argv) > 2 else None
LIMIT = 300  # seconds; only a hang takes as long
OVERHEAD = 24  # bytes on the line for each frame: gap, preamble, FCS

# Faults of a page as lines of text.
AUDIT = """(() => {
  const faults = [];
  const channels = colour => colour.match(/[0-9.]+/g).map(Number);
  const light = colour => {
    const [r, g, b] = channels(colour).map(c => c / 255).map(c => c <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const contrast = (a, b) => (Math.max(light(a), light(b)) + .05) / (Math.min(light(a), light(b)) + .05);
  const paper = e => {
    for (; e; e = e.parentElement) {
      const colour = getComputedStyle(e).backgroundColor;
      if (channels(colour)[3] !== 0) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  const legible = (what, e, colour, least) => {
    const seen = contrast(colour, paper(e));
    if (!(seen >= least)) faults.push(`contrast ${seen.toFixed(2)}: ${what}`);
  };
  let texts = 0;
  const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = all.nextNode(); node; node = all.nextNode()) {
    const e = node.parentElement, style = getComputedStyle(e);
    if (!node.data.trim() || ['style', 'script', 'title'].includes(e.localName)) continue;
    ++texts;
    legible(node.data.trim(), e, e.localName === 'text' ? style.fill : style.color, 4.5);
  }
  if (texts < 50) faults.push(`only ${texts} texts`);
  for (const e of document.querySelectorAll('path.line, path.limit, rect.fill')) {
    const style = getComputedStyle(e);
    legible(e.classList, e.closest('svg').parentElement, e.localName === 'path' ? style.stroke : style.fill, 3);
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push(`${document.documentElement.scrollWidth} px wide`);
  for (const e of document.body.querySelectorAll('body > *, body > * > *'))
    if (!e.closest('table') && e.getBoundingClientRect().right > innerWidth)
      faults.push(`<${e.localName} class="${e.className}"> ends at ${e.getBoundingClientRect().right}`);
  for (const svg of document.querySelectorAll('.charts svg')) {
    const box = svg.getBoundingClientRect(), labels = [...svg.querySelectorAll('text')];
    for (const text of labels) {
      const r = text.getBoundingClientRect();
      if (r.left < box.left - 1 || r.right > box.right + 1 || r.top < box.top - 1 || r.bottom > box.bottom + 1)
        faults.push(`'${text.textContent}' is cut`);
    }
    const numbers = labels.filter(t => /^[-+.e0-9]+$/.test(t.textContent));
    for (const anchor of ['middle', 'end'])
      if (numbers.filter(t => t.getAttribute('text-anchor') === anchor).length < 3)
        faults.push(`${svg.querySelector('title').textContent}: too few numbers on an axis`);
  }
  for (const table of document.querySelectorAll('table')) {
    const begins = {};
    for (const bar of table.querySelectorAll('.share svg'))
      (begins[bar.parentElement.cellIndex] ??= new Set()).add(Math.round(bar.getBoundingClientRect().left));
    for (const at of Object.values(begins)) if (at.size > 1) faults.push(`bars begin at ${[...at]}`);
  }
  for (const request of performance.getEntriesByType('resource')) faults.push(`loads ${request.name}`);
  return faults;
})()"""

# From the top: verdict, key figures, tables; the figures' texts.
HEAD = """(() => {
  const edge = (selector, side) => document.querySelector(selector).getBoundingClientRect()[side];
  const text = e => e.textContent;
  return {
    order: [0, edge('.verdict', 'top'), edge('.verdict', 'bottom'), edge('.figures', 'top'), edge('.figures', 'bottom'),
            edge('svg', 'top'), edge('table', 'top')],
    verdict: document.querySelector('.verdict').className.split(' ')[1],
    word: text(document.querySelector('.verdict b')), sentence: text(document.querySelector('.verdict')),
    figures: Object.fromEntries([...document.querySelectorAll('.figures > div')].map(f => [...f.children].map(text).slice(0, 2)))
  };
})()"""

ROWS = """[...document.querySelectorAll('#%s ~ table')][0].innerText.split('\\n').map(row => row.split('\\t').map(c => c.trim()))"""

# Charts below a heading: numbers of the vertical axis with their positions, limits, curves.
CHARTS = """(() => {
  let part = document.getElementById('%s'), charts = [];
  for (part = part.nextElementSibling; part && part.localName !== 'h2'; part = part.nextElementSibling)
    charts.push(...part.querySelectorAll('svg:has(title)'));
  const points = p => p.getAttribute('d').match(/[0-9.]+/g).map(Number);
  return charts.map(svg => ({
    title: svg.querySelector('title').textContent,
    axis: [...svg.querySelectorAll('text[text-anchor=end]')].filter(t => /^[0-9.]+$/.test(t.textContent))
        .map(t => [Number(t.textContent), Number(t.getAttribute('y')) - 4]),
    across: [...svg.querySelectorAll('text[text-anchor=middle]')].filter(t => /^[0-9.]+$/.test(t.textContent))
        .map(t => [Number(t.textContent), Number(t.getAttribute('x'))]),
    limits: [...svg.querySelectorAll('.limit')].map(points), curves: [...svg.querySelectorAll('.line')].map(points)
  }));
})()"""


def scale(axis):
    """The value at a position, from the axis's numbers."""
    (low, at_low), (high, at_high) = axis[0], axis[-2]  # the last may be moved into the picture
    return lambda at: low + (high - low) * (at - at_low) / (at_high - at_low)


def run(*words, status=0):
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT)
    if done.returncode != status:
        raise AssertionError(f"{words}: exit status {done.returncode}\n{done.stdout}{done.stderr}")


def log(path):
    """(eop, bytes, tag) of a port log's frames."""
    with open(path) as f:
        lines = [line.split() for line in f if not line.startswith("#")]
    return [(int(line[1]), int(line[3]), line[4]) for line in lines]


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.work = folder.name
        run(f"{BIN}/ixpemu", "run", "microblocks/systems/overload.toml", "--quiet", "--until", "cycles=1000000", "--set",
            "port.1.tx.rate_mbps=500", "--report", f"{cls.work}/run.html", "--out", f"{cls.work}/out")
        run(f"{BIN}/ixplog", "plot", f"{cls.work}/out", "-o", f"{cls.work}/plot.html")
        with open(f"{cls.work}/frame.txt", "w") as f:
            f.write("00" * 60 + "\n")
        run(f"{BIN}/ixpemu", "run", "microblocks/systems/forward.toml", "--quiet", "--until", "packets_tx=9", "--rx",
            f"0={cls.work}/frame.txt", "--rx", "1=/dev/null", "--rx", "2=/dev/null", "--report", f"{cls.work}/failed.html", status=1)
        run(f"{BIN}/ixpemu", "run", "microblocks/systems/forward.toml", "--quiet", "--until", "packets_tx=90", "--report",
            f"{cls.work}/good.html")
        with open(f"{cls.work}/good.html") as f:
            good = f.read()
        for name, fault in (("pale", '<p style="color: #888">pale</p>'), ("wide", '<p style="width: 900px">wide</p>'),
                            ("script", "<script>nothing.here()</script>")):
            with open(f"{cls.work}/{name}.html", "w") as f:
                f.write(good.replace("</body>", f"{fault}</body>"))
        cls.browser = cls.enterClassContext(chromium.Browser())

    def open(self, name, scheme="light", width=1200, height=900):
        page = self.browser.open("about:blank")
        self.browser.call("Emulation.setEmulatedMedia", page, features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.browser.call("Emulation.setDeviceMetricsOverride", page, width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.browser.call("Page.navigate", page, url=f"file://{self.work}/{name}.html")
        self.browser.wait(page, "location.protocol === 'file:' && document.readyState === 'complete'")
        return page

    def test_legible_in_both_schemes_and_at_any_width(self):
        for name in "good", "run", "failed", "plot":
            for scheme in "light", "dark":
                for width in 420, 1200:
                    with self.subTest(page=name, scheme=scheme, width=width):
                        self.assertEqual(self.browser.value(self.open(name, scheme, width), AUDIT), [])
        self.assertEqual(self.browser.errors, [])

    def test_the_audit_finds_faults(self):
        self.assertEqual(self.browser.value(self.open("pale"), AUDIT), ["contrast 3.54: pale"])
        self.assertRegex(" ".join(self.browser.value(self.open("wide", width=420), AUDIT)), "px wide .* ends at")
        with chromium.Browser() as browser:
            page = browser.open(f"file://{self.work}/script.html")
            with self.assertRaisesRegex(TimeoutError, "nothing is not defined"):
                browser.wait(page, "false")

    def test_the_verdict_comes_first(self):
        for name, verdict, word, sentence in (
                ("good", "good", "Completed", "The run reached packets_tx=90, with no frames lost and no hazards."),
                ("run", "warn", "Completed with losses", "The run reached cycles=1000000, with .* frames lost and no hazards."),
                ("failed", "bad", "Failed", "The run failed: .*the run waits for packets_tx=9")):
            for width in 420, 1200:
                head = self.browser.value(self.open(name, width=width), HEAD)
                self.assertEqual(head["order"], sorted(head["order"]), name)
                self.assertEqual((head["verdict"], head["word"]), (verdict, word))
                self.assertRegex(head["sentence"], sentence)
                self.assertEqual(list(head["figures"]),
                                 ["frames in / out / lost", "throughput", "delay, median / 99 %", "emulated time"])

    def test_figures_agree_with_the_port_logs(self):
        page = self.open("run")
        figures = self.browser.value(page, HEAD)["figures"]
        with open(f"{self.work}/out/stats.json") as f:
            stats = json.load(f)
        arrived = {tag: eop for port in range(4) for eop, _, tag in log(f"{self.work}/out/port{port}_rx.log")}
        delays = {port: sorted(eop - arrived[tag] for eop, _, tag in log(f"{self.work}/out/port{port}_tx.log")) for port in range(3)}

        def percentile(sorted_delays, share):
            return f"{sorted_delays[max(math.ceil(share * len(sorted_delays)), 1) - 1] / 600:.2f}"
        everything = sorted(d for of_port in delays.values() for d in of_port)
        self.assertEqual(figures["delay, median / 99 %"], f"{percentile(everything, .5)} / {percentile(everything, .99)} µs")
        self.assertEqual(self.browser.value(page, ROWS % "Delay")[1:],
                         [[f"port {port}", "", str(len(of_port)), *(percentile(of_port, share) for share in (.5, .9, .99, .999, 1))]
                          for port, of_port in delays.items()])
        frames = stats["frames"]
        lost = sum(sum(frames[by].values()) for by in ("dropped_by_hardware", "dropped_by_microcode", "lost"))
        self.assertEqual(figures["frames in / out / lost"].replace(",", ""),
                         f"{frames['received']} / {len(everything)} / {lost}")
        self.assertGreater(lost, 0)
        sent = sum(p["kbit_per_s"] for p in stats["ports"] if p["direction"] == "tx")
        self.assertEqual(figures["throughput"].replace(",", ""), f"{(sent + 500) // 1000} Mbit/s")
        self.assertEqual(figures["emulated time"], "1.667 ms")

    def test_the_command_is_shown(self):
        facts = dict(self.browser.value(self.open("run"), ROWS % "Command"))
        version = subprocess.run([f"{BIN}/ixpemu", "--version"], capture_output=True, text=True, check=True, timeout=LIMIT).stdout
        self.assertEqual(facts["Version"], version.strip())
        self.assertRegex(facts["Command"], "^ixpemu run microblocks/systems/overload.toml .*--set=port.1.tx.rate_mbps=500 .*--report=")
        self.assertEqual(facts["Override"], "port.1.tx.rate_mbps=500")

    def test_throughput_is_the_logs_and_stays_below_the_line_rate(self):
        charts = self.browser.value(self.open("run"), CHARTS % "Throughput")
        rates = {f"port {port} {verb}": (500 if (port, verb) == (1, "transmits") else 1000, f"port{port}_{direction}.log")
                 for port in range(4) for verb, direction in (("receives", "rx"), ("transmits", "tx")) if (port, verb) != (3, "transmits")}
        self.assertEqual([chart["title"] for chart in charts], list(rates))
        for chart, (rate, name) in zip(charts, rates.values()):
            value, ms = scale(chart["axis"] + [None]), scale(chart["across"])
            self.assertEqual([round(value(limit[1])) for limit in chart["limits"]], [rate])
            curve, = chart["curves"]
            drawn, times = [value(y) for y in curve[1::2]], [ms(x) for x in curve[::2]]
            self.assertLessEqual(max(drawn), rate + abs(value(0.05) - value(0)), chart["title"])
            bits = sum(1e3 * r * (after - at) for at, after, r in zip(times, times[1:], drawn))
            logged = sum(8 * (size + OVERHEAD) for _, size, _ in log(f"{self.work}/out/{name}"))
            self.assertAlmostEqual(bits / logged, 1, delta=0.01, msg=chart["title"])

    def test_rings_have_their_capacity(self):
        charts = self.browser.value(self.open("run"), CHARTS % "Rings")
        self.assertGreater(len(charts), 3)
        for chart in charts:
            value = scale(chart["axis"] + [None])
            capacity = round(value(chart["limits"][0][1]))
            self.assertIn(capacity, (128, 256, 512, 1024), chart["title"])
            self.assertLessEqual(max(value(y) for y in chart["curves"][0][1::2]), capacity + 1)

    def test_picture(self):
        picture = PICTURE or f"{self.work}/run.png"
        page = self.open("run", height=1090)
        self.browser.value(page, "void(document.documentElement.style.overflow = 'hidden')")
        self.browser.picture(page, picture)
        self.assertIn(os.path.getsize(picture), range(40_000, 150_000))


if __name__ == "__main__":
    if not chromium.there():
        print("skipped: chromium is not installed (tools/setup --all)")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
