// SPDX-License-Identifier: Apache-2.0
// Findings of all analyses of a launch in one order.
#pragma once

#include <vector>

#include "core/summary/summary.h"

namespace pstudio::summary {

/// The most severe first, without names; of equal severity those with the larger share first.
/// Findings that only repeat other lines of the summary, and those without a problem beside a
/// problem, are left out. \param overlap  of the launch, may be null. O(accesses) up to
/// kMostSummaryAccesses.
std::vector<SummaryLine> findingLines(const Launch &launch, const analysis::LaunchOverlap *overlap);

} // namespace pstudio::summary
