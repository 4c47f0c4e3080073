// SPDX-License-Identifier: Apache-2.0
// How far one memory access lies from another one, where that is the same for every thread.
#pragma once

#include <cstdint>
#include <optional>

#include "collector/analysis/access_operands.h"
#include "collector/analysis/memory_accesses.h"

namespace pstudio {

/// The address of `to` minus that of `from` [bytes], if the IR alone shows that it is one number in
/// every thread that makes both: both addresses are then sums of the same values with the same
/// factors. Followed are additions, subtractions, multiplications by constants, shifts, unions of
/// bits that `facts` show to be apart, casts of indices, extensions of sums that are marked not to
/// wrap, element pointers, indices of memrefs of a known layout, and affine maps. nullopt if it is
/// not known. Operands must be values of one moment: no loop may go round between the accesses.
/// O(operations that compute the addresses), at most a few hundred.
std::optional<int64_t> constantDistance(const AccessOperands &from, const AccessOperands &to,
                                        FactsOf facts);

/// True if the same lanes make both accesses, wherever all lanes that come to one come to the other.
bool haveSameLanes(const AccessOperands &a, const AccessOperands &b);

} // namespace pstudio
