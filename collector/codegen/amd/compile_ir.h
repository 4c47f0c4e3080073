// SPDX-License-Identifier: Apache-2.0
// Compiles LLVM IR text for AMD's GPUs as it is.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace pstudio::amd {

/// The code object of `kernel` in LLVM IR text, compiled by this build's LLVM for `architecture`
/// ("gfx942"). `document` is the name of the text in messages. InvalidFormat with line and column
/// for text that this LLVM cannot read; InvalidInput for another target; else errors of
/// architectureNamed() and emitCode(). [thread: any]
Result<std::string> codeObjectOfIr(std::string_view text, std::string_view document,
                                   std::string_view kernel, std::string_view architecture);

} // namespace pstudio::amd
