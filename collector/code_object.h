// SPDX-License-Identifier: Apache-2.0
// Code objects of AMD's GPUs from LLVM IR, as a program would load them.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace pstudio {

/// Compiles `kernel` of LLVM IR text for AMD's GPUs as it is, with this build's LLVM, for
/// `architecture` ("gfx942"). `document` is the name of the text in messages. InvalidFormat for text
/// that this LLVM cannot read (of a later LLVM, for example), CompileFailed, Unsupported without AMD
/// GPUs in this build or without a linker. [thread: any]
Result<std::string> compileCodeObject(std::string_view text, std::string_view document,
                                      std::string_view kernel, std::string_view architecture);

} // namespace pstudio
