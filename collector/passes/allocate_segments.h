// SPDX-License-Identifier: Apache-2.0
// The segments of a module, and their minimum sizes.
#pragma once

#include <cstdint>

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include "collector/ir/proton_gpu_dialect.h"

namespace pstudio {

/// Minimum capacity of a segment whose size is chosen automatically [slots]. A segment may be
/// smaller only if it holds all that its kernel may write.
uint32_t leastAutomaticSlots(proton_gpu::MemorySpace space, proton_gpu::Granularity granularity);

/// Smallest capacity of a halved segment [slots]. A half that is flushed holds all slots of one
/// store. With `recordsAddresses` (the kernel, or a function that it calls, stores accesses with an
/// address for each lane), that includes an address of each lane of a warp.
uint32_t leastDoubleBufferedSlots(bool recordsAddresses, uint32_t lanesPerWarp);

/// Calls `visit` with every kernel that has a segment. Continues after a failure, so that all are
/// reported; fails if any call failed or a kernel has several segments.
mlir::LogicalResult forEachSegment(
    mlir::gpu::GPUModuleOp module,
    llvm::function_ref<mlir::LogicalResult(mlir::gpu::GPUFuncOp, proton_gpu::SegmentAllocOp)>
        visit);

} // namespace pstudio
