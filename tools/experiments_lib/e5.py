"""E5: the control core's cost per packet. A switch of IP headers on microengines only, and the same with every packet
through the ARM program of the control core; packets of 98 and 1497 bytes, one at a time, in both directions."""
import csv
import io
import os
import struct
import subprocess
import tempfile

from ixp import systems
from .experiment import Experiment, add_packets

PATHS = {"microengines": "header-switch", "microengines and XScale": "header-switch-slow"}
BYTES = (98, 1497)   # frame size as shown by tcpdump
GAP_US = 100         # between packets: they do not interfere
LINE_OVERHEAD = 24   # line overhead per frame in bytes
NS_PER_BYTE = 8      # at 1 Gbit/s
DESTINATION = 0x0a000009


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
        subprocess.run([os.path.join(binaries, "ixpemu"), "run", os.path.join(systems.ROOT, f"microblocks/systems/{system}.toml"),
                        "--rx", f"0={capture}", "--set", "port.0.rx.timing=stamps", "--log-data", "none", "--out", out,
                        "--quiet"], check=True)
        table = subprocess.run([os.path.join(binaries, "ixplog"), "delay", out, "--csv"], check=True, capture_output=True,
                               text=True).stdout
    return [int(row["delay_ns"]) for row in csv.DictReader(io.StringIO(table))]


def round_trip_us(delay_ns, size):
    """Twice onto the first line, through the switch and off the second line, without hosts."""
    return 2 * ((size + LINE_OVERHEAD) * NS_PER_BYTE + delay_ns) / 1000


def measure(binaries, packets):
    """{(path, bytes): (minimum, mean, maximum) of the delay in ns}"""
    found = {}
    for path, system in PATHS.items():
        for size in BYTES:
            all_delays = delays(binaries, system, size, packets)
            if len(all_delays) != packets:
                raise SystemExit(f"e5: {path}, {size} bytes: {len(all_delays)} of {packets} packets came back")
            found[path, size] = (min(all_delays), sum(all_delays) / packets, max(all_delays))
    return found


HEADER = """# E5: a header switch, with and without the control core

`tools/experiments e5` writes the table. The experiment is of Halvorsen, Sunde, Petlund, Griwodz: Programmable Subsystems: A
Traffic Shaping & Packet Prioritizing Case Study, INC 2006, Figure 3: an IP header switch run by microengines only, and by
microengines plus the control core, by the kernel of a host and by a program there; round trips of 98- and 1497-byte packets. With
the microengines the paper has "a 11-12 % improvement"; the bars themselves are not readable. Two readings:

* against the host, which the rest of that sentence speaks of: probably the one meant, and not tested here, for no host is emulated;
* against microengines plus the control core: the figures below stand beside it.

[header-switch.toml](../../microblocks/systems/header-switch.toml) and
[header-switch-slow.toml](../../microblocks/systems/header-switch-slow.toml) do the same to each packet
([header_switch](../../microblocks/header_switch/header_switch.md)). Echo requests of these sizes (tcpdump's, without FCS) come at 1 Gbit/s, one
every 100 us. The round trip is twice the time onto the line, through the switch and off it, without hosts: the time
that hosts and their drivers add to both paths makes the relative difference smaller.

"""


def page(found, packets):
    return HEADER + report(found, packets) + "\n"


def report(found, packets):
    lines = ["| path | bytes | delay in the switch, us: min | mean | max | round trip, us |", "|---|---|---|---|---|---|"]
    for (path, size), (least, mean, most) in found.items():
        lines.append(f"| {path} | {size} | {least / 1000:.2f} | {mean / 1000:.2f} | {most / 1000:.2f} "
                     f"| {round_trip_us(mean, size):.2f} |")
    fast, slow = PATHS
    lines.append("")
    for size in BYTES:
        a, b = round_trip_us(found[fast, size][1], size), round_trip_us(found[slow, size][1], size)
        lines.append(f"{size} bytes: the round trip on microengines only is {100 * (b - a) / b:.1f} % shorter "
                     f"({b - a:.1f} us); {packets} packets each.  ")
    return "\n".join(lines)


class E5(Experiment, name="e5", help="a header switch on microengines, and with every packet through the XScale"):
    programs = ["ixpemu", "ixplog", "mecc"]

    @staticmethod
    def options(parser):
        add_packets(parser, 100, 100, "of each size", 1, 10**6)

    def main(self):
        return page(measure(self.binaries, self.given.packets), self.given.packets)
