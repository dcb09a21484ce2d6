# Installed files:
#   bin/                 the programs
#   share/mecc/include/  the headers that mecc adds to C programs; mecc finds them from bin/
#   share/ixp2400/       microblocks, systems, rings, flows, captures, fabrics and documents, as in the
#                        source tree, new-project/, the templates of ixpnew, and tools/experiments
#   share/ixp2400/wireshark/  plugin and extcap program of Wireshark
#   share/doc/ixp2400/   the licence, and docs again
#   share/man, share/{bash-completion,zsh,fish}   manual pages and completion (tools/cli-pages)
#   lib/python3/dist-packages/ixp2400/  the Python package, where it was built
#   include/ixp2400/, lib/ixp2400/   the simulation as a library: find_package(ixp2400), ixp2400::ixp_sim
# Programs of the build folder find their headers in the same way.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME programs) # a component is a Debian package (package.cmake)

file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/mecc)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/mecc/include ${PROJECT_BINARY_DIR}/share/mecc/include SYMBOLIC)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/ixp2400)
foreach(folder microblocks rings traces experiments tools python)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${PROJECT_BINARY_DIR}/share/ixp2400/${folder} SYMBOLIC)
endforeach()
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/tools/ixpnew/templates ${PROJECT_BINARY_DIR}/share/ixp2400/new-project SYMBOLIC)
configure_file(tools/ixpnew/ixpnew ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/ixpnew COPYONLY)

install(TARGETS mecc mecc-c ixpemu ixpgen ixplog ixptest ixpfabric)
if(TARGET ixpemu-mpi) # ixpemu becomes it under mpirun
  install(TARGETS ixpemu-mpi)
endif()
install(PROGRAMS tools/ixpnew/ixpnew TYPE BIN)
# Sweeps over users' systems, and the experiments
install(PROGRAMS tools/experiments DESTINATION ${CMAKE_INSTALL_DATADIR}/ixp2400/tools)
install(DIRECTORY experiments DESTINATION ${CMAKE_INSTALL_DATADIR}/ixp2400 PATTERN __pycache__ EXCLUDE)
install(DIRECTORY tools/tools_lib tools/tdp_lib DESTINATION ${CMAKE_INSTALL_DATADIR}/ixp2400/tools PATTERN __pycache__ EXCLUDE)
install(FILES python/ixp2400/overrides.py DESTINATION ${CMAKE_INSTALL_DATADIR}/ixp2400/python/ixp2400)
install(DIRECTORY tools/ixpnew/templates/ DESTINATION ${CMAKE_INSTALL_DATADIR}/ixp2400/new-project USE_SOURCE_PERMISSIONS)
install(PROGRAMS tools/wireshark/ixp-extcap DESTINATION ${CMAKE_INSTALL_DATADIR}/ixp2400/wireshark)
install(FILES tools/wireshark/ixp.lua DESTINATION ${CMAKE_INSTALL_DATADIR}/ixp2400/wireshark)
set(pages ${PROJECT_BINARY_DIR}/cli)
install(DIRECTORY ${pages}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
foreach(pair mecc-c=mecc ixpemu-mpi=ixpemu) # programs that others start
  string(REPLACE = ";" pair ${pair})
  list(GET pair 0 name)
  list(GET pair 1 page)
  if(TARGET ${name})
    install(CODE "file(CREATE_LINK ${page}.1 \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1/${name}.1 SYMBOLIC)")
  endif()
endforeach()
install(DIRECTORY ${pages}/bash/ DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
# Debian's zsh searches vendor-completions below /usr, and site-functions below /usr/local.
install(CODE "
  if(CMAKE_INSTALL_PREFIX STREQUAL /usr)
    set(folder vendor-completions)
  else()
    set(folder site-functions)
  endif()
  file(INSTALL DESTINATION \${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${folder} TYPE DIRECTORY FILES \"${pages}/zsh/\")")
install(DIRECTORY ${pages}/fish/ DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(DIRECTORY mecc/include/ DESTINATION ${CMAKE_INSTALL_DATADIR}/mecc/include)
install(DIRECTORY microblocks rings traces docs DESTINATION ${CMAKE_INSTALL_DATADIR}/ixp2400 PATTERN docs/site EXCLUDE)
install(DIRECTORY fabric/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/ixp2400/fabric)
install(FILES README.md CHANGELOG.md SECURITY.md LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/ixp2400)
# share/doc is where people look for documents.
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(CODE "file(CREATE_LINK ../../ixp2400/docs \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}/docs SYMBOLIC)")

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/ixp2400)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME library)
set(header_folder ${CMAKE_INSTALL_INCLUDEDIR}/ixp2400)
get_property(libraries GLOBAL PROPERTY IXP_INSTALLED_LIBRARIES)
install(TARGETS ixp_options ${libraries}
        EXPORT ixp2400
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/ixp2400
        INCLUDES DESTINATION ${header_folder})
foreach(folder base config emu mecc/image preprocess isa)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder}/ ${PROJECT_BINARY_DIR}/${folder}/ DESTINATION ${header_folder}/${folder}
          FILES_MATCHING PATTERN "*.h" PATTERN "*.def" PATTERN "isa_*.inc" PATTERN CMakeFiles EXCLUDE)
endforeach()
install(EXPORT ixp2400 NAMESPACE ixp2400:: DESTINATION ${package_folder})
configure_package_config_file(cmake/ixp2400-config.cmake.in ${PROJECT_BINARY_DIR}/ixp2400-config.cmake
                              INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ixp2400-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ixp2400-config.cmake ${PROJECT_BINARY_DIR}/ixp2400-config-version.cmake cmake/libraries.cmake
        DESTINATION ${package_folder})
