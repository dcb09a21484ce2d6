# Tests. Each has a kind and the builds in which CI runs it, both as labels: `ctest -L unit`, `ctest -L in-sanitize`.
#   LABEL  unit, golden, script, docs, package or campaign
#   IN     release: its subject is results, which sanitizers cannot change
#          sanitize: its subject is code, and the sanitized build finds at least as much
#          both, or nightly: `tools/test --all` alone runs it
# COST (seconds) lets ctest begin with the longest; PROCESSORS says how many it uses.
# ctest's own limit of 25 minutes ends a hang; a lower one would fail on a busy machine.
function(ixp_describe_test name)
  cmake_parse_arguments(T "SKIPS" "LABEL;IN;COST;PROCESSORS" "ENVIRONMENT" ${ARGN})
  set(labels ${T_LABEL})
  if(T_IN STREQUAL both)
    list(APPEND labels in-release in-sanitize)
  else()
    list(APPEND labels in-${T_IN})
  endif()
  set_tests_properties(${name} PROPERTIES LABELS "${labels}")
  foreach(property COST PROCESSORS)
    if(T_${property})
      set_tests_properties(${name} PROPERTIES ${property} ${T_${property}})
    endif()
  endforeach()
  if(T_ENVIRONMENT)
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "${T_ENVIRONMENT}")
  endif()
  if(T_SKIPS AND NOT IXP_ALL_TESTS) # the script exits with 77 where a program that it needs is missing
    set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
  endif()
endfunction()

# ixp_test(name [FOLDER folder] SOURCES ... LIBS ... [IN sanitize|both] [...]): one Catch2 executable, one ctest entry.
# tests/catch.h hides the difference between Catch2 2.13 and 3. With IXP_UNITY the sources are compiled as one.
add_library(ixp_catch_main STATIC ${PROJECT_SOURCE_DIR}/tests/catch_main.cc ${PROJECT_SOURCE_DIR}/tests/catch.cc)
target_include_directories(ixp_catch_main PUBLIC ${PROJECT_SOURCE_DIR})
target_link_libraries(ixp_catch_main PUBLIC Catch2::Catch2 ixp_options fmt::fmt)
# Optimising tests takes longer than they gain by it.
target_compile_options(ixp_catch_main PUBLIC $<$<CONFIG:Dev>:-O0>)
target_precompile_headers(ixp_catch_main PRIVATE ${PROJECT_SOURCE_DIR}/tests/catch.h <fmt/format.h>)
set_source_files_properties(${PROJECT_SOURCE_DIR}/tests/catch_main.cc PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
# The precompiled header and those who use it must agree on it.
set_target_properties(ixp_catch_main PROPERTIES POSITION_INDEPENDENT_CODE OFF)
if(Catch2_VERSION VERSION_GREATER_EQUAL 3)
  target_compile_definitions(ixp_catch_main PUBLIC IXP_CATCH2_V3)
endif()

function(ixp_test name)
  cmake_parse_arguments(T "" "IN;FOLDER" "SOURCES;LIBS" ${ARGN})
  if(T_FOLDER)
    list(TRANSFORM T_SOURCES PREPEND ${T_FOLDER}/ REGEX "^[^/]")
  endif()
  if(NOT T_IN)
    set(T_IN sanitize)
  endif()
  if(NOT IXP_UNIT_TESTS AND T_IN STREQUAL sanitize)
    return()
  endif()
  add_executable(test_${name} ${T_SOURCES})
  target_link_libraries(test_${name} PRIVATE ${T_LIBS} ixp_catch_main)
  target_precompile_headers(test_${name} REUSE_FROM ixp_catch_main)
  set_target_properties(test_${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF UNITY_BUILD ${IXP_UNITY}
                                                UNITY_BUILD_BATCH_SIZE 0)
  target_compile_definitions(test_${name} PRIVATE IXP_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                                                  IXP_BINARY_DIR="${PROJECT_BINARY_DIR}")
  add_test(NAME ${name} COMMAND test_${name})
  ixp_describe_test(${name} LABEL unit IN ${T_IN} ${T_UNPARSED_ARGUMENTS})
endfunction()

# ixp_script_test(name script.py arguments... [LABEL ...] [IN ...] [COST ...] ...): a Python script of this folder. LABEL is
# script and IN is release unless said otherwise.
set(IXP_BIN ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}) # what most scripts take first: the folder of the programs
function(ixp_script_test name script)
  cmake_parse_arguments(T "SKIPS" "LABEL;IN;COST;PROCESSORS;PYTHON;WORKING_DIRECTORY" "ENVIRONMENT" ${ARGN})
  if(NOT T_LABEL)
    set(T_LABEL script)
  endif()
  if(NOT T_IN)
    set(T_IN release)
  endif()
  if(NOT T_PYTHON)
    set(T_PYTHON ${Python3_EXECUTABLE})
  endif()
  if(NOT T_WORKING_DIRECTORY)
    set(T_WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  endif()
  set(skips)
  if(T_SKIPS)
    set(skips SKIPS)
  endif()
  add_test(NAME ${name} COMMAND ${T_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/${script} ${T_UNPARSED_ARGUMENTS}
           WORKING_DIRECTORY ${T_WORKING_DIRECTORY})
  ixp_describe_test(${name} LABEL ${T_LABEL} IN ${T_IN} COST ${T_COST} PROCESSORS ${T_PROCESSORS}
                    ENVIRONMENT ${T_ENVIRONMENT} ${skips})
endfunction()
