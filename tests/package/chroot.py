#!/usr/bin/env python3
"""Tries the project in a bare Debian that has nothing else. Needs root, mmdebstrap, a Debian
mirror and minutes to an hour, so ctest does not run it.

  chroot.py package BUILD     installs BUILD's Debian package ixp2400, without Python and a mounted
                              /proc; a user runs the tutorial in a copy of the installed files, then
                              the Python module of python3-ixp2400
  chroot.py sources [tools/demo ...]
                              copies the committed sources and runs commands there (default:
                              tools/demo, tools/test); tools/setup installs the packages that it
                              names, and no others
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

from installed import RUN, call

SOURCE = pathlib.Path(__file__).resolve().parents[2]
USER = "reader"


class Debian:
    """A root folder with Debian in it."""

    def __init__(self, root, suite):
        self.root = root
        sources = [path.read_text().replace("bookworm", suite)
                   for path in sorted(pathlib.Path("/etc/apt/sources.list.d").glob("debian*.sources"))]
        call("mmdebstrap", "--variant=minbase", suite, root, "-", input="\n".join(sources))
        for name in "resolv.conf", "hosts":
            shutil.copy(f"/etc/{name}", root / "etc" / name)
        # How this machine reaches the mirror.
        for settings in pathlib.Path("/etc/apt/apt.conf.d").glob("99*"):
            shutil.copy(settings, root / "etc/apt/apt.conf.d")

    def command(self, *words, user="root"):
        home = "/root" if user == "root" else f"/home/{user}"
        return ["chroot", f"--userspec={user}", self.root, "/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
                f"HOME={home}", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", *words]

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


def try_package(debian, work, given):
    folder = given.packages
    if not folder:
        folder = work / "package"
        call("cpack", "--config", given.build / "CPackConfig.cmake", "-B", folder)
    for package in "ixp2400", "python3-ixp2400":
        made, = folder.glob(f"{package}_*.deb")
        shutil.copy(made, debian.root / f"root/{package}.deb")
    debian.install("/root/ixp2400.deb")
    if (debian.root / "usr/bin/python3").exists():
        sys.exit("the package brings Python")
    call(*debian.command("useradd", "-m", USER))
    call(*debian.command("cp", "-r", "/usr/share/ixp2400", f"/home/{USER}/", user=USER))
    here = debian.root / "home" / USER / "ixp2400"
    here.chmod(0o777)
    run_documents(debian, here, work, "docs/tutorial.md")
    debian.install("/root/python3-ixp2400.deb", "python3-numpy")
    print(call(*debian.command("/bin/sh", "-c", 'cd ~/ixp2400 && exec python3 -c "$1"', "-", RUN, user=USER)), end="")


def try_sources(debian, work, given):
    call("git", "clone", "-q", SOURCE, debian.root / "root/ixp2400")
    # Sanitizers, browsers and child processes need /proc and /dev; both are gone when the command ends.
    mounts = ["unshare", "--mount", "--pid", "--fork", "/bin/sh", "-c",
              'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount -t tmpfs tmpfs "$0/tmp" && exec "$@"',
              debian.root]
    for command in given.command or ["tools/demo", "tools/test"]:
        print(f"{given.suite}: {command}", flush=True)
        done = subprocess.run([*mounts, *debian.command("/bin/sh", "-c", f"cd ~/ixp2400 && {command}")], timeout=14400)
        if done.returncode:
            sys.exit(f"{command}: exit {done.returncode}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", default="bookworm", help="Debian's release (default bookworm, which is Debian 12)")
    kinds = parser.add_subparsers(required=True, metavar="package|sources")
    package = kinds.add_parser("package")
    package.set_defaults(run=try_package)
    package.add_argument("build", type=pathlib.Path)
    package.add_argument("--packages", type=pathlib.Path, metavar="DIR", help="these, instead of new ones that cpack makes")
    sources = kinds.add_parser("sources")
    sources.set_defaults(run=try_sources)
    sources.add_argument("command", nargs="*")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        work.chmod(0o755)
        given.run(Debian(work / "root", given.suite), work, given)


main()
