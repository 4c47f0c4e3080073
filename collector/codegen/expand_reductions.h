// SPDX-License-Identifier: Apache-2.0
// Reductions over a CTA or a warp as the shuffles, barriers and shared memory that they are made
// of.
#pragma once

#include <cstdint>
#include <memory>

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir {
class Pass;
} // namespace mlir

namespace pstudio {

/// On a gpu.module: expands gpu.all_reduce and gpu.subgroup_reduce for warps of 32 lanes; each of
/// the former adds a workgroup buffer of sharedBytesOfReduction(). A module without such operations
/// stays as it is. Comes after instrumentation, which sees a reduction as one operation. An error
/// names a reduction that has no expansion (a type that no shuffle takes).
std::unique_ptr<mlir::Pass> createExpandReductionsPass();

/// What the expansion of `op` takes of a CTA's shared memory [bytes].
uint64_t sharedBytesOfReduction(mlir::gpu::AllReduceOp op);

} // namespace pstudio
