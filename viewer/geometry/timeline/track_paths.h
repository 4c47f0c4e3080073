// SPDX-License-Identifier: Apache-2.0
// Names of tracks that are valid in another trace of the same kernel, in place of their ids.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/trace/trace.h"
#include "viewer/geometry/timeline/track_choice.h"

namespace pstudio {

/// The labels from the root to the track, "gemm > launch 0 > CTA 3 > warp 0". The SM above a CTA is
/// left out, because the next run can place the CTA on another SM. Each label is cut after 256
/// bytes.
std::string trackPath(const Trace &trace, TrackId track);

/// For each path the first track that has it; none if no track has it.
/// O(length of paths and labels).
std::vector<TrackId> tracksAt(const Trace &trace, std::span<const std::string> paths);

/// The smallest set of tracks that, with their subtrees, are the tracks that `hidden` hides.
/// O(tracks).
std::vector<TrackId> topmostHidden(const Trace &trace, const TrackChoice &choice);

/// The kernel whose settings a trace uses: that of its first launch, else its title.
std::string settingsKernel(const Trace &trace);

} // namespace pstudio
