"""package_test.py BUILD SOURCE LINTIAN: `cpack` makes Debian packages, twice the same. lintian has
nothing to say. They are unpacked, with only their own and the system's programs in PATH. The
tutorial's commands work in a copy of the installed files, and so does the Python module."""
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile

from installed import RUN, call

NAMES = ["ixp2400", "libixp2400-dev", "python3-ixp2400"]


def make(build, folder):
    """{name: package}, without the compression that takes longest."""
    call("cpack", "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip", "--config", build / "CPackConfig.cmake", "-B", folder,
         env=os.environ | {"SOURCE_DATE_EPOCH": "1700000000"})
    return {path.name.partition("_")[0]: path for path in sorted(folder.glob("*.deb"))}


def check_names(root, *folders):
    """No file and no link says where it was built."""
    for path in root.rglob("*"):
        if path.is_symlink():
            content = os.fsencode(os.readlink(path))
            if not path.exists():
                sys.exit(f"{path} leads nowhere")
        else:
            content = path.read_bytes() if path.is_file() else b""
        for folder in folders:
            if os.fsencode(folder) in content:
                sys.exit(f"{path.relative_to(root)} names {folder}")


def depends(package):
    return set(re.findall(r"(?:^|, )([a-z0-9.+-]+)", call("dpkg-deb", "-f", package, "Depends")))


def check_fields(packages):
    for name, expected in (("ixp2400", {"libc6", "libllvm19", "libclang-cpp19", "libclang-common-19-dev", "libfmt9", "libzstd1"}),
                           ("libixp2400-dev", {"ixp2400", "libfmt-dev", "libpcap-dev"}), ("python3-ixp2400", {"ixp2400", "python3", "libc6"})):
        if name in packages and not depends(packages[name]) >= expected:
            sys.exit(f"{name} does not depend on {expected - depends(packages[name])}")


def check_components(path, packages):
    """The list of components has the libraries of dpkg-shlibdeps, with their versions."""
    found = json.loads(path.read_text())
    of_id = {package["SPDXID"]: package for package in found["packages"]}
    if len(of_id) < len(found["packages"]):
        sys.exit(f"{path}: two packages have one SPDXID")
    linked = set()
    for relation in found["relationships"]:
        ends = [of_id[relation[key]] for key in ("spdxElementId", "relatedSpdxElement") if relation[key] != "SPDXRef-DOCUMENT"]
        if relation["relationshipType"] == "DYNAMIC_LINK":
            linked.add(ends[1]["name"])
            version = call("dpkg-query", "-W", "-f", "${Version}", ends[1]["name"])
            if ends[1]["versionInfo"] != version:
                sys.exit(f"{path}: {ends[1]['name']} {ends[1]['versionInfo']} is {version}")
    expected = set().union(*(depends(packages[name]) for name in ("ixp2400", "python3-ixp2400") if name in packages))
    expected -= {"ixp2400", "python3", "libclang-common-19-dev"}
    if linked != expected:
        sys.exit(f"{path} and the packages' Depends differ in {linked ^ expected}")


def main():
    build, source, lintian = map(pathlib.Path, sys.argv[1:4])
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        packages, again = make(build, work / "package"), make(build, work / "again")
        if list(packages) not in (NAMES, NAMES[:2]):
            sys.exit(f"cpack made {list(packages)}")
        for name, package in packages.items():
            if package.read_bytes() != again[name].read_bytes():
                sys.exit(f"{name} has other bytes when it is made again")
        check_fields(packages)
        said = call(lintian, "--no-cfg", "--allow-root", "--fail-on", "error,warning", *packages.values())
        if said:
            sys.exit(said)
        root = work / "root"
        for package in packages.values():
            call("dpkg-deb", "-x", package, root)
        check_names(root, source, build)
        documents = root / "usr/share/doc/ixp2400"
        check_components(documents / "sbom.spdx.json", packages)
        for name in "copyright", "docs/tutorial.md":
            (documents / name).read_text()
        for name in "man/man1/ixpemu.1.gz", "bash-completion/completions/ixpemu", "zsh/vendor-completions/_ixpemu", \
                "fish/vendor_completions.d/ixpemu.fish":
            (root / "usr/share" / name).read_bytes()
        here = work / "ixp2400"
        shutil.copytree(root / "usr/share/ixp2400", here)
        clean = {"PATH": f"{root}/usr/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TMPDIR": folder,
                 "PYTHONPATH": f"{root}/usr/lib/python3/dist-packages"}
        runner = source / "tests/docs/run_commands.py"
        call("/usr/bin/python3", runner, "--root", here, root / "usr/bin", "docs/tutorial.md", "docs/your-own-project.md", env=clean)
        if "python3-ixp2400" in packages:
            said = call("/usr/bin/python3", "-c", RUN, cwd=work, env=clean)
            if not said.startswith(f"packets_tx=30 {root}"):
                sys.exit(said)


main()
