// SPDX-License-Identifier: Apache-2.0
// Upper bound of the slots that a kernel writes, and possible divergence at its records, as far as
// its control flow determines them.
#pragma once

#include <cstdint>
#include <optional>

#include "collector/analysis/lane_values.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pstudio {

class WarpUniformity;

/// The most slots that one warp writes on a path through the kernel and the functions that it
/// calls, by its annotations or the proton_gpu.store that replaced them. None if a loop around
/// records has no constant number of iterations. A kernel that markDivergence() marked executes
/// both arms of a branch, and its records may have masks; its lanes join after a branch.
/// O(operations).
std::optional<uint64_t> mostSlots(mlir::FunctionOpInterface kernel);

/// As above without divergence, where `op` writes `slotsOf(op)` slots.
std::optional<uint64_t> mostSlots(mlir::FunctionOpInterface kernel,
                                  llvm::function_ref<uint32_t(mlir::Operation *)> slotsOf);

/// Slots that the record of `op` takes if no lanes are missing, in segments without groups; 0 if it
/// takes none.
uint32_t slotsOfRecord(mlir::Operation *op);

/// True if some lanes of a warp may reach a record or the end of the kernel without the others:
/// then slot counts that each lane keeps would differ.
bool mayRecordDivergently(const WarpUniformity &uniformity);

/// Sets kMaskSlotsAttribute on a kernel in which some lanes of a warp may reach an annotation, a
/// record or the end without the others, or whose predicated accesses may be recorded by lanes that
/// are apart. Before bounds of the kernel are used: a record only gets longer later.
/// `lanesPerWarp`: a power of two.
void markDivergence(mlir::FunctionOpInterface kernel, const BlockShape &block,
                    uint32_t lanesPerWarp);

/// True if control may return to `block` from itself.
bool isInCycle(mlir::Block *block);

/// True unless no path through the kernel can write more than `slots` slots: then a ring never
/// wraps and needs no mask.
bool mayWrap(mlir::FunctionOpInterface kernel, uint32_t slots);

} // namespace pstudio
