// SPDX-License-Identifier: Apache-2.0
// Keeps tree, folds, layout and caches of one trace in step.
#include "viewer/geometry/timeline/timeline_content.h"

#include "core/base/check.h"
#include "viewer/geometry/timeline/opening_folds.h"

namespace pstudio {
namespace {

/// The clocks with cycle 0 at time 0; the first record may be later.
std::vector<ClockLine> clocksFromTimeZero(const Trace &trace) {
  std::vector<ClockLine> clocks(trace.clocks().begin(), trace.clocks().end());
  for (ClockLine &clock : clocks)
    clock.cycleOrigin = Cycles(clock.cycleOrigin.value - clock.toCycles(Picoseconds(0)).value);
  return clocks;
}

} // namespace

TimelineContent::TimelineContent(std::shared_ptr<const Trace> trace, GroupingKind grouping,
                                 std::optional<TimeRange> range,
                                 std::shared_ptr<const BusyCurve> busy)
    : m_trace(std::move(trace)), m_busy(std::move(busy)), m_onlyRange(range), m_grouping(grouping),
      m_colors(*m_trace), m_accesses(*m_trace), m_counterScales(counterScales(*m_trace)) {
  m_clocks = clocksFromTimeZero(*m_trace);
  setGrouping(grouping);
}

bool TimelineContent::setGrouping(GroupingKind grouping) {
  m_grouping = grouping;
  m_whole = DisplayTree(*m_trace, grouping, m_onlyRange);
  const bool isKnown = m_keptFolds.contains(grouping);
  arrange();
  return isKnown;
}

std::shared_ptr<const TrackArrangement> TimelineContent::arrangement() const {
  if (!m_isArrangementNew)
    return m_arrangement;
  TrackArrangement now{m_grouping, m_choice, m_trackHeight, colorBy(), m_keptFolds, m_folds};
  if (!m_arrangement || now != *m_arrangement)
    m_arrangement = std::make_shared<const TrackArrangement>(std::move(now));
  m_isArrangementNew = false;
  return m_arrangement;
}

void TimelineContent::setArrangement(const TrackArrangement &arrangement) {
  m_keptFolds = arrangement.wholeFolds;
  m_choice = arrangement.choice;
  m_trackHeight = arrangement.height;
  if (arrangement.colorBy != colorBy())
    setColorBy(arrangement.colorBy);
  if (arrangement.grouping != m_grouping)
    setGrouping(arrangement.grouping);
  else
    arrange();
  if (arrangement.folds.size() != m_folds.size())
    return;
  m_folds = arrangement.folds;
  keepFolds();
  layOut();
}

void TimelineContent::setChoice(TrackChoice choice) {
  m_choice = std::move(choice);
  arrange();
}

/// Recomputes all data that depend on the whole tree and the choice.
void TimelineContent::arrange() {
  m_chosen.reset();
  if (!m_choice.isEmpty())
    m_chosen = chooseTracks(*m_trace, m_whole, m_choice);
  m_counts = m_chosen ? m_chosen->counts : countTracks(*m_trace, m_whole);
  m_density = makeDensity();
  m_accesses.forgetShares();
  m_residency = m_grouping == GroupingKind::SmWarp ? SmResidency(*m_trace, tree()) : SmResidency();
  m_folds = m_choice.isNarrowed() ? FoldState(tree().size()) : keptFolds();
  keepFolds();
  if (m_search)
    setSearch(m_searchResult);
  layOut();
}

/// m_busy applies to a complete tree only, in every grouping.
DensityCache TimelineContent::makeDensity() const {
  return DensityCache(*m_trace, tree(), m_chosen || m_onlyRange ? nullptr : m_busy);
}

FoldState TimelineContent::keptFolds() const {
  FoldState folds(tree().size());
  const auto kept = m_keptFolds.find(m_grouping);
  for (uint32_t i = 0; kept != m_keptFolds.end() && i < folds.size(); ++i)
    folds.copy(NodeId(i), kept->second, m_chosen ? m_chosen->sources[i] : NodeId(i));
  return folds;
}

/// Stores the folds of the shown lines in those of the whole tree. Folds of a narrowed choice are
/// temporary.
void TimelineContent::keepFolds() {
  if (m_choice.isNarrowed())
    return;
  FoldState &kept = m_keptFolds.try_emplace(m_grouping, m_whole.size()).first->second;
  for (uint32_t i = 0; i < m_folds.size(); ++i)
    kept.copy(m_chosen ? m_chosen->sources[i] : NodeId(i), m_folds, NodeId(i));
}

void TimelineContent::setTimes(std::shared_ptr<const Trace> trace,
                               std::shared_ptr<const BusyCurve> busy) {
  PSTUDIO_CHECK(trace->tracks().size() == m_trace->tracks().size() &&
                trace->sliceCount() == m_trace->sliceCount());
  m_trace = std::move(trace);
  m_clocks = clocksFromTimeZero(*m_trace);
  m_busy = std::move(busy);
  m_density = makeDensity();
  if (m_grouping == GroupingKind::SmWarp)
    m_residency = SmResidency(*m_trace, tree());
  setColorBy(colorBy());
  setSearch(nullptr);
  m_path.clear();
  layOut();
}

LayoutInput TimelineContent::layoutInput() const {
  return {metricsOf(m_trackHeight), &m_accesses, &m_residency};
}

void TimelineContent::layOut() {
  m_isArrangementNew = true;
  m_layout = TrackLayout(*m_trace, tree(), m_folds, layoutInput());
}

void TimelineContent::openForHeight(double height, std::optional<TimeRange> time) {
  m_folds = foldsForHeight(*m_trace, tree(), height, layoutInput(), time);
  keepFolds();
  layOut();
}

void TimelineContent::setTrackHeight(TrackHeight height) {
  m_trackHeight = height;
  layOut();
}

void TimelineContent::setColorBy(ColorBy by) {
  m_isArrangementNew = true;
  m_sliceColors.reset();
  if (by != ColorBy::Scope)
    m_sliceColors.emplace(*m_trace, by);
}

std::vector<ColorMeaning> TimelineContent::legend() const {
  return m_sliceColors ? m_sliceColors->legend() : std::vector<ColorMeaning>();
}

void TimelineContent::setFolded(NodeId node, bool folded) {
  m_folds.setFolded(node, folded);
  keepFolds();
  layOut();
}

void TimelineContent::setFoldedBelow(NodeId node, bool folded) {
  const uint32_t begin = node.isValid() ? node.value : 0;
  const auto end =
      node.isValid() ? tree().node(node).subtreeEnd : static_cast<uint32_t>(tree().size());
  for (uint32_t i = begin; i < end; ++i)
    m_folds.setFolded(NodeId(i), folded);
  keepFolds();
  layOut();
}

void TimelineContent::openPathTo(TrackId track, uint32_t row) {
  const NodeId own = tree().nodeOf(track);
  for (NodeId node = own; node.isValid(); node = tree().node(node).parent)
    if (m_folds.isFolded(node) || (node == own && row + 1 >= m_folds.levels(node)))
      m_folds.setFolded(node, false);
  keepFolds();
  layOut();
}

void TimelineContent::setSearch(std::shared_ptr<const SearchResult> result) {
  m_searchResult = std::move(result);
  m_search =
      m_searchResult ? std::make_unique<SearchMarks>(m_trace, m_searchResult, tree()) : nullptr;
}

TimelineScene TimelineContent::scene() {
  TimelineScene scene;
  scene.trace = m_trace.get();
  scene.tree = &tree();
  scene.layout = &m_layout;
  scene.colors = &m_colors;
  scene.density = &m_density;
  scene.sliceColors = m_sliceColors ? &*m_sliceColors : nullptr;
  scene.residency = m_grouping == GroupingKind::SmWarp ? &m_residency : nullptr;
  scene.accesses = m_accesses.isEmpty() ? nullptr : &m_accesses;
  scene.counterScales = &m_counterScales;
  scene.search = m_search.get();
  scene.path = m_path;
  return scene;
}

const ClockLine *TimelineContent::ownClock(NodeId node) const {
  const TrackId track = tree().node(node).track;
  const ClockId clock = track.isValid() ? m_trace->track(track).clock : ClockId();
  return clock.value < m_clocks.size() ? &m_clocks[clock.value] : nullptr;
}

NodeId TimelineContent::clockOwner(NodeId node) const {
  for (NodeId above = node; above.isValid(); above = tree().node(above).parent)
    if (ownClock(above) != nullptr)
      return above;
  const uint32_t begin = node.isValid() ? node.value : 0;
  const auto end =
      node.isValid() ? tree().node(node).subtreeEnd : static_cast<uint32_t>(tree().size());
  for (uint32_t i = begin; i < end; ++i)
    if (ownClock(NodeId(i)) != nullptr)
      return NodeId(i);
  return NodeId();
}

/// The CTA, or else the SM, of the clock; the node itself where there is neither.
std::string TimelineContent::clockName(NodeId node) const {
  const DisplayNode &owner = tree().node(clockOwner(node));
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
