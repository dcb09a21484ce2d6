#!/usr/bin/env python3
"""How programs end after a failure: standard output that cannot be written, no memory, signals.

    endings.py BIN_DIR
"""
import os
import pty
import re
import resource
import signal
import subprocess
import sys
import termios
import time
import unittest

sys.path.append(os.path.dirname(__file__) + "/..")
from in_folder import LIMIT_S, SOURCE, InFolder  # noqa: E402
os.chdir(SOURCE)
FORWARD = "microblocks/systems/forward.toml"
GOLDEN = "traces/golden/forward"
FLOWS = "traces/flows/table1.toml"
BOUNDED = not os.environ.get("IXP_NO_MEMORY_BOUND")

# Everything that writes to standard output; {work} is a folder of the test's own.
PRINTING = """
ixpemu --help
ixpemu --version
ixpemu params
ixpemu params --json
ixpemu check SYSTEM
ixpemu budget SYSTEM
ixpemu budget SYSTEM --json
ixpemu run SYSTEM --until cycles=1000
ixpemu run SYSTEM --until cycles=1000 --quiet --dump scratch:0+4
ixpemu run SYSTEM --until cycles=1000 --quiet --contexts
ixplog --version
ixplog delay GOLDEN
ixplog delay GOLDEN --csv
ixplog delay GOLDEN --json
ixplog flows GOLDEN
ixplog flows GOLDEN --csv
ixplog check GOLDEN received()>0
ixplog jitter GOLDEN
ixplog jitter GOLDEN --json
ixplog fairness traces/golden/pcfq --flows FLOWS
ixplog fairness traces/golden/pcfq --flows FLOWS --csv
ixplog guarantee FLOWS
ixplog guarantee FLOWS --csv
ixplog to-pcapng GOLDEN -o -
ixplog plot GOLDEN -o -
ixplog diff GOLDEN traces/golden/overload
ixptest --help
ixptest tests/blocks/ipv4_forward.test.toml
ixpgen --help
ixpgen FLOWS --packets 10
ixpgen FLOWS --packets 10 -o {work}/streams
ixpfabric --help
ixpfabric fabric/examples/paper.toml --set slots=1000
ixpfabric fabric/examples/paper.toml --set slots=1000 --json
ixpfabric fabric/examples/paper.toml --set slots=1000 --out {work}/fabric
mecc --help
mecc --version
mecc --optimisations
mecc --costs microblocks/tx/tx.c -o {work}/tx.uof
mecc --costs microblocks/tx/tx.uc -o {work}/tx.uof
mecc microblocks/tx/tx.uc -o -
mecc -S microblocks/tx/tx.uc -o -
mecc -E microblocks/tx/tx.uc
mecc -E microblocks/tx/tx.c
mecc --emit-llvm microblocks/tx/tx.c -o -
mecc --disassemble {work}/tx.uof
mecc --print-words microblocks/tx/tx.c
mecc --system SYSTEM --costs -o {work}/forward.uof
""".strip().replace("SYSTEM", FORWARD).replace("GOLDEN", GOLDEN).replace("FLOWS", FLOWS).splitlines()


class Endings(InFolder):
    def setUp(self):
        super().setUp()
        self.work, self.temporary = self.work / "work", self.work / "temporary"
        self.work.mkdir()
        self.temporary.mkdir()
        self.environment = dict(os.environ, TMPDIR=str(self.temporary))

    def words(self, command):
        return command.format(work=self.work).split()

    def run_it(self, command, **more):
        return subprocess.run(self.words(command), stderr=subprocess.PIPE, text=True, env=self.environment, timeout=LIMIT_S, **more)

    def start(self, command, **more):
        """Runs on; its signal handlers are installed."""
        process = subprocess.Popen(self.words(command), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env=self.environment, **more)
        self.wait_for(lambda: self.catches(process, signal.SIGTERM))
        return process

    def wait_for(self, condition):
        for _ in range(10000):
            if condition():
                return
            time.sleep(0.005)
        self.fail("nothing happened")

    @staticmethod
    def catches(process, number):
        with open(f"/proc/{process.pid}/status") as f:
            caught = next(line for line in f if line.startswith("SigCgt:"))
        return int(caught.split()[1], 16) >> (number - 1) & 1

    def finish(self, process):
        out, err = process.communicate(timeout=100)
        return process.returncode, out, err

    def made(self):
        return sorted(os.listdir(self.work) + os.listdir(self.temporary))

    def check_no_temporaries(self):
        self.assertEqual([n for n in self.made() if n.endswith(".tmp")], [])


