// SPDX-License-Identifier: Apache-2.0
// C++ classes of the proton_gpu dialect; proton_gpu_ops.td is their documentation.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "collector/ir/proton_dialect.h"

#include "collector/ir/proton_gpu_dialect.h.inc"
#include "collector/ir/proton_gpu_enums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "collector/ir/proton_gpu_attributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "collector/ir/proton_gpu_types.h.inc"

#define GET_OP_CLASSES
#include "collector/ir/proton_gpu_ops.h.inc"

namespace pstudio::proton_gpu {

/// Names of the attributes that an instrumented gpu.func carries (see ProtonGPU_Dialect in
/// proton_gpu_ops.td).
inline constexpr llvm::StringLiteral kOperationsAttribute = "proton_gpu.operations";
/// The groups of its records, by number; absent if there are none.
inline constexpr llvm::StringLiteral kGroupsAttribute = "proton_gpu.groups";
/// Prefix; the name of an auto mode follows. Number of access instructions that the mode records,
/// and of those that it does not.
inline constexpr llvm::StringLiteral kCoveragePrefix = "proton_gpu.coverage.";
inline constexpr llvm::StringLiteral kUnitCountAttribute = "proton_gpu.unit_count";
inline constexpr llvm::StringLiteral kSlotsPerUnitAttribute = "proton_gpu.slots_per_unit";
/// On kernels whose segments are halved: slots of a half.
inline constexpr llvm::StringLiteral kFlushedSlotsAttribute = "proton_gpu.flushed_slots";
/// On kernels in which some lanes of a warp may record without the others: slots of a mask of lanes.
inline constexpr llvm::StringLiteral kMaskSlotsAttribute = "proton_gpu.mask_slots";
inline constexpr llvm::StringLiteral kProfileBufferAttribute = "proton_gpu.profile_buffer";
inline constexpr llvm::StringLiteral kStagingBufferAttribute = "proton_gpu.staging_buffer";
/// On kernels whose loops record some of their iterations: ids of the memory accesses that follow
/// them, as "0,4-7".
inline constexpr llvm::StringLiteral kIteratedAccessesAttribute = "proton_gpu.iterated_accesses";
/// On a call: the offset that is added to the ids of the callee's records (i32).
inline constexpr llvm::StringLiteral kIdOffsetAttribute = "proton_gpu.id_offset";

/// Largest number of ranges for the sampled warps or CTAs of a segment.
inline constexpr uint32_t kMaxSampledRanges = 64;

/// Smallest number of slots of a segment: a power of two that holds the largest record (3 slots).
inline constexpr uint32_t kMinSlots = 4;
/// Smallest number of slots of a segment whose halves are flushed (record::kMinFlushedSlots each).
inline constexpr uint32_t kMinDoubleBufferedSlots = 16;

/// True if full halves of the segment are flushed by a flush_point.
bool isDoubleBuffered(Strategy strategy);

} // namespace pstudio::proton_gpu
