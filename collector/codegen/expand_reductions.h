// SPDX-License-Identifier: Apache-2.0
// Reductions over a CTA or a warp as shuffles, barriers and shared memory.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir {
class Pass;
} // namespace mlir

namespace pstudio {

/// On a gpu.module that still has scf operations: expands gpu.all_reduce and gpu.subgroup_reduce of
/// all types and operations for warps of `lanes` lanes (32 or 64) and CTAs of any number of
/// threads. `block` is the block size of the launch, if it is known. Each gpu.all_reduce adds a
/// workgroup buffer of sharedBytesOfReduction(). Comes after instrumentation, which sees a
/// reduction as one operation. An error names a gpu.all_reduce that is not marked uniform: a part
/// of the CTA cannot wait at its barriers.
///
/// Lanes are combined as a tree, neighbours first; all lanes receive the same bits. The order
/// depends on the number of threads only, and equals that of upstream's expansions for full warps.
std::unique_ptr<mlir::Pass>
createExpandReductionsPass(uint32_t lanes, std::optional<std::array<uint32_t, 3>> block);

/// Shared memory of a CTA that the expansion of `op` takes [bytes].
uint64_t sharedBytesOfReduction(mlir::gpu::AllReduceOp op);

} // namespace pstudio