class StandardOutput(Endings):
    def test_a_full_disk_is_an_error(self):
        for command in PRINTING:
            with self.subTest(command), open("/dev/full", "w") as full:
                done = self.run_it(command, stdout=full)
                self.assertEqual(done.returncode, 1)
                self.assertEqual(done.stderr, "standard output: error: cannot write: No space left on device\n")
                self.check_no_temporaries()

    def test_a_closed_standard_output_is_an_error_and_receives_no_file(self):
        for command in PRINTING:
            with self.subTest(command):
                done = self.run_it(command, preexec_fn=lambda: os.close(1))
                self.assertEqual(done.returncode, 1)
                self.assertIn("standard output: error: cannot write", done.stderr)

    def test_a_closed_pipe_ends_it_quietly(self):
        reader, writer = os.pipe()
        os.close(reader)
        for command in PRINTING:
            for dies, status in ((True, -signal.SIGPIPE), (False, 1)):  # as the shell has it; where it is ignored
                with self.subTest(command, dies=dies):
                    done = self.run_it(command, stdout=writer, restore_signals=dies)
                    self.assertEqual((done.returncode, done.stderr), (status, ""))
                    self.check_no_temporaries()
        os.close(writer)

    def test_a_closed_pipe_in_the_place_of_a_file_leaves_no_temporary_files(self):
        reader, writer = os.pipe()
        os.close(reader)
        run = f"ixpemu run {FORWARD} --until cycles=100000 --quiet --rings all --out {{work}}"
        for output in "--capture", "--report":
            for dies, status, said in ((True, -signal.SIGPIPE, ""), (False, 1, f"/dev/fd/{writer}: error: cannot write: Broken pipe\n")):
                with self.subTest(output, dies=dies):
                    done = self.run_it(f"{run} {output} /dev/fd/{writer}", pass_fds=[writer], restore_signals=dies)
                    self.assertEqual((done.returncode, done.stderr), (status, said))
                    self.assertEqual(self.made(), [])
        os.close(writer)

    def test_a_closed_pipe_restores_the_terminal(self):
        self.write("main.c", '#include "board.h"\nint main(void) { for (;;) printf("said\\n"); }\n')
        self.write("s.toml", "[xscale]\nprogram = ['main.c']\n[stop]\ntime_ms = 100000\n")
        keyboard, terminal = pty.openpty()
        before = termios.tcgetattr(terminal)
        process = subprocess.Popen(self.words("ixpemu run {work}/s.toml --console --quiet"), stdin=terminal, stdout=subprocess.PIPE, cwd=self.work)
        self.addCleanup(process.kill)
        self.assertTrue(process.stdout.read(1))
        self.assertNotEqual(termios.tcgetattr(terminal), before)
        process.stdout.close()
        self.assertEqual(process.wait(200), -signal.SIGPIPE)
        self.assertEqual(termios.tcgetattr(terminal), before)
        os.close(terminal)
        os.close(keyboard)

    def test_standard_error_that_cannot_be_written_changes_nothing(self):
        with open("/dev/full", "w") as full:
            for more in ({"stderr": full}, {"preexec_fn": lambda: os.close(2)}):
                words = self.words("mecc -DX=1 -UX -Wall {work}/a.c -o {work}/a.uof")
                self.write("a.c", "main() { int unused; }\n")
                self.assertEqual(subprocess.run(words, timeout=LIMIT_S, **more).returncode, 0)

    def test_files_are_written_before_standard_output_fails(self):
        with open("/dev/full", "w") as full:
            self.run_it(f"ixpemu run {FORWARD} --until cycles=1000 --out {{work}}", stdout=full)
        self.assertIn("stats.json", self.made())

    def test_nothing_prints_past_the_check(self):
        """Results go through base/print.h or OutputFile("-"), which detect write errors."""
        past = re.compile(r"fmt::print\((?!stderr)|std::(cout|puts|printf|putchar)\b|\bprintf\(|, stdout\)")
        found = []
        for folder in ("base", "config", "emu", "fabric", "isa", "mecc", "preprocess", "tools"):
            for path, _, names in os.walk(folder):
                for name in names:
                    file = os.path.join(path, name)
                    if name.endswith((".cc", ".h")) and file != "base/files.cc":
                        with open(file) as f:
                            found += [f"{file}: {line.strip()}" for line in f if past.search(line)]
        self.assertEqual(found, [])


