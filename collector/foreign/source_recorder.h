// SPDX-License-Identifier: Apache-2.0
// Learns, while MLIR is translated, which instructions each operation became.
#pragma once

#include <map>
#include <vector>

#include "mlir/IR/BuiltinOps.h"

namespace llvm {
class Instruction;
} // namespace llvm

namespace pstudio::foreign {

/// Index of an instruction as it was read -> what its operation became. Ordered by index.
using RecordedSources = std::map<size_t, std::vector<llvm::Instruction *>>;

/// Has translations of modules of `context` fill `sources`, which must outlive them. Once for each
/// context.
void recordSources(mlir::MLIRContext &context, RecordedSources &sources);

/// Returns are made anew by lowering; their locations still tell where they came from.
void noteReturns(mlir::Operation *module);

} // namespace pstudio::foreign
