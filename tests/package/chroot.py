#!/usr/bin/env python3
"""chroot.py BUILD [--package FILE]: the Debian package, installed into a bare Debian 12 that has nothing else, not even Python or
a mounted /proc; there, a user runs the tutorial in a copy of what the package installs. Then with the Python module.

Needs root, mmdebstrap, a Debian mirror and some minutes, so it is no part of ctest, which unpacks the package here instead
(package_test.py).
"""
import argparse
import pathlib
import shutil
import sys
import tempfile

from installed import RUN, call

SOURCE = pathlib.Path(__file__).resolve().parents[2]
USER = "reader"


class Debian:
    """A root folder with Debian in it."""

    def __init__(self, root):
        self.root = root
        sources = sorted(pathlib.Path("/etc/apt/sources.list.d").glob("debian*.sources"))
        call("mmdebstrap", "--variant=minbase", "bookworm", root, *sources)
        for name in "resolv.conf", "hosts":
            shutil.copy(f"/etc/{name}", root / "etc" / name)
        for settings in pathlib.Path("/etc/apt/apt.conf.d").glob("99*"):  # how this machine reaches the mirror
            shutil.copy(settings, root / "etc/apt/apt.conf.d")

    def command(self, *words, user="root"):
        return ["chroot", f"--userspec={user}", self.root, "/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
                f"HOME=/home/{user}", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", *words]

    def install(self, *packages):
        call(*self.command("apt-get", "update", "-q"))
        call(*self.command("apt-get", "install", "-qy", "--no-install-recommends", *packages))


def run_documents(debian, here, work, *documents):
    """tests/docs runs them; its shell is one in there."""
    shell = work / "bin/bash"
    shell.parent.mkdir()
    inside = " ".join(f"'{word}'" for word in debian.command("/bin/bash", "-c", user=USER))
    shell.write_text(f"#!/bin/sh\nexec {inside} 'cd ~/ixp2400 && eval \"$1\"' - \"$2\"\n")
    shell.chmod(0o755)
    said = call(sys.executable, SOURCE / "tests/docs/run_commands.py", "--root", here, shell.parent, *documents, umask=0)
    print(said, end="")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--package", type=pathlib.Path, help="this one, instead of one that cpack makes")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        work.chmod(0o755)
        package = given.package
        if not package:
            call("cpack", "--config", given.build / "CPackConfig.cmake", "-B", work / "package")
            package, = (work / "package").glob("*.deb")
        debian = Debian(work / "root")
        shutil.copy(package, debian.root / "root/ixp2400.deb")
        debian.install("/root/ixp2400.deb")
        if (debian.root / "usr/bin/python3").exists():
            sys.exit("the package brings Python")
        call(*debian.command("useradd", "-m", USER))
        call(*debian.command("cp", "-r", "/usr/share/ixp2400", f"/home/{USER}/", user=USER))
        here = debian.root / "home" / USER / "ixp2400"
        here.chmod(0o777)
        run_documents(debian, here, work, "docs/tutorial.md")
        debian.install("python3", "python3-numpy")
        print(call(*debian.command("/bin/sh", "-c", 'cd ~/ixp2400 && exec python3 -c "$1"', "-", RUN, user=USER)), end="")


main()
