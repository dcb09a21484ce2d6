"""Many runs on all processors, each kept in a file of its own, so that an experiment goes on where it
was interrupted."""
import concurrent.futures
import hashlib
import json
import os
import sys
import time

from . import systems


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


def spoken(seconds):
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


class Interrupted(Exception):
    """By Ctrl-C or SIGTERM; says what is kept."""


class Runs:
    """`all` calls functions, `jobs` at a time, and keeps what they return in `folder`."""

    def __init__(self, folder, jobs):
        self.folder, self.jobs = folder, jobs

    def path(self, name):
        return os.path.join(self.folder, name + ".json")

    def keep(self, name, result):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path + ".part", "w") as f:
            json.dump(result, f, indent=1)
        os.replace(path + ".part", path)

    def read(self, name):
        with open(self.path(name)) as f:
            return json.load(f)

    def all(self, wanted, executor=concurrent.futures.ThreadPoolExecutor):
        """Results of [(name, function, arguments)] in that order. Progress goes to standard error."""
        missing = {name: run for name, *run in wanted if not os.path.exists(self.path(name))}
        if len(missing) < len(wanted):
            print(f"{len(wanted) - len(missing)} of {len(wanted)} runs are there already", file=sys.stderr)
        begun = time.monotonic()
        pool = executor(self.jobs)
        try:
            futures = {pool.submit(run[0], *run[1:]): name for name, run in missing.items()}
            for done, future in enumerate(concurrent.futures.as_completed(futures), 1):
                self.keep(futures[future], future.result())
                left = (time.monotonic() - begun) / done * (len(missing) - done)
                print(f"[{done}/{len(missing)}] {futures[future]}" + (f", {spoken(left)} left" if left else ""),
                      file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            kept = sum(os.path.exists(self.path(name)) for name, *_ in wanted)
            raise Interrupted(f"{kept} of {len(wanted)} runs are kept in {self.folder}; the same command goes on") from None
        finally:
            systems.stop()  # nothing runs any more, but after an error
            pool.shutdown(cancel_futures=True)
            systems.resume()
        return [self.read(name) for name, *_ in wanted]