class FileSize(Endings):
    def test_a_file_beyond_the_limit_is_an_error(self):
        for limit, command in ((65536, f"ixpemu run {FORWARD} --until time_ms=1 --quiet --out {{work}}"),
                               (30000, f"ixpemu run {FORWARD} --until time_ms=5 --quiet --zstd --rings all --out {{work}}"),
                               (65536, f"ixpgen {FLOWS} -o {{work}}"),
                               (65536, f"ixplog to-pcapng {GOLDEN} -o {{work}}/x.pcapng"),
                               (1024, "mecc -g microblocks/tx/tx.c -o {work}/tx.uof")):
            with self.subTest(command):
                done = self.run_it(command, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
                self.assertEqual(done.returncode, 1)
                self.assertIn("error: cannot write: File too large\n", done.stderr)
                self.assertEqual(self.made(), [])


class Memory(Endings):
    """For any bound: a program works, or reports no memory. (Below, not even libraries load.)"""

    def check_bounds(self, command, bounds_mib):
        refused = 0
        for mib in bounds_mib:
            with self.subTest(command, mib=mib):
                bound = (mib << 20, mib << 20)
                done = self.run_it(command, stdout=subprocess.DEVNULL,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, bound))
                self.assertIn(done.returncode, (0, 1), done.stderr)
                if done.returncode:
                    refused += 1
                    self.assertIn("error: out of memory", done.stderr)
                    self.check_no_temporaries()
        self.assertGreater(refused, 0, "no bound was too narrow")

    @unittest.skipUnless(BOUNDED, "built with a sanitizer")
    def test_out_of_memory_is_a_message(self):
        for direction in "rx", "tx":
            with open(f"{self.work}/{direction}.log", "w") as f:
                f.write(f"# ixp port log 1 port=0 dir={direction} me_hz=600000000 rate_mbps=0 seed=1\n")
                f.writelines(f"1 2 {n} 4 p0.{n} 00112233\n" for n in range(300000))
        self.write("s.toml", "[boot]\nload = { region = 'dram', address = 0, words = [" + "1, " * 256 + "], repeat = 0x10000 }\n")
        self.check_bounds("ixplog delay {work}/rx.log {work}/tx.log", (24, 32, 40))
        self.check_bounds("ixpemu run {work}/s.toml --out {work}/out", (48, 64, 100))
        self.check_bounds("mecc microblocks/tx/tx.c -o {work}/tx.uof", (500, 1200, 1290, 1300))


@unittest.skipUnless(BOUNDED, "the sanitizer reports crashes")
class Crashes(Endings):
    """Sources for which Clang 19 and LLVM crash."""

    def test_a_crash_of_the_compiler_is_an_error_that_names_the_source(self):
        self.write("front_end.c", '#include <a _Pragma("pack(1)")\n')
        # LLVM follows these types in a recursion.
        types = "".join(f"typedef t{n} *t{n + 1};" for n in range(20000))
        self.write("types.c", f"typedef int t0;{types}t20000 x; int main(void) {{ return x != 0; }}\n")
        for name in "front_end", "types":
            with self.subTest(name):
                done = self.run_it(f"mecc --list -g {{work}}/{name}.c -o {{work}}/out.uof",
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (1 << 20, 1 << 20)))
                self.assertEqual(done.returncode, 1)
                self.assertIn(f"error: internal error: the compiler crashed at {self.work}/{name}.c; remove parts", done.stderr)
                self.assertEqual(self.made(), ["front_end.c", "types.c"])


