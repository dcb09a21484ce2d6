# What `cmake --install` puts where:
#   bin/                 the programs
#   share/mecc/include/  the headers that mecc adds to C programs; mecc finds them from bin/
#   share/ixp2400/       microblocks, systems, rings, flows, fabrics, captures and documents, as in the source tree
#   share/doc/ixp2400/   the licence, and docs again
#   lib/python3/dist-packages/ixp2400/  the Python package, where it was built
#   include/ixp2400/, lib/ixp2400/   the simulation as a library: find_package(ixp2400), ixp2400::ixp_sim
# Programs of the build folder find their headers in the same way.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/share/mecc)
file(CREATE_LINK ${CMAKE_SOURCE_DIR}/mecc/include ${CMAKE_BINARY_DIR}/share/mecc/include SYMBOLIC)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/share/ixp2400)
file(CREATE_LINK ${CMAKE_SOURCE_DIR}/microblocks ${CMAKE_BINARY_DIR}/share/ixp2400/microblocks SYMBOLIC)

install(TARGETS mecc ixpemu ixpgen ixplog ixptest ixpfabric)
if(TARGET ixpemu-mpi) # ixpemu becomes it under mpirun
  install(TARGETS ixpemu-mpi)
endif()
install(DIRECTORY mecc/include/ DESTINATION ${CMAKE_INSTALL_DATADIR}/mecc/include)
install(DIRECTORY microblocks rings flows fabrics traces docs DESTINATION ${CMAKE_INSTALL_DATADIR}/ixp2400)
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/ixp2400)
# Where people look for documents: those lie beside what they speak of.
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(CODE "file(CREATE_LINK ../../ixp2400/docs \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}/docs SYMBOLIC)")

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/ixp2400)
set(header_folder ${CMAKE_INSTALL_INCLUDEDIR}/ixp2400)
set(libraries ixp_base ixp_toml ixp_config mev2_isa mecc_image mecc_preprocess ixp_kernel
              ixp_memory ixp_me ixp_media ixp_xscale ixp_xscale_report ixp_control ixp_system ixp_chip ixp_portlog ixp_observe ixp_sim
              ixp_fabric ixp_network)
# For shared objects, of which the Python module is one.
set_target_properties(${libraries} PROPERTIES POSITION_INDEPENDENT_CODE ON)
install(TARGETS ixp_options ${libraries}
        EXPORT ixp2400
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/ixp2400
        INCLUDES DESTINATION ${header_folder})
foreach(folder base config emu mecc/image mecc/preprocess mecc/target)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/${folder}/ ${CMAKE_BINARY_DIR}/${folder}/ DESTINATION ${header_folder}/${folder}
          FILES_MATCHING PATTERN "*.h" PATTERN "*.def" PATTERN "isa_*.inc" PATTERN CMakeFiles EXCLUDE)
endforeach()
install(EXPORT ixp2400 NAMESPACE ixp2400:: DESTINATION ${package_folder})
configure_package_config_file(cmake/ixp2400-config.cmake.in ${CMAKE_BINARY_DIR}/ixp2400-config.cmake
                              INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/ixp2400-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/ixp2400-config.cmake ${CMAKE_BINARY_DIR}/ixp2400-config-version.cmake
        DESTINATION ${package_folder})
