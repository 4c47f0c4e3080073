// SPDX-License-Identifier: Apache-2.0
// Chooses folds: groups from the top down, then levels of tracks.
#include "viewer/geometry/timeline/opening_folds.h"

#include <algorithm>
#include <vector>

namespace pstudio {
namespace {

/// The first group is opened even if it does not fit, unless its depth exceeds this limit, which
/// only unusual traces reach.
constexpr uint32_t kDeepestForced = 16;

/// Whether all lines fit into `height`. Stops at the first line that does not fit.
bool isWithin(double height, const Trace &trace, const DisplayTree &tree, const FoldState &folds,
              const LayoutInput &input) {
  double sum = 0;
  for (uint32_t i = 0; i < tree.size() && sum <= height;) {
    const LayoutItem item = lineOf(trace, tree, NodeId(i), folds, input);
    sum += static_cast<double>(item.height);
    i = item.isFolded ? tree.nodes()[i].subtreeEnd : i + 1;
  }
  return sum <= height;
}

/// Chooses the folds of a tree with warps from the top down.
class WarpOpener {
public:
  WarpOpener(const Trace &trace, const DisplayTree &tree, const LayoutInput &input, double limit,
             const std::vector<bool> &idle)
      : m_trace(trace), m_tree(tree), m_input(input), m_limit(limit), m_idle(idle),
        m_folds(tree.size(), true) {}

  FoldState open() && {
    for (uint32_t i = 0; i < m_tree.size(); i = m_tree.nodes()[i].subtreeEnd)
      place(i);
    return std::move(m_folds);
  }

private:
  LayoutItem line(uint32_t index, bool isFolded) const {
    return lineOf(m_trace, m_tree, NodeId(index), isFolded, FoldState::kAllLevels, m_input);
  }

  bool holdsOnlyTracks(const DisplayNode &node, uint32_t index) const {
    for (uint32_t i = index + 1; i < node.subtreeEnd; i = m_tree.nodes()[i].subtreeEnd)
      if (line(i, false).content == ItemContent::Strip)
        return false;
    return node.childCount > 0;
  }

  void place(uint32_t index) {
    const DisplayNode &node = m_tree.nodes()[index];
    if (node.childCount == 0 || line(index, false).content != ItemContent::Strip)
      placeTracks(index, node.subtreeEnd);
    else if (!m_idle.empty() && m_idle[index])
      m_y += static_cast<double>(line(index, false).height);
    else if (holdsOnlyTracks(node, index))
      placeLeafGroup(node, index);
    else
      placeGroup(node, index);
  }

  /// Form of the tracks below one heading. It is the same for all of them: if only some showed
  /// depths, the picture would suggest a difference between the tracks.
  enum class Detail : uint8_t {
    Open,       ///< depths and lanes
    Overlaid,   ///< depths in one row; those with lanes open
    OneRowEach, ///< depths in one row, lanes hidden
  };

  /// Whether the group is a host thread or stream beside recorded launches: it is not the first
  /// group, which belongs to a launch.
  bool isBesideLaunches(const DisplayNode &node, uint32_t index) const {
    for (uint32_t i = index; i < node.subtreeEnd; ++i)
      if (const TrackId track = m_tree.nodes()[i].track; track.isValid())
        return !m_trace.launches().empty() && !m_trace.track(track).launch.isValid();
    return false;
  }

  /// The first group shows as much detail as fits and is always opened: a picture of strips alone
  /// shows no scope. The groups after it show one row for each track.
  void placeLeafGroup(const DisplayNode &node, uint32_t index) {
    const double heading = m_y + static_cast<double>(line(index, false).height);
    const bool isBeside = isBesideLaunches(node, index);
    for (const Detail detail : {Detail::Open, Detail::Overlaid, Detail::OneRowEach}) {
      if (m_hasOpenGroup && detail != Detail::OneRowEach)
        continue;
      const double height = tracksHeight(index + 1, node.subtreeEnd, detail);
      const bool isForced = !m_hasOpenGroup && !isBeside && detail == Detail::OneRowEach;
      if (heading + height > m_limit && !isForced)
        continue;
      m_hasOpenGroup = m_hasOpenGroup || !isBeside;
      m_folds.setFolded(NodeId(index), false);
      foldTracks(index + 1, node.subtreeEnd, detail);
      m_y = heading + height;
      return;
    }
    m_y = heading;
  }

