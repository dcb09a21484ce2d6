"""Experiment E2 on the command line: its set-ups, and the accuracy of predicted times."""
from . import e2, e2_alpha, e2_data, e2_poisson, e2_report, e2_two
from .experiment import SEEDS, Experiment, add_from_data, add_packets, add_seeds, add_setups


class E2(Experiment, name="e2", help="the same on thirty flows"):
    made_of = e2.MADE_OF

    @staticmethod
    def options(parser):
        add_packets(parser, f"{e2.default_packets()}, {e2.RUN_S} s; --alpha: {e2_alpha.PACKETS}, the most")
        add_setups(parser, e2.SETUPS)
        kind = parser.add_mutually_exclusive_group()
        kind.add_argument("--alpha", action="store_true", help="alpha from 0.1 to 0.9 instead: errors of predictions, delays")
        kind.add_argument("--poisson", action="store_true", help=f"{len(e2_poisson.SEEDS)} fresh seeds of one set-up instead (e2-poisson.md)")
        add_seeds(parser, f"10; --alpha: {len(e2_alpha.SEEDS)}")
        add_from_data(parser)

    def page_name(self):
        return f"experiments/{'e2-alpha' if self.given.alpha else e2_poisson.PAGE if self.given.poisson else 'e2'}.md"

    def run(self, setup, system, seed, packets):
        return f"{setup.name()}/{system}-{seed}-{packets}", e2.run_one, self.binaries, setup, system, seed, packets

    def make(self, packets, seeds, setups):
        """Runs the missing runs: first one for each set-up, then the next."""
        self.runs.all([self.run(setup, system, seed, packets) for seed in seeds for setup in setups.values()
                       for system in e2.SYSTEMS])

    def finished(self, packets, seeds):
        """{name: {system: [result of each run]}} of existing results: equal runs of all systems."""
        found = {}
        for name, setup in e2.SETUPS.items():
            there = [names for names in ([self.run(setup, system, seed, packets)[0] for system in e2.SYSTEMS] for seed in seeds)
                     if all(map(self.runs.has, names))]
            if there:
                found[name] = {system: [self.runs.read(names[i]) for names in there] for i, system in enumerate(e2.SYSTEMS)}
        return found

    def measure(self, seeds):
        """Makes the selected runs; {packets: finished runs}, also of the paper's length."""
        packets = self.given.packets or e2.default_packets()
        self.make(packets, seeds, self.setups(e2.SETUPS))
        found = {length: self.finished(length, seeds) for length in sorted({packets, e2.default_packets()})}
        return {length: of for length, of in found.items() if of}

    def main(self):
        """Makes the selected runs; the pages contain all existing ones."""
        given = self.given
        if given.alpha:
            return self.alpha()
        if given.poisson:
            return self.poisson()
        seeds, promised = SEEDS[:given.seeds or 10], e2.promised(self.binaries)
        runs = {} if given.from_data else self.measure(seeds)
        data = self.data(f"data/{e2_data.DATA}", lambda: e2_data.text(runs, promised, e2_two.measure(self, [1])))
        plotted = self.data(f"data/{e2_data.TIMELINE}", lambda: e2_data.timeline_text(
            {name: by_system for name, by_system in runs[min(runs)].items() if name in e2_report.PLOTTED}))
        measured, example = e2_data.read(data)
        packets = min(measured)
        plots = self.pictures({f"{kind}-{name}": plot(of) for name, of in e2_data.read_timeline(plotted).items()
                               for kind, plot in (("gini", e2_report.gini_plot), ("delay", e2_report.delay_plot))})
        if given.report != "-":
            self.write_page(self.path_beside(f"data/{self.stem()}-bounds.md"), e2_report.bounds_page(measured[packets], promised))
        return e2_report.report(measured[packets], packets, len(seeds), plots, promised, (e2_two.guarantees(self.binaries), example),
                                measured.get(e2.default_packets(), {}))

    def poisson(self):
        packets, seeds = self.given.packets or e2_poisson.PACKETS, e2_poisson.SEEDS[:self.given.seeds]
        data = self.data(f"data/{e2_poisson.DATA}", lambda: e2_poisson.data(e2_poisson.measure(self, packets, seeds)))
        return e2_poisson.report(e2_poisson.read(data))

    def alpha(self):
        packets, seeds = self.given.packets or e2_alpha.PACKETS, e2_alpha.SEEDS[:self.given.seeds or len(e2_alpha.SEEDS)]
        data = self.data(f"data/{e2_alpha.DATA}", lambda: e2_alpha.data(e2_alpha.measure(self, packets, seeds), packets, seeds))
        found, packets = e2_alpha.read(data)
        return e2_alpha.page(found, packets, self.pictures({"": e2_alpha.plot(found)})[""])
