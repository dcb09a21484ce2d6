"""The page of experiment E5."""
import os

from . import e5, e5_host
from .experiment import Experiment, add_from_data, add_packets
from .page import opening, table

HOST_PACKETS = 5000
PAPER_PERCENT = (11, 12)
MIDDLE = sum(PAPER_PERCENT) / 2


def shorter_percent(longer, shorter):
    return 100 * (longer - shorter) / longer


def hosts_needed(longer, shorter):
    """Time of hosts in both round trips with which the shorter one is shorter by the paper's
    11.5 %; negative: none."""
    return (longer - shorter) * 100 / MIDDLE - longer


def of_chip(found, path, size):
    return e5.round_trip_us(found[path, size][1], size)


def delays(found):
    return table(["path", "bytes", "delay in the switch, us: min", "mean", "max", "round trip, us"], [
        [path, str(size), *(f"{ns / 1000:.2f}" for ns in times), f"{of_chip(found, path, size):.2f}"]
        for (path, size), times in found.items()])


class Host:
    """The host's path on the machine that measured it, in us. Hosts at both ends: the direct
    round trip."""

    def __init__(self, rows, size):
        self.ends, forwarded = (float(rows[path, size]["median_us"]) for path in ("direct", "forwarded"))
        self.kernel = forwarded - self.ends             # of two passages
        self.trip = 4 * e5.line_us(size) + self.kernel  # without the ends, on the lines of the chip


def bars(found, host):
    """The paper's four bars."""
    rows = []
    for path in e5.PATHS:
        rows.append([path, *(f"{of_chip(found, path, size):.2f}" for size in e5.BYTES), "emulated, without hosts"])
    rows.append(["host, kernel", *(f"{Host(host, size).trip:.2f}" if host else "not run" for size in e5.BYTES),
                 "this machine's kernel, medians, without adapters and interrupts; not of the paper's time"])
    rows.append(["host, process", "not run", "not run", "-"])
    return table(["round trip, us", *(f"{size} bytes" for size in e5.BYTES), ""], rows)


def core_reading(found):
    rows, fast, slow = [], *e5.PATHS
    for size in e5.BYTES:
        a, b = of_chip(found, fast, size), of_chip(found, slow, size)
        needed = hosts_needed(b, a)
        rows.append(["microengines plus control core", str(size), f"{a:.2f}", f"{b:.2f}", f"{shorter_percent(b, a):.1f}",
                     f"{needed:.0f} us of hosts in both" if needed >= 0 else "**nothing**: it is below without hosts, and hosts lower it"])
    return rows


def host_reading(found, host):
    rows, fast = [], next(iter(e5.PATHS))
    for size in e5.BYTES:
        of = Host(host, size)
        a, b = of_chip(found, fast, size) + of.ends, of.trip + of.ends
        needed = a / (1 - MIDDLE / 100) - b
        rows.append(["the host's kernel", str(size), f"{a:.2f}", f"{b:.2f}", f"{shorter_percent(b, a):.1f}",
                     f"{needed:.0f} us of adapters and interrupts in the host" if needed >= 0 else "a faster host"])
    return rows


def page(found, packets, host):
    """Generated part of the page. `host`: rows of e5_host, or none."""
    of = next(iter(host.values())) if host else {}
    readings = core_reading(found) + (host_reading(found, host) if host else [])
    measured = (f"Medians of {of['packets']} round trips each on Linux {of['kernel']}; [{e5.HOST_DATA}](data/{e5.HOST_DATA}) has quartiles. "
                "Another\nmachine has other figures: `tools/experiments e5 --host` measures them again." if host else
                "Not measured: `tools/experiments e5 --host` does it, as root.")
    percents = [", ".join(row[4] for row in part) for part in (readings[:len(e5.BYTES)], readings[len(e5.BYTES):])]
    first = opening(
        "E5: a header switch, with and without the control core", "Are microengines alone 11 to 12 % faster, and than which path?",
        "Not than the control core for both sizes; than a host it is possible, not confirmed.",
        f"shorter by {percents[0]} % than with the control core ({' and '.join(map(str, e5.BYTES))} bytes)" + f", by {percents[1]} % than this machine's kernel" * bool(host)
        + f"; the paper {PAPER_PERCENT[0]} to {PAPER_PERCENT[1]} %.", f"Deterministic, {packets} packets of each size; the kernel's are medians.",
        "The host is a kernel of today between namespaces, without adapters; no program as the switch.")
    return f"""{first}{HEADER.format(packets=packets, data=e5.DATA)}
{delays(found)}
## The paper's four bars

The bars themselves are not readable in the copy that we have. The kernel's bar is measured between network namespaces: A to B directly, and by way
of R, whose kernel forwards; the difference is R's work, to which the lines of the chip's path are added. {measured}

{bars(found, host)}
## "A 11-12 % improvement", in both readings

The last column has the conditions under which the reading gives {MIDDLE:g} %.

{table(["against", "bytes", "microengines, us", "the other, us", "shorter by, %", "condition for 11.5 %"], readings)}"""


HEADER = """
`tools/experiments e5` writes the tables; [{data}](data/{data}) has the figures. The experiment is of Halvorsen, Sunde, Petlund,
Griwodz: Programmable Subsystems: A Traffic Shaping & Packet Prioritizing Case Study, INC 2006, Figure 3: an IP header switch run by
microengines only, by microengines plus the control core, by the kernel of a host, by a program there; round trips of 98- and
1497-byte packets. With the microengines the paper has "a 11-12 % improvement". The sentence goes on about the host's
capacity, so its comparison is probably with the host; both readings are below.

[header-switch.toml](../../microblocks/systems/header-switch.toml) and
[header-switch-slow.toml](../../microblocks/systems/header-switch-slow.toml) do the same to each packet
([header_switch](../../microblocks/header_switch/header_switch.md)). {packets} echo requests of each size (tcpdump's, without FCS) come at 1
Gbit/s, one every 100 us. A round trip is twice the time from the
packet's first byte on the line into the switch to its last byte on the line out of it; time in hosts is not included.
"""


class E5(Experiment, name="e5", help="a header switch on microengines, with every packet through the XScale, and on a host"):
    programs = ["ixpemu", "ixplog", "mecc"]

    @staticmethod
    def options(parser):
        add_packets(parser, 100, 100, "of each size", 1, 10**6)
        add_from_data(parser)
        parser.add_argument("--host", action="store_true", help="also measures round trips through this machine's kernel, as root")

    def main(self):
        """Without --host the earlier figures of the host stay."""
        packets = self.given.packets
        data = self.data(f"data/{e5.DATA}", lambda: e5.data(e5.measure(self.binaries, packets), packets))
        host, kept = "", self.path_beside(f"data/{e5.HOST_DATA}")
        if self.given.host:
            host = e5_host.measure(HOST_PACKETS)
            self.write_beside(f"data/{e5.HOST_DATA}", host)
        elif os.path.exists(kept):
            with open(kept, encoding="utf-8") as f:
                host = f.read()
        return page(*e5.read(data), e5.read_host(host) if host else {})
