// SPDX-License-Identifier: Apache-2.0
// Display settings of a kernel's tracks, as JSON for the settings.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "viewer/geometry/timeline/track_settings.h"

namespace pstudio {

struct KernelTracks {
  std::string kernel;
  TrackSettings settings;
  bool operator==(const KernelTracks &) const = default;
};

/// On one line.
std::string kernelTracksToJson(const KernelTracks &tracks);

/// Fails on anything that kernelTracksToJson() does not write: another version wrote it, or it is
/// damaged.
Result<KernelTracks> parseKernelTracks(std::string_view text);

} // namespace pstudio
