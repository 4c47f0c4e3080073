// SPDX-License-Identifier: Apache-2.0
// The call tree of a recorded trace: its scopes, merged by their path.
#include "core/calltree/trace_tree.h"

#include <array>
#include <map>
#include <string>
#include <unordered_map>

#include "core/statistics/time_shares.h"

namespace pstudio {
namespace {

using namespace calltree;

// Types of nodes; a kernel and a track have their own.
constexpr std::string_view kScopeType = "scope";
constexpr std::string_view kOpenScopeType = "open scope";
constexpr std::string_view kNotRecordedType = "not recorded";

/// A node while slices are added; numbered in the order of its first slice.
struct Scope {
  std::string_view name;
  std::string_view type;
  NodeId unknownTime = kNoNode; ///< of an open scope: the child that has its time
  NodeId firstChild = kNoNode;
  NodeId lastChild = kNoNode;
  NodeId next = kNoNode; ///< sibling
  int64_t selfPs = 0;
  int64_t count = 0;
  SliceId longest;
  int64_t longestPs = -1;
  NodeId place = kNoNode; ///< in the tree that is made
};

/// "warp 3" of a track without a name.
std::string labelOf(const Trace &trace, const Track &track) {
  const std::string_view name = trace.string(track.name);
  if (!name.empty())
    return std::string(name);
  static constexpr std::array<std::string_view, 10> kKinds = {
      "group", "process", "thread", "kernel", "launch", "SM", "CTA", "warp", "async", "counter"};
  return std::string(kKinds[static_cast<size_t>(track.kind)]) +
         (track.number >= 0 ? " " + std::to_string(track.number) : "");
}

/// Adds slices to scopes, then puts the scopes in depth-first order.
class ScopeMerger {
public:
  ScopeMerger(const Trace &trace, TracePart part, const std::stop_token &stop)
      : m_trace(trace), m_part(part), m_stop(stop), m_scopeOf(trace.sliceCount(), kNoNode) {}

  TraceTree merge();

private:
  NodeId addScope(NodeId parent, std::string_view name, std::string_view type);
  NodeId headOf(TrackId track);
  NodeId scopeOf(NodeId parent, StringId name, bool isWhole);
  void addTrack(TrackId id, NodeId head);
  void addRow(const Row &row, NodeId head);
  void addSlice(uint32_t slice, NodeId scope);
  void addOutside();
  void countLaunches();
  /// The scope that has the own time of another: itself, but for an open scope.
  Scope &timeOf(NodeId scope) {
    const NodeId unknown = m_scopes[scope].unknownTime;
    return m_scopes[unknown == kNoNode ? scope : unknown];
  }
  TraceTree finish();
  void emit(CallTreeBuilder &builder, Scope &scope, std::array<TextId, 2> metrics);

