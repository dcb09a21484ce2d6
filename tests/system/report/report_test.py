"""ixpemu run --report: the page agrees with stats.json and the port logs.

    report_test.py BIN_DIR
"""
import html.parser
import json
import os
import re
import sys
import unittest

sys.path.append(os.path.dirname(__file__) + "/../..")
from in_folder import SOURCE, InFolder  # noqa: E402
os.chdir(SOURCE)
VOID = {"meta", "br", "rect", "path"}  # the last two of SVG, which close themselves


class Page(html.parser.HTMLParser):
    """Tables by heading, and that every element is closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.heading, self.tables, self.cell, self.charts = [], "", {}, None, {}
        self.feed(text)
        self.close()
        if self.open:
            raise AssertionError(f"left open: {self.open}")

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        if tag == "tr":
            self.tables.setdefault(self.heading, []).append([])
        if tag in ("td", "th"):
            self.tables[self.heading][-1].append("")
        if tag == "title" and "svg" in self.open:
            self.charts.setdefault(self.heading, []).append("")

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        while self.open and self.open[-1] in VOID and self.open[-1] != tag:
            self.open.pop()
        if not self.open or self.open.pop() != tag:
            raise AssertionError(f"</{tag}> closes nothing")

    def handle_data(self, data):
        if self.open and self.open[-1] == "h2":
            self.heading = data
        if "td" in self.open or "th" in self.open:
            self.tables[self.heading][-1][-1] += data
        if self.open[-2:] == ["svg", "title"]:
            self.charts[self.heading][-1] += data


class Report(InFolder):
    def run_once(self, system, *options, page="page.html", status=0):
        page = self.work / page
        said = self.call("ixpemu", "run", system, "--quiet", "--out", self.out, "--report", page, *options, status=status).stderr
        return said, page.read_text() if page.is_file() else None

    def stats(self):
        return json.loads((self.out / "stats.json").read_text())

    def test_shares_are_rounded_as_in_the_table(self):
        """At 0.2 ms DRAM was busy for 41.35 % of the time."""
        page = self.work / "page.html"
        table = self.call("ixpemu", "run", "microblocks/systems/forward.toml", "--until", "time_ms=0.2", "--report", page).stdout
        units = {row[0]: row[3].removesuffix(" %") for row in Page(page.read_text()).tables["Units"] if row[3].endswith("%")}
        self.assertGreater(len(units), 10)
        for unit, share in units.items():
            self.assertEqual(re.search(rf"^{unit} +\d+ \w+ +(\S+)", table, re.M)[1], share, unit)

    def test_figures(self):
        _, text = self.run_once("microblocks/systems/forward.toml", "--until", "packets_tx=900")
        page, stats = Page(text), self.stats()
        ports = [row for row in page.tables["Ports"][1:]]
        self.assertEqual([[r[0], r[1], r[2], r[3]] for r in ports],
                         [[str(p["port"]), p["direction"], str(p["frames"]), str(p["bytes"])] for p in stats["ports"]])
        engines = page.tables["Microengines"][1:]
        self.assertEqual([(r[0], int(r[2])) for r in engines], [(m["at"], m["executing"]) for m in stats["microengines"]])
        for row, m in zip(engines, stats["microengines"]):
            for cell, name in zip(row[3:], ("executing", "aborted", "stalled", "idle")):
                self.assertAlmostEqual(float(cell.removesuffix(" %")), 100 * m[name] / stats["end"]["cycle"], delta=0.1)
        self.assertIn(["received", str(stats["frames"]["received"])], page.tables["Frames"])
        self.assertIn(["Run", stats["run"]], page.tables["Command"])
        self.assertIn(["Ended by", "packets_tx=900"], page.tables["Command"])
        self.assertEqual(page.charts["Throughput"], [f"port {port} {verb}" for port in range(3) for verb in ("receives", "transmits")])
        self.assertIn("the lines carry 3,000 Mbit/s", text)
        throughput = text.partition(">Throughput</h2>")[2].partition("<h2")[0]
        self.assertEqual(re.findall(r'class="line s(\d)"', throughput), ["0", "1"] * 3)
        self.assertEqual(page.charts["Delay"], ["share of frames that took longer"])
        self.assertTrue(any("RING_TX" in title for title in page.charts["Rings"]))
        self.assertIn("None.", text.partition(">Hazards</h2>")[2])
        self.delays(page)
        waiting = page.tables["Where contexts wait"][1:]
        counts = [float(r[2]) for r in waiting]
        self.assertEqual(counts, sorted(counts, reverse=True))
        self.assertGreater(counts[0], 0.5)
        self.assertTrue(all(re.match(r"pc \d+ \(\w+\.uc:\d+, ", r[1]) for r in waiting), waiting)

    def delays(self, page):
        """Delays of each port, against ixplog."""
        said = json.loads(self.call("ixplog", "delay", self.out, "--json").stdout)
        of = {row["name"]: row for row in said["delay_cycles"]}
        for row in page.tables["Delay"][1:]:
            logged = of[row[0]]
            self.assertEqual(int(row[2]), logged["frames"])
            for cell, key in zip(row[3:], ("p50", "p90", "p99", "p99.9", "max")):
                self.assertAlmostEqual(float(cell), logged[key] * 1e6 / said["me_hz"], delta=0.00501, msg=(row[0], key))

    def test_throughput_stays_below_the_line_rate(self):
        """Jumbo frames take as long as several windows."""
        jumbo = self.write("jumbo.txt", "".join(f"02{'00' * (size - 1)}\n" for size in (9000, 60, 9000, 1500) * 5))
        given = [f"--rx={port}={jumbo}" for port in range(3)]
        _, text = self.run_once("microblocks/systems/forward.toml", "--until", "cycles=500000", "--set", "port.0.rx.repeat=true",
                                *given)
        charts = text.partition(">Throughput</h2>")[2].partition("<h2")[0].split("<svg")[1:]
        self.assertEqual(len(charts), 6)
        for chart in charts:
            limit, = re.findall(r'class="limit" d="M[0-9.]+ ([0-9.]+)L', chart)
            curve, = re.findall(r'class="line s\d" d="([^"]+)"', chart)
            highest = min(float(y) for _, y in re.findall(r"([0-9.]+) ([0-9.]+)", curve))
            self.assertGreaterEqual(highest, float(limit), chart)

    def test_same_from_both_engines_and_with_other_logs(self):
        """A report does not affect the run: the port logs equal a run's without a page."""
        system = "microblocks/systems/overload.toml"
        pages = [self.run_once(system, "--until", "cycles=500000", "--engine", e)[1] for e in ("threaded", "reference")]
        self.assertEqual(pages[0].replace("--engine=threaded", "--engine=reference"), pages[1])
        with_page = (self.out / "port0_tx.log").read_text()
        self.call("ixpemu", "run", system, "--quiet", "--out", self.work / "plain", "--until", "cycles=500000")
        self.assertEqual((self.work / "plain/port0_tx.log").read_text(), with_page)
        page = Page(pages[0])
        dropped = sum(int(v) for k, v in page.tables["Frames"] if k.startswith("dropped"))
        frames = self.stats()["frames"]
        self.assertEqual(dropped, sum(frames["dropped_by_microcode"].values()) + sum(frames["dropped_by_hardware"].values()))
        self.assertGreater(dropped, 0)

    def test_bounded(self):
        """A run ten times as long does not make the page much longer."""
        sizes = [len(self.run_once("microblocks/systems/forward.toml", "--until", f"cycles={n}")[1])
                 for n in (800_000, 4_000_000)]
        self.assertLess(sizes[1], 1.3 * sizes[0])

    def test_failed_run(self):
        said, text = self.run_once("microblocks/systems/forward.toml", "--until", "packets_tx=9", "--rx",
                                   f"0={self.stream()}", "--rx", "1=/dev/null", "--rx", "2=/dev/null", status=1)
        self.assertIn("the run failed", said)
        self.assertRegex(text, '<p class="verdict bad"><b>Failed</b>The run failed: .*the run waits for packets_tx=9')

    def test_hazards_without_loss(self):
        twice = 2 * "scratch[write, $0, a0, 0x0, 1], sig_done[s1]\n" + "ctx_arb[kill]\n"
        self.write("twice.hex", self.call("mecc", "--assemble", "-", input=twice).stdout)
        system = self.write("twice.toml", '[[microengine]]\nat = "0:0"\nimage = "twice.hex"\nstart = 1\nregisters = { a0 = 0 }\n'
                            "[stop]\nidle = true\n")
        _, text = self.run_once(system)
        self.assertIn('<p class="verdict warn"><b>Completed with hazards</b>The run ended (idle), with no frames lost by hardware '
                      "and 1 hazard.</p>", text)
        self.assertEqual(Page(text).tables["Hazards"][1][0], "lost-signal")

    def stream(self):
        return self.write("a.txt", "00" * 60 + "\n")

    def test_no_file(self):
        for page in "none/page.html", ".", "/dev/full":
            said, _ = self.run_once("microblocks/systems/forward.toml", "--until", "packets_tx=9", page=page, status=1)
            self.assertRegex(said, f"{self.work / page}.*error: ")


unittest.main()
