// SPDX-License-Identifier: Apache-2.0
// Puts a module's own instructions, functions and globals back into what MLIR made of it.
#pragma once

#include "collector/foreign/text/original_calls.h"
#include "collector/foreign/source_recorder.h"

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::foreign {

struct TransplantCounts {
  size_t restored = 0; ///< instructions that are as they were
  size_t added = 0;    ///< instructions that nothing in `original` stands for
};

/// `made` is a translation of `original` with instrumentation, in the same context. Every
/// instruction of `made` that `sources` tells the origin of becomes a copy of that instruction of
/// `instructions`, with the operands that it has in `made`; functions and globals get their
/// attributes, linkage, initialisers and metadata, and their order; blocks their order. A kernel
/// may have more parameters at its end. `calls` take the places of their stand-ins.
TransplantCounts transplant(const llvm::Module &original, llvm::Module &made,
                            const std::vector<const llvm::Instruction *> &instructions,
                            const RecordedSources &sources, const OriginalCalls &calls);

} // namespace pstudio::foreign
