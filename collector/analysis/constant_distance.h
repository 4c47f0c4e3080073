// SPDX-License-Identifier: Apache-2.0
// Distance between two memory accesses where it is the same for every thread.
#pragma once

#include <cstdint>
#include <optional>

#include "collector/analysis/access_operands.h"
#include "collector/analysis/memory_accesses.h"

namespace pstudio {

/// The address of `to` minus that of `from` [bytes], if the IR proves that it is one constant in
/// every thread that makes both accesses: both addresses are then sums of the same values with the
/// same factors. Followed are additions, subtractions, multiplications by constants, shifts, ORs of
/// operands that have no common bits according to `facts`, casts of indices, extensions of sums
/// that are marked not to wrap, element pointers, indices of memrefs of a known layout, and affine
/// maps. nullopt if the distance is unknown. Operands must be values of one moment: no loop may
/// iterate between the accesses. O(operations that compute the addresses), at most a few hundred.
std::optional<int64_t> constantDistance(const AccessOperands &from, const AccessOperands &to,
                                        FactsOf facts);

/// True if the same lanes make both accesses, provided that all lanes that reach one access also
/// reach the other.
bool haveSameLanes(const AccessOperands &a, const AccessOperands &b);

} // namespace pstudio
