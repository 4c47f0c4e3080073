# How a test of this project is declared. Every Qt Test runs off-screen and without touching the user's settings.

find_package(Qt6 6.4 REQUIRED COMPONENTS Core Test)

# pstudio_add_test(<name> SOURCES <file>... [DEPENDS <target>...] [LABELS <label>...] [TIMEOUT <seconds>])
#   One Qt Test executable and the ctest entry that runs it. SOURCES[0] holds the QObject and its QTEST main;
#   moc output is included at its end (#include "<file>.moc").
function(pstudio_add_test name)
  cmake_parse_arguments(arg "" "TIMEOUT" "SOURCES;DEPENDS;LABELS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES AUTOMOC ON RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  target_link_libraries(${name} PRIVATE pstudio_flags Qt6::Core Qt6::Test ${arg_DEPENDS})
  target_compile_definitions(${name} PRIVATE
    PSTUDIO_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
    PSTUDIO_BINARY_DIR="${CMAKE_BINARY_DIR}"
    PSTUDIO_SHARED_DATA="${PSTUDIO_SHARED_DATA}")
  add_test(NAME ${name} COMMAND ${name})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  set_tests_properties(${name} PROPERTIES
    TIMEOUT ${arg_TIMEOUT}
    LABELS "${arg_LABELS}"
    SKIP_REGULAR_EXPRESSION "Totals: 0 passed, 0 failed, [1-9][0-9]* skipped"
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;QT_SCALE_FACTOR=1;LC_ALL=C.UTF-8;XDG_CONFIG_HOME=${CMAKE_BINARY_DIR}/tests/config;XDG_DATA_HOME=${CMAKE_BINARY_DIR}/tests/data;ASAN_OPTIONS=detect_leaks=0")
endfunction()

# pstudio_add_benchmark(<name> SOURCES <file>... [DEPENDS <target>...])
#   A program that measures and prints; built with the tests, run by the `bench` target, never by ctest.
function(pstudio_add_benchmark name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bench")
  target_link_libraries(${name} PRIVATE pstudio_flags ${arg_DEPENDS})
  if(NOT TARGET bench)
    add_custom_target(bench COMMENT "Benchmarks (use the release preset)")
  endif()
  add_custom_command(TARGET bench POST_BUILD COMMAND ${name} VERBATIM USES_TERMINAL)
  add_dependencies(bench ${name})
endfunction()