  void placeGroup(const DisplayNode &node, uint32_t index) {
    m_y += static_cast<double>(line(index, false).height);
    const bool isForced = !m_hasOpenGroup && node.depth < kDeepestForced;
    if (m_y + static_cast<double>(m_input.metrics.groupHeight) > m_limit && !isForced)
      return;
    m_folds.setFolded(NodeId(index), false);
    for (uint32_t i = index + 1; i < node.subtreeEnd; i = m_tree.nodes()[i].subtreeEnd)
      place(i);
  }

  void placeTracks(uint32_t begin, uint32_t end) {
    const bool fits = m_y + tracksHeight(begin, end, Detail::Open) <= m_limit;
    const Detail detail = fits ? Detail::Open : Detail::OneRowEach;
    foldTracks(begin, end, detail);
    m_y += tracksHeight(begin, end, detail);
  }

  bool isFolded(uint32_t index, Detail detail) const {
    if (detail != Detail::Overlaid)
      return detail == Detail::OneRowEach;
    return m_tree.nodes()[index].childCount == 0 &&
           line(index, false).content != ItemContent::Lanes;
  }

  /// Height of the tracks. Stops at the first track that exceeds the limit: the exact excess is not
  /// used.
  double tracksHeight(uint32_t begin, uint32_t end, Detail detail) const {
    double height = 0;
    for (uint32_t i = begin; i < end && m_y + height <= m_limit;) {
      const LayoutItem item = line(i, isFolded(i, detail));
      height += static_cast<double>(item.height);
      i = item.isFolded ? m_tree.nodes()[i].subtreeEnd : i + 1;
    }
    return height;
  }

  void foldTracks(uint32_t begin, uint32_t end, Detail detail) {
    for (uint32_t i = begin; i < end; ++i)
      m_folds.setFolded(NodeId(i), isFolded(i, detail));
  }

  const Trace &m_trace;
  const DisplayTree &m_tree;
  const LayoutInput &m_input;
  double m_limit;
  const std::vector<bool> &m_idle; ///< by node; empty: no node is idle
  double m_y = 0;
  bool m_hasOpenGroup = false;
  FoldState m_folds;
};

/// For each node, whether it and its subtree have no data in `time`. O(nodes * log slices).
std::vector<bool> idleNodes(const Trace &trace, const DisplayTree &tree, TimeRange time) {
  std::vector<bool> idle(tree.size(), true);
  for (size_t i = tree.size(); i-- > 0;) {
    const DisplayNode &node = tree.nodes()[i];
    if (node.track.isValid() && showsSomething(trace, trace.track(node.track), time))
      idle[i] = false;
    if (!idle[i] && node.parent.isValid())
      idle[node.parent.value] = false;
  }
  return idle;
}

/// Opens the groups of a tree without warps, with one row for each track, as far as they fit.
class GroupOpener {
public:
  GroupOpener(const Trace &trace, const DisplayTree &tree, const LayoutInput &input, double height,
              const std::vector<bool> &idle)
      : m_trace(trace), m_tree(tree), m_input(input), m_height(height), m_idle(idle),
        m_folds(tree.size(), true) {}

  /// The folds, with the first group that does not fit still folded.
  FoldState open() {
    m_used = childrenHeight(0, m_tree.size(), m_height);
    for (uint32_t i = 0; i < m_tree.size();) {
      const bool isOpened = canOpen(i) && openIfItFits(i);
      i = isOpened || m_tree.nodes()[i].childCount == 0 ? i + 1 : m_tree.nodes()[i].subtreeEnd;
    }
    return m_folds;
  }

  /// Opens also the first group that does not fit, and its first groups until tracks are visible.
  FoldState openMore() && {
    for (uint32_t depth = 0; m_skipped && depth < kDeepestForced; ++depth)
      m_skipped = openFirst(*m_skipped);
    return std::move(m_folds);
  }

private:
  LayoutItem row(uint32_t index) const {
    return lineOf(m_trace, m_tree, NodeId(index), true, 1, m_input);
  }

