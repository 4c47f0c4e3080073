// SPDX-License-Identifier: Apache-2.0
// Runs LLD as a program: links the compiler's object to a code object for AMD's runtime.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace pstudio::amd {

/// ld.lld: the one in PSTUDIO_LLD, that of the LLVM that this program is built with, on PATH, in an
/// installation of ROCm or its wheels; nullopt if there is none.
std::optional<std::filesystem::path> findLinker();

/// The code object (a shared ELF object) of one relocatable object. Unsupported, with an
/// installation hint, without a linker; CompileFailed with the linker's message. About 10 ms.
Result<std::string> linkCodeObject(std::string_view object);

} // namespace pstudio::amd
