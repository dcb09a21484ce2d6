"""E5: the control core's cost per packet. A switch of IP headers on microengines only, and the
same with every packet through the ARM program of the control core; packets of 98 and 1497 bytes,
one at a time, in both directions. e5_host measures the path through a host, which depends on the
machine."""
import csv
import io
import os
import struct
import tempfile

from tools_lib import systems
from . import e5_host, runs
from .experiment import Experiment, add_from_data, add_packets
from .page import opening, table

PATHS = {"microengines": "header-switch", "microengines and XScale": "header-switch-slow"}
BYTES = (98, 1497)   # frame size as shown by tcpdump
GAP_US = 100         # between packets: they do not interfere
LINE_OVERHEAD = 24   # line overhead per frame in bytes
NS_PER_BYTE = 8      # at 1 Gbit/s
DESTINATION = 0x0a000009
DATA, HOST_DATA = "e5.csv", "e5-host.csv"


def checksum(header):
    total = sum(struct.unpack(">10H", header))
    while total >> 16:
        total = (total & 0xffff) + (total >> 16)
    return total ^ 0xffff


def frame(size, number):
    """ICMP echo requests, as ping sends them."""
    header = struct.pack(">BBHHHBBHII", 0x45, 0, size - 14, number & 0xffff, 0, 64, 1, 0, 0x0a000002, DESTINATION)
    header = header[:10] + struct.pack(">H", checksum(header)) + header[12:]
    return bytes(12) + b"\x08\0" + header + bytes([8, 0]) + bytes(size - 14 - 20 - 2)


