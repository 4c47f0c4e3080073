// SPDX-License-Identifier: Apache-2.0
// Loads, stores, atomic operations and asynchronous copies of inline PTX.
#pragma once

#include <string>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/SmallVector.h"

#include "collector/analysis/access_operands.h"

namespace pstudio {

/// Accesses of the instructions of one inline assembly to memory that other threads can access.
struct PtxAccesses {
  /// In the order of the text, the source of a copy before its destination.
  llvm::SmallVector<AccessOperands, 2> accesses;
  /// Reasons why accesses are left out of `accesses`, one for each.
  llvm::SmallVector<std::string, 1> leftOut;
};

/// The reason for accesses to tensor memory.
inline constexpr const char *kTensorMemoryReason =
    "tensor memory has lanes and columns, not addresses of bytes";

/// ld, ldu, st, atom, red, cp.async, and ldmatrix and stmatrix of m8n8. The others are left out:
/// wmma, multimem, accesses to another CTA's shared memory, accesses to tensor memory (tcgen05.ld,
/// st, cp), and accesses whose address or predicate is computed by instructions that are not
/// supported. Bulk and tensor copies are in neither list (collector/passes/auto/bulk_copies.h).
/// O(length of the text).
PtxAccesses ptxAccesses(mlir::LLVM::InlineAsmOp assembly);

} // namespace pstudio
