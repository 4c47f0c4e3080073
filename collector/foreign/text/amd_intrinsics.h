// SPDX-License-Identifier: Apache-2.0
// Translation of intrinsics that a newer LLVM has for AMD GPUs, or has with other parameters.
#pragma once

#include <optional>

#include "collector/foreign/text/original_calls.h"

namespace pstudio::foreign {

/// Replaces a call of an intrinsic of LLVM 20 to 22 by the one of the installed LLVM that does the
/// same: make.buffer.rsrc, whose number of records has 64 bits and whose result is overloaded
/// there. Returns the original call. nullopt, with the call unchanged, for all others. Source: LLVM
/// 22's IntrinsicsAMDGPU.td.
std::optional<OriginalCall> replaceAmdCall(llvm::CallInst &call);

} // namespace pstudio::foreign
