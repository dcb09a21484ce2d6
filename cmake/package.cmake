# Debian packages of the files that `cmake --install` installs (cmake/install.cmake), for Debian 12:
#   cmake --build --preset release --target programs
#   cpack --config build/release/CPackConfig.cmake -B out/package
# ixp2400 has the programs, libixp2400-dev the library, python3-ixp2400 the Python module. The same
# build gives the same packages, byte for byte (cmake/debian).
set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE) # a package for each component
set(CPACK_COMPONENTS_ALL programs library)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/debian/begin.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian/finish.cmake)
set(CPACK_PACKAGE_CONTACT "set by begin.cmake")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON) # dpkg-shlibdeps finds the packages of the libraries

set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME ixp2400)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SECTION science)
# mecc includes stddef.h and others; sweeps are in Python; Clang compiles ARM programs.
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_DEPENDS libclang-common-19-dev)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_RECOMMENDS python3)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SUGGESTS "clang-19, lld-19, wireshark")
set(CPACK_DEBIAN_PROGRAMS_DESCRIPTION "emulator, C compiler and assembler for the IXP2400
A network processor of 2003, emulated cycle by cycle: ixpemu runs microcode
on captured or generated packets, mecc compiles it, ixplog compares runs.
The package contains microblocks, system files, captures and documents.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libixp2400-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
# The packages that ixp2400-config.cmake searches, and the compiler of system files.
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "ixp2400 (= ${PROJECT_VERSION}), libcapstone-dev, libfmt-dev, libpcap-dev, \
libtomlplusplus-dev, libzstd-dev, nlohmann-json3-dev, zlib1g-dev")
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "emulator of the IXP2400 as a C++ library
Headers, static libraries and the CMake package ixp2400: a program makes
simulations of the network processor and runs them in pieces.")

if(IXP_PYTHON_BUILT)
  list(APPEND CPACK_COMPONENTS_ALL python)
  math(EXPR next "${IXP_PYTHON_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-ixp2400)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "ixp2400 (= ${PROJECT_VERSION}), \
python3 (>= 3.${IXP_PYTHON_MINOR}~), python3 (<< 3.${next})")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS python3-numpy)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-matplotlib, python3-pytest, python3-scapy")
  set(CPACK_DEBIAN_PYTHON_DESCRIPTION "emulator of the IXP2400 as a Python module
Runs of the network processor in pieces, frames fed and collected, results
as NumPy arrays, and fixtures for pytest.")
endif()
include(CPack)
