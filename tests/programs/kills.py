#!/usr/bin/env python3
"""Kills programs at random times, by SIGINT, SIGTERM or SIGKILL, and checks the files left.

    kills.py BIN_DIR SOURCE_DIR [--kills N] [--seed N] [--programs NAME...]

After each kill, every file under its final name must be complete. Its run either was not disturbed
or reports in the file that it was interrupted. stats.json has the suffix .earlier when the killed
run had begun (base/run_folder.h). Temporary files may remain only after SIGKILL. The next complete
run must leave the same files as a run into an empty folder.

N: kills of each program (10). The seed determines times and signals, but not the point of the
program's work that they hit.
"""
import argparse
import ctypes
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

TEMPORARY = re.compile(r"\.ixp2400-\d+-\d+\.tmp")
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
LIMIT_S = 300  # only a hang reaches it
EVERY = 10  # kills between two runs that are not disturbed
SYSTEM = "microblocks/systems/forward.toml"
NETWORK = "microblocks/networks/two_routers.toml"


class Wrong(Exception):
    pass


def check(good, what):
    if not good:
        raise Wrong(what)


def whole_blocks(data):
    """A pcapng file whose blocks are all there."""
    at = 0
    while at < len(data):
        length = int.from_bytes(data[at + 4:at + 8], "little")
        if length < 12 or data[at + length - 4:at + length] != data[at + 4:at + 8]:
            return False
        at += length
    return at == len(data)


def unpacked(data):
    """The text of all frames of zstd (RFC 8878)."""
    library, most = ctypes.CDLL("libzstd.so.1"), 1 << 26
    library.ZSTD_decompress.restype = ctypes.c_size_t
    out = ctypes.create_string_buffer(most)
    size = library.ZSTD_decompress(out, ctypes.c_size_t(most), data, ctypes.c_size_t(len(data)))
    check(not library.ZSTD_isError(ctypes.c_size_t(size)), "a packed log is not whole")
    return out.raw[:size]


def interrupted_whole(name, data, references):
    """The complete file of a run that was interrupted; `name` without folders."""
    if name == "stats.json":
        return json.loads(data)["end"]["reason"] == "interrupted"
    if name == "network.json":
        return json.loads(data)["end"] == "interrupted"
    if name == "run.json":
        return json.loads(data)["exit_status"] > 128
    if name == "ports.pcapng":
        return whole_blocks(data) and b"interrupted at cycle" in data[-60:]
    if name.endswith(".zst"):
        return interrupted_whole(name.removesuffix(".zst"), unpacked(data), [unpacked(r) for r in references])
    *lines, last = data.decode().splitlines(keepends=True)
    if not re.fullmatch(r"# interrupted at cycle \d+\n", last):
        return False
    if name in ("hazards.txt", "contexts.txt"):
        return lines[0].startswith(f"# ixp {name.removesuffix('.txt')} 1 ")
    return any(lines[1:] == reference.decode().splitlines(keepends=True)[1:len(lines)] for reference in references)