def write_capture(path, size, packets):
    with open(path, "wb") as f:
        f.write(struct.pack("<IHHiIII", 0xa1b23c4d, 2, 4, 0, 0, 65535, 1))
        for n in range(packets):
            at, data = (n + 1) * GAP_US * 1000, frame(size, n)
            f.write(struct.pack("<IIII", at // 10**9, at % 10**9, len(data), len(data)) + data)


def delays(binaries, system, size, packets):
    """Nanoseconds from last byte in to last byte out, for each packet."""
    with tempfile.TemporaryDirectory() as work:
        capture, out = os.path.join(work, "in.pcap"), os.path.join(work, "out")
        write_capture(capture, size, packets)
        systems.run(binaries, systems.path_of(system), out, "--log-data", "none",
                    changes={systems.STREAMS: [capture], "port.0.rx.timing": "stamps"})
        table = systems.call([os.path.join(binaries, "ixplog"), "delay", out, "--csv"])
    return [int(row["delay_ns"]) for row in csv.DictReader(io.StringIO(table))]


def round_trip_us(delay_ns, size):
    """Twice onto the first line, through the switch and off the second line, without hosts."""
    return line_us(size) * 2 + 2 * delay_ns / 1000


def line_us(size):
    """Time of a frame on a line."""
    return (size + LINE_OVERHEAD) * NS_PER_BYTE / 1000


def measure(binaries, packets):
    """{(path, bytes): delays in ns}"""
    found = {}
    for path, system in PATHS.items():
        for size in BYTES:
            found[path, size] = delays(binaries, system, size, packets)
            if len(found[path, size]) != packets:
                raise SystemExit(f"e5: {path}, {size} bytes: {len(found[path, size])} of {packets} packets came back")
    return found


def data(found, packets):
    """One line per path and size; delays in ns. The digest is of all delays."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["path", "bytes", "packets", "min_ns", "mean_ns", "max_ns", "digest"])
    for (path, size), of in found.items():
        writer.writerow([path, size, packets, min(of), f"{sum(of) / packets:.2f}", max(of), runs.digest_of(of)])
    return out.getvalue()


def read(text):
    """({(path, bytes): (minimum, mean, maximum)}, packets) from the CSV."""
    rows = list(csv.DictReader(io.StringIO(text)))
    found = {(row["path"], int(row["bytes"])): (int(row["min_ns"]), float(row["mean_ns"]), int(row["max_ns"])) for row in rows}
    return found, int(rows[0]["packets"])


def read_host(text):
    """{(path, bytes): {column: value}} of e5_host's CSV."""
    return {(row["path"], int(row["bytes"])): row for row in csv.DictReader(io.StringIO(text))}


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
    return round_trip_us(found[path, size][1], size)


def delays_table(found):
    return table(["path", "bytes", "delay in the switch, us: min", "mean", "max", "round trip, us"], [
        [path, str(size), *(f"{ns / 1000:.2f}" for ns in times), f"{of_chip(found, path, size):.2f}"]
        for (path, size), times in found.items()])


class Host:
    """The host's path on the machine that measured it, in us. Hosts at both ends: the direct
    round trip."""

    def __init__(self, rows, size):
        self.ends, forwarded = (float(rows[path, size]["median_us"]) for path in ("direct", "forwarded"))
        self.kernel = forwarded - self.ends             # of two passages
        self.trip = 4 * line_us(size) + self.kernel  # without the ends, on the lines of the chip


def bars(found, host):
    """The paper's four bars."""
    rows = []
    for path in PATHS:
        rows.append([path, *(f"{of_chip(found, path, size):.2f}" for size in BYTES), "emulated, without hosts"])
    rows.append(["host, kernel", *(f"{Host(host, size).trip:.2f}" if host else "not run" for size in BYTES),
                 "this machine's kernel, medians, without adapters and interrupts; not of the paper's time"])
    rows.append(["host, process", "not run", "not run", "-"])
    return table(["round trip, us", *(f"{size} bytes" for size in BYTES), ""], rows)


def core_reading(found):
    rows, fast, slow = [], *PATHS
    for size in BYTES:
        a, b = of_chip(found, fast, size), of_chip(found, slow, size)
        needed = hosts_needed(b, a)
        rows.append(["microengines plus control core", str(size), f"{a:.2f}", f"{b:.2f}", f"{shorter_percent(b, a):.1f}",
                     f"{needed:.0f} us of hosts in both" if needed >= 0 else "**nothing**: it is below without hosts, and hosts lower it"])
    return rows


def host_reading(found, host):
    rows, fast = [], next(iter(PATHS))
    for size in BYTES:
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
    measured = (f"Medians of {of['packets']} round trips each on Linux {of['kernel']}; [{HOST_DATA}](data/{HOST_DATA}) has quartiles. "
                "Another\nmachine has other figures: `tools/experiments e5 --host` measures them again." if host else
                "Not measured: `tools/experiments e5 --host` does it, as root.")
    percents = [", ".join(row[4] for row in part) for part in (readings[:len(BYTES)], readings[len(BYTES):])]
    first = opening(
        "E5: a header switch, with and without the control core", "Are microengines alone 11 to 12 % faster, and than which path?",
        "Not than the control core for both sizes; than a host it is possible, not confirmed.",
        f"shorter by {percents[0]} % than with the control core ({' and '.join(map(str, BYTES))} bytes)" + f", by {percents[1]} % than this machine's kernel" * bool(host)
        + f"; the paper {PAPER_PERCENT[0]} to {PAPER_PERCENT[1]} %.", f"Deterministic, {packets} packets of each size; the kernel's are medians.",
        "The host is a kernel of today between namespaces, without adapters; no program as the switch.")
    return f"""{first}{HEADER.format(packets=packets, data=DATA)}
{delays_table(found)}
## The paper's four bars

The bars themselves are not readable in the copy that we have. The kernel's bar is measured between network namespaces: A to B directly, and by way
of R, whose kernel forwards; the difference is R's work, to which the lines of the chip's path are added. {measured}

{bars(found, host)}
## "A 11-12 % improvement", in both readings

The last column has the conditions under which the reading gives {MIDDLE:g} %.

{table(["against", "bytes", "microengines, us", "the other, us", "shorter by, %", "condition for 11.5 %"], readings)}"""


HEADER = """
`tools/experiments e5` writes the tables; [{data}](data/{data}) has the figures. The experiment is Figure 3 of Halvorsen, Sunde,
Petlund, Griwodz: Programmable Subsystems: A Traffic Shaping & Packet Prioritizing Case Study, INC 2006. An IP header switch runs on
microengines only, on microengines and the control core, in the kernel of a host, or in a program there. The figure has round trips of
98- and 1497-byte packets. The paper reports "a 11-12 % improvement" with the microengines. The rest of its sentence is about the host's
capacity, so the comparison is probably with the host; both readings are below.

[header-switch.toml](../../microblocks/systems/header-switch.toml) and
[header-switch-slow.toml](../../microblocks/systems/header-switch-slow.toml) do the same to each packet
([header_switch](../../microblocks/header_switch/header_switch.md)). {packets} echo requests of each size (tcpdump's, without FCS) come at 1
Gbit/s, one every 100 us. A round trip is twice the time from a packet's first byte on the line to the switch until its last byte on
the line from it. Time in hosts is not included.
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
        text = self.data(f"data/{DATA}", lambda: data(measure(self.binaries, packets), packets))
        host, kept = "", self.path_beside(f"data/{HOST_DATA}")
        if self.given.host:
            host = e5_host.measure(HOST_PACKETS)
            self.write_beside(f"data/{HOST_DATA}", host)
        elif os.path.exists(kept):
            with open(kept, encoding="utf-8") as f:
                host = f.read()
        return page(*read(text), read_host(host) if host else {})
