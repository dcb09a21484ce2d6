# Compiler and linker options that every target shares.
if(IXP_SANITIZE)
  add_compile_options(-fsanitize=${IXP_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${IXP_SANITIZE})
endif()
if(IXP_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# lld links mecc in a seventh of the time that GNU ld takes.
include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=lld IXP_LLD)
if(IXP_LLD)
  add_link_options(-fuse-ld=lld)
endif()
if(IXP_LTO)
  add_compile_options(-flto=thin)
  add_link_options(-flto=thin)
endif()
if(IXP_PROFILE STREQUAL "generate")
  add_compile_options(-fprofile-generate)
  add_link_options(-fprofile-generate)
elseif(IXP_PROFILE)
  # -Wno-backend-plugin: ranks_alone.cc and ranks_mpi.cc have functions of the same names; the profile has those of one.
  add_compile_options(-fprofile-use=${IXP_PROFILE} -Wno-profile-instr-out-of-date -Wno-profile-instr-unprofiled
                      -Wno-backend-plugin)
endif()
if(IXP_MARCH)
  add_compile_options(-march=${IXP_MARCH} -ffp-contract=off)
endif()

# ccache. A cache makes paths relative itself, so that all folders share its objects. With precompiled headers it shares
# nothing between folders, but still serves a second build of the same folder: it must be told to ignore times.
find_program(CCACHE ccache)
mark_as_advanced(CCACHE)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
endif()
if(NOT IXP_UNITY)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
endif()
# Assertions name their sources without the folder of the build: nothing installed holds its path.
if(IXP_UNITY OR NOT CCACHE)
  add_compile_options(-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/= -fmacro-prefix-map=${PROJECT_BINARY_DIR}/=)
endif()

# Warnings are errors in the project's own sources; libraries' headers are system headers. Assertions stay on in every build
# type: they are cheap and tell the truth.
add_library(ixp_options INTERFACE)
target_compile_options(ixp_options INTERFACE
  # gcc warns of unnamed namespaces in headers, and takes the sources of a unity build for headers.
  "$<BUILD_INTERFACE:$<$<NOT:$<BOOL:$<TARGET_PROPERTY:IXP_WITHOUT_ASSERTIONS>>>:-UNDEBUG>;-Wall;-Wextra;-Werror;-Wshadow;-Wnon-virtual-dtor;-Wno-unused-parameter;$<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>>")
target_include_directories(ixp_options INTERFACE "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR};${PROJECT_BINARY_DIR}>")
target_compile_features(ixp_options INTERFACE cxx_std_20)
