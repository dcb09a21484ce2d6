# ixp_test(name SOURCES ... LIBS ...): one Catch2 executable, one ctest entry.
# tests/catch.h hides the difference between Catch2 2.13 and 3.
find_package(Catch2 REQUIRED)
add_library(ixp_catch_main STATIC ${CMAKE_SOURCE_DIR}/tests/catch_main.cc ${CMAKE_SOURCE_DIR}/tests/catch.cc)
target_include_directories(ixp_catch_main PUBLIC ${CMAKE_SOURCE_DIR})
target_link_libraries(ixp_catch_main PUBLIC Catch2::Catch2 ixp_options fmt::fmt)
# Every test includes Catch2's headers; its main() makes their code.
target_precompile_headers(ixp_catch_main PRIVATE ${CMAKE_SOURCE_DIR}/tests/catch.h <fmt/format.h>)
set_source_files_properties(${CMAKE_SOURCE_DIR}/tests/catch_main.cc PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
if(Catch2_VERSION VERSION_GREATER_EQUAL 3)
  target_compile_definitions(ixp_catch_main PUBLIC IXP_CATCH2_V3)
endif()

function(ixp_test name)
  cmake_parse_arguments(T "" "" "SOURCES;LIBS" ${ARGN})
  add_executable(test_${name} ${T_SOURCES})
  target_link_libraries(test_${name} PRIVATE ${T_LIBS} ixp_catch_main)
  target_precompile_headers(test_${name} REUSE_FROM ixp_catch_main)
  target_compile_definitions(test_${name} PRIVATE IXP_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
                                                  IXP_BINARY_DIR="${CMAKE_BINARY_DIR}")
  add_test(NAME ${name} COMMAND test_${name})
endfunction()

# results_only(TEST...): these are about results of programs that other tests take through all their
# code. Under sanitizers they would cost minutes and find nothing: tools/test leaves them out there.
function(results_only)
  set_tests_properties(${ARGN} PROPERTIES LABELS results-only)
endfunction()
