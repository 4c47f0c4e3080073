// SPDX-License-Identifier: Apache-2.0
// A copy of a module that MLIR can import, in which the location of each instruction is its number.
#pragma once

#include <memory>
#include <vector>

#include "collector/foreign/text/marker_calls.h"

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace pstudio::foreign {

/// Copies `module` without debug information, metadata, initialisers and other parts that the
/// import does not require. The location of instruction i of `instructions` (all of the module's,
/// in order) has line i + 1. Inline assembly, markers and instructions that MLIR cannot import
/// become calls of "pstudio.held.<i>" with the same arguments.
std::unique_ptr<llvm::Module>
scratchCopy(const llvm::Module &module, const Markers &markers,
            const std::vector<const llvm::Instruction *> &instructions, mlir::MLIRContext &context);

} // namespace pstudio::foreign
