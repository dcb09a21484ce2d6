"""Experiment E7 on the command line: the paper's cases, delays in forwarding, limits."""
import pathlib

from . import e7, e7_data, e7_late, e7_limits, e7_report
from .experiment import SEEDS, Experiment, add_from_data, add_seeds, whole


OWN_PAGES = ("limits", "late")


class E7(Experiment, name="e7", help="routers with time-driven priority, and FIFO: Tables I and II"):
    programs, made_of = ["ixpemu", "mecc"], e7.MADE_OF

    @staticmethod
    def options(parser):
        parser.add_argument("--seconds", type=whole(1, 3600), default=e7.SECONDS, metavar="N", help=f"of emulated time, each run ({e7.SECONDS})")
        add_seeds(parser, 5, 5)
        parser.add_argument("--part", choices=["cases", "delays", "limits", "late"], help="makes these runs only: the paper's cases, "
                            "forwarding delays, limits (e7-limits.md), the limit of lateness (e7-late.md). The page has what is there")
        add_from_data(parser)

    def page_name(self):
        return "experiments/e7" + (f"-{self.given.part}" if self.given.part in OWN_PAGES else "") + ".md"

    def wanted(self, scenario, case, seconds, seed):
        return f"scenario{scenario}-{case}-{seconds}s-{seed}", e7.run_case, scenario, case, seconds * 1000, seed, self.binaries, self.given.out

    def shown(self):
        """{(scenario, case): individual results of a short run}"""
        wanted = [(f"shown-scenario{s}-{case}", e7.run_case, s, case, e7.SHOWN_MS, 1, self.binaries, self.given.out, e7.each)
                  for s, case in e7.SHOWN_GRID]
        return dict(zip(e7.SHOWN_GRID, self.runs.all(wanted)))

    def finished(self):
        """{(scenario, case): [figures]} of all existing runs, of any length and seed; each has its
        "seconds" and "seed"."""
        found = {}
        for scenario, case in e7.GRID:
            for path in pathlib.Path(self.runs.folder).glob(f"scenario{scenario}-{case}-*s-*.json"):
                seconds, seed = (int(part) for part in path.stem.replace("s-", "-").split("-")[-2:])
                if path.stem == self.wanted(scenario, case, seconds, seed)[0]:
                    found.setdefault((scenario, case), []).append({"seconds": seconds, "seed": seed} | self.runs.read(path.stem))
        for of in found.values():
            of.sort(key=lambda run: (run["seconds"], run["seed"]))
        return found

    def limits(self, of):
        """{cell: [figures of each seed]} of e7_limits or e7_late, by way of the CSV."""
        return e7_limits.read(self.data(f"data/{of.DATA}", lambda: e7_limits.data(e7_limits.measure(self, of.grid()), of.grid())))

    def main(self):
        if self.given.part == "limits":
            return e7_limits.report(self.limits(e7_limits))
        if self.given.part == "late":
            measured = self.limits(e7_late)
            with open(self.path_beside(f"data/{e7_limits.DATA}"), encoding="utf-8") as f:
                before = e7_limits.read(f.read())
            return e7_late.report(measured, before, self.pictures({"": e7_late.plot(measured)})[""])
        measured = e7_data.read_cases(self.data(f"data/{e7_data.CASES}", lambda: e7_data.cases(self.cases())))
        late = e7_data.read_delays(self.data(f"data/{e7_data.DELAYS}", lambda: e7_data.delays(self.delays())))
        shown = e7_data.read_shown(self.data(f"data/{e7_data.SHOWN}", lambda: e7_data.shown(self.shown())))
        return e7_report.report(measured, late, list(self.pictures(e7_report.plots(measured, shown)).values()))

    def cases(self):
        """Makes the selected runs; returns all existing ones."""
        if self.given.part in (None, "cases"):
            self.runs.all([self.wanted(*of, self.given.seconds, seed) for seed in SEEDS[:self.given.seeds] for of in e7.GRID])
        return self.finished()

    def delays(self):
        """The same of forwarding delays: {(scenario, d, late, spare): figures}."""
        late = {of: f"delay-{'-'.join(map(str, of))}" for of in e7.DELAY_GRID}
        if self.given.part in (None, "delays"):
            self.runs.all([(name, e7.late_run, e7.with_delay(*of[:2], self.given.out), *of[1:], self.binaries, self.given.out)
                           for of, name in late.items()])
        return {of: self.runs.read(name) for of, name in late.items() if self.runs.has(name)}
