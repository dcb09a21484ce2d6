"""Round trips through the kernel of the machine that runs this program, for the host's bar of
experiment E5: three network namespaces, A, R and B, with virtual lines between them. Echo requests
go from A to B directly, or through the kernel of R, which forwards. Times are the ones of a packet
socket in A, as tcpdump has them. As a program: in the namespace of A, prints a CSV.

Virtual lines have no rate, no adapter and no interrupt, so this is the kernel's work alone."""
import csv
import os
import socket
import statistics
import struct
import subprocess
import sys
import time

PATHS = ("direct", "forwarded")
BYTES = (98, 1497)
HEADER = ("path", "bytes", "packets", "least_us", "first_quarter_us", "median_us", "third_quarter_us", "kernel")
SECONDS_MAX = 1        # that an answer may take
SO_TIMESTAMPNS = 35
OUTGOING = 4           # PACKET_OUTGOING
BETWEEN_S = 0.0005


def ip(command, pid=None):
    inside = ["nsenter", "-t", str(pid), "-n"] if pid else []
    subprocess.run([*inside, *command.split()], check=True, capture_output=True)


def namespace():
    """A process in a network namespace of its own."""
    holder = subprocess.Popen(["unshare", "-n", "sleep", "600"])
    own = os.readlink("/proc/self/ns/net")
    while os.readlink(f"/proc/{holder.pid}/ns/net") == own:
        time.sleep(0.01)
    return holder


def connect(from_pid, to_pid, names, addresses):
    """A virtual line with an address at each end."""
    ip(f"ip link add {names[0]} type veth peer name {names[1]} netns {to_pid}", from_pid)
    for pid, name, address in zip((from_pid, to_pid), names, addresses):
        ip(f"ip addr add {address}/24 dev {name}", pid)
        ip(f"ip link set {name} up", pid)


def set_up():
    """Direct line to 10.0.3.1; 10.0.2.1 by way of R."""
    router, target = namespace(), namespace()
    connect(None, router.pid, ("a0", "r0"), ("10.0.1.1", "10.0.1.254"))
    connect(router.pid, target.pid, ("r1", "b0"), ("10.0.2.254", "10.0.2.1"))
    connect(None, target.pid, ("a1", "b1"), ("10.0.3.254", "10.0.3.1"))
    subprocess.run(["nsenter", "-t", str(router.pid), "-n", "sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward"], check=True)
    ip("ip route add 10.0.2.0/24 via 10.0.1.254")
    ip("ip route add 10.0.1.0/24 via 10.0.2.254", target.pid)
    return router, target


def checksum(data):
    total = sum(struct.unpack(f">{len(data) // 2}H", data[:len(data) // 2 * 2])) + (data[-1] << 8 if len(data) % 2 else 0)
    while total >> 16:
        total = (total & 0xffff) + (total >> 16)
    return total ^ 0xffff


def request(size, number):
    body = struct.pack(">BBHHH", 8, 0, 0, 7, number) + bytes(size - 14 - 20 - 8)
    return body[:2] + struct.pack(">H", checksum(body)) + body[4:]


def stamp(seen):
    """(nanoseconds, whether it leaves, whether it is an answer) of a packet of the packet
    socket."""
    data, control, _, address = seen
    (_, _, when), = control[:1]
    seconds, nanoseconds = struct.unpack("qq", when)
    return seconds * 10**9 + nanoseconds, address[2] == OUTGOING, len(data) > 34 and data[34] == 0


def round_trips(path, size, packets):
    """Microseconds from request to answer."""
    interface, to = ("a1", "10.0.3.1") if path == "direct" else ("a0", "10.0.2.1")
    watch = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
    watch.bind((interface, 0))
    watch.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
    watch.settimeout(SECONDS_MAX)
    echo = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)
    found = []
    for number in range(packets + 20):
        echo.sendto(request(size, number & 0xffff), (to, 0))
        left = None
        while True:
            at, leaves, answer = stamp(watch.recvmsg(2048, 256))
            if leaves and not answer:
                left = at
            elif answer and not leaves and left:
                break
        found.append((at - left) / 1000)
        time.sleep(BETWEEN_S)
    return found[20:]  # the first ones resolve addresses


def main(packets):
    holders = set_up()
    try:
        out = csv.writer(sys.stdout, lineterminator="\n")
        out.writerow(HEADER)
        for path in PATHS:
            for size in BYTES:
                found = round_trips(path, size, packets)
                quarters = statistics.quantiles(found, n=4)
                out.writerow([path, size, packets, *(f"{us:.2f}" for us in (min(found), *quarters)),
                              os.uname().release.partition("-")[0]])
    finally:
        for holder in holders:
            holder.kill()


def measure(packets):
    """The CSV; needs the right to make namespaces."""
    done = subprocess.run(["unshare", "-n", sys.executable, os.path.abspath(__file__), str(packets)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"e5 --host: no namespaces on this machine (needs root, ip, unshare, nsenter): {done.stderr.strip()[-300:]}")
    return done.stdout


if __name__ == "__main__":
    main(int(sys.argv[1]))