  const Trace &m_trace;
  TracePart m_part;
  const std::stop_token &m_stop;
  std::vector<Scope> m_scopes;
  std::vector<NodeId> m_scopeOf; ///< by slice
  std::map<std::string, NodeId, std::less<>> m_heads;
  std::map<NodeId, int64_t> m_outsidePs; ///< by head
  std::array<std::unordered_map<uint64_t, NodeId>, 2>
      m_children; ///< open, whole; by parent and name
  uint64_t m_overlapping = 0;
};

NodeId ScopeMerger::addScope(NodeId parent, std::string_view name, std::string_view type) {
  const auto id = static_cast<NodeId>(m_scopes.size());
  Scope &scope = m_scopes.emplace_back();
  scope.name = name;
  scope.type = type;
  if (parent == kNoNode)
    return id;
  Scope &above = m_scopes[parent];
  (above.lastChild == kNoNode ? above.firstChild : m_scopes[above.lastChild].next) = id;
  above.lastChild = id;
  return id;
}

/// The scope that the outermost slices of a track are below; kNoNode: of the other part.
NodeId ScopeMerger::headOf(TrackId id) {
  const LaunchId launch = launchOf(m_trace, id);
  if (launch.isValid() != (m_part == TracePart::Kernels))
    return kNoNode;
  std::string label;
  if (launch.isValid())
    label = m_trace.string(m_trace.launches()[launch.value].kernel);
  else
    for (TrackId track = id; track.isValid(); track = m_trace.track(track).parent)
      label = labelOf(m_trace, m_trace.track(track)) + (label.empty() ? "" : " > " + label);
  const auto [place, isNew] = m_heads.try_emplace(label, kNoNode);
  if (isNew)
    place->second = addScope(0, place->first, launch.isValid() ? "kernel" : "track");
  return place->second;
}

/// Scopes whose begin or end is not recorded are nodes of their own beside whole ones of the name:
/// they have no duration, and what they are drawn with is no time of the scope.
NodeId ScopeMerger::scopeOf(NodeId parent, StringId name, bool isWhole) {
  const uint64_t key = uint64_t{parent} << 32 | name.value;
  const auto [place, isNew] = m_children[isWhole ? 1 : 0].try_emplace(key, kNoNode);
  if (isNew) {
    place->second = addScope(parent, m_trace.string(name), isWhole ? kScopeType : kOpenScopeType);
    if (!isWhole) {
      const NodeId unknown = addScope(place->second, statistics::kNotRecorded, kNotRecordedType);
      m_scopes[place->second].unknownTime = unknown;
    }
  }
  return place->second;
}

void ScopeMerger::addSlice(uint32_t slice, NodeId scope) {
  const int64_t duration = m_trace.sliceDurations()[slice];
  Scope &target = m_scopes[scope];
  ++target.count;
  timeOf(scope).selfPs += duration;
  for (Scope *shown : {&target, &timeOf(scope)})
    if (duration > shown->longestPs) {
      shown->longestPs = duration;
      shown->longest = SliceId(slice);
    }
  m_scopeOf[slice] = scope;
}

/// Rows are in order of their depth, so the parents of the slices are known.
void ScopeMerger::addRow(const Row &row, NodeId head) {
  const auto names = m_trace.sliceNames();
  const auto parents = m_trace.sliceParents();
  const auto flags = m_trace.sliceFlags();
  NodeId parent = kNoNode, scope = kNoNode;
  StringId name;
  bool wasWhole = true;
  for (uint32_t i = row.firstSlice.value; i < row.firstSlice.value + row.sliceCount; ++i) {
    if ((flags[i] & kSliceAsync) != 0) {
      ++m_overlapping;
      continue;
    }
    const NodeId above = parents[i].isValid() ? m_scopeOf[parents[i].value] : kNoNode;
    const NodeId under = above == kNoNode ? head : above;
    const bool isWhole = isWholeSlice(flags[i]);
    if (scope == kNoNode || under != parent || names[i] != name || isWhole != wasWhole)
      scope = scopeOf(under, names[i], isWhole);
    parent = under;
    name = names[i];
    wasWhole = isWhole;
    addSlice(i, scope);
    if (above != kNoNode)
      timeOf(above).selfPs -= m_trace.sliceDurations()[i];
  }
}

void ScopeMerger::addTrack(TrackId id, NodeId head) {
  const Track &track = m_trace.track(id);
  for (uint32_t row = 0; row < track.rowCount && !m_stop.stop_requested(); ++row)
    addRow(m_trace.row(RowId(track.firstRow.value + row)), head);
  m_outsidePs[head] += statistics::warpTimeOf(m_trace, id, std::nullopt).outside;
}

/// The last child of each kernel or track.
void ScopeMerger::addOutside() {
  for (const auto &[head, time] : m_outsidePs)
    if (time > 0)
      m_scopes[addScope(head, statistics::kOutsideOfScopes, kNotRecordedType)].selfPs = time;
}

void ScopeMerger::countLaunches() {
  for (const Launch &launch : m_trace.launches())
    if (const auto head = m_heads.find(m_trace.string(launch.kernel)); head != m_heads.end())
      ++m_scopes[head->second].count;
}

TraceTree ScopeMerger::merge() {
  addScope(kNoNode, m_trace.info().title, "trace");
  for (uint32_t id = 0; id < m_trace.tracks().size(); ++id) {
    const Track &track = m_trace.track(TrackId(id));
    if (track.rowCount == 0)
      continue;
    if (track.kind == TrackKind::Async) { // its slices have no parents and overlap each other
      if (launchOf(m_trace, TrackId(id)).isValid() == (m_part == TracePart::Kernels))
        for (uint32_t row = 0; row < track.rowCount; ++row)
          m_overlapping += m_trace.row(RowId(track.firstRow.value + row)).sliceCount;
      continue;
    }
    if (const NodeId head = headOf(TrackId(id)); head != kNoNode)
      addTrack(TrackId(id), head);
  }
  addOutside();
  if (m_part == TracePart::Kernels)
    countLaunches();
  return finish();
}

void ScopeMerger::emit(CallTreeBuilder &builder, Scope &scope, std::array<TextId, 2> metrics) {
  scope.place = builder.open(scope.name, scope.type);
  std::vector<Metric> values;
  const bool hasTime = scope.longest.isValid() || scope.selfPs > 0 || scope.place == 0;
  if (hasTime && scope.unknownTime == kNoNode)
    values.push_back({metrics[0], static_cast<double>(scope.selfPs) / 1000});
  if (scope.count > 0)
    values.push_back({metrics[1], scope.count});
  builder.setMetrics(scope.place, values);
}

TraceTree ScopeMerger::finish() {
  TraceTree result;
  result.overlappingSlices = m_overlapping;
  if (m_scopes.size() == 1)
    return result;
  CallTreeBuilder builder;
  const std::array<TextId, 2> metrics = {builder.intern("time (ns)"), builder.intern("count")};
  std::vector<NodeId> open;
  NodeId next = 0;
  while (next != kNoNode || !open.empty()) {
    if (next == kNoNode) {
      builder.close();
      next = m_scopes[open.back()].next;
      open.pop_back();
      continue;
    }
    emit(builder, m_scopes[next], metrics);
    result.longestSlices.push_back(m_scopes[next].longest);
    open.push_back(next);
    next = m_scopes[next].firstChild;
  }
  result.tree = std::move(builder).finish();
  result.nodeOfSlice = std::move(m_scopeOf);
  for (NodeId &node : result.nodeOfSlice)
    node = node == kNoNode ? kNoNode : m_scopes[node].place;
  return result;
}

} // namespace

LaunchId launchOf(const Trace &trace, TrackId track) {
  for (; track.isValid(); track = trace.track(track).parent)
    if (trace.track(track).launch.isValid())
      return trace.track(track).launch;
  return {};
}

TraceTree treeOfTrace(const Trace &trace, TracePart part, const std::stop_token &stop) {
  return ScopeMerger(trace, part, stop).merge();
}

bool hasSlicesOf(const Trace &trace, TracePart part) {
  for (uint32_t id = 0; id < trace.tracks().size(); ++id)
    if (const Track &track = trace.track(TrackId(id));
        track.rowCount > 0 && track.kind != TrackKind::Async &&
        launchOf(trace, TrackId(id)).isValid() == (part == TracePart::Kernels))
      return true;
  return false;
}

} // namespace pstudio
