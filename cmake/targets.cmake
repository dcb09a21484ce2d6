# ixp_library(name SOURCES ... [PUBLIC ...] [PRIVATE ...] [PRECOMPILE header...] [LLVM] [INSTALLED])
# One static library, usually of one folder. PUBLIC and PRIVATE are the libraries it links; fmt is among them. LLVM: the
# library includes LLVM's headers. INSTALLED: it is part of the simulation as a library (docs/library.md).
#
# With IXP_UNITY a library's sources are compiled a dozen at a time, so that headers are read once for all of them: sources of
# one library must not give one name to two things. Libraries with PRECOMPILE are compiled file by file, with the headers
# precompiled instead: as fast, and the passes of a compiler may repeat names like `Checker`.
function(ixp_library name)
  cmake_parse_arguments(L "LLVM;INSTALLED" "" "SOURCES;PUBLIC;PRIVATE;PRECOMPILE" ${ARGN})
  add_library(${name} STATIC ${L_SOURCES})
  target_link_libraries(${name} PUBLIC ixp_options ${L_PUBLIC} PRIVATE fmt::fmt ${L_PRIVATE})
  if(L_LLVM)
    target_link_libraries(${name} PRIVATE mecc_llvm INTERFACE mecc_asan_options)
  endif()
  if(L_PRECOMPILE)
    target_precompile_headers(${name} PRIVATE ${L_PRECOMPILE})
  else()
    set_target_properties(${name} PROPERTIES UNITY_BUILD ${IXP_UNITY} UNITY_BUILD_BATCH_SIZE 12)
  endif()
  if(L_INSTALLED)
    set_property(GLOBAL APPEND PROPERTY IXP_INSTALLED_LIBRARIES ${name})
  endif()
endfunction()

# ixp_program(name SOURCES main.cc LIBS ...): a program users run, with --version. Its main.cc declares the command line; CLI11
# is all templates, which take long to optimise and gain nothing by it.
function(ixp_program name)
  cmake_parse_arguments(P "" "" "SOURCES;LIBS" ${ARGN})
  add_executable(${name} ${P_SOURCES})
  target_link_libraries(${name} PRIVATE ixp_options ixp_version fmt::fmt ${P_LIBS})
  ixp_command_line(main.cc)
endfunction()
function(ixp_command_line file)
  set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS -O0 SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
