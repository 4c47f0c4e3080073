// SPDX-License-Identifier: Apache-2.0
// The role of each warp: its recorded name, or else the scopes that it runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace pstudio {

/// The roles of the warps of a trace, by label.
struct WarpRoles {
  std::vector<std::string> labels;
  std::vector<uint32_t> ofTrack; ///< by TrackId: index into `labels`; UINT32_MAX for no warp
};

/// A warp that is named in words has that role: "warp 0 TMA" and "warp 4 TMA" are "TMA". Other
/// warps have the same role if they run the same set of scopes: "mma, wait full". O(slices).
WarpRoles warpRoles(const Trace &trace);

/// The names of the slices of warps, longest total time first. O(names log names).
std::vector<StringId> scopesOfWarps(const Trace &trace);

} // namespace pstudio
