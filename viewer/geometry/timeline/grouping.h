// SPDX-License-Identifier: Apache-2.0
// The tree of a trace's tracks, arranged as recorded or by SM, CTA, warp, role or scope, without
// copying a slice.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/trace/trace.h"
#include "core/trace/track_names.h"

namespace pstudio {

/// Arrangements of tracks. All except AsRecorded group the warps; tracks outside of any warp keep
/// their recorded place.
enum class GroupingKind : uint8_t {
  AsRecorded, ///< the tree of the trace: kernel > launch > SM > CTA > warp
  SmCtaWarp,  ///< SM > CTA > warp, below launches only if there are several
  CtaWarp,    ///< CTA > warp
  WarpCta,    ///< warp index > CTA: the same warp of every CTA side by side
  KernelCta,  ///< kernel > launch > CTA > warp
  SmWarp,     ///< SM > warp, with the CTAs of the SM in its heading
  Role,       ///< role of the warp (warp_roles.h) > warp
  Scope,      ///< one row for each scope name, with the share of warps in it
};
inline constexpr size_t kGroupingCount = 8;

/// All kinds, in the order of menus.
std::span<const GroupingKind> allGroupings();

/// "SM, CTA, warp": for menus.
std::string groupingName(GroupingKind kind);

using NodeId = Id<struct DisplayNodeTag>; ///< index into DisplayTree::nodes()

/// One line of the tree.
struct DisplayNode {
  std::string label; ///< "SM 12", "warp 0", or the recorded name
  TrackId track;     ///< the track whose rows are drawn here; none for a heading
  TrackKind kind = TrackKind::Group;
  StringId scope;          ///< of a row of GroupingKind::Scope; else none
  NodeId parent;           ///< none for a root
  uint32_t subtreeEnd = 0; ///< one past the last node below; nodes are in preorder
  uint32_t depth = 0;      ///< 0 for a root
  uint32_t childCount = 0;
  uint32_t ctaCount = 0;  ///< CTAs below, without this node
  uint32_t warpCount = 0; ///< warps below, without this node
};

/// Whether the track has a slice or an instant in `range`, or is a counter, or is a warp without
/// slices in a launch with accesses. O(rows * log slices + instants).
bool showsSomething(const Trace &trace, const Track &track, TimeRange range);

/// Processes, threads and groups without data in GroupingKind::AsRecorded. Without any data in the
/// trace, all are shown.
enum class EmptyTracks : uint8_t { Hidden, Shown };

/// The arranged tracks of one trace. The trace must outlive it. [thread: any]
class DisplayTree {
public:
  DisplayTree() = default;
  /// With a range, only tracks with data in it (showsSomething()) and their ancestors.
  /// O(tracks log tracks + rows log slices).
  DisplayTree(const Trace &trace, GroupingKind kind, std::optional<TimeRange> range = std::nullopt,
              EmptyTracks empty = EmptyTracks::Hidden);
  /// A tree of nodes in preorder, of which label, track, kind, scope, parent and depth are set. The
  /// first `pinnedEnd` of them stay at the top.
  DisplayTree(const Trace &trace, std::vector<DisplayNode> nodes, size_t pinnedEnd);

  std::span<const DisplayNode> nodes() const { return m_nodes; } ///< preorder
  const DisplayNode &node(NodeId id) const { return m_nodes[id.value]; }
  size_t size() const { return m_nodes.size(); }
  size_t pinnedEnd() const { return m_pinnedEnd; } ///< one past the last node that stays at the top
  /// The node that draws the rows of `track`; none if the track is not shown.
  NodeId nodeOf(TrackId track) const {
    return track.value < m_nodeOfTrack.size() ? m_nodeOfTrack[track.value] : NodeId();
  }
  /// "SM 12 > CTA 3 > warp 0".
  std::string path(NodeId id) const;

private:
  void index(const Trace &trace);

  std::vector<DisplayNode> m_nodes;
  std::vector<NodeId> m_nodeOfTrack;
  size_t m_pinnedEnd = 0;
};

/// "CTA 3, warp 0": the name of a track outside of its group.
std::string fullTrackLabel(const Trace &trace, TrackId track);

} // namespace pstudio
