"""Experiment E1 on the command line: set-ups, grid, search for set-ups, model, one cell."""
import os
import sys

from tools_lib import systems
from . import e1, e1_data, e1_line, e1_line_report, e1_literal, e1_model, e1_report
from . import e1_units, whole_results
from .experiment import SEEDS, Experiment, add_from_data, add_packets, add_seeds, add_setups, split_comments

LINE = "line-rate"
SETUPS = {e1_literal.NAME: None, e1_units.NAME: None, LINE: None, **e1.MEASURED}
SECTION = '\n## Set-up "'
SEARCH_SEEDS = range(1001, 1100)


class E1(Experiment, name="e1", help="PCFQ against two WFQ schedulers, Tables I and II"):
    made_of = e1.MADE_OF

    @staticmethod
    def options(parser):
        kind = parser.add_mutually_exclusive_group()
        kind.add_argument("--search", action="store_true", help="look for set-ups instead of measuring")
        kind.add_argument("--model", action="store_true", help="measure, and compare with a model on the host")
        kind.add_argument("--quick", action="store_true", help=f"one cell of {LINE} with one seed, in seconds: a table beside the "
                          "paper's, and a page with plots in --out")
        add_from_data(parser)
        add_packets(parser, f"100000; {e1_literal.NAME}: {e1_literal.PACKETS}; {e1_units.NAME}: {e1_units.SHORT} or {e1_units.LONG}; {LINE}: each of {', '.join(map(str, e1_line.PACKETS))}; "
                    "--search: 8000; --quick: 5000")
        add_setups(parser, SETUPS)
        add_seeds(parser, f"10; {e1_literal.NAME}: at most {len(e1_literal.SEEDS)}; {e1_units.NAME}: at most {len(e1_units.SEEDS)}; --search: 2")
        parser.add_argument("--cell", metavar="PATTERN", default="*", help=f"of {LINE}: makes only cells whose names match, such as "
                            "0.85-ahead4-*-20000; pages have what is there")

    @staticmethod
    def check(given, error):
        if (given.search or given.quick) and given.setup:
            error("--search and --quick have set-ups of their own: leave out --setup")
        if (given.search or given.quick) and given.from_data:
            error("--search and --quick have no CSV: leave out --from-data")
        if not e1_line.matching(e1_line.grid(given.packets and [given.packets]), given.cell):
            error(f"--cell: no cell matches {given.cell}; names are such as {e1_line.shown(given.packets or 20000).name()}")

    def page_name(self):
        return "experiments/" + ("data/e1-search" if self.given.search else "e1-model" if self.given.model else "e1") + ".md"

    def run(self, setup, system, seed, packets):
        return f"{setup.name()}/{system.replace('/', '_')}-{seed}-{packets}", e1.run_one, self.binaries, setup, system, seed, packets

    def search(self, packets, seeds):
        """Every set-up with its distance, averaged over the seeds; nearest first."""
        found = self.runs.over_seeds(list(dict.fromkeys(e1.search_space())), seeds, lambda setup, seed: self.run(setup, "wfq", seed, packets))
        return sorted(((sum(map(e1.distance, of)) / len(of), setup, of) for setup, of in found.items()), key=lambda row: row[0])

    def measure(self, packets, seeds, setups, names=None):
        """{name: {system: [result of each seed]}} for `names` of CHIP. None: both systems, and with
        long queues also the faster virtual time."""
        runs_of = [(name, system) for name in setups for system in names or e1.SYSTEMS + [e1.PACED] * (name == "contended")]
        found = self.runs.over_seeds(runs_of, seeds, lambda of, seed: self.run(setups[of[0]], of[1], seed, packets))
        return {name: {system: results for (of, system), results in found.items() if of == name} for name in setups}

    def main(self):
        if self.given.quick:
            return self.quick()
        if self.given.search:
            return e1_report.search_table(self.search(self.given.packets or 8000, SEARCH_SEEDS[:self.given.seeds or 2]))
        chosen = self.setups(SETUPS)
        if self.given.model:
            made = [] if self.given.from_data else self.beside_model(chosen)
            found = self.rows(e1_data.MODEL, made) + self.rows(e1_data.CHIP, [])
            both = e1_data.measured(found, e1_data.OF_CHIP), e1_data.measured(found, e1_data.OF_MODEL)
            return self.with_kept(e1_report.first_lines_of_model(*both) + e1_report.MODEL_HEADER, e1_report.model_sections(*both))
        setups = {name: setup for name, setup in chosen.items() if name in e1.MEASURED and not self.given.from_data}
        sections = {e1_literal.NAME: self.literal, e1_units.NAME: self.units, LINE: self.line_rate}
        parts = {name: section() for name, section in sections.items() if name in chosen}
        packets, seeds = self.given.packets or 100000, SEEDS[:self.given.seeds or 10]
        found = self.rows(e1_data.CHIP, e1_data.rows(
            e1_data.OF_CHIP, self.measure(packets, seeds, setups), seeds, packets))
        return self.with_kept(e1_report.first_lines(self.averages_by_tick()) + e1_report.HEADER, parts | e1_report.sections(e1_data.measured(found, e1_data.OF_CHIP), e1.MEASURED))

    def averages_by_tick(self):
        """Reductions of the section "units", from its CSV; none if it was not run."""
        path = self.path_beside(f"data/{e1_units.DATA}")
        if not os.path.exists(path):
            return ""
        with open(path, encoding="utf-8") as f:
            return e1_units.averages_by_tick(e1_units.read(f.read()))

    def rows(self, file, made):
        """Rows of a CSV of e1_setups_data: `made` replaces the existing ones of its set-ups."""
        path, names = self.path_beside(f"data/{file}"), {key["setup"] for key, _ in made}
        kept = []
        if os.path.exists(path):
            with open(path, encoding="utf-8") as f:
                kept = whole_results.read(f.read())
        found = [row for row in kept if row[0]["setup"] not in names] + made
        found.sort(key=lambda row: list(SETUPS).index(row[0]["setup"]))
        if made:
            self.write_beside(f"data/{file}", whole_results.text(found))
        return found

    def with_kept(self, header, parts):
        """The page with these sections; set-ups that were not measured this time are kept."""
        made = {name: f'{SECTION}{name}"\n\n{text}' for name, text in parts.items()}
        kept = {part.partition('"')[0]: SECTION + part for part in split_comments(self.given.report)[0].split(SECTION)[1:]}
        return header + "".join((kept | made)[name] for name in SETUPS if name in kept | made)

    def beside_model(self, chosen):
        """Rows of the model for each set-up, and of the chip in one cell of the grid at line rate.
        The chip's runs of e1.MEASURED are in a CSV of their own, made here if it has others."""
        found = []
        for name, setup in chosen.items():
            if name in (e1_literal.NAME, e1_units.NAME):
                continue
            packets, seeds = self.given.packets or 100000, SEEDS[:self.given.seeds or 10]
            if name == LINE:
                packets, seeds = self.given.packets or 20000, e1_line.SEEDS[:self.given.seeds or 10]
                setup = e1_line.shown(packets).setup()
                found += self.of_chip(name, setup, packets, seeds, list(e1.CHIP))
            elif not self.has_chip(name, packets, seeds):
                self.rows(e1_data.CHIP, self.of_chip(name, setup, packets, seeds))
            found += e1_data.rows(e1_data.OF_MODEL, e1_model.measure(self, packets, seeds, {name: setup}), seeds, packets)
        return found

    def of_chip(self, name, setup, packets, seeds, names=None):
        return e1_data.rows(e1_data.OF_CHIP, self.measure(packets, seeds, {name: setup}, names), seeds, packets)

    def has_chip(self, name, packets, seeds):
        """Whether the CSV of set-ups has exactly these packets and seeds of one."""
        return ({(int(key["packets"]), int(key["seed"])) for key, _ in self.rows(e1_data.CHIP, []) if key["setup"] == name}
                == {(packets, seed) for seed in seeds})

    def literal(self):
        """Runs all combinations and writes the CSV; returns the report's section."""
        packets, seeds = self.given.packets or e1_literal.PACKETS, e1_literal.SEEDS[:self.given.seeds]
        data = self.data(f"data/{e1_literal.DATA}", lambda: e1_literal.data(e1_literal.measure(self, packets, seeds)))
        return e1_literal.section(e1_literal.read(data))

    def units(self):
        """The same of the readings of Table I's unit."""
        seeds, packets = e1_units.SEEDS[:self.given.seeds], self.given.packets
        data = self.data(f"data/{e1_units.DATA}", lambda: e1_units.data(e1_units.measure(self, seeds, packets)))
        over_time = self.data(f"data/{e1_units.TIMELINE}", lambda: e1_units.timeline_data(e1_units.timelines(self, packets)))
        timelines = e1_units.read_timelines(over_time)
        picture = self.pictures({"over-time": e1_units.plot(timelines)})["over-time"]
        return e1_units.section(e1_units.read(data), timelines, picture)

    def line_rate(self):
        """Runs the selected cells, writes their page and data; returns the report's section."""
        cells, seeds = e1_line.grid(self.given.packets and [self.given.packets]), e1_line.SEEDS[:self.given.seeds or 10]
        file, of_runs = f"data/{e1_line_report.FILE}", f"data/{e1_line_report.RUNS}"
        runs = e1_line_report.read_runs(self.path_beside(of_runs), len(seeds))
        if not self.given.from_data:
            chosen = e1_line.matching(cells, self.given.cell)
            print(f"{LINE}: {len(chosen)} cells, {e1_line_report.how_long(chosen, seeds)} of one processor in all", file=sys.stderr)
            e1_line.run(self, chosen, seeds)
            runs = e1_line_report.in_order(runs | e1_line.finished(self, cells, seeds), cells)
            self.write_beside(of_runs, e1_line_report.runs_text(runs))
        found = {cell: e1_line_report.line_outcome(of) for cell, of in runs.items()}
        if self.given.report != "-":
            kept = e1_line_report.in_order(e1_line_report.read(self.path_beside(file), len(seeds)) | found, cells)
            self.write_beside(file, e1_line_report.text(kept))
            found = {cell: of for cell, of in kept.items() if cell in cells}
            self.write_page(self.path_beside(f"data/{e1_line_report.PAGE}"), e1_line_report.page(found, cells, seeds, runs))
        picture = self.pictures({LINE: e1_line_report.plot(found)})[LINE] if found else None
        return e1_line_report.section(found, cells, seeds, runs, picture)

    def quick(self):
        """Both systems, once, on the first unused seed: logs, plots and a table."""
        given = self.given
        cell = e1_line.shown(given.packets or 5000)
        os.makedirs(given.out, exist_ok=True)
        by_system = {s: [e1_line.measure(given.bin, cell, s, e1_line.SEEDS[0], given.out)] for s in e1.SYSTEMS}
        page = os.path.join(given.out, "e1.html")
        systems.call([os.path.join(given.bin, "ixplog"), "plot", *(f"{s.upper()}={given.out}/{s}" for s in e1.SYSTEMS), "--flows",
                      e1.FLOWS, "--title", "PCFQ and two WFQ schedulers at line rate", "-o", page])
        sys.stdout.write(e1_line_report.beside(by_system))
        print(f"{by_system['wfq'][0]['received']} packets, one seed; docs/experiments/e1.md has the whole grid.")
        print(f"Plots for a browser: {page}")
