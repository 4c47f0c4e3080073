// SPDX-License-Identifier: Apache-2.0
// Arranges tracks: drafts with child lists first, then one flat tree in preorder.
#include "viewer/geometry/timeline/grouping.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline/warp_roles.h"

namespace pstudio {
namespace {

struct Draft {
  std::string label;
  TrackId track;
  TrackKind kind = TrackKind::Group;
  int64_t number = -1;
  std::vector<uint32_t> children;
  StringId scope = StringId();
};

std::vector<TrackKind> levelsOf(GroupingKind kind) {
  switch (kind) {
  case GroupingKind::SmCtaWarp:
    return {TrackKind::Sm, TrackKind::Cta};
  case GroupingKind::CtaWarp:
    return {TrackKind::Cta};
  case GroupingKind::WarpCta:
    return {TrackKind::Warp};
  case GroupingKind::KernelCta:
    return {TrackKind::Kernel, TrackKind::Launch, TrackKind::Cta};
  case GroupingKind::SmWarp:
    return {TrackKind::Sm};
  case GroupingKind::AsRecorded:
  case GroupingKind::Role:
  case GroupingKind::Scope:
    break;
  }
  return {};
}

/// Builds the drafts of one arrangement. Draft 0 is the invisible root.
class Arrangement {
public:
  explicit Arrangement(const Trace &trace) : m_trace(trace), m_drafts(1) {}

  void arrangeAsRecorded(EmptyTracks empty) {
    const std::vector<bool> isKept =
        empty == EmptyTracks::Shown ? std::vector<bool>() : keptTracks();
    for (const TrackId root : m_trace.children(TrackId()))
      addTree(root, 0, [&](TrackId track) { return isKept.empty() || isKept[track.value]; });
  }

  void arrangeByWarps(GroupingKind kind) {
    findPlacedTracks();
    if (kind == GroupingKind::Role)
      m_roles = warpRoles(m_trace);
    const bool byLaunch = kind != GroupingKind::KernelCta && launchCount() > 1;
    for (uint32_t i = 0; i < m_trace.tracks().size(); ++i)
      if (m_trace.tracks()[i].kind == TrackKind::Warp)
        placeWarp(TrackId(i), kind, byLaunch);
    for (size_t i = 0; i < m_drafts.size(); ++i)
      if (!m_drafts[i].track.isValid()) // below a track the recorded order stays
        sortByNumber(m_drafts[i].children);
    addUnplacedRoots();
  }

  void arrangeByScope() {
    findPlacedTracks();
    for (const StringId name : scopesOfWarps(m_trace))
      addDraft({std::string(m_trace.string(name)), TrackId(), TrackKind::Group, -1, {}, name}, 0);
    addUnplacedRoots();
  }

  /// Removes the drafts without data in `range`.
  void keepOnly(TimeRange range);

  const std::vector<Draft> &drafts() const { return m_drafts; }

private:
  uint32_t addDraft(Draft draft, uint32_t parent) {
    const auto index = static_cast<uint32_t>(m_drafts.size());
    m_drafts.push_back(std::move(draft));
    m_drafts[parent].children.push_back(index);
    return index;
  }

  uint32_t addTrack(TrackId id, uint32_t parent) {
    const Track &track = m_trace.track(id);
    return addDraft({trackLabel(m_trace, id), id, track.kind, track.number, {}}, parent);
  }

  /// Adds the subtree of `id` without the subtrees that `isWanted` rejects. Not recursive: a file
  /// can nest tracks to any depth.
  template <class Wanted> void addTree(TrackId id, uint32_t parent, Wanted isWanted) {
    std::vector<std::pair<TrackId, uint32_t>> open = {{id, parent}};
    while (!open.empty()) {
      const auto [track, above] = open.back();
      open.pop_back();
      if (!isWanted(track))
        continue;
      const uint32_t index = addTrack(track, above);
      const auto children = m_trace.children(track);
      for (size_t i = children.size(); i-- > 0;)
        open.emplace_back(children[i], index);
    }
  }

  void addSubtree(TrackId id, uint32_t parent) {
    addTree(id, parent, [](TrackId) { return true; });
  }

  /// By track: whether it stays although other tracks have data. Files announce GPUs and threads
  /// that did nothing; a warp without records is a fact. Empty if no track has data.
  std::vector<bool> keptTracks() const {
    const auto tracks = m_trace.tracks();
    std::vector<bool> isKept(tracks.size());
    bool hasData = false;
    for (size_t i = tracks.size(); i-- > 0;) {
      const Track &t = tracks[i];
      const bool isOwn = t.rowCount > 0 || t.instantCount > 0 || t.sampleCount > 0;
      hasData = hasData || isOwn;
      if (isOwn || (t.kind != TrackKind::Process && t.kind != TrackKind::Thread &&
                    t.kind != TrackKind::Group))
        isKept[i] = true;
      if (isKept[i] && t.parent.isValid())
        isKept[t.parent.value] = true;
    }
    return hasData ? isKept : std::vector<bool>();
  }

