// SPDX-License-Identifier: Apache-2.0
// What a trace says of a launch beside its slices.
#pragma once

#include <optional>
#include <string_view>

#include "core/analysis/overlap/overlap.h"

namespace pstudio::analysis {

/// Fills `name`, `picosecondsPerTick`, `duration`, `sms` and `missing` of a launch whose units are
/// known. O(tracks + rows of the launch).
void fillLaunchFacts(const Trace &trace, LaunchOverlap &launch);

/// A number that the launch's arguments, or those of its track, give; none if they do not. O(tracks
/// + arguments).
std::optional<double> launchNumber(const Trace &trace, LaunchId launch, std::string_view key);

} // namespace pstudio::analysis
