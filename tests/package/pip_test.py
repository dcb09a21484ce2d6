"""pip_test.py BUILD SOURCE: installs the package into a new environment by `pip install` of a
source archive, without a network. The package must run shipped systems outside the clone with its
own compiler, and have type annotations. `pip uninstall` must remove all its files. CMake must
configure the archive."""
import importlib.util
import os
import pathlib
import shutil
import sys
import tempfile

from installed import RUN, call


def source_archive(source, work):
    """`setup.py sdist` in a tree of links, since it writes into its tree."""
    (work / "tree/python").mkdir(parents=True)
    for folder in "", "python/":
        for path in (source / folder).iterdir():
            if path.name not in ("python", "build", "out", ".git"):
                (work / "tree" / folder / path.name).symlink_to(path)
    call(sys.executable, "setup.py", "sdist", "--dist-dir", work, cwd=work / "tree")
    archive, = work.glob("ixp2400-*.tar.gz")
    shutil.unpack_archive(archive, work)
    tree = work / archive.name.removesuffix(".tar.gz")
    call("cmake", "-S", tree, "-B", work / "configured", "-G", "Ninja", f"-DCMAKE_TOOLCHAIN_FILE={tree}/cmake/clang.cmake",
         f"-DPython_EXECUTABLE={sys.executable}", "-DIXP_PYTHON=REQUIRED")
    return archive


def main():
    build, source = map(pathlib.Path, sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        call(sys.executable, "-m", "venv", "--system-site-packages", work / "env")
        environment = dict(os.environ, IXP_BUILD=str(build), PIP_NO_INDEX="1")
        for name in "PYTHONPATH", "PIP_FIND_LINKS":
            environment.pop(name, None)
        pip = work / "env/bin/pip"
        call(pip, "install", "--no-build-isolation", "--no-deps", source_archive(source, work), env=environment)
        for name in "py.typed", "_core.pyi":
            if not list((work / "env").rglob(f"ixp2400/{name}")):
                sys.exit(f"pip install does not install {name}")
        clean = {"PATH": "/usr/bin:/bin"}  # no mecc in it: the package brings its own
        said = call(work / "env/bin/python3", "-c", RUN, cwd=work, env=clean)
        if not said.startswith(f"packets_tx=30 {work}/env/"):
            sys.exit(said)
        if importlib.util.find_spec("pytest"):
            fixtures = call(work / "env/bin/python3", "-B", "-m", "pytest", "--fixtures", cwd=work, env=clean)
            if "ixp_golden" not in fixtures:
                sys.exit("pytest does not find the plugin")
        call(pip, "uninstall", "-y", "ixp2400", env=environment)
        left = list((work / "env").rglob("*ixp2400*"))
        if left:
            sys.exit(f"pip uninstall leaves {left}")


main()
