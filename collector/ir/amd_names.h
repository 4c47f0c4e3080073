// SPDX-License-Identifier: Apache-2.0
// Names of intrinsics of AMD's GPUs, in whichever operation they are.
#pragma once

#include <optional>
#include <string>

#include "mlir/IR/Operation.h"

namespace pstudio {

/// The stem "raw.ptr.buffer.load" of an operation of rocdl or amdgpu, or of a call of an intrinsic
/// "llvm.amdgcn.*", whether the installed LLVM has it or not; none for other operations. O(name).
std::optional<std::string> amdStemOf(mlir::Operation *op);

} // namespace pstudio
