// SPDX-License-Identifier: Apache-2.0
// Results of shuffles, votes, matches and reductions of the lanes of a warp.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "collector/runtime/cpu/cta_thread.h"

namespace pstudio::cpu {

/// Exchanges the values of the lanes `mask` of `warp`, each of which is at a shuffle. A lane whose
/// source is outside of its segment, or not in `mask`, receives its own value and is not valid.
void exchangeValues(std::span<CtaThread> warp, uint32_t mask);

/// Carries out WarpExchange::operation, the same one for all lanes of `mask`. Each receives
/// `value` and, for MatchAll and Elect, the predicate `valid`.
void operate(std::span<CtaThread> warp, uint32_t mask);

/// "vote.ballot.sync", as in PTX.
std::string nameOf(WarpOperation operation);

} // namespace pstudio::cpu
