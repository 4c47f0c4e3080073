// SPDX-License-Identifier: Apache-2.0
// LLD as a program: from the compiler's object to what AMD's runtime loads.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace pstudio::amd {

/// ld.lld: what PSTUDIO_LLD names, that of the LLVM which this was built with, on PATH, in
/// an installation of ROCm or its wheels; nothing where there is none.
std::optional<std::filesystem::path> findLinker();

/// The code object (a shared ELF object) of one relocatable object. Unsupported, with what to
/// install, without a linker; CompileFailed with the linker's words. About 10 ms.
Result<std::string> linkCodeObject(std::string_view object);

} // namespace pstudio::amd
