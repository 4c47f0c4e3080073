// SPDX-License-Identifier: Apache-2.0
// How the tracks of a kernel are shown, in terms that hold in every trace of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/geometry/timeline/grouping.h"
#include "viewer/geometry/timeline/slice_colors.h"
#include "viewer/geometry/timeline/track_choice.h"
#include "viewer/geometry/timeline/track_layout.h"

namespace pstudio {

/// Everything that is kept for a kernel.
struct TrackSettings {
  GroupingKind grouping = GroupingKind::SmCtaWarp;
  std::vector<std::string> pinned; ///< paths (track_paths.h)
  std::vector<std::string> hidden; ///< paths, at most kMostHidden
  std::optional<OnlyTracks> only;
  /// A TrackMove with paths.
  struct Move {
    std::string track, beside;
    bool isAfter = false;
    bool operator==(const Move &) const = default;
  };
  std::vector<Move> moves; ///< at most kMostHidden
  TrackHeight height = TrackHeight::Normal;
  ColorBy colorBy = ColorBy::Scope;
  bool operator==(const TrackSettings &) const = default;

  static constexpr size_t kMostHidden = 1000;
};

/// The part of the settings that a choice makes; the filter is not kept.
void storeChoice(const Trace &trace, const TrackChoice &choice, TrackSettings &settings);

/// The choice that the settings make in this trace. Paths that no track has are left out.
TrackChoice choiceOf(const Trace &trace, const TrackSettings &settings);

} // namespace pstudio