  /// Height of the topmost lines of [begin, end), with one row each. Stops beyond `limit`.
  double childrenHeight(size_t begin, size_t end, double limit) const {
    double height = 0;
    for (auto i = static_cast<uint32_t>(begin); i < end && height <= limit;
         i = m_tree.nodes()[i].subtreeEnd)
      height += static_cast<double>(row(i).height);
    return height;
  }

  bool canOpen(uint32_t index) const {
    return m_tree.nodes()[index].childCount > 0 && (m_idle.empty() || !m_idle[index]);
  }

  bool openIfItFits(uint32_t index) {
    const double more =
        childrenHeight(index + 1, m_tree.nodes()[index].subtreeEnd, m_height - m_used);
    if (m_used + more > m_height) {
      if (!m_skipped)
        m_skipped = index;
      return false;
    }
    m_used += more;
    m_folds.setFolded(NodeId(index), false);
    return true;
  }

  /// Opens the group. \return the group in it to open next; none if one of its tracks is visible.
  std::optional<uint32_t> openFirst(uint32_t index) {
    m_folds.setFolded(NodeId(index), false);
    const uint32_t end = m_tree.nodes()[index].subtreeEnd;
    std::optional<uint32_t> group;
    for (uint32_t i = index + 1; i < end; i = m_tree.nodes()[i].subtreeEnd) {
      if (row(i).content != ItemContent::Strip)
        return std::nullopt;
      if (!group && canOpen(i))
        group = i;
    }
    return group;
  }

  const Trace &m_trace;
  const DisplayTree &m_tree;
  const LayoutInput &m_input;
  double m_height;
  const std::vector<bool> &m_idle; ///< by node; empty: no node is idle
  double m_used = 0;
  std::optional<uint32_t> m_skipped; ///< first group that does not fit
  FoldState m_folds;
};

/// Distributes the height that the visible lines leave to the levels of tracks outside of launches.
class LevelFill {
public:
  LevelFill(const Trace &trace, const DisplayTree &tree, const LayoutInput &input, FoldState &folds)
      : m_trace(trace), m_tree(tree), m_input(input), m_folds(folds) {}

  void run(double height) {
    collect(height);
    if (m_tracks.empty() || m_rest <= 0)
      return;
    const uint32_t common = commonLevels();
    for (const Stack &stack : m_tracks) {
      uint32_t levels = std::min(stack.rows, common);
      // The tracks share the rest of the height in their order.
      const auto more = static_cast<uint32_t>(m_rest / stack.pitch);
      const uint32_t taken = std::min(more, stack.rows - levels);
      m_rest -= taken * stack.pitch;
      levels += taken;
      if (levels == 1 && m_tree.node(stack.node).childCount == 0)
        m_folds.setFolded(stack.node, true);
      else
        m_folds.setLevels(stack.node, levels < stack.rows ? levels : FoldState::kAllLevels);
    }
  }

private:
  struct Stack {
    NodeId node;
    uint32_t rows = 0;
    double pitch = 0;
  };

  /// Whether the track is outside of the launches. All warps of a group have the same form; if only
  /// some showed depths, the picture would suggest a difference between them.
  bool isOutside(const DisplayNode &node) const {
    const Track &track = m_trace.track(node.track);
    return track.kind != TrackKind::Warp && !track.launch.isValid();
  }

  void collect(double height) {
    m_rest = height;
    for (uint32_t i = 0; i < m_tree.size() && m_rest >= 0;) {
      const DisplayNode &node = m_tree.nodes()[i];
      const NodeId id(i);
      const LayoutItem line = lineOf(m_trace, m_tree, id, m_folds, m_input);
      m_rest -= static_cast<double>(line.height);
      const bool hasLevels = line.rowCount == 1 && line.overlaidRows > 1;
      const bool isOpen = !line.isFolded || node.childCount == 0;
      if (hasLevels && isOpen && isOutside(node))
        m_tracks.push_back(
            {id, line.shownRows(), static_cast<double>(levelPitch(line, m_input.metrics))});
      i = line.isFolded ? node.subtreeEnd : i + 1;
    }
  }