  /// Marks the tracks that are warps or lie below one, and the tracks that hold other data.
  void findPlacedTracks() {
    const auto tracks = m_trace.tracks();
    m_belowWarp.assign(tracks.size(), false);
    m_hasOther.assign(tracks.size(), false);
    for (size_t i = 0; i < tracks.size(); ++i)
      m_belowWarp[i] = tracks[i].kind == TrackKind::Warp ||
                       (tracks[i].parent.isValid() && m_belowWarp[tracks[i].parent.value]);
    // Parents come before children, so one backward pass carries m_hasOther upwards.
    for (size_t i = tracks.size(); i-- > 0;) {
      const Track &t = tracks[i];
      if (!m_belowWarp[i] && (t.rowCount > 0 || t.instantCount > 0 || t.sampleCount > 0))
        m_hasOther[i] = true;
      if (m_hasOther[i] && t.parent.isValid())
        m_hasOther[t.parent.value] = true;
    }
  }

  void addUnplaced(TrackId id, uint32_t parent) {
    addTree(id, parent, [this](TrackId track) { return m_hasOther[track.value]; });
  }

  /// Adds the root tracks with data outside of warps. Roots before the first root with warps stay
  /// above the grouped lines: the host, and the streams of the GPU.
  void addUnplacedRoots() {
    std::vector<bool> holdsWarps(m_trace.tracks().size(), false);
    for (size_t i = m_trace.tracks().size(); i-- > 0;) {
      const Track &track = m_trace.tracks()[i];
      if (track.kind == TrackKind::Warp)
        holdsWarps[i] = true;
      if (holdsWarps[i] && track.parent.isValid())
        holdsWarps[track.parent.value] = true;
    }
    std::vector<uint32_t> placed = std::exchange(m_drafts[0].children, {});
    for (const TrackId root : m_trace.children(TrackId())) {
      if (holdsWarps[root.value])
        appendTo(m_drafts[0].children, placed);
      addUnplaced(root, 0);
    }
    appendTo(m_drafts[0].children, placed);
  }

  static void appendTo(std::vector<uint32_t> &all, std::vector<uint32_t> &more) {
    all.insert(all.end(), more.begin(), more.end());
    more.clear();
  }

  TrackId launchOf(TrackId warp) const {
    const TrackId launch = ancestorOfKind(m_trace, warp, TrackKind::Launch);
    return launch.isValid() ? launch : ancestorOfKind(m_trace, warp, TrackKind::Kernel);
  }

  size_t launchCount() const {
    std::set<TrackId> launches;
    for (uint32_t i = 0; i < m_trace.tracks().size(); ++i)
      if (m_trace.tracks()[i].kind == TrackKind::Warp)
        launches.insert(launchOf(TrackId(i)));
    return launches.size();
  }

  /// The group for `number` below `parent`, created on first use.
  uint32_t group(uint32_t parent, TrackKind kind, int64_t number, const std::string &label) {
    const auto [place, isNew] = m_groups.try_emplace({parent, kind, number}, 0);
    if (isNew)
      place->second = addDraft({label, TrackId(), kind, number, {}}, parent);
    return place->second;
  }

  void placeWarp(TrackId warp, GroupingKind kind, bool byLaunch) {
    uint32_t parent = 0;
    if (const TrackId launch = launchOf(warp); byLaunch && launch.isValid())
      parent = group(0, TrackKind::Launch, launch.value,
                     m_trace.track(launch).kind == TrackKind::Launch ? launchLabel(launch)
                                                                     : trackLabel(m_trace, launch));
    if (kind == GroupingKind::Role) {
      const uint32_t role = m_roles.ofTrack[warp.value];
      parent = group(parent, TrackKind::Group, role, m_roles.labels[role]);
    }
    for (const TrackKind level : levelsOf(kind)) {
      const TrackId holder = ancestorOfKind(m_trace, warp, level);
      if (!holder.isValid())
        continue;
      const int64_t number = m_trace.track(holder).number;
      const bool isNumbered = number >= 0 && level == TrackKind::Warp;
      parent = group(parent, level, number >= 0 ? number : int64_t{holder.value} << 32,
                     isNumbered ? kindLabel(level, number) : trackLabel(m_trace, holder));
    }
    placeSubtree(warp, parent, kind);
  }

