// SPDX-License-Identifier: Apache-2.0
// Display options for the tracks of a kernel, in terms that are valid in every trace of the kernel.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/geometry/timeline/grouping.h"
#include "viewer/geometry/timeline/slice_colors.h"
#include "viewer/geometry/timeline/track_choice.h"
#include "viewer/geometry/timeline/track_layout.h"

namespace pstudio {

/// All stored options of a kernel.
struct TrackSettings {
  GroupingKind grouping = GroupingKind::SmCtaWarp;
  std::vector<std::string> pinned; ///< paths (track_paths.h)
  std::vector<std::string> hidden; ///< paths, at most kMaxHidden
  std::optional<OnlyTracks> only;
  /// A TrackMove with paths.
  struct Move {
    std::string track, beside;
    bool isAfter = false;
    bool operator==(const Move &) const = default;
  };
  std::vector<Move> moves; ///< at most kMaxHidden
  TrackHeight height = TrackHeight::Normal;
  ColorBy colorBy = ColorBy::Scope;
  bool operator==(const TrackSettings &) const = default;

  static constexpr size_t kMaxHidden = 1000;
};

/// Stores a choice in the settings; the filter is not stored.
void storeChoice(const Trace &trace, const TrackChoice &choice, TrackSettings &settings);

/// The choice that the settings define in this trace. Paths without a track are left out.
TrackChoice choiceOf(const Trace &trace, const TrackSettings &settings);

} // namespace pstudio
