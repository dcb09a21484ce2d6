"""Base class of tests that run programs in a folder of their own.

The import takes the folder of the programs, BIN, from the script's first argument, and puts it
first in PATH.
"""
import filecmp
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[1]
BIN = pathlib.Path(sys.argv.pop(1)).resolve()
LIMIT_S = 300  # only a hang reaches it
MPI = shutil.which("mpirun") and (BIN / "ixpemu-mpi").exists()
os.environ["PATH"] = f"{BIN}:{os.environ['PATH']}"
sys.path.append(f"{SOURCE}/tools")
from tools_lib import protocols  # noqa: E402


def ipv4(ttl=64, to="10.1.0.9"):
    """A frame as a line of a stream."""
    return protocols.ipv4("10.0.0.1", to, 17, bytes(26), ttl=ttl).hex()


class InFolder(unittest.TestCase):
    """`work` is an empty folder, removed after the test; `out` is a path in it, for a run."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name).resolve()
        self.out = self.work / "out"

    def write(self, name, text):
        """Returns the path of the new file; its folders are made, too."""
        path = self.work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def call(self, *words, status=0, **more):
        """Runs a command. Fails unless it exits with `status`; None: any.

        Returns a subprocess.CompletedProcess, with text unless `text=False`.
        """
        if "input" not in more:
            more.setdefault("stdin", subprocess.DEVNULL)
        done = subprocess.run(words, **{"capture_output": True, "text": True, "timeout": LIMIT_S, **more})
        if status is not None:
            self.assertEqual(done.returncode, status, f"{done.stdout}{done.stderr}")
        return done

    def emulate(self, system, out, *options, ranks=None, **more):
        """Runs a system or network into the folder `out`, as call(); on `ranks` MPI ranks."""
        before = [f"{SOURCE}/tools/mpirun", "-n", str(ranks)] if ranks else []
        return self.call(*before, "ixpemu", "run", system, "--quiet", "--out", out, *options, **more)

    def same_files(self, a, b, but=("run.json",)):
        """Fails unless the folders have the same files, with the same content, `but` some."""
        names, others = (sorted(str(p.relative_to(folder)) for p in pathlib.Path(folder).rglob("*") if p.is_file())
                         for folder in (a, b))
        self.assertEqual(names, others)
        self.assertEqual(filecmp.cmpfiles(a, b, set(names) - set(but), shallow=False)[1:], ([], []))

    def traffic(self, *frames):
        """Options of a run in which port 0 alone receives, each of these lines of a stream once."""
        stream = self.write("traffic.txt", "\n".join(frames) + "\n")
        return ["--rx", f"0={stream}", "--rx", "1=/dev/null", "--rx", "2=/dev/null", "--until", "idle"]
