// SPDX-License-Identifier: Apache-2.0
// How many slots a kernel may write, and whether lanes may do so apart, as far as its control flow
// tells.
#pragma once

#include <cstdint>
#include <optional>

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pstudio {

class WarpUniformity;

/// The most slots that one warp whose lanes stay together can write on a path through the kernel
/// and what it calls, by its annotations or the proton_gpu.store that they became; none if a loop
/// around records has no constant number of rounds. O(operations).
std::optional<uint64_t> mostSlots(mlir::FunctionOpInterface kernel);

/// The same, where `op` leaves `slotsOf(op)` slots.
std::optional<uint64_t> mostSlots(mlir::FunctionOpInterface kernel,
                                  llvm::function_ref<uint32_t(mlir::Operation *)> slotsOf);

/// Slots of the record that `op` leaves if no lanes are missing, in segments without groups; 0 if
/// it leaves none.
uint32_t slotsOfRecord(mlir::Operation *op);

/// True if any record of the kernel, or any end, may be reached by some lanes of a warp without the
/// others: then counts of slots that each lane keeps would drift apart.
bool mayRecordDivergently(const WarpUniformity &uniformity);

/// True if control may come back to `block` from itself.
bool isInCycle(mlir::Block *block);

/// True unless no path through the kernel can write more than `slots` slots: then a ring never
/// wraps and needs no mask.
bool mayWrap(mlir::FunctionOpInterface kernel, uint32_t slots);

} // namespace pstudio
