// SPDX-License-Identifier: Apache-2.0
// Loads, stores, atomic operations and asynchronous copies of inline PTX.
#pragma once

#include <string>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/SmallVector.h"

#include "collector/analysis/access_operands.h"

namespace pstudio {

/// What the instructions of one inline assembly do with memory that other threads see.
struct PtxAccesses {
  /// In the order of the text, the source of a copy before its destination.
  llvm::SmallVector<AccessOperands, 2> accesses;
  /// Why an access is not among them: one reason for each that is left out.
  llvm::SmallVector<std::string, 1> leftOut;
};

/// ld, ldu, st, atom, red, cp.async, and ldmatrix and stmatrix of m8n8. The others are left out:
/// wmma, multimem, what is in another CTA's shared memory, and whatever computes its address or
/// decides which lanes make it in a way that is not understood. Bulk and tensor copies are neither
/// (collector/passes/auto/bulk_copies.h). O(length of the text).
PtxAccesses ptxAccesses(mlir::LLVM::InlineAsmOp assembly);

} // namespace pstudio
