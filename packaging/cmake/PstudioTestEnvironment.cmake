# The environment and the time limit of a test.

# Leaks can be looked for only where the sanitizer may trace its own process; some containers forbid that.
if(PSTUDIO_SANITIZE)
  include(CheckCXXSourceRuns)
  set(CMAKE_REQUIRED_FLAGS -fsanitize=address)
  check_cxx_source_runs("extern \"C\" const char *__asan_default_options() { return \"detect_leaks=1\"; }
                         int main() { return 0; }" PSTUDIO_LEAKS_DETECTABLE)
  unset(CMAKE_REQUIRED_FLAGS)
endif()

# pstudio_test_environment(<test name> <result variable> [LEAKS])
#   The environment of one test: no display, no scaling, and folders of its own, so that tests run side by side and
#   none reads or writes the settings of the user or of another test. LEAKS: under the asan preset, leaks fail the test.
function(pstudio_test_environment name result)
  set(leaks 0)
  if(PSTUDIO_LEAKS_DETECTABLE AND "LEAKS" IN_LIST ARGN)
    set(leaks 1)
  endif()
  set(home "${CMAKE_BINARY_DIR}/tests/home/${name}")
  file(MAKE_DIRECTORY "${home}/runtime")
  file(CHMOD "${home}/runtime" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)  # Qt warns about any other
  set(${result}
    QT_QPA_PLATFORM=offscreen
    QT_SCALE_FACTOR=1
    LC_ALL=C.UTF-8
    "XDG_CONFIG_HOME=${home}/config"
    "XDG_DATA_HOME=${home}/data"
    "XDG_STATE_HOME=${home}/state"
    PSTUDIO_CACHE_DIR=  # every test compiles; those of the cache say where
    "XDG_RUNTIME_DIR=${home}/runtime"
    # MLIR and Qt are not instrumented: containers and arenas that cross over to them would be reported without being
    # wrong. Stacks of allocations with 6 frames: to collect 30, the default, is a third of the time of a test with a window.
    # Small fake stacks: each fiber of the CPU target has one, whose pages would be more than the kernel's data. Memory that
    # the sanitizer has taken stays, because to take it again costs a page fault each.
    ASAN_OPTIONS=malloc_context_size=6:max_uar_stack_size_log=16:allocator_release_to_os_interval_ms=-1:detect_leaks=${leaks}:detect_container_overflow=0:allow_user_poisoning=0:strict_string_checks=1
    UBSAN_OPTIONS=print_stacktrace=1
    "PSTUDIO_TEST_SANITIZED=$<BOOL:${PSTUDIO_SANITIZE}>"
    PARENT_SCOPE)
endfunction()

# pstudio_scale_timeout(<variable>): the time limit of a test that runs the compiler, which takes several times as long
# where it is sanitized.
function(pstudio_scale_timeout variable)
  if(PSTUDIO_SANITIZE STREQUAL "ALL")
    math(EXPR scaled "6 * ${${variable}}")
    set(${variable} ${scaled} PARENT_SCOPE)
  elseif(PSTUDIO_SANITIZE STREQUAL "RUNTIME")
    math(EXPR scaled "3 * ${${variable}}")
    set(${variable} ${scaled} PARENT_SCOPE)
  endif()
endfunction()
