// SPDX-License-Identifier: Apache-2.0
// The table `slices`: every slice of the trace.
#include "core/query/slice_table.h"

#include <algorithm>
#include <cmath>

namespace pstudio::query {
namespace {

enum SliceColumn : int {
  kSliceId,
  kSliceName,
  kSliceTs,
  kSliceDur,
  kSliceTrack, // the columns of PlaceColumn
  kSliceLaunch,
  kSliceSm,
  kSliceCta,
  kSliceWarp,
  kSliceParent,
  kSliceDepth,
  kSliceLane,
  kSliceCategory,
  kSliceCycles,
  kSliceBeginCycles,
  kSliceArgs,
  kSliceIsAsync,
  kSliceHasBegin,
  kSliceHasEnd,
  kSliceIsDivergent,
};

constexpr ColumnFacts kSliceColumns[] = {
    {"id", "INTEGER", "number of the slice; a result with it selects in the timeline"},
    {"name", "TEXT", "scope or operation"},
    {"ts", "REAL", "begin [ns], on the axis of the timeline"},
    {"dur", "REAL", "duration [ns]; unknown where the begin or the end was not recorded"},
    kPlaceFacts[0],
    kPlaceFacts[1],
    kPlaceFacts[2],
    kPlaceFacts[3],
    kPlaceFacts[4],
    {"parent_id", "INTEGER", "innermost slice that contains it, slices.id"},
    {"depth", "INTEGER", "slices that contain it"},
    {"lane", "INTEGER", "row of the track that it is drawn on"},
    {"category", "TEXT", "such as async.issue, async.flight or async.wait"},
    {"cycles", "INTEGER", "duration in cycles of the SM, as recorded; unknown as dur"},
    {"begin_cycles", "INTEGER", "cycle counter of the SM at its begin"},
    {"arg_set_id", "INTEGER", "its arguments, args.arg_set_id"},
    {"is_async", "INTEGER", "1: an operation in flight, 0: a scope"},
    {"has_begin", "INTEGER", "0: the begin was not recorded"},
    {"has_end", "INTEGER", "0: the end was not recorded"},
    {"is_divergent", "INTEGER", "1: recorded with only some lanes of the warp active"},
};
constexpr TableFacts kSliceFacts = {"slices", "a scope, wait or operation in flight",
                                    kSliceColumns};

} // namespace

const TableFacts &SliceTable::tableFacts() {
  return kSliceFacts;
}

const Row &SliceTable::laneOf(uint32_t slice, ReadHint &hint) const {
  const std::span<const Row> rows = m_trace.rows();
  const auto holds = [&](size_t at) {
    return at < rows.size() && slice - rows[at].firstSlice.value < rows[at].sliceCount;
  };
  if (!holds(hint.part))
    hint.part = holds(hint.part + 1) ? hint.part + 1 : m_trace.rowOf(SliceId(slice)).value;
  return rows[hint.part];
}

int64_t SliceTable::depthOf(SliceId slice) const {
  int64_t depth = 0;
  for (SliceId at = m_trace.parentOf(slice); at.isValid(); at = m_trace.parentOf(at))
    ++depth;
  return depth;
}

Cell SliceTable::timeCell(uint32_t slice, int column) const {
  const bool isLength = column == kSliceDur || column == kSliceCycles;
  if (isLength && !isWholeSlice(m_trace.sliceFlags()[slice]))
    return {};
  switch (column) {
  case kSliceTs:
    return nanoseconds(m_trace.sliceBegins()[slice]);
  case kSliceDur:
    return nanoseconds(m_trace.sliceDurations()[slice]);
  default:
    break;
  }
  const std::span<const int64_t> begins = m_trace.sliceBeginCycles();
  if (begins.empty() || begins[slice] == Trace::kNoCycles)
    return {};
  return column == kSliceCycles ? m_trace.sliceCycleDurations()[slice] : begins[slice];
}

Cell SliceTable::cell(uint64_t row, int column, ReadHint &hint) {
  const auto slice = static_cast<uint32_t>(row);
  const auto flag = [&](SliceFlag bit) { return (m_trace.sliceFlags()[slice] & bit) != 0; };
  switch (column) {
  case kSliceId:
    return static_cast<int64_t>(row);
  case kSliceName:
    return m_trace.string(m_trace.sliceNames()[slice]);
  case kSliceTs:
  case kSliceDur:
  case kSliceCycles:
  case kSliceBeginCycles:
    return timeCell(slice, column);
  case kSliceParent:
    return idOrNull(m_trace.sliceParents()[slice]);
  case kSliceDepth:
    return depthOf(SliceId(slice));
  case kSliceLane:
    return static_cast<int64_t>(laneOf(slice, hint).index);
  case kSliceCategory:
    return m_trace.sliceCategories().empty()
               ? Cell()
               : textOrNull(m_trace.string(m_trace.sliceCategories()[slice]));
  case kSliceArgs:
    return idOrNull(m_trace.sliceArgSets()[slice]);
  case kSliceIsAsync:
    return int64_t{flag(kSliceAsync)};
  case kSliceHasBegin:
    return int64_t{!flag(kSliceNoStart)};
  case kSliceHasEnd:
    return int64_t{!flag(kSliceNoEnd)};
  case kSliceIsDivergent:
    return int64_t{flag(kSliceDivergent)};
  default:
    return placeCell(m_places, laneOf(slice, hint).track,
                     static_cast<PlaceColumn>(column - kSliceTrack));
  }
}

bool SliceTable::isIndexed(const Condition &condition) const {
  switch (condition.column) {
  case kSliceId:
  case kSliceTs:
    return true;
  case kSliceTrack:
  case kSliceParent:
  case kSliceName:
    return condition.relation == Relation::Equal;
  default:
    return false;
  }
}

ScanEstimate SliceTable::estimate(std::span<const Condition> conditions) const {
  const auto slices = static_cast<double>(std::max<size_t>(1, m_trace.sliceCount()));
  const auto tracks = static_cast<double>(std::max<size_t>(1, m_trace.tracks().size()));
  const auto lanes = static_cast<double>(std::max<size_t>(1, m_trace.rows().size()));
  if (hasEqual(conditions, kSliceId))
    return {1, 1};
  ScanEstimate scan{slices, slices};
  if (hasAny(conditions, kSliceId))
    scan = {slices / 4, slices / 4};
  if (hasEqual(conditions, kSliceParent)) {
    constexpr double kChildren = 4;
    scan = {kChildren, kChildren};
  } else if (hasEqual(conditions, kSliceTrack)) {
    scan = {slices / tracks, slices / tracks};
  }
  if (hasAny(conditions, kSliceTs)) {
    const double searches = hasEqual(conditions, kSliceTrack) ? lanes / tracks : lanes;
    const double part = hasEqual(conditions, kSliceTs) ? 1 / slices : 0.1;
    scan = {std::max(1.0, scan.rows * part), scan.cost * part + searches};
  }
  if (hasEqual(conditions, kSliceName)) {
    constexpr double kCompared = 0.2; // of the cost of a row that is returned
    scan = {std::max(1.0, scan.rows * 0.1), scan.cost * kCompared};
  }
  return {std::max(1.0, scan.rows), std::max(1.0, scan.cost)};
}

void SliceTable::addRows(std::span<const Row> rows, const PicosecondRange &times,
                         const RowRange &ids, std::vector<RowRange> &ranges) const {
  const std::span<const int64_t> begins = m_trace.sliceBegins();
  for (const Row &row : rows) {
    if (row.sliceCount == 0)
      continue;
    const auto first = begins.begin() + row.firstSlice.value, last = first + row.sliceCount;
    const auto from = std::lower_bound(first, last, times.least);
    const auto to = std::upper_bound(from, last, times.most);
    const RowRange range{std::max<uint64_t>(from - begins.begin(), ids.begin),
                         std::min<uint64_t>(to - begins.begin(), ids.end)};
    if (range.begin >= range.end)
      continue;
    if (!ranges.empty() && ranges.back().end == range.begin)
      ranges.back().end = range.end;
    else
      ranges.push_back(range);
  }
}

void SliceTable::limitToName(std::span<const Bound> bounds, RowSelection &selection) {
  const auto name = textOf(bounds, kSliceName);
  if (!name)
    return;
  if (m_distinctNames.empty()) {
    std::vector<bool> seen;
    for (const StringId id : m_trace.sliceNames()) {
      if (id.value >= seen.size())
        seen.resize(size_t{id.value} * 2 + 1);
      if (!seen[id.value])
        m_distinctNames.push_back(id);
      seen[id.value] = true;
    }
  }
  // Texts are interned, so at most one id has this text.
  const auto found = std::ranges::find_if(m_distinctNames,
                                          [&](StringId id) { return m_trace.string(id) == *name; });
  if (found == m_distinctNames.end()) {
    selection.ranges.clear();
  } else {
    selection.words = m_trace.sliceNames();
    selection.word = *found;
  }
}

RowSelection SliceTable::select(std::span<const Bound> bounds) {
  RowSelection selection;
  const RowRange ids = rowRange(bounds, kSliceId, rowCount());
  PicosecondRange times = picosecondRange(bounds, kSliceTs);
  std::span<const Row> rows = m_trace.rows();
  const bool hasParent = hasBound(bounds, kSliceParent), hasTrack = hasBound(bounds, kSliceTrack);
  if (hasTrack) {
    const RowRange track = rowRange(bounds, kSliceTrack, m_trace.tracks().size());
    const Track *only = track.begin + 1 == track.end ? &m_trace.tracks()[track.begin] : nullptr;
    if (only)
      rows =
          only->rowCount == 0 ? rows.first(0) : rows.subspan(only->firstRow.value, only->rowCount);
    else if (track.begin == track.end)
      rows = rows.first(0);
  }
  if (hasParent) {
    const RowRange parent = rowRange(bounds, kSliceParent, rowCount());
    if (parent.begin == parent.end)
      return selection;
    if (parent.begin + 1 == parent.end) { // children are on rows of its track, within its time
      const SliceId id(static_cast<uint32_t>(parent.begin));
      const TimeRange time = m_trace.sliceTime(id);
      const Track &track = m_trace.track(m_trace.row(m_trace.rowOf(id)).track);
      if (!hasTrack)
        rows = rows.subspan(track.firstRow.value, track.rowCount);
      times = {std::max(times.least, time.begin.value), std::min(times.most, time.end.value)};
    }
  }
  if (hasParent || hasTrack || hasBound(bounds, kSliceTs))
    addRows(rows, times, ids, selection.ranges);
  else if (ids.begin < ids.end)
    selection.ranges.push_back(ids);
  limitToName(bounds, selection);
  return selection;
}

} // namespace pstudio::query
