// SPDX-License-Identifier: Apache-2.0
// The properties of a launch in a trace, apart from its slices.
#pragma once

#include <optional>
#include <string_view>

#include "core/analysis/overlap/overlap.h"

namespace pstudio::analysis {

/// Fills `name`, `picosecondsPerTick`, `duration`, `sms` and `missing` of a launch. Requires its
/// units. O(tracks + rows of the launch).
void fillLaunchFacts(const Trace &trace, LaunchOverlap &launch);

/// A number in the arguments of the launch or of its track; none if it is missing. O(tracks +
/// arguments).
std::optional<double> launchNumber(const Trace &trace, LaunchId launch, std::string_view key);

} // namespace pstudio::analysis
