// SPDX-License-Identifier: Apache-2.0
// Functions of the user, compiled for a target.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/base/result.h"

namespace pstudio {

/// LLVM bitcode of one C or C++ file, with line numbers.
struct CallbackCode {
  std::filesystem::path file; ///< for messages
  std::string bitcode;        ///< all of the file that kernels depend on; part of the cache's key
};

/// The target for which a file is compiled.
enum class CallbackTarget : uint8_t { Host, Nvidia };

/// The compiler: the environment variable PSTUDIO_CLANG, else clang-19 or clang on the PATH.
/// Unsupported, with what to install, if there is none.
Result<std::filesystem::path> findClang();

/// Compiles with clang, or reads a file NAME.bc, which must be for the target: freestanding,
/// optimised, with parameter names. Appends the compiler's warnings to `warnings`. CompileFailed
/// with the location of its first error and its whole output; errors of findClang(). Blocks for
/// about 0.1 s. [thread: any]
Result<CallbackCode> compileCallbacks(const std::filesystem::path &file, CallbackTarget target,
                                      std::string &warnings);

} // namespace pstudio
