// SPDX-License-Identifier: Apache-2.0
// Restores a module's own instructions, functions and globals in its translation from MLIR.
#pragma once

#include "collector/foreign/source_recorder.h"
#include "collector/foreign/text/original_calls.h"

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::foreign {

struct TransplantCounts {
  size_t restored = 0;                      ///< instructions of the original that were restored
  size_t added = 0;                         ///< instructions without a counterpart in `original`
  std::vector<llvm::CallInst *> addedCalls; ///< those of them that call a function
};

/// `made` is a translation of `original` with instrumentation, in the same context. Every
/// instruction of `made` whose origin is in `sources` becomes a copy of that instruction of
/// `instructions`, with its operands in `made`. Functions and globals get their attributes,
/// linkage, initialisers, metadata and order, blocks their order. A kernel may have additional
/// parameters at its end. `calls` replace their stand-ins.
TransplantCounts transplant(const llvm::Module &original, llvm::Module &made,
                            const std::vector<const llvm::Instruction *> &instructions,
                            const RecordedSources &sources, const OriginalCalls &calls);

} // namespace pstudio::foreign
