# A Debian package of what `cmake --install` installs (cmake/install.cmake), for Debian 12:
#   cmake --build --preset release --target programs && cpack --config build/release/CPackConfig.cmake -B out/package
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ixp2400)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_CONTACT "The ixp2400 project")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON) # dpkg-shlibdeps finds the packages of the libraries
set(CPACK_DEBIAN_PACKAGE_DEPENDS libclang-common-19-dev) # stddef.h and the like, which mecc includes
# What a program made with the library needs besides, and what the Python module uses where it is there.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, g++, libfmt-dev, nlohmann-json3-dev, libtomlplusplus-dev, zlib1g-dev, libzstd-dev")
if(IXP_PYTHON_BUILT)
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3, python3-numpy")
  string(APPEND CPACK_DEBIAN_PACKAGE_SUGGESTS ", python3-scapy, python3-matplotlib")
endif()
# One package of everything, but not what only pip takes.
set(CPACK_DEB_COMPONENT_INSTALL OFF)
include(CPack)
