#!/usr/bin/env python3
"""Compiles random programs at every level, runs them on the emulator and compares their checksums
with the host's. Failures are kept with all that is needed to repeat them.

    campaign.py csmith MECC_RUN --seeds 1-5000 --out FOLDER   resumes after an interruption
    campaign.py csmith MECC_RUN --seeds 1-200 --split         each program at one level only (CI)
    campaign.py csmith MECC_RUN --seeds 1-200 --prints        also compares printed variables
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import shlex
import sys
import tempfile
import threading
import time

import harness
import prints
from mecc_run import Runner

GOOD = ("same", "rejected", "skipped")
MOST_REJECTED = 0.20
MOST_SHOWN = 20  # failures
own = threading.local()


def runner(executable):
    if not hasattr(own, "runner"):
        own.runner = Runner(executable)
    return own.runner


def levels_of(seed, options):
    if not options.split:
        return options.levels
    return [options.levels[seed // len(options.programs.FLAVOURS) % len(options.levels)]]


def try_seed(seed, options, scratch):
    """The records of one program, one a level."""
    programs = options.programs
    try:
        case = programs.Case(seed, scratch)
        if options.prints:
            case = prints.Case(case, programs)
        elif options.kept:
            case.expected = case.kept_checksum()
        else:
            case.expected = case.checksum()
    except harness.Skipped as why:
        return [{"seed": seed, "flavour": "", "level": "", "kind": "skipped", "details": str(why)}]
    records, sources = [], set()
    for level in levels_of(seed, options):
        source = case.source(level)
        sources.add(source)
        arguments = [*level.split(), *case.options]
        result = runner(options.mecc_run).run(*arguments, *programs.options_of(source),
                                              *programs.MECC, harness.DUMP, source)
        kind, details = (case if options.prints else harness).judge(result, case.expected)
        if kind == "endless" and programs.takes_long(source):
            kind, details = "skipped", "takes long on the host, too"
        records.append({"seed": seed, "flavour": case.flavour, "level": level, "kind": kind,
                        "details": details, "words": result.size, "cycles": result.cycles})
        if options.prints:
            records[-1].update(prints.count(result.text))
        if kind not in GOOD and options.out:
            keep(options.out / "failures", f"{seed}{level.replace(' ', '')}", source, arguments, kind,
                 details, result.text)
    for source in sources:  # one may be that of several levels
        source.unlink(missing_ok=True)
    return records


def keep(folder, name, source, arguments, kind, details, text):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.c").write_text(source.read_text())
    (folder / f"{name}.txt").write_text(
        f"{kind}: {details}\nmecc-run {' '.join(arguments)} {name}.c\n\n{text}")


def done_before(path):
    if not path or not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines()]


def summary(records, repeat):
    """`repeat`: the command that runs one program, without seed and level."""
    tried = {r["seed"] for r in records}
    out = [f"{len(tried)} programs, {sum(r['kind'] != 'skipped' for r in records)} compiled"]
    for level in sorted({r["level"] for r in records if r["level"]}):
        kinds = collections.Counter(r["kind"] for r in records if r["level"] == level)
        out.append(f"  {level:15} " + ", ".join(f"{n} {kind}" for kind, n in kinds.most_common()))
    for kind in sorted({r["kind"] for r in records} - {"same", "mismatch"}):
        whys = collections.Counter(r["details"][:110] for r in records if r["kind"] == kind)
        out += [f"  {n} {kind}: {why}" for why, n in whys.most_common(8)]
    for r in [r for r in records if r["kind"] not in GOOD][:MOST_SHOWN]:
        out += [f"  {r['kind']}: seed {r['seed']} {r['level']} ({r['flavour']}): {r['details']}",
                f"    repeat: {repeat} --seeds {r['seed']} '--levels={r['level']}'"]
    if any("shown" in r for r in records):
        out.append("  values printed: {}, <optimized out>: {}".format(
            *(sum(r.get(key, 0) for r in records) for key in ("shown", "lost"))))
    return "\n".join(out)


def verdict(records):
    failures = [r for r in records if r["kind"] not in GOOD]
    rejected = sum(r["kind"] == "rejected" for r in records)
    compiled = sum(r["kind"] != "skipped" for r in records)
    if failures:
        return f"{len(failures)} failures"
    if compiled == 0:
        return "nothing was compiled"
    if rejected > MOST_REJECTED * compiled:
        return f"{rejected} of {compiled} rejected, more than {MOST_REJECTED:.0%}"
    return ""


def seeds_of(text):
    """The numbers that 1-40,77 names, each once."""
    parts = [part.partition("-") for part in text.split(",")]
    return dict.fromkeys(n for first, _, last in parts for n in range(int(first), int(last or first) + 1))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=harness.generator, metavar="|".join(harness.GENERATORS))
    parser.add_argument("mecc_run")
    parser.add_argument("--seeds", type=seeds_of, required=True, metavar="A-B,C")
    parser.add_argument("--levels", type=lambda s: s.split(","))
    parser.add_argument("--split", action="store_true", help="one level a program, in turn")
    parser.add_argument("--kept", action="store_true", help="checksums from a file, not from the host")
    parser.add_argument("--prints", action="store_true", help="print variables, compare the values")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=pathlib.Path, help="results.jsonl and failures/")
    options = parser.parse_args()
    options.levels = options.levels or options.programs.LEVELS
    log = options.out / "results.jsonl" if options.out else None
    records = [r for r in done_before(log) if r["seed"] in options.seeds]
    known = {r["seed"] for r in records}
    seeds = [s for s in options.seeds if s not in known]
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
    shown = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = [pool.submit(try_seed, s, options, pathlib.Path(folder)) for s in seeds]
        for n, job in enumerate(concurrent.futures.as_completed(jobs), 1):
            records += job.result()
            if log:
                with log.open("a") as f:
                    f.writelines(json.dumps(r) + "\n" for r in job.result())
            if time.monotonic() - shown > 10:
                shown = time.monotonic()
                bad = sum(r["kind"] not in GOOD for r in records)
                print(f"{n} of {len(seeds)} programs, {bad} failures", file=sys.stderr, flush=True)
    repeat = ["python3", *sys.argv[:1], options.programs.__name__.split(".")[0], options.mecc_run,
              *(["--prints"] if options.prints else []), *(["--kept"] if options.kept else [])]
    print(summary(records, shlex.join(repeat)))
    wrong = verdict(records)
    if wrong:
        sys.exit(wrong)


if __name__ == "__main__":
    main()
