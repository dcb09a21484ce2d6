"""E5: the control core's cost per packet. A switch of IP headers on microengines only, and the
same with every packet through the ARM program of the control core; packets of 98 and 1497 bytes,
one at a time, in both directions. A host's path is measured separately (e5_host), for it depends
on the machine."""
import csv
import io
import os
import struct
import subprocess
import tempfile

from tools_lib import systems
from . import runs

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
        subprocess.run([os.path.join(binaries, "ixpemu"), "run", os.path.join(systems.ROOT, f"microblocks/systems/{system}.toml"),
                        "--rx", f"0={capture}", "--set", "port.0.rx.timing=stamps", "--log-data", "none", "--out", out,
                        "--quiet"], check=True)
        table = subprocess.run([os.path.join(binaries, "ixplog"), "delay", out, "--csv"], check=True, capture_output=True,
                               text=True).stdout
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
