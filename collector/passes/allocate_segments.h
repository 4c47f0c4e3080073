// SPDX-License-Identifier: Apache-2.0
// The segments of a module, and how small one may be.
#pragma once

#include <cstdint>

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include "collector/ir/proton_gpu_dialect.h"

namespace pstudio {

/// What a segment gets at least if no number is asked for, unless it holds all that its kernel may
/// write [slots].
uint32_t leastAutomaticSlots(proton_gpu::MemorySpace space, proton_gpu::Granularity granularity);

/// Smallest capacity of a halved segment [slots]: a half that is handed over holds what is stored
/// at once, with `recordsAddresses` (the kernel, or what it calls, stores accesses with an address
/// for each lane) an address of each lane of a warp.
uint32_t leastDoubleBufferedSlots(bool recordsAddresses, uint32_t lanesPerWarp);

/// Calls `visit` with every kernel that has a segment. Goes on after a failure, so that all are
/// reported; fails if any call failed or a kernel has several segments.
mlir::LogicalResult forEachSegment(
    mlir::gpu::GPUModuleOp module,
    llvm::function_ref<mlir::LogicalResult(mlir::gpu::GPUFuncOp, proton_gpu::SegmentAllocOp)>
        visit);

} // namespace pstudio
