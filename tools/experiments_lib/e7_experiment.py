"""Experiment E7 on the command line: the paper's cases, delays in forwarding, limits."""
import pathlib

from . import e7, e7_limits, e7_limits_report, e7_report
from .experiment import SEEDS, Experiment, add_from_data, add_seeds, whole


class E7(Experiment, name="e7", help="routers with time-driven priority, and FIFO: Tables I and II"):
    programs, made_of = ["ixpemu", "mecc"], e7.MADE_OF

    @staticmethod
    def options(parser):
        parser.add_argument("--seconds", type=whole(1, 3600), default=60, metavar="N", help="of emulated time, each run (60)")
        add_seeds(parser, 10, 10)
        parser.add_argument("--part", choices=["cases", "delays", "limits", "page"], help="makes these runs only: the paper's cases, "
                            "forwarding delays, limits (e7-limits.md); page: none. The page has what is there")
        add_from_data(parser)

    @staticmethod
    def check(given, error):
        if given.from_data and given.part != "limits":
            error("--from-data is for --part limits")

    def page_name(self):
        return f"experiments/e7{'-limits' * (self.given.part == 'limits')}.md"

    def wanted(self, scenario, case, seconds, seed):
        return f"scenario{scenario}-{case}-{seconds}s-{seed}", e7.run_case, scenario, case, seconds * 1000, seed, self.binaries, self.given.out

    def shown(self):
        """{(scenario, case): individual results of a short run}"""
        wanted = [(f"shown-scenario{s}-{case}", e7.run_case, s, case, e7.SHOWN_MS, 1, self.binaries, self.given.out, e7.each)
                  for s, case in e7.GRID]
        return dict(zip(e7.GRID, self.runs.all(wanted)))

    def finished(self):
        """{(scenario, case): [figures]} of all existing runs, of any length and seed; each has its
        length in `seconds`."""
        found = {}
        for scenario, case in e7.GRID:
            for path in sorted(pathlib.Path(self.runs.folder).glob(f"scenario{scenario}-{case}-*s-*.json")):
                seconds = int(path.stem.split("-")[-2].removesuffix("s"))
                if path.stem == self.wanted(scenario, case, seconds, int(path.stem.split("-")[-1]))[0]:
                    found.setdefault((scenario, case), []).append(self.runs.read(path.stem) | {"seconds": seconds})
        return found

    def main(self):
        if self.given.part == "limits":
            data = self.data(f"data/{e7_limits.DATA}", lambda: e7_limits.data(e7_limits.measure(self)))
            return e7_limits_report.report(e7_limits.read(data))
        given, late = self.given, {of: f"delay-{'-'.join(map(str, of))}" for of in e7.DELAY_GRID}
        if given.part in (None, "cases"):
            self.runs.all([self.wanted(*of, given.seconds, seed) for seed in SEEDS[:given.seeds] for of in e7.GRID])
        if given.part in (None, "delays"):
            self.runs.all([(name, e7.late_run, e7.with_delay(*of[:2], given.out), *of[1:], self.binaries, given.out)
                           for of, name in late.items()])
        found = self.finished()
        return e7_report.report(found, {of: self.runs.read(name) for of, name in late.items() if self.runs.has(name)},
                      list(self.pictures(e7_report.plots(found, self.shown())).values()))
