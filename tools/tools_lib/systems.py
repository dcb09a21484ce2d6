"""System files, changed key by key (docs/system-files.md, --set), and run."""
import concurrent.futures
import importlib.util
import json
import os
import re
import shlex
import subprocess
import tempfile
import threading

from . import files

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SYSTEMS = os.path.join(ROOT, "microblocks/systems")
LINE_BYTES = 24  # that the line adds to a frame: FCS, preamble, gap
PROGRAMS = ["ixpemu", "ixpgen", "ixplog", "mecc", "mecc-c"]
WEIGHTS = "boot.load.1.words"  # of the scheduling systems; boot.load.0 is the forwarding table
STREAMS = "port.0.rx.streams"
BASES_MAX = 16  # of config/derived.cc


def path_of(name):
    """A system file of the repository."""
    return os.path.join(SYSTEMS, name + ".toml")


def chain(path):
    """[(path, tables)]: a TOML file, its base, and so on (docs/system-files.md).
    Errors are ValueError."""
    found = []
    while path:
        try:
            found.append((path, files.read_toml(path)))
        except RecursionError:
            raise ValueError(f"{path} has too many nested values") from None
        base = found[-1][1].get("base")
        if not isinstance(base, str | None):
            raise ValueError(f"'base' of {path} is no text")
        if base and len(found) == BASES_MAX:
            raise ValueError(f"there are more than {BASES_MAX} bases, one upon another")
        path = base and os.path.join(os.path.dirname(path), base)
    return found


def read(path):
    """A TOML file, on top of its base. Paths stay as they are written. Errors are ValueError."""
    (_, root), *derived = reversed(chain(path))
    for file, tables in derived:
        try:
            for key, value in tables.pop("set", {}).items():
                change(root, parts(key), value)
            del tables["base"]
            add_to(root, tables)
        except (AttributeError, LookupError, TypeError, ValueError):
            raise ValueError(f"{file} does not fit its base; ixpemu check {file} names the key") from None
    return root


def parts(key):
    """Parts of a dotted key; a part in quotes may contain dots."""
    return [quoted or part for quoted, part in re.findall(r'"([^"]*)"|([^".]+)', key)]


def change(table, of_key, value):
    """Sets the value of a dotted key, by its parts, as --set does."""
    first, *rest = of_key
    for key in items(table, first) if isinstance(table, list) else [first]:
        if rest:
            change(table[key] if isinstance(table, list) else table.setdefault(key, {}), rest, value)
        else:
            table[key] = value


def items(values, part):
    """Indices of the items of a list that a part of a dotted key selects."""
    if part == "*":
        return range(len(values))
    names = [next((str(v[key]) for key in ("at", "name", "number") if isinstance(v, dict) and key in v), "") for v in values]
    return [names.index(part) if part in names else int(part)]


def header_numbers(name):
    """{"SR_1": 0, ...} of rings/`name`.h: the macros defined as plain numbers."""
    return numbers_in(os.path.join(ROOT, f"rings/{name}.h"))


def numbers_in(header):
    with open(header, encoding="utf-8") as f:
        found = re.findall(r"^#define (\w+) (0x[0-9a-fA-F]+|\d+)(?: +/\*.*)?$", f.read(), re.M)
    return {key: int(value, 0) for key, value in found}


def add_to(table, added):
    """Adds keys to tables, and items to lists of tables."""
    for key, value in added.items():
        if isinstance(value, dict):
            add_to(table.setdefault(key, {}), value)
        elif isinstance(table.get(key), list):
            table[key] += value
        else:
            table[key] = value


