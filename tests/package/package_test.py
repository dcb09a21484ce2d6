"""package_test.py BUILD SOURCE: `cpack` makes a Debian package. It is unpacked, with only its own
and the system's programs in PATH. The tutorial's commands work in a copy of the installed files,
and so does the Python module."""
import os
import pathlib
import shutil
import sys
import tempfile

from installed import RUN, call


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


def check_fields(package):
    depends = call("dpkg-deb", "-f", package, "Depends")
    for library in "libc6", "libllvm19", "libclang-cpp19", "libclang-common-19-dev", "libfmt9", "libzstd1":
        if library not in depends:
            sys.exit(f"the package does not depend on {library}: {depends}")


def main():
    build, source = map(pathlib.Path, sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        call("cpack", "--config", build / "CPackConfig.cmake", "-B", work / "package")
        package, = (work / "package").glob("*.deb")
        check_fields(package)
        root = work / "root"
        call("dpkg-deb", "-x", package, root)
        check_names(root, source, build)
        for name in "copyright", "docs/tutorial.md":
            (root / "usr/share/doc/ixp2400" / name).read_text()
        for name in "man/man1/ixpemu.1", "bash-completion/completions/ixpemu", "zsh/vendor-completions/_ixpemu", \
                "fish/vendor_completions.d/ixpemu.fish":
            (root / "usr/share" / name).read_text()
        here = work / "ixp2400"
        shutil.copytree(root / "usr/share/ixp2400", here)
        clean = {"PATH": f"{root}/usr/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TMPDIR": folder,
                 "PYTHONPATH": f"{root}/usr/lib/python3/dist-packages"}
        runner = source / "tests/docs/run_commands.py"
        call("/usr/bin/python3", runner, "--root", here, root / "usr/bin", "docs/tutorial.md", "docs/your-own-project.md", env=clean)
        if (root / "usr/lib/python3").exists():
            said = call("/usr/bin/python3", "-c", RUN, cwd=here, env=clean)
            if not said.startswith(f"packets_tx=30 {root}"):
                sys.exit(said)


main()