  void placeSubtree(TrackId warp, uint32_t parent, GroupingKind kind) {
    const TrackId cta = ancestorOfKind(m_trace, warp, TrackKind::Cta);
    addSubtree(warp, parent);
    const bool hasNoCtaLevel =
        kind == GroupingKind::WarpCta || kind == GroupingKind::SmWarp || kind == GroupingKind::Role;
    if (!hasNoCtaLevel || !cta.isValid())
      return;
    // The line has no CTA above it, so its name and its order contain the CTA.
    Draft &line = m_drafts[m_drafts[parent].children.back()];
    line.label =
        kind == GroupingKind::WarpCta ? trackLabel(m_trace, cta) : fullTrackLabel(m_trace, warp);
    line.number = m_trace.track(cta).number;
  }

  std::string launchLabel(TrackId launch) const {
    const TrackId kernel = ancestorOfKind(m_trace, launch, TrackKind::Kernel);
    const std::string label = trackLabel(m_trace, launch);
    return kernel.isValid() ? trackLabel(m_trace, kernel) + " " + label : label;
  }

  /// Sorts groups of one kind by number, and those without a number in order of appearance.
  void sortByNumber(std::vector<uint32_t> &children) const {
    auto key = [this](uint32_t index) {
      return std::tuple(m_drafts[index].kind, m_drafts[index].number, index);
    };
    std::sort(children.begin(), children.end(),
              [&key](uint32_t a, uint32_t b) { return key(a) < key(b); });
  }

  const Trace &m_trace;
  std::vector<Draft> m_drafts;
  std::map<std::tuple<uint32_t, TrackKind, int64_t>, uint32_t> m_groups;
  std::vector<bool> m_belowWarp;
  std::vector<bool> m_hasOther;
  WarpRoles m_roles; ///< of GroupingKind::Role
};

void Arrangement::keepOnly(TimeRange range) {
  std::vector<bool> isKept(m_drafts.size(), false);
  // Children come after their parents, so a backward pass visits the children of a draft first.
  for (size_t i = m_drafts.size(); i-- > 0;) {
    Draft &draft = m_drafts[i];
    std::erase_if(draft.children, [&isKept](uint32_t child) { return !isKept[child]; });
    isKept[i] =
        !draft.children.empty() || draft.scope.isValid() ||
        (draft.track.isValid() && showsSomething(m_trace, m_trace.track(draft.track), range));
  }
}

/// Makes the flat tree of the drafts.
class Flattening {
public:
  Flattening(const Trace &trace, const std::vector<Draft> &drafts, std::vector<DisplayNode> &nodes)
      : m_trace(trace), m_drafts(drafts), m_nodes(nodes) {}

  /// Appends all drafts below the invisible root.
  void run() {
    pushChildren(0, NodeId(), 0);
    while (!m_open.empty()) {
      const Open next = m_open.back();
      m_open.pop_back();
      append(next);
    }
  }

private:
  struct Open {
    uint32_t draft;
    NodeId parent;
    uint32_t depth;
  };

  void pushChildren(uint32_t draft, NodeId parent, uint32_t depth) {
    const std::vector<uint32_t> &children = m_drafts[draft].children;
    for (size_t i = children.size(); i-- > 0;)
      m_open.push_back({children[i], parent, depth});
  }

  void append(const Open &open) {
    uint32_t draft = open.draft;
    const auto index = static_cast<uint32_t>(m_nodes.size());
    std::string label = m_drafts[draft].label;
    // A heading whose only child is a heading becomes one line with it.
    while (isHeading(draft) && m_drafts[draft].children.size() == 1 &&
           isHeading(m_drafts[draft].children.front())) {
      draft = m_drafts[draft].children.front();
      label += ", " + m_drafts[draft].label;
    }
    const Draft &from = m_drafts[draft];
    DisplayNode node;
    node.label = std::move(label);
    node.track = from.track;
    node.kind = from.kind;
    node.parent = open.parent;
    node.depth = open.depth;
    node.scope = from.scope;
    m_nodes.push_back(std::move(node));
    pushChildren(draft, NodeId(index), open.depth + 1);
  }

  bool isHeading(uint32_t draft) const {
    const TrackId id = m_drafts[draft].track;
    if (!id.isValid())
      return true;
    const Track &track = m_trace.track(id);
    const bool isPlace = track.kind == TrackKind::Sm || track.kind == TrackKind::Cta;
    return !isPlace && track.rowCount == 0 && track.instantCount == 0 && track.sampleCount == 0;
  }

