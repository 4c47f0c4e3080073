# How a test of this project is declared. Every Qt Test runs off-screen and without touching the user's settings.

find_package(Qt6 6.4 REQUIRED COMPONENTS Core Test)

# Three quarters of a linked test are line tables. The check, which links hundreds, leaves them out.
option(PSTUDIO_TEST_LINES "Line tables in the linked tests, for a debugger" ON)

# Most of a test's compile time is the optimisation of code that runs once, so tests are not optimised, but for the few that
# compute for longer than they are compiled (OPTIMISED). Release is, because benchmarks link what tests share, and so is a
# target that uses a precompiled header of the product, because the two have to agree (property PSTUDIO_OPTIMISED).
set(PSTUDIO_TEST_OPTIONS "$<$<NOT:$<OR:$<CONFIG:Release>,$<BOOL:$<TARGET_PROPERTY:PSTUDIO_OPTIMISED>>>>:-O0>")

pstudio_add_precompiled(pstudio_test_support_pch "${CMAKE_SOURCE_DIR}/core/standard_pch.h"
  OPTIONS ${PSTUDIO_TEST_OPTIONS} DEPENDS nlohmann_json::nlohmann_json tl::expected)
# Not linked against Qt6::Test, which defines the folders of each test; no header needs them.
pstudio_add_precompiled(pstudio_test_pch "${CMAKE_SOURCE_DIR}/tests/support/test_pch.h"
  DEFINES QT_TESTLIB_LIB OPTIONS ${PSTUDIO_TEST_OPTIONS} DEPENDS nlohmann_json::nlohmann_json tl::expected Qt6::Core)
if(PSTUDIO_WITH_GUI)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Widgets)
  pstudio_add_precompiled(pstudio_window_test_pch "${CMAKE_SOURCE_DIR}/tests/support/window_test_pch.h"
    DEFINES QT_TESTLIB_LIB OPTIONS ${PSTUDIO_TEST_OPTIONS}
  DEPENDS nlohmann_json::nlohmann_json tl::expected Qt6::Core Qt6::Widgets)
endif()

include(PstudioTestEnvironment)

# pstudio_compile_as_test(<target> <optimised>): not optimised, and the headers of Qt Test and of Qt's widgets are parsed once
# where the target links those libraries. Optimised are the few that compute more than they are compiled.
function(pstudio_compile_as_test target optimised)
  if(optimised)
    set_target_properties(${target} PROPERTIES PSTUDIO_OPTIMISED ON)
    pstudio_use_precompiled(${target} pstudio_standard_pch)
    return()
  endif()
  target_compile_options(${target} PRIVATE ${PSTUDIO_TEST_OPTIONS})
  pstudio_links(${target} Qt6::Widgets with_widgets)
  pstudio_links(${target} Qt6::Test with_test)
  if(with_widgets)
    pstudio_use_precompiled(${target} pstudio_window_test_pch)
  elseif(with_test)
    pstudio_use_precompiled(${target} pstudio_test_pch)
  else()
    pstudio_use_precompiled(${target} pstudio_test_support_pch)
  endif()
endfunction()