def _overrides():
    """ixp2400/overrides.py by itself: the package needs its compiled half, which these tools do without."""
    spec = importlib.util.spec_from_file_location("overrides", os.path.join(ROOT, "python/ixp2400/overrides.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


toml = _overrides().toml_value


def settings(changes):
    """{key: value} as options of ixpemu and ixpgen."""
    return [word for key, value in changes.items() for word in ("--set", f"{key}={toml(value)}")]


def running(path, image):
    """Microengines that run `image`.c in a system file: ["0:1", ...]."""
    found = [m["at"] for m in read(path)["microengine"] if os.path.basename(str(m["image"])) == f"{image}.c"]
    if not found:
        raise ValueError(f"{path} has no microengine that runs {image}.c")
    return found


def defines(path, values):
    """Changes that define {image: {name: value}} wherever a system file runs those images."""
    return {f"microengine.{at}.define.{name}": value
            for image, of_image in values.items() for at in running(path, image) for name, value in of_image.items()}


def weights(path):
    """Longwords of the table of weights of a system file."""
    return [word for load in read(path)["boot"]["load"][1:] for word in load["words"] * load.get("repeat", 1)]


_running, _stopping = set(), threading.Event()


def call(command, environment=None, passing=()):
    """Runs a program; returns its output. Thread-safe. `passing`: options that affect only speed.
    Error messages omit them, since they name temporary files."""
    with subprocess.Popen([*command, *passing], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env=environment) as program:
        _running.add(program)
        if _stopping.is_set():
            program.terminate()
        out, error = program.communicate()
        _running.discard(program)
    if program.returncode:
        raise RuntimeError(f"{shlex.join(command)}\n{out}{error}")
    return out


def stop():
    """Ends the programs that `call` runs in other threads, and those it begins until `resume`."""
    _stopping.set()
    for program in list(_running):
        program.terminate()


def resume():
    _stopping.clear()


def stopping():
    return _stopping.is_set()


def texts_in(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [text for item in value for text in texts_in(item)]
    return [value] if isinstance(value, str) else []


def of_programs(changes):
    """`changes` without the keys that mecc does not read, which only affect running."""
    only_run = ("chip", "msf", "port", "agent", "stop", "seed")
    return {key: value for key, value in changes.items()
            if key.split(".")[0] not in only_run or key in ("chip", "chip.me", "chip.me.control_store")}


class Images:
    """Programs of systems, compiled once for all runs of this process that differ in other things."""

    def __init__(self):
        self.lock, self.made, self.folder = threading.Lock(), {}, None

    def options(self, binaries, system, changes):
        """That make `ixpemu run` take them. None when mecc refuses: ixpemu says why, as it always does."""
        key = binaries, system, json.dumps(of_programs(changes))
        with self.lock:
            mine = key not in self.made
            made = self.made.setdefault(key, concurrent.futures.Future())
            self.folder = self.folder or tempfile.TemporaryDirectory(prefix="images-")
            output = os.path.join(self.folder.name, f"{len(self.made)}.uof")
        if mine:
            made.set_result(self.compile(binaries, system, changes, output))
        return made.result()

    def compile(self, binaries, system, changes, output):
        try:
            if not any(text.endswith((".c", ".uc")) for text in texts_in([read(system).get("microengine"), changes])):
                return []
            call([os.path.join(binaries, "mecc"), "--system", system, "-o", output, *settings(of_programs(changes))])
        except (RuntimeError, OSError, ValueError):
            return []
        return ["--images", output]

    def forget(self):
        """Before a process ends that does not clean up."""
        if self.folder:
            self.folder.cleanup()


images = Images()


def run(binaries, system, out=None, *options, changes=None):
    """Runs a system or network file with {key: value} changed; returns the output, and with `out`
    stats.json or network.json."""
    command = [os.path.join(binaries, "ixpemu"), "run", system, "--quiet", *settings(changes or {}), *options]
    if out:
        command += ["--out", out]
    printed = call(command, dict(os.environ, PATH=binaries + os.pathsep + os.environ["PATH"]),
                   images.options(binaries, system, changes or {}))
    stats = None
    if out:
        name = "network.json" if "network" in read(system) else "stats.json"
        with open(os.path.join(out, name)) as f:
            stats = json.load(f)
    return printed, stats


def generate(binaries, flows, folder, *options, changes=None):
    """Generates the streams of a description of flows; returns their figures (ixpgen --json)."""
    return json.loads(call([os.path.join(binaries, "ixpgen"), flows, "-o", folder, "--json", *settings(changes or {}),
                            *options]))


def dumped(printed):
    """Longwords that `ixpemu run --dump` printed: lines of an address, a colon and words."""
    rows = [line.partition(": ") for line in printed.splitlines()]
    return [int(word, 16) for _, colon, words in rows if colon for word in words.split()]
