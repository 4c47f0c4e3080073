// SPDX-License-Identifier: Apache-2.0
// Addresses that intrinsics of AMD's GPUs read and write.
#pragma once

#include "collector/analysis/access_operands.h"

namespace pstudio {

/// The accesses of `op`, an operation of rocdl or a call of an intrinsic "llvm.amdgcn.*" without a
/// rocdl operation: loads, stores and atomic operations through raw buffer resources, the source
/// of loads to LDS, atomic operations on pointers, loads of transposed tiles. Empty for other
/// operations; for buffers with a stride, whose addresses depend on an index; and for resources
/// that no make.buffer.rsrc in sight makes. Source: LLVM's "User Guide for AMDGPU Backend", "Buffer
/// Resources"; AMD's ISA documents, "Buffer Addressing".
llvm::SmallVector<AccessOperands, 2> amdAccesses(mlir::Operation *op);

} // namespace pstudio
