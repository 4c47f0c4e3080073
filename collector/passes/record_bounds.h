// SPDX-License-Identifier: Apache-2.0
// Upper bound of the slots that a kernel writes, and possible divergence at its records, as far as
// its control flow determines them.
#pragma once

#include <cstdint>
#include <optional>

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pstudio {

class WarpUniformity;

/// The most slots that one warp without divergence writes on a path through the kernel and the
/// functions that it calls, by its annotations or the proton_gpu.store that replaced them. None if
/// a loop around records has no constant number of iterations. O(operations).
std::optional<uint64_t> mostSlots(mlir::FunctionOpInterface kernel);

/// As above, where `op` writes `slotsOf(op)` slots.
std::optional<uint64_t> mostSlots(mlir::FunctionOpInterface kernel,
                                  llvm::function_ref<uint32_t(mlir::Operation *)> slotsOf);

/// Slots that the record of `op` takes if no lanes are missing, in segments without groups; 0 if it
/// takes none.
uint32_t slotsOfRecord(mlir::Operation *op);

/// True if some lanes of a warp may reach a record or the end of the kernel without the others:
/// then slot counts that each lane keeps would differ.
bool mayRecordDivergently(const WarpUniformity &uniformity);

/// True if control may return to `block` from itself.
bool isInCycle(mlir::Block *block);

/// True unless no path through the kernel can write more than `slots` slots: then a ring never
/// wraps and needs no mask.
bool mayWrap(mlir::FunctionOpInterface kernel, uint32_t slots);

} // namespace pstudio
