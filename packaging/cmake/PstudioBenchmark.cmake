# Declares a benchmark.

# pstudio_add_benchmark(<name> SOURCES <file>... [DEPENDS <target>...])
#   A program that measures and prints; built with the tests, run by the `bench` target, never by ctest.
function(pstudio_add_benchmark name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bench")
  target_link_libraries(${name} PRIVATE pstudio_flags ${arg_DEPENDS})
  pstudio_use_precompiled(${name} pstudio_standard_pch)
  if(NOT TARGET bench)
    add_custom_target(bench COMMENT "Benchmarks (use the release preset)")
  endif()
  add_custom_command(TARGET bench POST_BUILD COMMAND ${name} VERBATIM USES_TERMINAL)
  add_dependencies(bench ${name})
  pstudio_finish_test_program(${name} benchmark)
endfunction()
