// SPDX-License-Identifier: Apache-2.0
// Records, during the translation of MLIR, the instructions that each operation becomes.
#pragma once

#include <map>
#include <vector>

#include "mlir/IR/BuiltinOps.h"

namespace llvm {
class Instruction;
} // namespace llvm

namespace pstudio::foreign {

/// Index of an instruction of the text -> the instructions that its operation became. Ordered by
/// index.
using RecordedSources = std::map<size_t, std::vector<llvm::Instruction *>>;

/// Makes translations of modules of `context` fill `sources`, which must outlive them. Call once
/// for each context.
void recordSources(mlir::MLIRContext &context, RecordedSources &sources);

/// Sets kSourceAttribute on returns from their locations: lowering creates returns anew, with no
/// other trace of their source.
void noteReturns(mlir::Operation *module);

} // namespace pstudio::foreign
