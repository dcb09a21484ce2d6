"""pip install .: the Python module with the compiler that system files need.

CMake builds both in build/pip, or takes them from the folder that IXP_BUILD names, built before. They need the libraries
of Debian packages (tools/setup), so there are no wheels for other machines. The backend is setuptools, which works without
a network: Debian 12 lacks scikit-build-core.
"""
import os
import pathlib
import re
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    def run(self):
        package = pathlib.Path(self.get_ext_fullpath("ixp2400._core")).resolve().parent
        build = os.environ.get("IXP_BUILD")
        if not build:
            build = ROOT / "build/pip"
            self.call("cmake", "-S", ROOT, "-B", build, "-G", "Ninja",
                      f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/clang.cmake", "-DCMAKE_BUILD_TYPE=Release",
                      f"-DPython_EXECUTABLE={sys.executable}", "-DIXP_PYTHON=REQUIRED")
            self.call("cmake", "--build", build, "--target", "mecc", "ixp_python")
        self.call("cmake", "--install", build, "--component", "python_package", "--prefix", package)

    def call(self, *command):
        subprocess.run([str(word) for word in command], check=True)


def version():
    """CMakeLists.txt says it."""
    return re.search(r"project\(ixp2400 VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


setup(version=version(), packages=["ixp2400"], package_dir={"": "python"}, package_data={"ixp2400": ["py.typed", "*.pyi"]},
      ext_modules=[Extension("ixp2400._core", sources=[])], cmdclass={"build_ext": CMakeBuild})
