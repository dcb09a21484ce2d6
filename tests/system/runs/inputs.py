#!/usr/bin/env python3
"""A command does not overwrite its input; malformed numbers in options are refused.

    inputs.py BIN_DIR
"""
import os
import shutil
import sys
import unittest

sys.path.append(os.path.dirname(__file__) + "/../..")
from in_folder import SOURCE, InFolder  # noqa: E402
RUN = ["ixpemu", "run", f"{SOURCE}/microblocks/systems/forward.toml", "--until", "packets_tx=3", "--quiet"]
LOGS = f"{SOURCE}/traces/golden/pcfq"
FABRIC = ["ixpfabric", f"{SOURCE}/fabric/examples/paper.toml", "--set", "slots=100", "--set", "warmup=10"]


class Inputs(InFolder):
    def run_it(self, *words):
        return self.call(*words, status=None)

    def refused(self, file, *command):
        """The command reads the file, and would write to its name."""
        before = file.read_bytes()
        r = self.run_it(*command)
        self.assertEqual((r.returncode, file.read_bytes()), (1, before), (command, r.stderr))
        self.assertIn(f"{file}: error: is read by this command and would be overwritten", r.stderr)

    def copy(self, file, name):
        to = self.work / name
        to.parent.mkdir(exist_ok=True)
        shutil.copy(f"{SOURCE}/{file}", to)
        return to

    def test_logs(self):
        logs = self.work / "logs"
        shutil.copytree(LOGS, logs)
        log = logs / "port0_rx.log"
        self.refused(log, "ixplog", "to-pcapng", logs, "-o", log)
        self.refused(log, "ixplog", "plot", logs, "-o", log)
        flows = self.copy("traces/flows/table1.toml", "flows.toml")
        self.refused(flows, "ixplog", "plot", logs, "--flows", flows, "-o", flows)
        self.assertEqual(self.run_it("ixplog", "to-pcapng", logs, "-o", logs / "new.pcapng").returncode, 0)
        link = self.work / "link"
        os.symlink(log, link)
        before = log.read_bytes()
        self.assertEqual((self.run_it("ixplog", "to-pcapng", logs, "-o", link).returncode, log.read_bytes()), (1, before))

    def test_a_capture_of_the_run_before(self):
        self.assertEqual(self.run_it(*RUN, "--pcapng", "--out", self.out).returncode, 0)
        self.assertEqual(self.run_it(*RUN, "--pcapng", "--out", self.out).returncode, 0)  # a run's own files are replaced
        capture = self.out / "ports.pcapng"
        files = sorted(os.listdir(self.out))
        for more in [], ["--engine", "reference"]:
            self.refused(capture, *RUN, "--rx", f"0={capture}", "--pcapng", "--out", self.out, *more)
            self.assertEqual(sorted(os.listdir(self.out)), [name + ".earlier" * (name == "stats.json") for name in files])

    def test_files_that_were_removed(self):
        """The compiler's output is read and removed: other files may reuse its inode, and be
        replaced."""
        commands = self.work / "commands"
        commands.write_text("continue\n" + f"write {self.work}/out\n" * 3)
        r = self.run_it("ixpemu", "debug", RUN[2], "--set", "stop={ packets_tx = 3 }", "--commands", commands)
        self.assertEqual((r.returncode, r.stdout.count("written into")), (0, 3), r.stderr)

    def test_descriptions(self):
        fabric = self.copy("fabric/examples/paper.toml", "fabric/stats.json")
        self.refused(fabric, "ixpfabric", fabric, *FABRIC[2:], "--out", fabric.parent)
        block = self.copy("tests/blocks/ipv4_forward.test.toml", "a.test.toml")
        block.write_text(block.read_text().replace('"ipv4_forward.toml"', f'"{SOURCE}/tests/blocks/ipv4_forward.toml"'))
        for option in "--tap", "--junit":
            self.refused(block, "ixptest", block, option, block)

    def test_numbers_of_options(self):
        timeline = ["--timeline", self.work / "x.json"]
        wrong = [(*RUN, "--seed"), (*FABRIC, "--seed"), ("ixpgen", f"{SOURCE}/traces/flows/table1.toml", "--seed"),
                 (*RUN, *timeline, "--from-cycle"), (*RUN, *timeline, "--to-cycle"), (*RUN, *timeline, "--around", "p0.1", "--span")]
        for command in wrong:
            for number in "-1", "18446744073709551616", "010", "1e3", "5x", "0x", "":
                r = self.run_it(*command, f"{number}" if number else "")
                self.assertEqual((r.returncode, r.stdout), (2, ""), (command, number))
                self.assertIn(f"'{number}', expected a whole number", r.stderr)
        for number, is_ in ("18446744073709551615", 2**64 - 1), ("0x10", 16), ("0", 0):
            self.assertIn(f'"seed": {is_},', self.run_it(*FABRIC, "--json", "--seed", number).stdout)

    def test_times_of_options(self):
        flows = f"{SOURCE}/traces/flows/table1.toml"
        for command, least in ((("delay", LOGS, "--from-ms"), "0"), (("delay", LOGS, "--to-ms"), "0"),
                               (("flows", LOGS, "--window-ms"), "0.001"),
                               (("fairness", LOGS, "--flows", flows, "--interval-ms"), "0.001")):
            for time in "nan", "inf", "-1", "1e300", "x":
                r = self.run_it("ixplog", *command, time)
                self.assertEqual((r.returncode, r.stdout), (2, ""), (command, time))
                self.assertIn(f"'{time}', expected {least} to 1000000000 ms", r.stderr)
        for option in "--window-ms", "--interval-ms":
            command = ("flows", LOGS) if option == "--window-ms" else ("fairness", LOGS, "--flows", flows)
            self.assertEqual(self.run_it("ixplog", *command, option, "1e-300").returncode, 2)


if __name__ == "__main__":
    unittest.main()
