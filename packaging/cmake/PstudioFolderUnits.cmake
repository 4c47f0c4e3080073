# Compiles the sources of a folder together where PSTUDIO_FOLDER_UNITS is on: most of what a source costs is headers, and code of
# inline functions and templates, which its neighbours need, too.

set(PSTUDIO_UNIT_SOURCES 10 CACHE STRING "Most sources of one folder that are compiled as one unit")

# pstudio_compile_alone(<target> <file>...): sources of the target, of the calling folder, whose short names for namespaces or
# types of the formats that they write mean something else in their neighbours.
function(pstudio_compile_alone target)
  set_source_files_properties(${ARGN} TARGET_DIRECTORY ${target} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# pstudio_compile_folders_together(<target>): at most PSTUDIO_UNIT_SOURCES sources of one folder become one unit. Names in the
# unnamed namespaces of one folder must differ.
function(pstudio_compile_folders_together target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${folder}" NORMALIZE)
    cmake_path(GET source EXTENSION LAST_ONLY extension)
    if(NOT extension STREQUAL ".cpp")
      continue()
    endif()
    cmake_path(GET source PARENT_PATH parent)
    cmake_path(RELATIVE_PATH parent BASE_DIRECTORY "${CMAKE_SOURCE_DIR}" OUTPUT_VARIABLE name)
    string(MAKE_C_IDENTIFIER "${name}" name)
    math(EXPR unit "0${count_${name}} / ${PSTUDIO_UNIT_SOURCES}")
    math(EXPR count_${name} "0${count_${name}} + 1")
    set_source_files_properties("${source}" TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP "${name}_${unit}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# pstudio_compile_all_folders_together(): the same for each library but the compiler stages, which name their units themselves.
function(pstudio_compile_all_folders_together)
  get_property(libraries GLOBAL PROPERTY PSTUDIO_LIBRARIES)
  foreach(library IN LISTS libraries)
    get_target_property(isCompilerStage ${library} PSTUDIO_COMPILER_STAGE)
    if(NOT isCompilerStage)
      pstudio_compile_folders_together(${library})
    endif()
  endforeach()
endfunction()
