"""pip_test.py BUILD SOURCE: `pip install .` without a network puts a package into an environment of
its own. It runs shipped systems outside the clone, with the compiler it brings, and has annotations.
`pip uninstall` removes all of it."""
import importlib.util
import os
import pathlib
import sys
import tempfile

from installed import RUN, call


def copy_of(source, work):
    """The files that pip needs: it writes into the tree that it installs from."""
    tree = work / "tree"
    tree.mkdir()
    for name in "pyproject.toml", "setup.py", "CMakeLists.txt", "README.md":
        (tree / name).write_bytes((source / name).read_bytes())
    (tree / "python").mkdir()
    (tree / "python/ixp2400").symlink_to(source / "python/ixp2400")
    return tree


def main():
    build, source = map(pathlib.Path, sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        call(sys.executable, "-m", "venv", "--system-site-packages", work / "env")
        environment = dict(os.environ, IXP_BUILD=str(build), PIP_NO_INDEX="1")
        for name in "PYTHONPATH", "PIP_FIND_LINKS":
            environment.pop(name, None)
        pip = work / "env/bin/pip"
        call(pip, "install", "--no-build-isolation", "--no-deps", ".", cwd=copy_of(source, work), env=environment)
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
