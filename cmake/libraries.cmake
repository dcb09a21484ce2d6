# ixp_find_library(zstd): libzstd as ixp::zstd. For the project, and for those who use its libraries (ixp2400-config.cmake).
function(ixp_find_library name)
  find_library(IXP_${name}_LIBRARY ${name} REQUIRED)
  mark_as_advanced(IXP_${name}_LIBRARY)
  if(NOT TARGET ixp::${name})
    add_library(ixp::${name} UNKNOWN IMPORTED GLOBAL)
    set_target_properties(ixp::${name} PROPERTIES IMPORTED_LOCATION ${IXP_${name}_LIBRARY})
  endif()
endfunction()
