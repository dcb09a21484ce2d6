"""Many runs, each kept in a file of its own, so that an experiment goes on where it was interrupted."""
import concurrent.futures
import contextlib
import fcntl
import hashlib
import json
import os
import sys
import time

from tools_lib import files


def made_of(*paths):
    """A short name of the contents of files and folders: results of other programs are not taken for these."""
    digest = hashlib.sha256()
    for path in paths:
        inside = [path] if os.path.isfile(path) else sorted(
            os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names)
        for file in inside:
            with open(file, "rb") as f:
                digest.update(hashlib.sha256(f.read()).digest())
    return digest.hexdigest()[:12]


def digest_of(result):
    return hashlib.sha256(json.dumps(result, sort_keys=True).encode()).hexdigest()[:16]


def spoken(seconds):
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def write(path, text):
    """A file that is whole or not there, in a folder that is made."""
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    files.write_text(path, text)


class Interrupted(Exception):
    """Ctrl-C, SIGTERM or SIGHUP; the text reports which runs are saved."""


class Runs:
    """`all` calls functions, several at a time, and saves their results in `folder`."""

    def __init__(self, folder, workers):
        self.folder, self.workers = folder, workers

    def path(self, name):
        return os.path.join(self.folder, name + ".json")

    def has(self, name):
        return os.path.exists(self.path(name))

    def keep(self, name, result):
        result = json.loads(json.dumps(result))  # as read() sees it, e.g. with texts as keys
        write(self.path(name), json.dumps({"run": name, "digest": digest_of(result), "result": result}, indent=1))

    def read(self, name):
        """Returns the saved result of this run."""
        def fail(why):
            raise RuntimeError(f"{self.path(name)}: {why}; remove the file, and the run is made again")
        if not os.path.isfile(self.path(name)):
            fail("is no file")
        with open(self.path(name), encoding="utf-8") as f:
            try:
                kept = json.load(f)
            except (ValueError, RecursionError) as e:
                fail(f"no JSON: {e}")
        for key in ("run", "digest", "result"):
            if not isinstance(kept, dict) or key not in kept:
                fail(f"there is no '{key}'")
        if kept["run"] != name:
            fail(f"'run' is {kept['run']!r}, expected '{name}'")
        if kept["digest"] != digest_of(kept["result"]):
            fail("'result' was changed, it does not have the digest in 'digest'")
        return kept["result"]

    @contextlib.contextmanager
    def alone(self):
        """Locks the folder, in which another process would remove files of runs of this one.
        The lock ends with the process."""
        os.makedirs(self.folder, exist_ok=True)
        descriptor = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
        except BlockingIOError:
            raise RuntimeError(f"{self.folder}: another process makes runs in this folder; wait for its end, or choose another --out") from None
        finally:
            os.close(descriptor)

    def all(self, wanted, labels=None, in_python=False):
        """Results of [(name, function, arguments)] in that order. Progress goes to standard error,
        with `labels` instead of names."""
        # Processes of Python would inherit the lock
        with contextlib.nullcontext() if in_python else self.alone():
            return self.all_here(wanted, labels, in_python)

    def all_here(self, wanted, labels, in_python=False):
        names = {name for name, *_ in wanted}
        results = {name: self.read(name) for name in names if self.has(name)}
        missing = {name: run for name, *run in wanted if name not in results}
        if results:
            print(f"{len(results)} of {len(names)} runs are there already", file=sys.stderr, flush=True)
        try:
            with self.workers.pool(in_python) as pool:
                self.make(pool, missing, labels or {})
        except KeyboardInterrupt:
            kept = sum(map(self.has, names))
            raise Interrupted(f"{kept} of {len(names)} runs are kept in {self.folder}; the same command goes on") from None
        results |= {name: self.read(name) for name in missing}
        return [results[name] for name, *_ in wanted]

    def over_seeds(self, grid, seeds, wanted):
        """{run of the grid: [result of each seed]}; `wanted` makes (name, function, arguments) of a run and a seed."""
        pairs = [(run, seed) for seed in seeds for run in grid]
        measured = {}
        for (run, _), result in zip(pairs, self.all([wanted(*pair) for pair in pairs])):
            measured.setdefault(run, []).append(result)
        return measured

    def make(self, pool, missing, labels):
        begun = time.monotonic()
        futures = {pool.submit(*run): name for name, run in missing.items()}
        try:
            for done, future in enumerate(concurrent.futures.as_completed(futures), 1):
                name = futures[future]
                self.keep(name, future.result())
                left = (time.monotonic() - begun) / done * (len(missing) - done)
                print(f"[{done}/{len(missing)}] {labels.get(name, name)}" + (f", {spoken(left)} left" if left else ""),
                      file=sys.stderr, flush=True)
        finally:
            for future in futures:
                future.cancel()
