"""System files of the schedulers, changed for a test or an experiment, and run."""
import json
import os
import re
import subprocess
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SYSTEMS = os.path.join(ROOT, "microblocks/systems")
LINE_BYTES = 24  # that the line adds to a frame: FCS, preamble, gap
PROGRAMS = ["ixpemu", "ixpgen", "ixplog", "mecc"]


def variant(name, path, changes=(), defines=None):
    """Writes system file `name` to `path` with (pattern, replacement) changes, each of which must
    match, and more defines for images: {"pcfq": {"TRACE": 1}}."""
    with open(f"{SYSTEMS}/{name}.toml") as f:
        text = f.read()
    text = text.replace('"../../', f'"{ROOT}/').replace('"../', f'"{ROOT}/microblocks/')
    text = text.replace('"forward.fib"', f'"{SYSTEMS}/forward.fib"')
    for pattern, replacement in changes:
        text, n = re.subn(pattern, replacement, text)
        if n == 0:
            raise ValueError(f"{name}.toml has nothing that matches {pattern}")
    for image, values in (defines or {}).items():
        text = define(text, image, values)
    with open(path, "w") as f:
        f.write(text)


def define(text, image, values):
    """Adds to, or changes in, the define table of every microengine that runs `image`."""
    parts = text.split("[[microengine]]")
    for i, part in enumerate(parts):
        if f"/{image}.c\"" not in part:
            continue
        found = re.search(r"^define = \{(.*)\}$", part, re.M)
        table = dict(re.findall(r'(\w+) = ("?\w+"?)', found.group(1))) if found else {}
        table.update({k: str(v) for k, v in values.items()})
        line = "define = { " + ", ".join(f"{k} = {v}" for k, v in table.items()) + " }"
        if found:
            part = part.replace(found.group(0), line)
        else:
            part = re.sub(r"^(image = .*)$", rf"\1\n{line}", part, count=1, flags=re.M)
        parts[i] = part
    return "[[microengine]]".join(parts)


def weights(name):
    """Longwords of the table of weights of a system file, as it has them."""
    with open(f"{SYSTEMS}/{name}.toml") as f:
        text = f.read()
    out = []
    for words, _, repeat in re.findall(r"words = \[([^\]]*)\](, repeat = (\d+))?", text):
        out += re.findall(r"0x[0-9a-f]{8}", words) * int(repeat or 1)
    return out


def idle_cycles(path):
    """How long nothing moves before a run of this system file counts as idle, and ends."""
    with open(path) as f:
        return int(re.search(r"^stop\.idle = (\d+)", f.read(), re.M).group(1))


_running, _stopping = set(), threading.Event()


def call(command, environment=None):
    """Runs a program; returns what it printed. Several threads may do so at a time."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as program:
        _running.add(program)
        if _stopping.is_set():
            program.terminate()
        out, error = program.communicate()
        _running.discard(program)
    if program.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{out}{error}")
    return out


def stop():
    """Ends the programs that `call` runs in other threads, and those it begins until `resume`."""
    _stopping.set()
    for program in list(_running):
        program.terminate()


def resume():
    _stopping.clear()


def run(binaries, system, out=None, *options):
    """Runs a system file; returns what it printed and, with `out`, its statistics."""
    command = [os.path.join(binaries, "ixpemu"), "run", system, "--quiet", *options]
    if out:
        command += ["--out", out]
    printed = call(command, dict(os.environ, PATH=binaries + os.pathsep + os.environ["PATH"]))
    stats = None
    if out:
        with open(os.path.join(out, "stats.json")) as f:
            stats = json.load(f)
    return printed, stats
