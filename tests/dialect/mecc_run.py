"""The programs of this folder, and mecc-run --serve, which compiles and runs programs of
Microengine C on the emulator."""

import pathlib
import re
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
import sections  # noqa: E402

LIMIT_S = 1800  # of a job; only a hang reaches it: the server limits the job's processor time
STATUS = {0: "ended", 1: "refused", 3: "endless", 4: "hazard", 124: "timeout"}


def programs(into):
    """Unpacks programs/, intrinsics/ and memories.c into folders of these names. Returns paths of
    the programs."""
    for file in sorted(HERE.glob("*/*.c")):
        sections.unpack(file, into / file.parent.name)
    sections.unpack(HERE / "memories.c", into / "memories")
    return sorted(into.glob("*/*.c"))


class Result:
    """How a job ended ("crash" for any other end), its output, the words it dumped."""

    def __init__(self, status, text):
        self.kind = STATUS.get(status, "crash")
        self.status = status
        self.text = text
        self.words = {(region, int(address, 16)): int(value, 16) for region, address, value
                      in re.findall(r"^(\w+):(0x[0-9a-f]+) = (0x[0-9a-f]+)$", text, re.M)}
        size = re.search(r"^(\d+) words, (\d+) cycles", text, re.M)
        self.size, self.cycles = map(int, size.groups()) if size else (0, 0)


class Runner:
    """One server process; jobs run one after the other."""

    def __init__(self, executable):
        self.process = subprocess.Popen([executable, "--serve"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def run(self, *arguments):
        """arguments: as of mecc-run, without spaces in them. RuntimeError if the server ends."""
        limit = threading.Timer(LIMIT_S, self.process.kill)
        limit.start()
        try:
            self.process.stdin.write((" ".join(map(str, arguments)) + "\n").encode())
            self.process.stdin.flush()
            answer = self.process.stdout.readline().split()
            text = self.process.stdout.read(int(answer[1])) if answer else b""
        finally:
            limit.cancel()
        if not answer or len(text) < int(answer[1]):
            raise RuntimeError(f"mecc-run ended, or had no answer for {LIMIT_S} s: {arguments}")
        return Result(int(answer[0]), text.decode(errors="replace"))

    def close(self):
        self.process.stdin.close()
        self.process.wait(LIMIT_S)
