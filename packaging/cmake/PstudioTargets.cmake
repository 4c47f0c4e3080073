# How every target of this project is compiled, and the functions that declare one.
# Sources are always listed by name, never globbed, so that a forgotten file is an error and not a surprise.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()
# Line tables are what a stack trace needs; full debug information triples link time on two cores.
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

find_program(PSTUDIO_CCACHE ccache)
if(PSTUDIO_CCACHE)
  # ccache takes precompiled headers only if told not to mind their time stamps (targets that use them compile with
  # -fno-pch-timestamp, so that clang does not mind either), and to compare what they say in place of their bytes
  # (precompile.sh). The lists of dependencies, which the build wants anyway, spare it the preprocessor (CCACHE_DEPEND).
  # Paths below the checkout are taken relative to the build folder, so that presets with the same flags (dev,
  # viewer-only, bundle) share what they compile. ccache hashes the locale, too: the scripts set one, a shell has its own.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND};-E;env;--unset=LC_CTYPE;--unset=LC_MESSAGES;LANG=C.UTF-8;LC_ALL=C.UTF-8"
      "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime"
      "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" "CCACHE_NOHASHDIR=1" "CCACHE_PCH_EXTSUM=1" "CCACHE_DEPEND=1" "${PSTUDIO_CCACHE}")
endif()
# The fastest linker that this compiler can use; the system's own one where neither is installed.
include(CheckLinkerFlag)
foreach(linker mold lld)
  check_linker_flag(CXX -fuse-ld=${linker} PSTUDIO_HAS_${linker})
  if(PSTUDIO_HAS_${linker})
    add_link_options(-fuse-ld=${linker})
    break()
  endif()
endforeach()

add_library(pstudio_flags INTERFACE)
target_include_directories(pstudio_flags INTERFACE "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}")
# Qt's lower-case keywords (emit, slots) break MLIR headers, so they are off everywhere.
target_compile_definitions(pstudio_flags INTERFACE QT_NO_KEYWORDS)
target_compile_options(pstudio_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
                       -Wno-unused-parameter -fno-omit-frame-pointer)
# Programs name their sources (checks, assertions) from the root of the checkout, so that they are equal wherever they are built.
target_compile_options(pstudio_flags INTERFACE "-fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=")
# Programs would be compiled with -fPIE, which differs from how precompiled headers are.
target_compile_options(pstudio_flags INTERFACE -fPIC)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # libstdc++ 12 uses its own deprecated get_temporary_buffer inside std::stable_sort.
  target_compile_options(pstudio_flags INTERFACE -Wno-gnu-zero-variadic-macro-arguments
                         -Wno-deprecated-declarations)
  target_compile_options(pstudio_flags INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 sees uninitialised and overlapping memory inside std::string and tl::expected where there is none, and
  # warns of parameters of constructors that are named like a member function.
  target_compile_options(pstudio_flags INTERFACE -Wno-maybe-uninitialized -Wno-restrict -Wno-shadow)
endif()
if(PSTUDIO_WERROR)
  target_compile_options(pstudio_flags INTERFACE -Werror)
endif()
# Sanitizers are a matter of each target: with PSTUDIO_SANITIZE=RUNTIME, folders of compiler stages set PSTUDIO_UNSANITIZED,
# and what they compile is what the preset `dev` compiles, so that it comes from the compiler cache.
set_property(CACHE PSTUDIO_SANITIZE PROPERTY STRINGS OFF RUNTIME ALL)
if(NOT PSTUDIO_SANITIZE MATCHES "^(OFF|RUNTIME|ALL)$")
  message(FATAL_ERROR "PSTUDIO_SANITIZE is ${PSTUDIO_SANITIZE}; it can be OFF, RUNTIME or ALL")
endif()
define_property(TARGET PROPERTY PSTUDIO_UNSANITIZED INITIALIZE_FROM_VARIABLE PSTUDIO_UNSANITIZED
                BRIEF_DOCS "The target is compiled without sanitizers in every preset")
define_property(TARGET PROPERTY PSTUDIO_COMPILER_STAGE INITIALIZE_FROM_VARIABLE PSTUDIO_COMPILER_STAGE
                BRIEF_DOCS "The target turns kernels into code")
if(PSTUDIO_SANITIZE)
  set(sanitized "$<NOT:$<BOOL:$<TARGET_PROPERTY:PSTUDIO_UNSANITIZED>>>")
  target_compile_options(pstudio_flags INTERFACE
    "$<${sanitized}:-fsanitize=address,undefined;-fno-sanitize-recover=undefined>")
  target_compile_definitions(pstudio_flags INTERFACE "$<${sanitized}:PSTUDIO_SANITIZE=1>")
  add_link_options(-fsanitize=address,undefined)
endif()
option(PSTUDIO_FUZZ "Also build the fuzz targets as libFuzzer programs (clang)" OFF)
if(PSTUDIO_FUZZ)  # what the readers branch on guides the fuzzer
  target_compile_options(pstudio_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# pstudio_compiler_stages(): what this folder and those below it compile turns kernels into code; it handles no bytes of a
# run. The preset `asan` compiles it without sanitizers, the preset `asan-all` with them.
macro(pstudio_compiler_stages)
  set(PSTUDIO_COMPILER_STAGE ON)
  if(PSTUDIO_SANITIZE STREQUAL "RUNTIME")
    set(PSTUDIO_UNSANITIZED ON)
  endif()
endmacro()

include(PstudioPrecompiled)
include(PstudioFolderUnits)

# pstudio_add_library(<name> SOURCES <file>... [DEPENDS <target>...] [PRIVATE_DEPENDS <target>...])
#   A static library with the project's flags, also named pstudio::<name without "pstudio_">.
function(pstudio_add_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  target_link_libraries(${name} PUBLIC pstudio_flags ${arg_DEPENDS} PRIVATE ${arg_PRIVATE_DEPENDS})
  pstudio_use_precompiled(${name} pstudio_standard_pch)
  set_property(GLOBAL APPEND PROPERTY PSTUDIO_LIBRARIES ${name})
  string(REPLACE "pstudio_" "" short ${name})
  add_library(pstudio::${short} ALIAS ${name})
endfunction()

# pstudio_add_executable(<name> SOURCES <file>... [DEPENDS <target>...])
function(pstudio_add_executable name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE pstudio_flags ${arg_DEPENDS})
  pstudio_use_precompiled(${name} pstudio_standard_pch)
endfunction()

# pstudio_compile_together(<target> <group> <file>...): small sources of the target, of the calling folder, as one unit. Most of
# what a small source costs is the instantiation of the same operation classes; together they pay for it once. Names in their
# unnamed namespaces must differ.
function(pstudio_compile_together target group)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  set_source_files_properties(${ARGN} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${group})
endfunction()