class Endless(Endings):
    """Devices that go on for ever, in the place of each kind of input."""

    def test_an_input_that_never_ends_is_an_error(self):
        for ending in "toml", "c", "uc", "uof", "hex", "log":
            os.symlink("/dev/zero", f"{self.work}/zero.{ending}")
        for command in ("ixpemu run {work}/zero.toml", "ixpgen {work}/zero.toml", "ixpfabric {work}/zero.toml",
                        "ixptest {work}/zero.toml", f"ixplog diff {{work}}/zero.log {GOLDEN}/port0_tx.log", "ixplog guarantee {work}/zero.toml",
                        f"ixplog check {GOLDEN} --checks {{work}}/zero.log", "mecc {work}/zero.uc -o {work}/out", "mecc --disassemble {work}/zero.uof",
                        "mecc --system {work}/zero.toml -o {work}/out"):
            with self.subTest(command):
                done = self.run_it(command, stdout=subprocess.DEVNULL)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr, r"zero\.\w+:( error:)? goes on after 512 MiB, expected a file that ends")
        self.assertNotIn("out", self.made())

    def test_a_pipe_or_device_that_a_file_names_is_an_error(self):
        os.mkfifo(self.work / "fifo")
        for name in "zero", "null":
            os.symlink(f"/dev/{name}", self.work / name)
        xscale = "[xscale]\nboard = 'enp2611'\nkernel = 'kernel'\n"
        self.write("kernel", "")
        systems = {"[boot]\nload = [{{ region = 'dram', address = 0, file = '{}' }}]\n": "2:9: error: file",
                   "messages = '{}'\n": "1:12: error: messages",
                   "base = '{}'\n": "1:8: error: base",
                   "[[microengine]]\nat = '0:0'\nimage = '{}.hex'\n": "3:9: error: image",
                   "[[microengine]]\nat = '0:0'\nimage = '{}.c'\n": "3:9: error: image",
                   "[xscale]\nprogram = '{}.elf'\n": "2:11: error: program",
                   "[xscale]\nboard = 'enp2611'\nkernel = '{}'\n": "3:10: error: kernel",
                   xscale + "initrd = '{}'\n": "4:10: error: initrd",
                   xscale + "input = '{}'\n": "1:1: error: input",
                   xscale + "typed = '{}'\n": "4:9: error: typed",
                   "[network]\n[[chip]]\nname = 'A'\nsystem = '{}'\n": "4:10: error: system"}
        for name in "fifo", "zero", "null":
            for ending in "c", "hex", "elf":
                os.symlink(name, self.work / f"{name}.{ending}")
            for text, error in systems.items():
                self.write("system.toml", text.format(name))
                commands = ["ixpemu run {work}/system.toml --until cycles=1", "ixpemu check {work}/system.toml"]
                if not re.search("xscale|network|load", text):
                    commands.append("mecc --system {work}/system.toml -o {work}/out")
                for command in commands:
                    with self.subTest(command, text=text, name=name):
                        done = self.run_it(command)
                        self.assertEqual(done.returncode, 1)
                        self.assertRegex(done.stderr, rf"system\.toml:{error}.* a pipe or device; copy its content to a file and name that")
        self.assertNotIn("out", self.made())

    def test_an_include_of_a_pipe_or_device_is_an_error(self):
        os.mkfifo(self.work / "fifo")
        for name in f"{self.work}/fifo", "/dev/zero", "/dev/null", "/dev/stdin":
            for ending, end in ("c", "int main(void) { return 0; }"), ("uc", "ctx_arb[kill]"):
                with self.subTest(name, ending=ending):
                    self.write(f"a.{ending}", f'#include "{name}"\n{end}\n')
                    done = self.run_it(f"mecc {{work}}/a.{ending} -o {{work}}/out", stdin=subprocess.PIPE)
                    self.assertEqual(done.returncode, 1)
                    self.assertRegex(done.stderr, rf"a\.{ending}:1:10: .*error: .*{name}.* a pipe or device; copy its content to a file")
        self.assertNotIn("out", self.made())

    def test_a_pipe_that_the_user_names_is_read(self):
        os.mkfifo(self.work / "pipe.c")
        os.mkfifo(self.work / "pipe.uc")
        self.write("a.c", "int main(void) { return NUMBER; }\n")
        for written, text, command in (("pipe.c", "int main(void) { return 0; }", "./pipe.c"), ("pipe.uc", "ctx_arb[kill]", "./pipe.uc"),
                                       ("pipe.c", "#define NUMBER 1", "-include pipe.c a.c")):
            with self.subTest(command):
                writer = subprocess.Popen(["sh", "-c", f"echo '{text}' > {written}"], cwd=self.work)
                self.addCleanup(writer.kill)
                done = self.run_it(f"mecc {command} -o out.uof", cwd=self.work)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                writer.wait(LIMIT_S)
        self.assertIn("out.uof", self.made())


class Links(Endings):
    def test_links_that_lead_to_themselves(self):
        for name in ("loop", "loop.c"):
            os.symlink(name, f"{self.work}/{name}")
        for command in ("ixpemu run {work}/loop", "ixpemu check {work}/loop", f"ixpemu run {FORWARD} --until cycles=1000 --out {{work}}/loop",
                        "ixpgen {work}/loop", f"ixpgen {FLOWS} --packets 1 -o {{work}}/loop", "ixpfabric {work}/loop", "ixptest {work}/loop",
                        "ixplog diff {work}/loop GOLDEN", "ixplog delay {work}/loop", "mecc {work}/loop.c -o {work}/loop",
                        f"ixpemu run {FORWARD} --until cycles=1000 --quiet --timeline {{work}}/loop/x.json"):
            with self.subTest(command):
                done = self.run_it(command.replace("GOLDEN", GOLDEN), stdout=subprocess.DEVNULL)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr, r"loop\S*: error: |error: .*loop")
                self.assertNotIn("internal error", done.stderr)
        self.assertEqual(self.made(), ["loop", "loop.c"])


