// SPDX-License-Identifier: Apache-2.0
// The tracks that the timeline shows, and those that stay at the top.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/trace.h"
#include "viewer/geometry/timeline/grouping.h"

namespace pstudio {

/// Only the tracks that are, or lie below, a track of this kind and label: "warp 3" of all CTAs.
struct OnlyTracks {
  TrackKind kind = TrackKind::Warp;
  std::string label;
  bool operator==(const OnlyTracks &) const = default;
};

/// A change of the recorded order. In the smallest group that holds both tracks, the line that
/// contains `track` is placed beside the line that contains `beside`. So a move of a warp and a
/// move of its CTA have the same form, and are valid in each grouping.
struct TrackMove {
  TrackId track;
  TrackId beside;
  bool isAfter = false; ///< after `beside`, else before it
  bool operator==(const TrackMove &) const = default;
};

/// The user's choice. It refers to recorded tracks, so it is valid in every grouping.
struct TrackChoice {
  std::vector<TrackId> pinned;    ///< each with its subtree, in this order
  std::vector<bool> hidden;       ///< by TrackId, with the subtrees; may be shorter than the tracks
  std::optional<OnlyTracks> only; ///< pinned tracks stay
  std::vector<TrackMove> moves;   ///< in the order in which they were made
  std::string filter;             ///< see TrackFilter; "" for none; pinned tracks stay

  bool isHidden(TrackId track) const { return track.value < hidden.size() && hidden[track.value]; }
  bool isPinned(TrackId track) const;
  /// Whether all tracks are shown at their recorded places.
  bool isEmpty() const;
  /// Whether only some tracks are selected: groups without such a track are not shown.
  bool isNarrowed() const { return only.has_value() || !filter.empty(); }
  bool operator==(const TrackChoice &) const = default;
};

/// Matches names of tracks and groups, without regard to case. "warp 1" is not part of "warp 12".
/// Parts between ">" must occur in this order from the root: "CTA 3 > warp 0".
class TrackFilter {
public:
  explicit TrackFilter(std::string_view text);
  /// Number of filter parts that match at or above a line; `above` parts match above it.
  /// O(length of the label).
  size_t matchedParts(size_t above, std::string_view label) const;
  bool isMatch(size_t parts) const { return parts == m_parts.size(); }

private:
  std::vector<std::string> m_parts; ///< in lower case
};

/// Lines with data: slices, instants, samples; warps also without.
struct TrackCounts {
  size_t all = 0;
  size_t shown = 0;
  size_t hidden = 0; ///< by TrackChoice::hidden and only
  bool operator==(const TrackCounts &) const = default;
};

/// The part of a tree that a choice shows.
struct ChosenTree {
  DisplayTree tree;
  std::vector<NodeId> sources; ///< by node of `tree`: the node of the whole tree
  TrackCounts counts;
};

/// Pinned tracks come first, under their full name; groups without a shown track are left out.
/// O(tracks + nodes + length of the labels).
ChosenTree chooseTracks(const Trace &trace, const DisplayTree &whole, const TrackChoice &choice);

/// Counts of a tree that is shown completely. O(nodes).
TrackCounts countTracks(const Trace &trace, const DisplayTree &tree);

/// The first of the trace's tracks at or below the node, in any order of lines; none if there is
/// none. O(subtree).
TrackId firstTrackOf(const DisplayTree &tree, NodeId node);

/// The topmost tracks at or below the node, in display order. O(subtree).
std::vector<TrackId> tracksOf(const DisplayTree &tree, NodeId node);

// Changes of a choice.

/// Appends the tracks to the pinned ones and shows those that are hidden.
void pinTracks(TrackChoice &choice, const Trace &trace, std::span<const TrackId> tracks);
void unpinTracks(TrackChoice &choice, std::span<const TrackId> tracks);
/// Moves a pinned track by `places` (< 0: up), at most to the end. False if it does not move.
bool movePinned(TrackChoice &choice, TrackId track, int places);
/// Adds a move. It replaces an earlier move of the same line. \param siblings  the first track of
/// each line of the group.
void moveTrack(TrackChoice &choice, const TrackMove &move, std::span<const TrackId> siblings);
/// Hides the tracks and unpins those that are pinned.
void hideTracks(TrackChoice &choice, const Trace &trace, std::span<const TrackId> tracks);
/// Removes `hidden` and `only`.
void showHidden(TrackChoice &choice);

} // namespace pstudio
