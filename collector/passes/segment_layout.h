// SPDX-License-Identifier: Apache-2.0
// How many segments a CTA has and how large they are.
#pragma once

#include <cstdint>

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include "collector/ir/proton_gpu_dialect.h"
#include "core/record/recording_units.h"

namespace pstudio {

/// Capacity of a global segment if none is asked for: 8 KiB per warp, some 500 scopes.
inline constexpr uint32_t kDefaultGlobalSlots = 1024;
/// Most slots that a streamed unit without shared memory fills before it hands a half over.
inline constexpr uint32_t kGlobalStagingSlots = 256;
/// Smallest automatic capacity of a shared segment [slots].
inline constexpr uint32_t kMinAutomaticSharedSlots = 16;

/// Whether the kernel, or what it calls, stores accesses with an address for each lane.
bool recordsPerLaneAddresses(mlir::gpu::GPUFuncOp kernel);

/// Smallest capacity of a halved segment [slots]: a half that is handed over holds what is stored
/// at once, with `recordsAddresses` (see recordsPerLaneAddresses()) an address of each lane of a
/// warp.
uint32_t leastDoubleBufferedSlots(bool recordsAddresses, uint32_t lanesPerWarp);

/// The same for a segment of one thread: 1 KiB [slots].
inline constexpr uint32_t kDefaultThreadSlots = 128;

/// The units of the segment in CTAs of that size. Fails, with an error at `segment`, if the warps
/// that it samples are not all there.
mlir::FailureOr<record::RecordingUnits> unitsOf(proton_gpu::SegmentAllocOp segment,
                                                uint32_t threadsPerCta, uint32_t lanesPerWarp);
/// Notes them on the segment.
void setUnits(proton_gpu::SegmentAllocOp segment, const record::RecordingUnits &units);

/// Calls `visit` with every kernel that has a segment. Goes on after a failure, so that all are
/// reported; fails if any call failed or a kernel has several segments.
mlir::LogicalResult forEachSegment(
    mlir::gpu::GPUModuleOp module,
    llvm::function_ref<mlir::LogicalResult(mlir::gpu::GPUFuncOp, proton_gpu::SegmentAllocOp)>
        visit);

/// Fails, with an error at `segment`, unless `slots` can be the capacity of a segment and
/// `lanesPerWarp` is not 0.
mlir::LogicalResult checkSizes(proton_gpu::SegmentAllocOp segment, uint32_t slots,
                               uint32_t lanesPerWarp);

/// Gives the segment, whose type has `?` slots, its capacity, also in the functions that the kernel
/// calls.
void setSlots(proton_gpu::SegmentAllocOp segment, uint32_t slots);

} // namespace pstudio