# pstudio_add_test_library(<name> SOURCES <file>... DEPENDS <target>... [OPTIMISED]): what several tests share.
function(pstudio_add_test_library name)
  cmake_parse_arguments(arg "OPTIMISED" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  target_link_libraries(${name} PUBLIC pstudio_flags ${arg_DEPENDS})
  target_compile_definitions(${name} PRIVATE PSTUDIO_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  pstudio_compile_as_test(${name} ${arg_OPTIMISED})
endfunction()

# pstudio_moc_test(<target> <file>): makes the .moc that the file includes at its end. One command, where automoc takes
# three for each test, and hundreds of tests take minutes. Without include paths: moc would read every header, MLIR's too.
function(pstudio_moc_test target file)
  cmake_path(ABSOLUTE_PATH file)
  cmake_path(GET file STEM stem)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}_moc")
  file(MAKE_DIRECTORY "${folder}")
  add_custom_command(OUTPUT "${folder}/${stem}.moc"
    COMMAND Qt6::moc -DQT_NO_KEYWORDS -o "${folder}/${stem}.moc" "${file}"
    DEPENDS "${file}" VERBATIM COMMENT "Making ${stem}.moc")
  target_sources(${target} PRIVATE "${folder}/${stem}.moc")
  target_include_directories(${target} PRIVATE "${folder}")
endfunction()

# pstudio_finish_test_program(<target> <label>...): links without line tables where they are not wanted, and builds the target on
# request only where no test preset runs it. `viewer-only` runs the labels below, as in CMakePresets.json.
function(pstudio_finish_test_program target)
  if(NOT PSTUDIO_TEST_LINES AND PSTUDIO_SANITIZE STREQUAL "OFF")
    target_link_options(${target} PRIVATE LINKER:--strip-debug)
  endif()
  if(PSTUDIO_SANITIZE STREQUAL "RUNTIME")
    set(run_labels sanitized)
  elseif(NOT PSTUDIO_WITH_COLLECTOR)
    set(run_labels app docs packaging)
  else()
    return()
  endif()
  foreach(label IN LISTS run_labels)
    if(label IN_LIST ARGN)
      return()
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
endfunction()

# pstudio_select_sanitized(<variable with labels>): adds the label `sanitized` to those of a test that the presets `asan` and
# `asan-all` run. The first leaves out what looks at compiler stages, which it compiles without sanitizers, and what needs a GPU.
function(pstudio_select_sanitized variable)
  set(given "${${variable}}")
  if(PSTUDIO_SANITIZE STREQUAL "OFF" OR "gpu" IN_LIST given)
    return()
  endif()
  foreach(label IN ITEMS core runtime session program viewer app fuzz)
    if(PSTUDIO_SANITIZE STREQUAL "ALL" OR label IN_LIST given)
      set(${variable} ${given} sanitized PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# pstudio_add_test(<name> SOURCES <file>... [CLASSES <file>...] [DEPENDS <target>...] [LABELS <label>...] [TIMEOUT <seconds>]
#   [LEAKS] [OPTIMISED])
#   One Qt Test executable and the ctest entry that runs it. SOURCES[0] holds the QObject and its QTEST main;
#   moc output is included at its end (#include "<file>.moc"). CLASSES: sources with a QObject each, where SOURCES[0] has
#   a main function of its own. LEAKS: the asan preset looks for them; always for core.
#   Label gpu: needs a GPU (tests/support/gpu_test.h) and nothing but Qt Test and the runtime, so that it can travel;
#   those that also compile kernels share one executable (tests/collector/gpu).
function(pstudio_add_test name)
  cmake_parse_arguments(arg "LEAKS;OPTIMISED" "TIMEOUT" "SOURCES;CLASSES;DEPENDS;LABELS" ${ARGN})
  add_executable(${name} ${arg_SOURCES} ${arg_CLASSES})
  # Paths of the build folder stay out of the command line, so that presets share what the compiler cache keeps.
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests" QT_TESTCASE_BUILDDIR .)
  target_link_libraries(${name} PRIVATE pstudio_flags Qt6::Core Qt6::Test ${arg_DEPENDS})
  target_compile_definitions(${name} PRIVATE
    PSTUDIO_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
    PSTUDIO_SHARED_DATA="${PSTUDIO_SHARED_DATA}")
  pstudio_compile_as_test(${name} ${arg_OPTIMISED})
  if(NOT arg_CLASSES)
    list(GET arg_SOURCES 0 arg_CLASSES)
  endif()
  foreach(source IN LISTS arg_CLASSES)
    pstudio_moc_test(${name} "${source}")
  endforeach()
  add_test(NAME ${name} COMMAND ${name})
  pstudio_select_sanitized(arg_LABELS)
  pstudio_finish_test_program(${name} ${arg_LABELS})
  if("gpu" IN_LIST arg_LABELS)  # one target for all that packaging/make-bundle.sh carries to a machine with a GPU
    if(NOT TARGET gpu_tests)
      add_custom_target(gpu_tests)
    endif()
    add_dependencies(gpu_tests ${name})
    # The archive has Qt in lib. A path of the program, unlike LD_LIBRARY_PATH, is not passed on to the programs that it starts,
    # and the old form of its tag serves the libraries of libraries, too.
    set_target_properties(${name} PROPERTIES BUILD_RPATH "$ORIGIN/../../lib")
    target_link_options(${name} PRIVATE LINKER:--disable-new-dtags)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  pstudio_scale_timeout(arg_TIMEOUT)
  set(leaks "")
  # Not where a library keeps memory until exit on purpose, as Qt's window system and LLVM do.
  if(arg_LEAKS OR "core" IN_LIST arg_LABELS)
    set(leaks LEAKS)
  endif()
  pstudio_test_environment(${name} environment ${leaks})
  # Qt Test counts its own set-up and clean-up as passed; a test with nothing else but skips is shown as skipped.
  set_tests_properties(${name} PROPERTIES
    TIMEOUT ${arg_TIMEOUT}
    LABELS "${arg_LABELS}"
    SKIP_REGULAR_EXPRESSION "Totals: [012] passed, 0 failed, [1-9][0-9]* skipped"
    ENVIRONMENT "${environment}")
endfunction()
