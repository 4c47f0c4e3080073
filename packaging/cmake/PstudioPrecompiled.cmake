# Headers of libraries, parsed once for all sources that include them. A source never relies on it: it includes what it
# uses, and the preset `gcc`, which parses every header anew, shows that it does.

option(PSTUDIO_PRECOMPILE "Parse the headers of libraries once for all sources" ON)

if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # CMake would also name the header itself, which the precompiled one contains, by a path of the build folder that ccache
  # cannot take for equal in two presets.
  set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -Xclang -include-pch -Xclang <PCH_FILE>)
endif()

# pstudio_add_precompiled(<name> <header> [DEFINES <definition>...] [OPTIONS <compiler option>...] [DEPENDS <target>...])
#   <header>, of the calling folder, precompiled with the project's flags and the include paths of the targets. Where
#   sanitizers are on there are two: <name> without them, <name>_sanitized with them.
function(pstudio_add_precompiled name)
  if(NOT PSTUDIO_PRECOMPILE)
    return()
  endif()
  set(PSTUDIO_UNSANITIZED ON)
  pstudio_add_precompiled_variant(${name} ${ARGN})
  if(PSTUDIO_SANITIZE)
    set(PSTUDIO_UNSANITIZED OFF)
    pstudio_add_precompiled_variant(${name}_sanitized ${ARGN})
  endif()
endfunction()

# pstudio_add_precompiled_variant(...): one of the two above.
function(pstudio_add_precompiled_variant name header)
  cmake_parse_arguments(arg "" "" "DEFINES;OPTIONS;DEPENDS" ${ARGN})
  # A target of its own, which depends on no generated code, needs a source of its own.
  file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/precompiled.cpp" CONTENT "// Holds a precompiled header.\n")
  add_library(${name} STATIC EXCLUDE_FROM_ALL "${CMAKE_BINARY_DIR}/precompiled.cpp")
  target_link_libraries(${name} PRIVATE pstudio_flags ${arg_DEPENDS})
  target_compile_definitions(${name} PRIVATE ${arg_DEFINES})
  target_compile_options(${name} PRIVATE ${arg_OPTIONS})
  # Named from the include path: an absolute path would differ between two checkouts, which could then not share what the
  # compiler cache holds.
  cmake_path(ABSOLUTE_PATH header)
  cmake_path(RELATIVE_PATH header BASE_DIRECTORY "${CMAKE_SOURCE_DIR}")
  target_precompile_headers(${name} PRIVATE "<${header}>")
  if(PSTUDIO_CCACHE)
    set_target_properties(${name} PROPERTIES CXX_COMPILER_LAUNCHER
      "${CMAKE_SOURCE_DIR}/packaging/cmake/precompile.sh;${CMAKE_CXX_COMPILER_LAUNCHER}")
  endif()
endfunction()

# pstudio_use_precompiled(<target> <name>): the last call for a target is the one that counts.
function(pstudio_use_precompiled target name)
  if(NOT PSTUDIO_PRECOMPILE)
    return()
  endif()
  get_target_property(unsanitized ${target} PSTUDIO_UNSANITIZED)
  if(PSTUDIO_SANITIZE AND NOT unsanitized)
    set(name ${name}_sanitized)
  endif()
  target_precompile_headers(${target} REUSE_FROM ${name})
endfunction()

# pstudio_links(<target> <library> <result variable>): whether the target, or what it links, links the library.
function(pstudio_links target library result)
  set(open ${target})
  set(seen "")
  while(open)
    list(POP_FRONT open next)
    if(NOT TARGET ${next} OR next IN_LIST seen)
      continue()
    endif()
    if(next STREQUAL library)
      set(${result} TRUE PARENT_SCOPE)
      return()
    endif()
    list(APPEND seen ${next})
    get_target_property(aliased ${next} ALIASED_TARGET)
    if(aliased)
      list(APPEND open ${aliased})
      continue()
    endif()
    foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
      get_target_property(linked ${next} ${property})
      if(linked)
        list(APPEND open ${linked})
      endif()
    endforeach()
  endwhile()
  set(${result} FALSE PARENT_SCOPE)
endfunction()
