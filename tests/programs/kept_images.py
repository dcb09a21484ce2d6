#!/usr/bin/env python3
"""mecc --system caches images: the same bytes with and without the cache, never stale or damaged.

usage: kept_images.py BIN"""
import os
import shutil
import signal
import subprocess
import sys
import time
import unittest

sys.path.append(os.path.dirname(__file__) + "/..")
from in_folder import BIN, LIMIT_S, InFolder  # noqa: E402

MAIN = '#include <ixp.h>\n#include "value.h"\n__declspec(scratch) unsigned result;\nint main() { result = VALUE; return 0; }\n'
SYSTEM = '[[microengine]]\nat = "0:0"\nimage = "main.c"\ninclude = ["include"]\n[[microengine]]\nat = "0:1"\nimage = "copy.uc"\n'
ASSEMBLY = '#include "number.h"\nimmed[a0, NUMBER]\nctx_arb[kill]\n'


class KeptImages(InFolder):
    def setUp(self):
        super().setUp()
        self.cache = self.work / "cache"
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(self.cache)}
        for name, text in {"main.c": MAIN, "include/value.h": "#define VALUE 7\n", "s.toml": SYSTEM, "copy.uc": ASSEMBLY,
                           "number.h": "#define NUMBER 5\n"}.items():
            self.write(name, text)

    def mecc(self, *options, status=0, output="out.uof", **environment):
        """The bytes of the UOF."""
        self.messages = self.call("mecc", "--system", "s.toml", "-o", output, *options, status=status, cwd=self.work,
                                  env={**self.environment, **environment}).stderr
        return (self.work / output).read_bytes() if status == 0 else b""

    def entries(self):
        return sorted((self.cache / "ixp2400/images").glob("*")) if self.cache.exists() else []

    def hits(self, *options, **more):
        """Whether the images came from the cache; checks that they equal a compilation's."""
        before = {e: e.stat().st_ino for e in self.entries()}
        got = self.mecc(*options, **more)
        hit = before == {e: e.stat().st_ino for e in self.entries()} and bool(before)
        self.assertEqual(got, self.mecc(*options, "--no-cache", output="plain.uof"))
        return hit

    def test_a_second_call_takes_the_kept_images(self):
        self.assertFalse(self.hits())
        self.assertTrue(self.hits())
        self.assertTrue(self.hits(output="elsewhere.uof"))
        self.assertEqual(len(self.entries()), 1)

    def test_nothing_is_stale(self):
        self.mecc()
        for name, text in {"include/value.h": "#define VALUE 8\n", "main.c": MAIN + "\n", "s.toml": SYSTEM + "\n",
                           "number.h": "#define NUMBER 6\n", "copy.uc": "nop\n" + ASSEMBLY}.items():
            self.write(name, text)
            self.assertFalse(self.hits(), name)
            self.assertTrue(self.hits(), name)

    def test_a_header_that_is_now_found_earlier(self):
        self.mecc()
        self.write("value.h", "#define VALUE 9\n")  # beside main.c, before include/
        self.assertFalse(self.hits())
        (self.work / "value.h").unlink()
        self.assertFalse(self.hits())

    def test_a_header_with_the_same_size_and_time(self):
        self.mecc()
        header = self.work / "include/value.h"
        was = header.stat()
        header.write_text("#define VALUE 3\n")
        os.utime(header, ns=(was.st_atime_ns, was.st_mtime_ns))
        self.assertFalse(self.hits())

    def test_other_options_and_folders_have_images_of_their_own(self):
        self.mecc()
        self.assertFalse(self.hits("--set", 'microengine.0:0.define={X=1}'))
        self.assertTrue(self.hits("--set", 'microengine.0:0.define={X=1}'))
        self.assertTrue(self.hits())
        other = self.work / "other"
        other.mkdir()
        for name in "main.c", "include", "s.toml", "copy.uc", "number.h":
            (self.work / name).rename(other / name)
        self.work, moved = other, self.work
        self.assertFalse(self.hits())
        self.work = moved

    def test_the_size_of_a_file_that_boot_loads(self):
        self.write("table.bin", "1234")
        self.write("s.toml", SYSTEM + '[boot]\nload = [{ region = "sram0", address = 0x100000, file = "table.bin" }]\n')
        self.mecc()
        self.assertTrue(self.hits())
        self.write("table.bin", "12345678")
        self.assertFalse(self.hits())

    def test_a_compiler_that_was_built_again(self):
        copy = self.work / "bin"
        copy.mkdir()
        (self.work / "share").symlink_to(BIN.parent / "share")
        for program in "mecc", "mecc-c":
            shutil.copy2(BIN / program, copy / program)
        for _ in range(2):
            self.call(copy / "mecc", "--system", "s.toml", "-o", "out.uof", cwd=self.work, env=self.environment)
        self.assertEqual(len(self.entries()), 1)
        os.utime(copy / "mecc-c")
        self.call(copy / "mecc", "--system", "s.toml", "-o", "out.uof", cwd=self.work, env=self.environment)
        self.assertEqual(len(self.entries()), 2)

    def test_warnings_are_shown_each_time(self):
        self.write("main.c", '#warning "look here"\n' + MAIN)
        for _ in range(2):
            self.mecc()
            self.assertIn("look here", self.messages)
        self.assertEqual(self.entries(), [])

    def test_a_failure_is_not_kept(self):
        self.write("main.c", MAIN + "oops\n")
        self.mecc(status=1)
        self.assertEqual(self.entries(), [])

    def test_no_cache(self):
        self.mecc("--no-cache")
        self.mecc(IXP_NO_CACHE="1")
        self.mecc(XDG_CACHE_HOME="", HOME="")
        self.assertEqual(self.entries(), [])

    def test_damaged_entries_are_made_again(self):
        self.mecc()
        entry = self.entries()[0]
        whole = entry.read_bytes()
        for damaged in b"", whole[:50], whole[:-1], whole + b"x", whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:], b"\0" * 99:
            entry.write_bytes(damaged)
            self.assertFalse(self.hits())
            self.assertEqual(entry.read_bytes(), whole)

    def test_a_cache_that_cannot_be_written(self):
        self.cache.write_text("not a folder")
        self.mecc()
        self.cache.unlink()
        self.cache.symlink_to("/proc/self/nowhere")
        self.mecc()
        self.cache.unlink()

    def test_a_full_disk(self):
        """No file may exceed 4 KB: the output fails; the entry does, too, and leaves no file."""
        self.write("big.h", "")
        command = f"ulimit -f 1; exec '{BIN}/mecc' --system s.toml -o -"  # to a pipe: only the entry is a file
        out = self.call("bash", "-c", command, cwd=self.work, env=self.environment, text=False)
        self.assertEqual(out.stderr, b"")
        self.assertEqual(out.stdout, self.mecc("--no-cache"))
        self.assertEqual(self.entries(), [])

    def test_kills(self):
        plain = self.mecc("--no-cache")
        for n in range(12):
            process = subprocess.Popen([BIN / "mecc", "--system", "s.toml", "-o", "out.uof"], cwd=self.work, env=self.environment)
            time.sleep(0.01 * n)
            process.send_signal(signal.SIGKILL if n % 2 else signal.SIGTERM)
            process.wait(LIMIT_S)
            self.assertEqual(self.mecc(), plain)
        self.mecc()
        self.assertEqual([e.name for e in self.entries() if e.name.endswith(".tmp")], [])

    def test_many_at_once(self):
        plain = self.mecc("--no-cache")
        processes = [subprocess.Popen([BIN / "mecc", "--system", "s.toml", "-o", f"out{n}.uof"], cwd=self.work, env=self.environment)
                     for n in range(8)]
        for n, process in enumerate(processes):
            self.assertEqual(process.wait(LIMIT_S), 0)
            self.assertEqual((self.work / f"out{n}.uof").read_bytes(), plain)
        self.assertTrue(self.hits())

    def test_it_is_bounded(self):
        self.mecc()
        folder = self.entries()[0].parent
        for n in range(5):
            old = folder / f"{n:016x}"
            with open(old, "wb") as file:
                file.truncate(20 << 20)
            os.utime(old, (1000 + n, 1000 + n))
        self.write("main.c", MAIN + "\n")
        self.mecc()
        self.assertLessEqual(sum(e.stat().st_size for e in self.entries()), 64 << 20)
        names = [e.name for e in self.entries()]
        self.assertNotIn(f"{0:016x}", names)  # the oldest go first
        self.assertIn(f"{4:016x}", names)

    def test_outputs_replace_no_source(self):
        self.mecc()
        source = (self.work / "main.c").read_text()
        self.mecc(output="main.c", status=1)
        self.assertEqual((self.work / "main.c").read_text(), source)

    def test_ixpemu_uses_it(self):
        for options, entries in (["--no-cache"], 0), ([], 1), ([], 1):
            self.call("ixpemu", "run", "s.toml", "--until", "cycles=1000", "--quiet", *options, cwd=self.work, env=self.environment)
            self.assertEqual(len(self.entries()), entries)


if __name__ == "__main__":
    unittest.main()
