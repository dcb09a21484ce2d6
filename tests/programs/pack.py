#!/usr/bin/env python3
"""ixpemu pack, and runs from its archives: the same files elsewhere, and hostile archives refused.

    pack.py BIN_DIR
"""
import io
import json
import os
import shutil
import sys
import tarfile
import unittest

sys.path.append(os.path.dirname(__file__) + "/..")
from in_folder import BIN, InFolder  # noqa: E402
SYSTEM = """base = "base.toml"
[port.0]
rx = { streams = "../traffic/frames.txt" }
"""
BASE = """[[microengine]]
at = "0:0"
image = "../code/sub/../main.c"
[port.0]
rx = {}
[port.1]
tx = {}
[port.2]
rx = {}
[stop]
time_ms = 0.01
"""
FRAMES = "00000000000100000000000208004500\n" * 3
FILES = {"systems/s.toml": SYSTEM, "systems/base.toml": BASE, "code/sub/note.txt": "not an input\n",
         "code/main.c": '#include <string.h>\n#include "value.h"\n__declspec(scratch) unsigned result;\nint main() { result = VALUE; return 0; }\n',
         "code/value.h": "#define VALUE 7\n", "traffic/frames.txt": FRAMES,
         "systems/n.toml": '[network]\n[[chip]]\nname = "A"\nsystem = "s.toml"\n[[chip]]\nname = "B"\nsystem = "s.toml"\n'
                           '[[link]]\nfrom = "A.1"\nto = "B.2"\ndelay_ns = 2000\n[stop]\ntime_ms = 0.01\n'}


