"""Shared by the tests of the Python module: frames, a system, programs of the build to compare
with."""
import atexit
import os
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = sys.argv.pop(1)
sys.path.append(os.path.join(ROOT, "tools"))
from tools_lib import protocols  # noqa: E402

_work = tempfile.TemporaryDirectory()
atexit.register(_work.cleanup)
FORWARD = os.path.join(ROOT, "microblocks/systems/forward.toml")


def ixpemu(*words, status=0):
    """Output of a run of ixpemu."""
    done = subprocess.run([os.path.join(BIN, "ixpemu"), *words], capture_output=True, text=True, timeout=200)
    if done.returncode != status:
        raise AssertionError(f"exit {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def python(text):
    """Output of a Python program in a new interpreter."""
    done = subprocess.run([sys.executable, "-W", "error", "-c", text], capture_output=True, text=True, timeout=200)
    if done.returncode or done.stderr:
        raise AssertionError(f"exit {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def images():
    """The programs of forward.toml, compiled once."""
    path = os.path.join(_work.name, "forward.uof")
    if not os.path.exists(path):
        subprocess.run([os.path.join(BIN, "mecc"), "--system", FORWARD, "-o", path], check=True, timeout=200)
    return path


def frame(number, size=60):
    """Ethernet and IPv4 to 10.1.0.3, which forward.toml sends to port 0; the number is the IP identification."""
    return protocols.ipv4("10.0.0.3", "10.1.0.3", 17, bytes(size - 34), number)


def number_of(sent):
    """The number of a frame() that left."""
    return struct.unpack_from(">H", bytes(sent), 18)[0]
