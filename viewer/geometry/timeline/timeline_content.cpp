// SPDX-License-Identifier: Apache-2.0
// Keeps tree, folds, layout and caches of one trace in step.
#include "viewer/geometry/timeline/timeline_content.h"

#include "core/base/check.h"

namespace pstudio {

TimelineContent::TimelineContent(std::shared_ptr<const Trace> trace, GroupingKind grouping,
                                 std::optional<TimeRange> range)
    : m_trace(std::move(trace)), m_onlyRange(range), m_grouping(grouping), m_colors(*m_trace),
      m_accesses(*m_trace), m_counterScales(counterScales(*m_trace)) {
  setGrouping(grouping);
}

void TimelineContent::setGrouping(GroupingKind grouping) {
  m_grouping = grouping;
  m_tree = DisplayTree(*m_trace, grouping, m_onlyRange);
  m_density = DensityCache(*m_trace, m_tree);
  m_accesses.forgetShares();
  m_folds = FoldState(m_tree.size());
  layOut();
}

void TimelineContent::setTimes(std::shared_ptr<const Trace> trace) {
  PSTUDIO_CHECK(trace->tracks().size() == m_trace->tracks().size() &&
                trace->sliceCount() == m_trace->sliceCount());
  m_trace = std::move(trace);
  m_density = DensityCache(*m_trace, m_tree);
  layOut();
}

void TimelineContent::layOut() {
  m_layout = TrackLayout(*m_trace, m_tree, m_folds, {}, &m_accesses);
}

void TimelineContent::openForHeight(double height) {
  m_folds = foldsForHeight(*m_trace, m_tree, height, {}, &m_accesses);
  layOut();
}

void TimelineContent::setFolded(NodeId node, bool folded) {
  m_folds.setFolded(node, folded);
  layOut();
}

void TimelineContent::setFoldedBelow(NodeId node, bool folded) {
  const uint32_t begin = node.isValid() ? node.value : 0;
  const auto end =
      node.isValid() ? m_tree.node(node).subtreeEnd : static_cast<uint32_t>(m_tree.size());
  for (uint32_t i = begin; i < end; ++i)
    m_folds.setFolded(NodeId(i), folded);
  layOut();
}

void TimelineContent::openPathTo(TrackId track) {
  for (NodeId node = m_tree.nodeOf(track); node.isValid(); node = m_tree.node(node).parent)
    m_folds.setFolded(node, false);
  layOut();
}

void TimelineContent::setNameFilter(std::string_view text) {
  m_filter = namesContaining(*m_trace, text);
}

TimelineScene TimelineContent::scene() {
  TimelineScene scene;
  scene.trace = m_trace.get();
  scene.tree = &m_tree;
  scene.layout = &m_layout;
  scene.colors = &m_colors;
  scene.density = &m_density;
  scene.accesses = m_accesses.isEmpty() ? nullptr : &m_accesses;
  scene.counterScales = &m_counterScales;
  scene.filter = m_filter.empty() ? nullptr : &m_filter;
  return scene;
}

const ClockLine *TimelineContent::ownClock(NodeId node) const {
  const TrackId track = m_tree.node(node).track;
  return track.isValid() ? m_trace->clock(m_trace->track(track).clock) : nullptr;
}

NodeId TimelineContent::clockOwner(NodeId node) const {
  for (NodeId above = node; above.isValid(); above = m_tree.node(above).parent)
    if (ownClock(above) != nullptr)
      return above;
  const uint32_t begin = node.isValid() ? node.value : 0;
  const auto end =
      node.isValid() ? m_tree.node(node).subtreeEnd : static_cast<uint32_t>(m_tree.size());
  for (uint32_t i = begin; i < end; ++i)
    if (ownClock(NodeId(i)) != nullptr)
      return NodeId(i);
  return NodeId();
}

/// The CTA, or else the SM, of the clock; the node itself where there is neither.
std::string TimelineContent::clockName(NodeId node) const {
  const DisplayNode &owner = m_tree.node(clockOwner(node));
  for (const TrackKind kind : {TrackKind::Cta, TrackKind::Sm}) {
    const TrackId place = ancestorOfKind(*m_trace, owner.track, kind);
    if (place.isValid())
      return trackLabel(*m_trace, place);
  }
  return owner.label;
}

const ClockLine *TimelineContent::clockAt(NodeId node) const {
  const NodeId owner = clockOwner(node);
  return owner.isValid() ? ownClock(owner) : nullptr;
}

} // namespace pstudio