def contents(folder):
    """All files but run.json, which names the archive."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file() and p.name != "run.json"}


class Packs(InFolder):
    def setUp(self):
        super().setUp()
        self.home, self.away, self.tmp = self.work / "home/project", self.work / "away", self.work / "tmp"
        for name, text in FILES.items():
            self.write(self.home / name, text)
        self.away.mkdir()
        self.tmp.mkdir()
        self.again, self.archive = self.work / "again", self.work / "bug.tar.zst"

    def ixpemu(self, *words, status=0, folder=None, commands=None, tmp=None):
        done = self.call("ixpemu", *words, status=status, cwd=folder or self.home, input=commands,
                         env={**os.environ, "TMPDIR": str(tmp or self.tmp)})
        self.assertEqual(list(self.tmp.iterdir()), [])
        return done

    def pack(self, *run, folder=None):
        self.ixpemu("run", *(run or ["systems/s.toml"]), "--out", self.out, folder=folder)
        return self.ixpemu("pack", self.out, "-o", self.archive, folder=self.away)

    def move_away(self):
        """Another machine: the project is not there."""
        shutil.move(self.home, self.work / "home/elsewhere")

    def members(self):
        return sorted(self.call("tar", "--zstd", "-tf", self.archive).stdout.split())


class Pack(Packs):
    def repeat(self):
        self.move_away()
        said = self.ixpemu("rerun", self.archive, "--out", self.again, folder=self.away).stdout
        self.assertEqual(contents(self.again), contents(self.out))
        return said

    def test_the_inputs_and_nothing_else(self):
        self.assertIn("bug.tar.zst: run ", self.pack().stdout)
        self.assertEqual(self.members(), ["files/code/main.c", "files/code/value.h", "files/systems/base.toml", "files/systems/s.toml",
                                          "files/traffic/frames.txt", "run.json"])
        first = self.archive.read_bytes()
        self.ixpemu("pack", self.out, "-o", self.archive)
        self.assertEqual(self.archive.read_bytes(), first)
        self.repeat()

    def test_options(self):
        self.pack("systems/s.toml", "--set", "chip.sram.read=80", "--seed", "3", "--rings", "all", "--pcapng", "--journey", "port 0",
                  "--until", "cycles=5000", "--report", self.work / "page.html")
        (self.work / "page.html").unlink()
        self.assertIn("Journey port 0: ", self.repeat())
        self.assertFalse((self.work / "page.html").exists())

    def test_names_from_another_folder(self):
        shutil.copy(self.home / "traffic/frames.txt", self.work / "mine.txt")
        for system, capture in (self.home / "systems/s.toml", self.work / "mine.txt"), ("../home/project/systems/s.toml", "../mine.txt"), ("./../home/./project/systems/s.toml", "./../mine.txt"):
            with self.subTest(system):
                self.pack(system, "--rx", f"2={capture}", "--rx", "0=/dev/null", folder=self.away)
                self.assertIn("files/mine.txt", self.members())
                self.assertIn("files/home/project/systems/s.toml", self.members())
        os.unlink(self.work / "mine.txt")
        self.repeat()

    def test_blocks_that_belong_to_the_programs(self):
        """They include each other from any folder, and so do their copies."""
        self.pack(f"{BIN}/../share/ixp2400/microblocks/systems/forward.toml", "--until", "time_ms=0.1", folder=self.away)
        self.repeat()

    def test_a_relative_temporary_folder(self):
        self.pack()
        self.ixpemu("run", self.archive, "--out", self.again, folder=self.work, tmp="tmp")
        self.assertEqual(contents(self.again), contents(self.out))

    def test_long_names(self):
        """A member's name is divided at a '/' if it has more than 100 bytes."""
        folder = len("files/traffic/")
        for length, divided in (100 - folder, False), (101 - folder, True), (100, True):
            with self.subTest(length):
                (self.home / "traffic" / ("n" * length)).write_text(FRAMES)
                self.pack("systems/s.toml", "--set", f'port.0.rx.streams="../traffic/{"n" * length}"')
                unpacked = self.call("zstd", "-dc", self.archive, text=False).stdout
                self.assertEqual(b"files/traffic/" + b"n" * length not in unpacked, divided)
                self.assertIn(f"files/traffic/{'n' * length}", self.members())
                self.ixpemu("rerun", self.archive, "--out", self.again, folder=self.away)
                self.assertEqual(contents(self.again), contents(self.out))
        (self.home / "traffic" / ("n" * 101)).write_text(FRAMES)
        self.ixpemu("run", "systems/s.toml", "--set", f'port.0.rx.streams="../traffic/{"n" * 101}"', "--out", self.out)
        self.assertIn("is too long for an archive", self.ixpemu("pack", self.out, "-o", self.archive, status=1).stderr)

    def test_a_network(self):
        self.pack("systems/n.toml")
        self.repeat()

    def test_a_failed_run(self):
        self.ixpemu("run", "systems/s.toml", "--until", "packets_tx=1", "--out", self.out, status=1)
        self.ixpemu("pack", self.out, "-o", self.archive)
        self.move_away()
        self.ixpemu("rerun", self.archive, "--out", self.again, status=1, folder=self.away)
        self.assertEqual(contents(self.again), contents(self.out))

    def test_run_with_other_options(self):
        self.pack("systems/s.toml", "--seed", "3", "--until", "cycles=5000")
        self.move_away()
        self.ixpemu("run", self.archive, "--until", "cycles=4000", "--set", "chip.sram.read=80", "--report", "page.html", "--rx", "2=mine.txt",
                    "--out", "again", status=1, folder=self.away)
        (self.away / "mine.txt").write_text(FRAMES)
        self.ixpemu("run", "../bug.tar.zst", "--until", "cycles=4000", "--set", "chip.sram.read=80", "--report", "page.html", "--rx",
                    "2=mine.txt", "--out", "again", folder=self.away)
        self.assertTrue((self.away / "page.html").exists())
        record = json.loads((self.away / "again/run.json").read_text())
        self.assertEqual((record["seed"], record["end"], record["folder"]), (3, "cycles=4000", str(self.away)))
        self.assertEqual({p for p in record["inputs"] if p.startswith(str(self.work))}, {str(self.archive), str(self.away / "mine.txt")})
        self.ixpemu("rerun", self.away / "again", "--out", self.again, folder=self.work)
        self.assertEqual(contents(self.again), contents(self.away / "again"))

    def test_run_of_options_that_need_a_folder(self):
        self.pack("systems/s.toml", "--frames")
        error = self.ixpemu("run", self.archive, status=2).stderr
        self.assertIn("--frames requires --out: an option of the recorded run", error)
        self.ixpemu("run", self.archive, "--out", self.again)
        self.assertTrue((self.again / "frames.csv").exists())

    def test_debug(self):
        self.pack()
        self.move_away()
        said = self.ixpemu("debug", self.archive, commands="break main.c:4\nc\nbs\nc\nwrite mine\n", folder=self.away).stdout
        self.assertIn("main.c:4", said)
        self.assertEqual(contents(self.away / "mine"), contents(self.out))
        self.assertIn("cannot be entered", self.ixpemu("debug", self.out, commands="c\n", folder=self.away, status=1).stderr)

    def test_unpacked_by_tar(self):
        self.pack()
        self.move_away()
        self.call("tar", "--zstd", "-xf", self.archive, "-C", self.away)
        self.assertIn("--out is required", self.ixpemu("rerun", ".", status=2, folder=self.away).stderr)
        self.ixpemu("rerun", ".", "--out", self.again, folder=self.away)
        self.assertEqual(contents(self.again), contents(self.out))

    def test_what_cannot_be_packed(self):
        (self.home / "systems/s.toml").write_text(SYSTEM.replace("../traffic", str(self.home / "traffic")))
        self.ixpemu("run", "systems/s.toml", "--out", self.out)
        self.assertIn("frames.txt: error: is named by its absolute path", self.ixpemu("pack", self.out, "-o", self.archive, status=1).stderr)
        (self.home / "systems/s.toml").write_text(SYSTEM)
        (self.work / "linked").symlink_to(self.home / "systems")
        self.ixpemu("run", "linked/s.toml", "--out", self.out, folder=self.work)
        self.assertIn("leads through a link and '..'", self.ixpemu("pack", self.out, "-o", self.archive, status=1).stderr)
        self.ixpemu("run", "systems/s.toml", "--rx", "0=-", "--out", self.out, commands=FRAMES)
        self.assertIn("-: error: was read from a pipe or a device", self.ixpemu("pack", self.out, "-o", self.archive, status=1).stderr)
        self.ixpemu("run", "systems/s.toml", "--out", self.out)
        (self.home / "code/value.h").write_text("#define VALUE 8\n")
        self.assertIn("value.h: error: has changed since the run", self.ixpemu("pack", self.out, "-o", self.archive, status=1).stderr)
        self.assertIn("expected a name that ends with .tar.zst", self.ixpemu("pack", self.out, "-o", "bug.zip", status=1).stderr)
        self.assertFalse(self.archive.exists())