  const Trace &m_trace;
  const std::vector<Draft> &m_drafts;
  std::vector<DisplayNode> &m_nodes;
  std::vector<Open> m_open;
};

/// Children come after their parents, so one backward pass carries counts and the ends of subtrees
/// upwards.
void countBelow(std::vector<DisplayNode> &nodes) {
  for (size_t i = nodes.size(); i-- > 0;) {
    DisplayNode &node = nodes[i];
    node.subtreeEnd = std::max(node.subtreeEnd, static_cast<uint32_t>(i + 1));
    if (!node.parent.isValid())
      continue;
    DisplayNode &parent = nodes[node.parent.value];
    parent.subtreeEnd = std::max(parent.subtreeEnd, node.subtreeEnd);
    ++parent.childCount;
    // A group "warp 0" contains the warps of several CTAs: only tracks count as warps.
    parent.warpCount += node.warpCount + (node.kind == TrackKind::Warp && node.track.isValid());
    parent.ctaCount += node.ctaCount + (node.kind == TrackKind::Cta);
  }
}

} // namespace

std::string groupingName(GroupingKind kind) {
  static constexpr std::array<const char *, kGroupingCount> kNames = {
      "as recorded",         "SM, CTA, warp", "CTA, warp", "warp, CTA",
      "kernel, launch, CTA", "SM, warp",      "warp role", "scope"};
  return kNames[static_cast<size_t>(kind)];
}

std::span<const GroupingKind> allGroupings() {
  static constexpr std::array<GroupingKind, kGroupingCount> kAll = {
      GroupingKind::SmCtaWarp, GroupingKind::CtaWarp,   GroupingKind::WarpCta,
      GroupingKind::SmWarp,    GroupingKind::Role,      GroupingKind::Scope,
      GroupingKind::KernelCta, GroupingKind::AsRecorded};
  return kAll;
}

std::string fullTrackLabel(const Trace &trace, TrackId id) {
  TrackId holder = ancestorOfKind(trace, trace.track(id).parent, TrackKind::Cta);
  if (!holder.isValid())
    holder = trace.track(id).parent;
  const std::string label = trackLabel(trace, id);
  return holder.isValid() ? trackLabel(trace, holder) + ", " + label : label;
}

bool showsSomething(const Trace &trace, const Track &track, TimeRange range) {
  // The times of a warp's accesses are not read here: the warp stays, possibly as an empty line.
  if (track.kind == TrackKind::Warp && track.rowCount == 0 && track.launch.isValid() &&
      trace.launches()[track.launch.value].accesses)
    return true;
  for (uint32_t i = 0; i < track.rowCount; ++i) {
    const SliceId slice = trace.firstEndingAfter(RowId(track.firstRow.value + i), range.begin);
    if (slice.isValid() && trace.sliceBegins()[slice.value] < range.end.value)
      return true;
  }
  const auto instants = trace.instants().subspan(track.firstInstant, track.instantCount);
  const bool hasInstant = std::any_of(instants.begin(), instants.end(), [range](const Instant &i) {
    return i.time >= range.begin && i.time < range.end;
  });
  return hasInstant || track.sampleCount > 0;
}

DisplayTree::DisplayTree(const Trace &trace, GroupingKind kind, std::optional<TimeRange> range,
                         EmptyTracks empty) {
  Arrangement arrangement(trace);
  if (kind == GroupingKind::AsRecorded)
    arrangement.arrangeAsRecorded(empty);
  else if (kind == GroupingKind::Scope)
    arrangement.arrangeByScope();
  else
    arrangement.arrangeByWarps(kind);
  if (range)
    arrangement.keepOnly(*range);
  m_nodes.reserve(arrangement.drafts().size());
  Flattening(trace, arrangement.drafts(), m_nodes).run();
  index(trace);
}

DisplayTree::DisplayTree(const Trace &trace, std::vector<DisplayNode> nodes, size_t pinnedEnd)
    : m_nodes(std::move(nodes)), m_pinnedEnd(pinnedEnd) {
  index(trace);
}

void DisplayTree::index(const Trace &trace) {
  countBelow(m_nodes);
  m_nodeOfTrack.resize(trace.tracks().size());
  for (uint32_t i = 0; i < m_nodes.size(); ++i)
    if (m_nodes[i].track.isValid())
      m_nodeOfTrack[m_nodes[i].track.value] = NodeId(i);
}

std::string DisplayTree::path(NodeId id) const {
  std::string text;
  for (; id.isValid(); id = node(id).parent)
    text = node(id).label + (text.empty() ? "" : " > ") + text;
  return text;
}

} // namespace pstudio
