"""Experiment E6 on the command line: the paper's switch, with speedup, TCP, line cards on chips."""
from . import e6, e6_chips, e6_pays, e6_pays_tcp, e6_report, e6_speedup, e6_tcp
from .experiment import SEEDS, Experiment, add_from_data, add_seeds, whole

MADE_OF = {"paper": [e6.FABRIC], "speedup": [e6.FABRIC], "pays": [e6.FABRIC], "pays-tcp": [e6_tcp.FLOWS], "tcp": [e6_tcp.FLOWS, e6_tcp.ENDLESS],
           "chips": e6_chips.MADE_OF}


class E6(Experiment, name="e6", help="a switch fabric: Table 1, waiting times, statements of a paper"):
    @staticmethod
    def options(parser):
        parser.add_argument("--slots", type=whole(500, 10**8), metavar="N", help=f"of each run (1000000; speedup: {e6_speedup.SLOTS}; pays: {e6_pays.SLOTS}; "
                            f"pays-tcp: {e6_pays_tcp.SLOTS}; "
                            f"chips: {e6_chips.SLOTS})")
        add_seeds(parser, 5, 5)
        parser.add_argument("--setup", choices=list(MADE_OF), default="paper", help="speedup: Figure 6; pays: P-SPF against SPF; pays-tcp: the same with TCP; tcp: in closed loop; chips: with line cards on the "
                            "emulated chip (paper)")
        add_from_data(parser)

    @property
    def programs(self):
        return ["ixpfabric", "ixpemu", "mecc"] if self.given.setup == "chips" else ["ixpfabric"]

    @property
    def made_of(self):
        return MADE_OF[self.given.setup]

    def page_name(self):
        return "experiments/e6" + (f"-{self.given.setup}" if self.given.setup != "paper" else "") + ".md"

    def main(self):
        slots, seeds = self.given.slots or 10**6, self.given.seeds
        if self.given.setup == "chips":
            return self.chips()
        if self.given.setup == "speedup":
            return self.speedup()
        if self.given.setup in ("pays", "pays-tcp"):
            return self.pays(e6_pays if self.given.setup == "pays" else e6_pays_tcp)
        made, page = (e6_tcp, e6_tcp) if self.given.setup == "tcp" else (e6, e6_report)
        file = f"data/{self.stem()}.csv"
        measured, slots, seeds = e6.read(self.data(file, lambda: e6.data(made.measure(self, slots, SEEDS[:seeds]), slots, SEEDS[:seeds])), made.Run)
        shown = page.Measured(measured)
        return page.report(shown, slots, len(seeds), list(self.pictures(page.plots(shown)).values()), file)

    def speedup(self):
        slots, seeds = self.given.slots or e6_speedup.SLOTS, e6_speedup.SEEDS[:self.given.seeds]
        data = self.data(f"data/{e6_speedup.DATA}", lambda: e6_speedup.data(e6_speedup.measure(self, slots, seeds), slots, seeds))
        measured, slots, seeds = e6_speedup.read(data)
        shown = e6_speedup.Measured(measured)
        plots = self.pictures(e6_speedup.plots(shown))
        return e6_speedup.report(shown, slots, seeds, list(plots.values()))

    def pays(self, made):
        slots, seeds = self.given.slots or made.SLOTS, made.SEEDS[:self.given.seeds]
        data = self.data(f"data/{made.DATA}", lambda: made.data(made.measure(self, slots, seeds), slots, seeds))
        measured, slots, seeds = made.read(data)
        return made.report(measured, slots, seeds, self.pictures({"": made.plot(measured)})[""])

    def chips(self):
        slots = self.given.slots or e6_chips.SLOTS
        data = self.data(f"data/{e6_chips.DATA}", lambda: e6_chips.data(e6_chips.measure(self, slots), slots))
        return e6_chips.report(*e6_chips.read(data))
