// SPDX-License-Identifier: Apache-2.0
// Counts of accesses by address, and the expected counts.
#pragma once

#include <string>
#include <vector>

#include "core/access/launch_accesses.h"

namespace pstudio::test {

/// The expected counts of `counted` if the kernel made the accesses of `recorded`, another run of
/// it. The sites and buffers of both runs are equal except for the addresses. Sorted as
/// AccessCounts::cells.
std::vector<memory::AccessCount> expectedCounts(const memory::LaunchAccesses &recorded,
                                                const memory::LaunchAccesses &counted);

/// The first difference, for a message; empty if both are equal.
std::string difference(const std::vector<memory::AccessCount> &have,
                       const std::vector<memory::AccessCount> &want);

} // namespace pstudio::test
