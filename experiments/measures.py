"""Measures of a run, by name: numbers of stats.json and of ixplog's JSON output."""
import json
import os

from tools_lib import systems

USUAL = ["received", "transmitted", "dropped", "lost", "mbit_per_s", "delay.all.mean", "delay.all.p99", "delay.all.max"]
USUAL_OF = {
    "network": ["entered", "left", "dropped", "lost", "delay.all.mean", "delay.all.p99", "delay.all.max"],
    "fabric": ["stats.throughput.mean", *(f"stats.packets.{kind}.{time}.mean" for kind, time in (
        ("short", "waiting"), ("long", "waiting"), ("all", "waiting"), ("all", "delay")))],
}
SOURCES = ("stats", "delay", "jitter", "fairness", "network", "chip")
EXPECTED = ("expected received, transmitted, dropped, lost, mbit_per_s, of a network entered, left, dropped, lost, or a path that begins with "
            + ", ".join(f"{s}." for s in SOURCES))
IN_CYCLES = ("min", "mean", "max", "std", "p50", "p90", "p99", "p99.9")


def known(name):
    return name in BY_NAME or name in OF_NETWORK or name.partition(".")[0] in SOURCES and "." in name


def total(of_reason):
    return sum(of_reason.values())


def megabits(stats):
    """Mbit/s of the frames transmitted in the whole run, without line overhead."""
    sent = sum(port["bytes"] for port in stats["ports"] if port["direction"] == "tx")
    return sent * 8 / (stats["end"]["time_ns"] / 1000)


BY_NAME = {
    "received": lambda stats: stats["frames"]["received"],
    "transmitted": lambda stats: stats["frames"]["transmitted"],
    "dropped": lambda stats: total(stats["frames"]["dropped_by_microcode"]) + total(stats["frames"]["dropped_by_hardware"]),
    "lost": lambda stats: total(stats["frames"]["lost"]),
    "mbit_per_s": megabits,
}


def of_chips(key):
    return lambda accounts: sum(chip[key] for chip in accounts["chips"].values())


OF_NETWORK = {
    "entered": of_chips("entered"),
    "left": of_chips("left"),
    "dropped": of_chips("dropped"),
    "lost": lambda accounts: of_chips("lost_by_hardware")(accounts) + sum(link["lost"] for link in accounts["links"].values()),
}


def of_fabric(stats, name):
    """A number of ixpfabric's JSON output."""
    source, _, path = name.partition(".")
    if source != "stats" or not path:
        raise RuntimeError(f"'measure' has '{name}'; of a fabric it has paths that begin with stats., as {USUAL_OF['fabric'][0]}")
    return find(stats, path, name)


class Measures:
    """Measures of one run with its output in `folder`."""
    by_name, source, others = BY_NAME, "stats", ("delay", "jitter", "fairness")

    def __init__(self, binaries, folder, stats, flows):
        self.binaries, self.folder, self.flows = binaries, folder, flows
        self.trees = {self.source: stats}

    def value(self, name):
        """A number; None for delays if no frame was transmitted. RuntimeError for unknown names."""
        if name in self.by_name:
            return self.by_name[name](self.trees[self.source])
        source, _, path = name.partition(".")
        if source not in (self.source, *self.others):
            raise RuntimeError(f"'measure' has '{name}'; this run has {', '.join(self.by_name)}, and paths that begin with "
                               + ", ".join(f"{s}." for s in (self.source, *self.others)))
        if source not in self.trees:
            self.trees[source] = getattr(self, source)()
        if not self.trees[source]:
            return None
        return find(self.trees[source], path, name)

    def ixplog(self, command):
        if command == "fairness" and not self.flows:
            raise RuntimeError("'measure' has fairness, which needs 'flows' with [resources]")
        flows = ["--flows", self.flows] if self.flows else []
        return json.loads(systems.call([os.path.join(self.binaries, "ixplog"), command, self.folder, "--json", *flows]))

    def delay(self):
        """Delays in microseconds."""
        found = self.ixplog("delay")
        rows = [row for row in found.get("delay_cycles", []) if row["frames"]]
        return self.with_all_flows(by_kind([row | {k: row[k] * 1e6 / found["me_hz"] for k in IN_CYCLES} for row in rows]))

    def jitter(self):
        return self.with_all_flows(by_kind(self.ixplog("jitter").get("jitter", [])))

    def with_all_flows(self, tree):
        """Adds None for each described flow and category without transmitted frames."""
        for flow in self.ixplog("flows")["flows"] if tree and self.flows else []:
            for kind, name in ("flow", flow["flow"]), ("category", flow["category"]):
                if name:
                    tree.setdefault(kind, {}).setdefault(name, None)
        return tree

    def fairness(self):
        return self.ixplog("fairness")


class OfNetwork(Measures):
    """Measures of a run of a network."""
    by_name, source, others = OF_NETWORK, "network", ("delay", "chip")

    def chip(self):
        """{chip: its stats.json}"""
        found = {}
        for name in self.trees["network"]["chips"]:
            with open(os.path.join(self.folder, name, "stats.json")) as f:
                found[name] = json.load(f)
        return found


def by_kind(rows):
    """{kind: {name: row}}, for all frames together {"all": row}; "flow 1" is found as "1"."""
    tree = {}
    for row in rows:
        if row["kind"] == row["name"]:
            tree[row["kind"]] = row
        else:
            tree.setdefault(row["kind"], {})[row["name"].removeprefix(row["kind"] + " ")] = row
    return tree


def labels(items):
    """An array as a table: items are keyed by their own names, else by index."""
    out = {}
    for i, item in enumerate(items):
        own = str(i)
        if isinstance(item, dict):
            if "port" in item and "direction" in item:
                own = f"{item['port']}.{item['direction']}"
            else:
                own = next((str(item[key]) for key in ("at", "name", "ring", "port", "flow") if key in item), own)
        out.setdefault(own, item)
    return out


def find(tree, path, name):
    """The number at a dotted path, None without frames. The longest name with dots wins."""
    here, rest, so_far = tree, path, name.partition(".")[0]
    while rest:
        table = labels(here) if isinstance(here, list) else here if isinstance(here, dict) else {}
        key = max((k for k in table if rest == k or rest.startswith(k + ".")), key=len, default=None)
        if key is None:
            there = f"; there are {', '.join(table)}" if table else ", which is no table"
            raise RuntimeError(f"'measure' has '{name}': no '{rest}' in {so_far}{there}")
        here, rest, so_far = table[key], rest[len(key) + 1:], f"{so_far}.{key}"
        if here is None:
            return None
    if isinstance(here, bool) or not isinstance(here, (int, float)):
        inside = labels(here) if isinstance(here, list) else here if isinstance(here, dict) else {}
        raise RuntimeError(f"'measure' has '{name}', which is no number" + (f"; it has {', '.join(inside)}" if inside else ""))
    return here
