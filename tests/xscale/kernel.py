#!/usr/bin/env python3
"""A small operating system on the chip, in both byte orders: translation, copy on write, two
processes that take turns by a timer's tick, console, PCI probing; and its mistakes, which must end
the run with a report.

    kernel.py BIN_DIR
"""
import json
import os
import re
import shutil
import struct
import sys
import unittest

sys.path.append(os.path.dirname(__file__) + "/..")
from in_folder import SOURCE, InFolder  # noqa: E402
HERE = SOURCE / "tests/xscale/kernel"
LIBRARY = [SOURCE / "microblocks/xscale" / name for name in ("memory.c", "divide_abi.s", "divide.c")]
CLANG, LINKER = shutil.which("clang-19") or "clang", shutil.which("ld.lld-19") or "ld.lld"
EXPECTED = """machine 00000164
tag 54410001
aborts of PCI 00000001
status of PCI 00000406
unaligned 00000001
> go
A {a}
B {b}
A 0000002a
A exits 00000001
B 0000002a
process killed at c0100000
copies 00000002
ticks enough 00000001
"""


class Kernel(InFolder):
    def setUp(self):
        super().setUp()
        self.write("input", "go\n")

    def build(self, order, *options, at="0xc0008000"):
        target = [f"--target=arm{order}v5te-none-eabi", "-march=armv5te", "-O1", "-ffreestanding", "-Wall", "-Werror"]
        self.call(CLANG, *target, *options, "-nostdlib", f"--ld-path={shutil.which(LINKER)}", "-static",
                  f"-Wl,-Ttext={at}", HERE / "start.s", HERE / "kernel.c", *LIBRARY, "-o", self.work / "kernel")

    def run_kernel(self, more="", engine="threaded", board="enp2611", stop="idle = true"):
        system = self.write("x.toml", f'[xscale]\nkernel = "kernel"\nboard = "{board}"\ninput = "input"\nprompt = "> "\n{more}'
                            f"[stop]\n{stop}\n")
        return self.call("ixpemu", "run", system, "--quiet", "--engine", engine, "--out", self.out, status=None)

    def test_both_byte_orders(self):
        for order in "", "eb":
            self.build(order)
            consoles, sources = [], []
            for engine in "threaded", "reference":
                done = self.run_kernel(f"big_endian = {'true' if order else 'false'}\n", engine)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                consoles.append(done.stdout)
                sources.append(json.loads((self.out / "stats.json").read_text())["interrupt_sources"])
            a, b = f"{1000 + 0x30000:08x}", f"{1000 + 2 * 0x30000:08x}"
            self.assertEqual(sorted(consoles[0].split("\n")), sorted(EXPECTED.format(a=a, b=b).split("\n")))
            self.assertEqual(*consoles)
            self.assertEqual(*sources)
            timer, = sources[0]
            self.assertEqual(timer["name"], "timer 1")
            self.assertGreater(timer["handlers"], 10)
            self.assertLessEqual(timer["raised"] - timer["served"], 1)
            # Its handler has 60 instructions and more; the processes take turns within it.
            self.assertGreater(timer["handler_cycles"], 60 * timer["handlers"])
            self.assertLess(timer["handler_max_cycles"], 5000)

    def test_kernel_of_each_board(self):
        for order in "", "eb":
            self.build(order, "-DIXDP2400")
            done = self.run_kernel(board="ixdp2400")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn("machine 000000f2\n", done.stdout)
            done = self.run_kernel(board="enp2611")
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn("kernel was built for the machines IXDP2400 (242); the board is machine 356", done.stderr)

    def test_byte_order_that_is_asked_for(self):
        for order, asked, name in ("eb", "false", "big"), ("", "true", "little"):
            self.build(order)
            done = self.run_kernel(f"big_endian = {asked}\n")
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertRegex(done.stderr, rf"x.toml:2:10: error: .*kernel is {name}-endian, 'big_endian' of \[xscale\] is {asked}; a kernel runs")

    def test_typed_lines_are_part_of_a_run(self):
        self.build("eb")
        marks = set()
        for typed in "go\n", "go\n\n":
            (self.work / "input").write_text(typed)
            self.run_kernel("big_endian = true\n")
            marks.add((self.out / "hazards.txt").read_text().split("\n")[0])
        self.assertEqual(len(marks), 2)

    def test_mistakes_end_with_a_report(self):
        mapping = "mapping: 0xc000.... -> 0x0000...."
        mistakes = {
            "PANIC": ("ticks enough 00000001", "the kernel has panicked\n", mapping, "cpsr .* {}-endian",
                      r"console: \d+ bytes, the last line: Kernel panic - not syncing: the test wants it"),
            "JUMP": ("prefetch abort at deadbeec", r"a branch to itself at pc 0xc000.... with interrupts masked",
                     r"mapping: 0xc000.... -> 0x0000....; 0xdeadbeec, not mapped", "-> c000.... .* b #0xc000",
                     r"cpsr .* IF- abort, {}-endian"),
            "ABORT": ("ticks enough 00000001", r"endless faults: .*\n?.*the last: prefetch abort at pc 0xffff000c",
                      "mapping: 0xffff000c, not mapped; 0xffff000c, not mapped", "-> ffff000c .* no memory"),
            "LOOP": ("ticks enough 00000001", r"an endless loop of 2 instructions at pc 0xc000...., and no interrupt can come",
                     mapping, "cpsr .* IF- supervisor, {}-endian", r"-> c000.... .* (mov r0, r0|b #0xc000)", r"console: \d+ bytes, the last line: ticks enough 00000001"),
            "SLEEP": ("ticks enough 00000001", "the kernel waits for an interrupt, but has enabled none", mapping, "cpsr .* I-- abort, {}-endian"),
        }
        for order, name in ("", "little"), ("eb", "big"):
            for mistake, (console, *texts) in mistakes.items():
                self.build(order, f"-DMISTAKE_{mistake}")
                for engine in "threaded", "reference":
                    done = self.run_kernel(engine=engine)
                    self.assertEqual(done.returncode, 1, done.stdout)
                    self.assertIn(console, done.stdout)
                    for text in texts:
                        self.assertRegex(done.stderr, text.replace("{}", name))

    def test_a_kernel_that_waits_or_counts_is_no_hang(self):
        for order in "", "eb":
            self.build(order, "-DSTAYS")
            done = self.run_kernel(stop="time_ms = 30")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("sleeps\n", done.stdout)
            done = self.run_kernel(stop="cycles = 100")
            self.assertEqual(done.returncode, 0)
            self.assertIn("x.toml:2:10: warning: the kernel sent nothing to its console; does 'command_line' name it", done.stderr)

    def debug(self, *commands, status=0):
        file = self.write("commands", "\n".join(commands) + "\n")
        return self.call("ixpemu", "debug", self.work / "x.toml", "--commands", file, status=status)

    def test_debugger(self):
        for order in "", "eb":
            self.build(order)
            self.run_kernel()
            cycles = json.loads((self.out / "stats.json").read_text())["end"]["cycle"]
            out = self.debug("info threads", "break arm kernel_main", "continue", "print arm_r0", "stepi 2", "back-stepi 2", "print arm_pc",
                              "info registers", "delete", "until arm_cpsr == 0x10", "print arm_r0", "continue").stdout
            pc = re.search(r"breakpoint 1, the XScale core at pc (0xc000....)\n-> c000.... ", out)[1]
            for text in ("* arm   executes     pc 0x00008000\n", "arm_r0 = 356 (0x164)\n", f"arm_pc = {int(pc, 16)} ({pc})",
                         f"r15 {pc[2:]}\n", "arm_r0 = 1\n", f"cycle {cycles}: the run has ended: idle\n"):
                self.assertIn(text, out)
            self.assertEqual(self.debug("break arm " + pc, "continue", "back").stdout.count("cycle 0: the start"), 1)
        for wrong, said in (("step", "has no lines"), ("break arm nothing", "has no symbol 'nothing'"),
                            ("break arm 0x100000000", "expected an address of 32 bits"), ("list 3", ""),
                            ("print nothing", "no 'nothing' in the program of 0:0")):
            self.assertIn(said, self.debug(wrong, status=1).stderr)
        launch = json.dumps({"seq": 1, "type": "request", "command": "launch", "arguments": {"program": str(self.work / "x.toml")}})
        done = self.call("ixpemu", "debug", "--dap", input=f"Content-Length: {len(launch)}\r\n\r\n{launch}", status=None)
        self.assertIn("an XScale core is debugged by ixpemu debug without --dap", done.stdout)

    def test_kernels_that_do_not_fit(self):
        self.build("eb")
        kernel = (self.work / "kernel").read_bytes()
        for content, said in ((kernel[:len(kernel) // 2], "copy the file again|the file ends"), (b"text", "no ELF file"),
                              (kernel.replace(b"\x00\x28", b"\x00\x03", 1), "not for ARM")):
            (self.work / "kernel").write_bytes(content)
            done = self.run_kernel()
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertRegex(done.stderr, said)
        (self.work / "kernel").write_bytes(kernel)
        (self.work / "disk").write_bytes(bytes(1 << 20))
        done = self.run_kernel('initrd = "disk"\n[chip]\ndram.bytes = 0x1080000\n')
        self.assertEqual(done.returncode, 1)
        self.assertIn("the initial RAM disk has 1048576 bytes, DRAM has 524288 after 0x1000000", done.stderr)
        done = self.run_kernel('initrd = "disk"\n[chip]\ndram.bytes = 0x800000\n')
        self.assertEqual(done.returncode, 1)
        self.assertIn("the initial RAM disk has 1048576 bytes, DRAM has 0 after 0x1000000", done.stderr)
        done = self.run_kernel(f'command_line = "{"x" * 1024}"\n')
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("'command_line' has 1024 bytes, a kernel takes 1023", done.stderr)
        done = self.run_kernel('program = "x.c"\n')
        self.assertEqual(done.returncode, 1)

    def test_hostile_kernels(self):
        self.build("eb")
        kernel = bytearray((self.work / "kernel").read_bytes())

        def run(changed, said):
            (self.work / "kernel").write_bytes(changed)
            done = self.run_kernel()
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertRegex(done.stderr, said)

        def entered(at):
            return kernel[:24] + struct.pack(">I", at) + kernel[28:]

        run(entered(0xd8000000), r"the kernel enters at 0x8000000 \(physical\), where it loads nothing")
        headers = [struct.unpack_from(">8I", kernel, 52 + 32 * n) for n in range(struct.unpack_from(">H", kernel, 44)[0])]
        end = max(p[3] + p[5] for p in headers if p[0] == 1)
        run(entered(end - 4), r"the core executes memory that holds zeros only\n")  # of .bss
        # Symbols with one name that is as long as the file.
        names = b"__mach_desc_" + b"A" * 1_000_000 + b"\0"
        symbols = struct.pack(">3IBBH", 0, 0xc0008000, 0, 18, 0, 1) * 20_000
        sections = bytes(40) + struct.pack(">10I", 0, 2, 0, 0, len(kernel), len(symbols), 2, 0, 4, 16)
        sections += struct.pack(">10I", 0, 3, 0, 0, len(kernel) + len(symbols), len(names), 0, 0, 1, 0)
        table = struct.pack(">I", len(kernel) + len(symbols) + len(names))
        run(kernel[:32] + table + kernel[36:48] + struct.pack(">HH", 3, 0) + kernel[52:] + symbols + names + sections,
            "was built for the machines A{244} ")
        with open(self.work / "kernel", "wb") as f:
            f.truncate(1 << 40)
        done = self.run_kernel()
        self.assertIn("kernel has 1099511627776 bytes, expected at most 1073741824", done.stderr)
        self.build("eb", at="0xc0000000")
        done = self.run_kernel()
        self.assertIn("the kernel loads to 0x0, over the list of tags at 0x100", done.stderr)


unittest.main(argv=sys.argv[:1])
