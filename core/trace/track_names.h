// SPDX-License-Identifier: Apache-2.0
// Names of tracks, and the ancestor of a track of some kind.
#pragma once

#include <string>

#include "core/trace/trace.h"

namespace pstudio {

/// The nearest track of `kind` at or above `track`, or none. O(depth).
TrackId ancestorOfKind(const Trace &trace, TrackId track, TrackKind kind);

/// "warp 3", "SM 12"; only the word where the number is negative.
std::string kindLabel(TrackKind kind, int64_t number);

/// The track's name, or its kind and number: "warp 3".
std::string trackLabel(const Trace &trace, TrackId track);

} // namespace pstudio