class Hostile(Packs):
    def setUp(self):
        super().setUp()
        self.pack()
        self.run = None
        with tarfile.open(fileobj=io.BytesIO(self.unpacked())) as tar:
            self.files = [(m, tar.extractfile(m).read()) for m in tar.getmembers()]

    def unpacked(self):
        return self.call("zstd", "-dc", self.archive, text=False).stdout

    def refused(self, text, data):
        self.archive.write_bytes(self.call("zstd", "-c", input=data, text=False).stdout)
        for words in ["run"], ["debug"], ["rerun", "--out", self.again]:
            self.assertIn(text, self.ixpemu(words[0], self.archive, *words[1:], status=1, folder=self.away).stderr)
        self.assertEqual((list(self.away.iterdir()), self.again.exists() and contents(self.again)), ([], False))

    def test_zeros_of_another_writer(self):
        data = self.tar(self.files)
        self.assertGreater(len(data), len(self.unpacked()))
        self.archive.write_bytes(self.call("zstd", "-c", input=data, text=False).stdout)
        self.ixpemu("run", self.archive, folder=self.away)

    def test_bytes_after_the_packed_ones(self):
        packed = self.archive.read_bytes()
        for more in b"\0", b"x", b"more bytes than a header of zstd has":
            self.archive.write_bytes(packed + more)
            self.assertIn("bug.tar.zst: error: ", self.ixpemu("run", self.archive, status=1, folder=self.away).stderr)

    def tar(self, files, format=tarfile.USTAR_FORMAT):
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w", format=format) as tar:
            for member, data in files:
                tar.addfile(member, io.BytesIO(data))
        return out.getvalue()

    def with_member(self, text, name="files/code/more.c", type=tarfile.REGTYPE, link="", data=b"x"):
        member = tarfile.TarInfo(name)
        member.type, member.linkname, member.size = type, link, len(data)
        self.refused(text, self.tar(self.files + [(member, data)]))

    def with_record(self, text, **values):
        member, data = self.files[0]
        data = json.dumps({**json.loads(data), **values}).encode()
        member.size = len(data)
        self.refused(text, self.tar([(member, data)] + self.files[1:]))

    def test_names(self):
        for name in "../escaped", "/etc/escaped", "files/../../escaped", "./files/code/main.c", "files/\x07":
            self.with_member("has a file with the name ", name)
        self.with_member("its run.json does not name it")
        self.with_member('has the file "files/code/main.c" twice', "files/code/main.c")
        self.with_member('has the file "run.json" twice', "run.json")

    def test_links_and_devices(self):
        for type in tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE, tarfile.XHDTYPE:
            self.with_member("which is a link, folder or device", type=type, link="/etc/passwd", data=b"")

    def test_records(self):
        record = json.loads(self.files[0][1])
        for folder in "/", "..", "files/../..", "filesystem":
            self.with_record("has a run outside of its folder", folder=folder)
        for path in "/etc/passwd", "../../etc/passwd", "/dev/zero":
            self.with_record(f'names the input "{path}" outside of it', inputs={**record["inputs"], path: "0"})
        for word in "--out=/tmp/x", "--report=x", "--timeline=x", "--profile=x", "--allow-writes", "--console", "other.toml", "-o":
            self.with_record(f'has the argument "{word}"', arguments=record["arguments"] + [word])
        self.with_record('has the argument "/etc/passwd"', arguments=["/etc/passwd"])
        self.with_record("is a record without a system file", arguments=[])
        self.with_record(f"{self.archive}: error: has a run.json that is no record of a run", arguments=3)
        self.with_record(f"{self.archive}: error: has a run.json that is no record of a run, which has few nested lists",
                         deeper=json.loads(20 * "[" + 20 * "]"))
        self.with_record("lacks files/code/no.c", inputs={**record["inputs"], "code/no.c": "0"})
        many = {f"code/{n:06}": "0" for n in range(200000)}
        self.with_record("lacks files/code/000000", inputs={**record["inputs"], **many})
        changed = {path: "0123456789abcdef" for path in record["inputs"]}
        self.with_record(f"has changed since the run; pack {self.archive} again", inputs=changed)

    def test_damage(self):
        data = self.unpacked()
        self.refused("has an invalid header", self.tar(self.files, tarfile.GNU_FORMAT))
        self.refused("does not begin with a run.json", self.tar(self.files[1:]))
        self.refused("ends within a file", data[:700])
        self.refused("ends before its end mark", data[:-1024])
        self.refused("has an invalid header", data[:512 + 2048].replace(b"ustar", b"other"))
        self.refused("has an invalid header", data.replace(b"0000644", b"0000645", 1))
        self.refused("ends before its end mark", b"")
        for more in b"x", bytes(512) + b"x", data, bytes(2 << 20):
            self.refused("goes on after its end mark", data + more)
        self.refused("frames.txt: error: has changed since the run", data.replace(FRAMES.encode(), FRAMES.encode().replace(b"45", b"46")))
        huge = tarfile.TarInfo("files/traffic/frames.txt")
        huge.size = 5 << 30
        header = huge.tobuf(tarfile.USTAR_FORMAT)
        self.refused("has more than", data[:data.index(b"files/traffic/frames.txt")] + header)


if __name__ == "__main__":
    unittest.main()