class Signals(Endings):
    SIGNALS = ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129))

    def check_quiet_end(self, command, **more):
        for number, status in self.SIGNALS:
            with self.subTest(command, signal=number):
                process = self.start(command, **more)
                process.send_signal(number)
                self.assertEqual(self.finish(process), (status, "", ""))

    def test_the_first_signal_ends_programs_and_nothing_is_left(self):
        os.mkfifo(self.work / "log")
        self.check_quiet_end("ixplog diff {work}/log {work}/log")
        self.check_quiet_end("mecc --assemble -", stdin=subprocess.PIPE)
        self.assertEqual(self.made(), ["log"])

    def test_streams_that_are_not_complete_vanish(self):
        for number, status in self.SIGNALS:
            process = self.start(f"ixpgen {FLOWS} -o {{work}} --packets 100000000")
            self.wait_for(lambda: len(self.made()) == 17)
            process.send_signal(number)
            self.assertEqual(self.finish(process), (status, "", ""))
            self.assertEqual(self.made(), [])

    def test_a_run_ends_in_order(self):
        for number, status in self.SIGNALS:
            out = f"{self.work}/{status}"
            process = self.start(f"ixpemu run {FORWARD} --until time_ms=100000 --out {out}")
            self.wait_for(lambda: os.path.exists(out) and len(os.listdir(out)) >= 6)
            process.send_signal(number)
            time.sleep(0.001)
            process.send_signal(number)  # as timeout(1) does, to the program and to its group
            returned, said, error = self.finish(process)
            name = signal.Signals(number).name
            self.assertEqual(returned, status)
            self.assertIn(f"; interrupted by {name}\n", said)
            self.assertIn(f": interrupted by {name}", error)
            self.assertEqual(sorted(os.listdir(out)), sorted(
                ["contexts.txt", "hazards.txt", "run.json", "stats.json"] + [f"port{n}_{d}.log" for n in range(3) for d in ("rx", "tx")]))
        self.assertEqual(os.listdir(self.temporary), [])

    def test_the_second_signal_ends_a_run_at_once(self):
        # A run that takes long from one look at signals to the next.
        self.write("spin.uc", "loop#:\nbr[loop#]\n")
        self.write("s.toml", "[chip]\nstop.idle = 100000000\n[[microengine]]\nat = '0:0'\nimage = 'spin.uc'\n[port.0]\ntx = {}\n")
        process = self.start("ixpemu run {work}/s.toml --until cycles=1000000000000 --engine reference --out {work}")
        self.wait_for(lambda: any(n.endswith(".tmp") for n in os.listdir(self.work)))
        process.send_signal(signal.SIGINT)
        time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(self.finish(process), (143, "", ""))
        self.assertEqual(self.made(), ["s.toml", "spin.uc"])

    def test_signals_that_are_ignored_stay_so(self):
        process = self.start("mecc --assemble -", stdin=subprocess.PIPE,
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate("alu[a0, a1, +, b2]\n", timeout=100)
        self.assertEqual(process.returncode, 0)
        self.assertRegex(out, "^[0-9a-f]{10}\n$")

    def test_what_a_kill_leaves_the_next_run_removes(self):
        process = self.start(f"ixpgen {FLOWS} -o {{work}} --packets 100000000")
        self.wait_for(lambda: len(self.made()) == 17)
        process.kill()
        process.communicate(timeout=LIMIT_S)
        self.assertEqual(len(self.made()), 17)
        alive = self.start(f"ixpgen {FLOWS} -o {{work}} --packets 100000000")
        self.wait_for(lambda: len(self.made()) == 17)
        self.run_it(f"ixpgen {FLOWS} -o {{work}} --packets 10 --write ports", stdout=subprocess.DEVNULL)
        self.assertEqual(len(self.made()), 17 + 1)  # files in use by another program stay
        alive.terminate()
        alive.communicate(timeout=LIMIT_S)
        self.assertEqual(self.made(), ["port0.pcap"])


unittest.main()
