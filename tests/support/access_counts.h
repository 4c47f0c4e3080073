// SPDX-License-Identifier: Apache-2.0
// Counts of accesses by address, and what they should be.
#pragma once

#include <string>
#include <vector>

#include "core/access/launch_accesses.h"

namespace pstudio::test {

/// What `counted` should hold if the kernel did the accesses of `recorded`, another run of it: the
/// sites of the two, and their buffers, are the same, but for their addresses. Sorted as
/// AccessCounts::cells.
std::vector<memory::AccessCount> expectedCounts(const memory::LaunchAccesses &recorded,
                                                const memory::LaunchAccesses &counted);

/// The first difference, for a message; empty if both are equal.
std::string difference(const std::vector<memory::AccessCount> &have,
                       const std::vector<memory::AccessCount> &want);

} // namespace pstudio::test