  /// The most levels that every track can have, as far as it has them. Takes them from the rest.
  uint32_t commonLevels() {
    for (uint32_t levels = 1;; ++levels) {
      double cost = 0;
      for (const Stack &stack : m_tracks)
        if (stack.rows > levels)
          cost += stack.pitch;
      if (cost <= 0 || cost > m_rest)
        return levels;
      m_rest -= cost;
    }
  }

  const Trace &m_trace;
  const DisplayTree &m_tree;
  const LayoutInput &m_input;
  FoldState &m_folds;
  double m_rest = 0;
  std::vector<Stack> m_tracks;
};

bool hasWarps(const DisplayTree &tree) {
  return std::ranges::any_of(tree.nodes(),
                             [](const DisplayNode &node) { return node.kind == TrackKind::Warp; });
}

/// Gives every open track one row. A track with tracks below it stays open, because it would hide
/// them.
void limitToOneRow(const Trace &trace, const DisplayTree &tree, FoldState &folds) {
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const DisplayNode &node = tree.nodes()[i];
    if (folds.isFolded(NodeId(i)) || !node.track.isValid() || trace.track(node.track).rowCount < 2)
      continue;
    if (node.childCount > 0)
      folds.setLevels(NodeId(i), 1);
    else
      folds.setFolded(NodeId(i), true);
  }
}

/// Whether a line of the first `height` pixels is a track.
bool showsTracks(double height, const Trace &trace, const DisplayTree &tree, const FoldState &folds,
                 const LayoutInput &input) {
  double y = 0;
  for (uint32_t i = 0; i < tree.size() && y < height;) {
    const LayoutItem item = lineOf(trace, tree, NodeId(i), folds, input);
    if (item.content != ItemContent::Strip)
      return true;
    y += static_cast<double>(item.height);
    i = item.isFolded ? tree.nodes()[i].subtreeEnd : i + 1;
  }
  return false;
}

/// A group that does not fit is opened all the same if less than this share would be used, or if
/// only strips would be visible.
constexpr double kLeastUsedShare = 0.6;

FoldState openGroups(const Trace &trace, const DisplayTree &tree, double height,
                     const LayoutInput &input, const std::vector<bool> &idle) {
  GroupOpener opener(trace, tree, input, height, idle);
  const auto filled = [&](FoldState folds) {
    limitToOneRow(trace, tree, folds);
    LevelFill(trace, tree, input, folds).run(height);
    return folds;
  };
  FoldState folds = filled(opener.open());
  if (isWithin(height * kLeastUsedShare, trace, tree, folds, input) ||
      !showsTracks(height, trace, tree, folds, input))
    folds = filled(std::move(opener).openMore());
  return folds;
}

FoldState openWarps(const Trace &trace, const DisplayTree &tree, double height,
                    const LayoutInput &input, const std::vector<bool> &idle) {
  FoldState folds;
  // The open part leaves space for the strips of the rest. It uses at least three quarters of the
  // height, even if the rest is then outside of the pane.
  for (const double share : {1.0, 0.95, 0.9, 0.85, 0.8, 0.75}) {
    folds = WarpOpener(trace, tree, input, height * share, idle).open();
    if (isWithin(height, trace, tree, folds, input))
      break;
  }
  return folds;
}

} // namespace

FoldState foldsForHeight(const Trace &trace, const DisplayTree &tree, double height,
                         const LayoutInput &input, std::optional<TimeRange> time) {
  FoldState folds(tree.size(), false);
  if (isWithin(height, trace, tree, folds, input))
    return folds;
  const bool isOfWarps = hasWarps(tree);
  if (!isOfWarps)
    limitToOneRow(trace, tree, folds);
  if (!isOfWarps && isWithin(height, trace, tree, folds, input)) {
    LevelFill(trace, tree, input, folds).run(height);
    return folds;
  }
  const std::vector<bool> idle = time ? idleNodes(trace, tree, *time) : std::vector<bool>();
  if (!isOfWarps)
    return openGroups(trace, tree, height, input, idle);
  folds = openWarps(trace, tree, height, input, idle);
  LevelFill(trace, tree, input, folds).run(height);
  return folds;
}

} // namespace pstudio
