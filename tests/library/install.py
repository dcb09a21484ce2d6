"""install.py BUILD SOURCE BUILD_TYPE: files of `cmake --install` work without a source tree.

The program of docs/library.md is built with find_package and run. A system runs in the installed folder with the installed
programs. ixpnew makes repositories elsewhere that pass. Nothing installed needs the source or the build folder.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(example LANGUAGES CXX)
find_package(ixp2400 REQUIRED)
find_package(fmt REQUIRED)
add_executable(example example.cc)
target_link_libraries(example PRIVATE ixp2400::ixp_sim fmt::fmt)
"""


def call(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stdout}{done.stderr}")


def check_names(prefix, build, source):
    """Compiled code names sources in assertions as the repository does: nothing says where it was built."""
    for path in filter(pathlib.Path.is_file, prefix.rglob("*")):
        content = path.read_bytes()
        for name in (os.fsencode(source) + b"/", os.fsencode(build) + b"/"):
            if name in content:
                sys.exit(f"{path.relative_to(prefix)} names {os.fsdecode(name)}")


def main():
    build, source = map(pathlib.Path, sys.argv[1:3])
    here = source / "tests/library"
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        prefix, example = work / "installed", work / "example"
        call("cmake", "--install", build, "--prefix", prefix)
        if sys.argv[3] == "Release":
            check_names(prefix, build, source)
        example.mkdir()
        call(sys.executable, here / "extract.py", prefix / "share/ixp2400/docs/library.md", example / "example.cc")
        (example / "CMakeLists.txt").write_text(PROJECT)
        call("cmake", "-S", example, "-B", example / "build", "-D", f"CMAKE_PREFIX_PATH={prefix}")
        call("cmake", "--build", example / "build")
        installed = dict(os.environ, PATH=f"{prefix / 'bin'}{os.pathsep}{os.environ['PATH']}")
        share = prefix / "share/ixp2400"
        call(sys.executable, here / "run.py", example / "build/example", cwd=share, env=installed)
        call("ixpemu", "run", "microblocks/systems/forward.toml", "--until", "packets_tx=100", "--out", work / "run",
             cwd=share, env=installed)
        for name, *kind in ["own"], ["own_scheduler", "--scheduler"]:
            call("ixpnew", name, *kind, cwd=work, env=installed)
            call("./run-tests", cwd=work / name, env=installed)


main()
