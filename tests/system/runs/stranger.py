#!/usr/bin/env python3
"""A system file of unknown origin starts no programs, and writes and includes only permitted files.

    stranger.py BIN_DIR
"""
import ctypes
import os
import shutil
import sys
import unittest

sys.path.append(os.path.dirname(__file__) + "/../..")
from in_folder import SOURCE, InFolder  # noqa: E402
ARM = '[xscale]\nprogram = ["main.c"{more}]\nuart = "{uart}"\n[stop]\nidle = true\n'
MICROENGINE = '[[microengine]]\nat = "0:0"\nimage = "{image}"\n{keys}[stop]\ncycles = 10\n'
SAYS = '#include "board.h"\nint main(void) { printf("said\\n"); return 0; }\n'


def has_landlock():
    create_ruleset, version = 444, 1
    return ctypes.CDLL(None).syscall(create_ruleset, None, 0, version) > 0


class Stranger(InFolder):
    def setUp(self):
        super().setUp()
        self.root, self.work = self.work, self.work / "work"
        self.work.mkdir()
        self.write("secret.h", "secret words\n")

    def write(self, name, text):
        return super().write(self.root / name, text)

    def run_it(self, system, *options, cwd=None):
        path = self.write("work/s.toml", system)
        name = "s.toml" if cwd is None else str(path)
        return self.call("ixpemu", "run", name, "--quiet", *options, cwd=cwd or self.work, status=None)

    def test_names_of_sources_are_no_options(self):
        self.write("work/main.c", SAYS)
        for name in ("-fplugin=x.c", "@x.c", "-o.c"):
            self.write(f"work/{name}", "#error reached\n")
            self.write("work/x.c", "-fplugin=x.so\n")
            for system in (ARM.format(more=f', "{name}"', uart=""), MICROENGINE.format(image=name, keys="")):
                r = self.run_it(system)
                self.assertEqual(r.returncode, 1)
                self.assertRegex(r.stderr, f"{name}:1:2: (fatal )?error: reached")
                self.assertNotIn("plugin '", r.stderr)

    def test_links_do_not_lead_outputs_away(self):
        self.write("work/main.c", SAYS)
        kept = self.write("kept/uart.txt", "kept")
        (self.work / "folder").symlink_to("../kept")
        (self.work / "link.txt").symlink_to("../kept/uart.txt")
        (self.work / "new").mkdir()
        for uart, out, good in (("uart.txt", None, True), ("new/uart.txt", None, True), ("new/../uart.txt", None, True),
                                ("folder/uart.txt", None, False), ("link.txt", None, False), ("../kept/uart.txt", None, False),
                                (str(kept), None, False), ("folder/said.txt", "folder", True), ("../kept/said.txt", "../kept", True),
                                (".bashrc", None, False), ("new/.git", "new", False), ("../kept/uart.txt", "new", False)):
            kept.write_text("kept")
            options = ["--out", out] if out else []
            r = self.run_it(ARM.format(more="", uart=uart), *options)
            self.assertEqual(r.returncode, 0 if good else 1, (uart, out, r.stderr))
            if good:
                self.assertIn("said", (self.work / uart).read_text())
            else:
                self.assertIn("s.toml:3:8: error: " + uart, r.stderr)
                self.assertEqual(kept.read_text(), "kept")
                self.assertFalse((self.work / ".bashrc").exists())
        r = self.run_it(ARM.format(more="", uart="../kept/uart.txt"), "--allow-writes")
        self.assertEqual((r.returncode, kept.read_text()), (0, "said\n"), r.stderr)

    def test_sources_include_files_of_named_folders(self):
        includes = '#include "{0}"\nint main() {{ return 0; }}\n'
        (self.work / "sources").mkdir()
        self.write("shared/good.h", "\n")
        self.write("shared/.git/hidden.h", "\n")
        (self.work / "sources/link.h").symlink_to("../../secret.h")
        for name, keys, cwd, good in (
                ("../../shared/good.h", "", None, False), ("../../shared/good.h", 'include = "../shared"\n', None, True),
                ("good.h", 'include = "../shared"\n', None, True), (".git/hidden.h", 'include = "../shared"\n', None, False),
                ("../../shared/good.h", "", self.root, True), ("link.h", "", None, False), ("../../secret.h", "", None, False),
                (str(self.root / "secret.h"), 'include = "../shared"\n', None, False)):
            for image in ("sources/a.c", "sources/a.uc"):
                self.write(f"work/{image}", includes.format(name) if image.endswith(".c") else f'#include "{name}"\nctx_arb[kill]\n')
                r = self.run_it(MICROENGINE.format(image=image, keys=keys), cwd=cwd)
                self.assertEqual(r.returncode, 0 if good else 1, (name, keys, r.stderr))
                self.assertEqual("add its folder to 'include'" in r.stderr, not good, r.stderr)
                self.assertNotIn("secret words", r.stderr)

    def test_systems_of_another_clone_run_in_any_folder(self):
        for folder in "microblocks", "rings", "traces/generated":
            shutil.copytree(SOURCE / folder, self.root / "clone" / folder, ignore=shutil.ignore_patterns("*.md"))
        derived = self.write("mine/s.toml", 'base = "../clone/microblocks/systems/forward.toml"\n')
        self.write("mine/s2.toml", MICROENGINE.format(image="block/a.uc", keys=""))
        self.write("mine/block/a.uc", '#include "../common.h"\nctx_arb[kill]\n')
        self.write("mine/common.h", "\n")
        for system in ("clone/microblocks/systems/forward.toml", "clone/microblocks/systems/gateway.toml", derived, "mine/s2.toml"):
            done = self.call("ixpemu", "run", self.root / system, "--until", "cycles=1000", "--quiet", cwd=self.work)
            self.assertEqual(done.stderr, "")

    def test_a_folder_of_microblocks_does_not_lead_away(self):
        """A link with that name, or one inside, gives no access to the folder behind it."""
        self.write("private/a.uc", '#include "../secret.h"\nctx_arb[kill]\n')
        (self.work / "microblocks").symlink_to("../private")
        self.write("strange/microblocks/b.uc", '#include "../../secret.h"\nctx_arb[kill]\n')
        self.write("strange/microblocks/c.uc", '#include "secret.h"\nctx_arb[kill]\n')
        self.write("strange/microblocks/d.uc", '#include "../rings/secret.h"\nctx_arb[kill]\n')
        (self.root / "strange/microblocks/secret.h").symlink_to("../../secret.h")
        (self.root / "strange/rings").symlink_to("..")
        for image in "microblocks/a.uc", "../strange/microblocks/b.uc", "../strange/microblocks/c.uc", "../strange/microblocks/d.uc":
            r = self.run_it(MICROENGINE.format(image=image, keys=""))
            self.assertEqual(r.returncode, 1, image)
            self.assertIn("secret.h is not below the current folder", r.stderr)

    @unittest.skipUnless(has_landlock(), "the kernel has no Landlock")
    def test_arm_sources_include_files_of_named_folders(self):
        system = '[xscale]\nprogram = ["a.c", "../sources/a.s"]\n{keys}[stop]\nidle = true\n'
        self.write("shared/good.h", "\n")
        for name, keys, good in (("a.h", "", True), ("../sources/good.h", "", True), ("../shared/good.h", "", False),
                                 ("../shared/good.h", 'include = "../shared"\n', True), ("../secret.h", "", False),
                                 (str(self.root / "secret.h"), "", False)):
            for name_of_file in ("sources/good.h", "work/a.h"):
                self.write(name_of_file, "\n")
            for c, s in ((f'#include "{name}"\n', ""), (f'asm(".incbin \\"{name}\\"");\n', ""), ("", f'.incbin "{name}"\n')):
                self.write("work/a.c", c + "int main(void) { return 0; }\n")
                self.write("sources/a.s", s)
                r = self.run_it(system.format(keys=keys))
                self.assertEqual(r.returncode, 0 if good else 1, (name, keys, c, s, r.stderr))
                self.assertEqual("add its folder to 'include'" in r.stderr, not good, r.stderr)
                self.assertNotIn("secret words", r.stderr)

    def test_mecc_by_hand_includes_every_file(self):
        self.write("good.h", "\n")
        source = self.write("work/sources/a.c", '#include "../../good.h"\nint main() { return 0; }\n')
        system = self.write("work/s.toml", MICROENGINE.format(image="sources/a.c", keys=""))
        for words, status in (([source], 0), (["--system", system], 0), (["--system", system, "--confined"], 1), ([source, "--confined"], 2)):
            self.call("mecc", *words, "-o", self.root / "a.uof", cwd=self.work, status=status)


unittest.main()