class Program:
    """A command line, the ways to run it, and the files of an undisturbed run."""

    def __init__(self, name, binaries, work, variants, binary=None):
        self.name, self.binary = name, os.path.join(binaries, binary or name)
        self.variants = variants  # lists of arguments; {out} is the folder
        self.folder, self.temporary = (os.path.join(work, name, n) for n in ("out", "temporary"))
        os.makedirs(self.folder)
        os.makedirs(self.temporary)
        self.environment = dict(os.environ, TMPDIR=self.temporary)
        self.counts = {}

    def start(self, variant, folder):
        words = [word.format(out=folder) for word in self.variants[variant]]
        return subprocess.Popen([self.binary, *words], env=self.environment, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, start_new_session=True)

    def undisturbed(self, variant, folder):
        process = self.start(variant, folder)
        error = process.communicate(timeout=LIMIT_S)[1].decode()
        check(process.returncode == 0, f"an undisturbed run ended with {process.returncode}: {error}")

    def prepare(self):
        """Runs everything once; how long the longest takes."""
        self.references, longest = [], 0
        for variant in range(len(self.variants)):
            folder = tempfile.mkdtemp(dir=os.path.dirname(self.folder))
            began = time.monotonic()
            self.undisturbed(variant, folder)
            longest = max(longest, time.monotonic() - began)
            self.references.append(read_all(folder))
            shutil.rmtree(folder)
        self.duration = longest

    def check_file(self, name, data):
        name = name.removesuffix(".earlier")
        references = [r[name] for r in self.references if name in r]
        check(references, f"unknown file {name}")
        if data not in references:
            whole = os.path.basename(self.binary) == "ixpemu" and interrupted_whole(os.path.basename(name), data, references)
            check(whole, f"{name} is not whole")

    def check_folder(self, killed):
        for name, data in read_all(self.folder).items():
            if any(TEMPORARY.fullmatch(part) for part in name.split("/")):
                check(killed, f"{name} was left without SIGKILL")
            else:
                self.check_file(name, data)
        for name in os.listdir(self.temporary):
            check(killed and TEMPORARY.fullmatch(name), f"{name} was left in TMPDIR")

    def check_undisturbed(self, variant):
        self.undisturbed(variant, self.folder)
        found = read_all(self.folder)
        for name, data in self.references[variant].items():
            check(found.get(name) == data, f"{name} differs after a run that nobody disturbed")
        check(all(any(name in r for r in self.references) for name in found), f"unknown files among {sorted(found)}")
        check(not os.listdir(self.temporary), "something is left in TMPDIR")

    def kill_once(self, rng):
        """False when it had ended before."""
        variant, number = rng.randrange(len(self.variants)), rng.choice(SIGNALS)
        whole_group, again = rng.random() < 0.5, rng.random() < 0.1
        delay = rng.uniform(0, 1.1 * self.duration)
        process = self.start(variant, self.folder)
        time.sleep(delay)
        running = process.poll() is None
        send(process, number, whole_group)
        if again:
            send(process, signal.SIGTERM, whole_group)
        error = process.communicate(timeout=LIMIT_S)[1].decode()
        wait_for_group(process.pid)
        status = process.returncode
        allowed = {0, -number, 128 + number} | ({-signal.SIGTERM, 128 + signal.SIGTERM} if again else set())
        check(status in allowed, f"exit status {status} after {number.name}: {error}")
        check("internal error" not in error, error)
        self.left_by_kill |= number == signal.SIGKILL
        # A signal before handlers are installed ends it as SIGKILL does, but without files.
        self.check_folder(self.left_by_kill)
        if running:
            self.counts[number.name] = self.counts.get(number.name, 0) + 1
        return running

    def campaign(self, kills, rng):
        self.prepare()
        self.left_by_kill = False
        done = attempts = 0
        while done < kills:
            attempts += 1
            done += self.kill_once(rng)
            if attempts % EVERY == 0 or done == kills:
                self.check_undisturbed(rng.randrange(len(self.variants)))
                self.left_by_kill = False
        print(f"{self.name}: {done} kills while it ran ({', '.join(f'{n} {c}' for n, c in sorted(self.counts.items()))}) "
              f"in {attempts} runs; nothing half-written, nothing unknown left", flush=True)


def send(process, number, whole_group):
    try:
        if whole_group:
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
    except ProcessLookupError:
        pass


def wait_for_group(group):
    """A compiler that ixpemu had started may outlive it."""
    for _ in range(6000):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.01)
    raise Wrong("a process that the program started does not end")


def read_all(folder):
    found = {}
    for path, _, names in os.walk(folder):
        for name in names:
            full = os.path.join(path, name)
            with open(full, "rb") as f:
                found[os.path.relpath(full, folder)] = f.read()
    return found


def programs(binaries, work):
    def run(*more, system=SYSTEM):
        return ["run", system, "--until", "time_ms=2", "--out", "{out}", *more]

    logs = os.path.join(work, "logs")
    subprocess.run([os.path.join(binaries, "ixpemu"), *(w.format(out=logs) for w in run("--quiet"))], check=True, timeout=LIMIT_S)
    mecc = ["-o", "{out}/x.uof", "--list", "-g"]
    return [Program("ixpemu", binaries, work,
                    [run("--seed", "1", "--pcapng", "--rings", "all"), run("--seed", "2", "--quiet"),
                     run("--seed", "3", "--rings", "all", "--zstd")]),
            Program("network", binaries, work,
                    [run("--set", "link.0.loss=0.1", "--set", f"network.seed={seed}", *more, system=NETWORK)
                     for seed, *more in (["1", "--pcapng", "--rings", "all"], ["2", "--zstd"])], "ixpemu"),
            Program("mecc", binaries, work,
                    [["--system", SYSTEM, *mecc], ["microblocks/tx/tx.c", *mecc], ["microblocks/tx/tx.uc", *mecc]]),
            Program("ixpgen", binaries, work,
                    [["traces/flows/table1.toml", "-o", "{out}", "--packets", "3000", "--seed", n] for n in "12"]),
            Program("ixpfabric", binaries, work,
                    [["fabric/examples/paper.toml", "--out", "{out}", "--set", "slots=3000", "--seed", n] for n in "12"]),
            Program("ixplog", binaries, work,
                    [["to-pcapng", logs, "-o", "{out}/x.pcapng"], ["plot", logs, "-o", "{out}/x.html"],
                     ["diff", logs, logs, "--junit", "{out}/x.xml"]])]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries")
    parser.add_argument("source")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", nargs="+", default=["ixpemu", "network", "mecc", "ixpgen", "ixpfabric", "ixplog"])
    options = parser.parse_args()
    binaries = os.path.abspath(options.binaries)
    os.chdir(options.source)
    with tempfile.TemporaryDirectory() as work:
        for program in programs(binaries, work):
            if program.name not in options.programs:
                continue
            try:
                program.campaign(options.kills, random.Random(f"{options.seed} {program.name}"))
            except Wrong as e:
                print(f"{program.name}: {e}")
                return 1
    return 0


sys.exit(main())
