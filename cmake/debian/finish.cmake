# Run by cpack before it packs: adds the list of components, completes the files of each package.
list(GET CPACK_BUILD_SOURCE_DIRS 0 source)
list(GET CPACK_BUILD_SOURCE_DIRS 1 build)
execute_process(COMMAND ${source}/tools/sbom ${build} ${CPACK_TEMPORARY_DIRECTORY}/programs/usr/share/doc/ixp2400/sbom.spdx.json
                COMMAND_ERROR_IS_FATAL ANY)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} upper)
  execute_process(COMMAND python3 ${CMAKE_CURRENT_LIST_DIR}/finish.py ${CPACK_TEMPORARY_DIRECTORY}/${component}
                          ${CPACK_DEBIAN_${upper}_PACKAGE_NAME} ${CPACK_PACKAGE_VERSION} ${CPACK_PACKAGE_CONTACT}
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()
