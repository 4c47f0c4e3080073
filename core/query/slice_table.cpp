// SPDX-License-Identifier: Apache-2.0
// The table `slices`: every slice of the trace.
#include <algorithm>
#include <cmath>

#include "core/query/column_table.h"
#include "core/trace/slice_flags.h"

namespace pstudio::query {
namespace {

struct SliceRow {
  const Trace &trace;
  const TrackPlaces &places;
  uint32_t slice;
  ReadHint &hint;

  /// The row of the track that contains the slice.
  const Row &lane() const {
    const std::span<const Row> rows = trace.rows();
    const auto holds = [&](size_t at) {
      return at < rows.size() && slice - rows[at].firstSlice.value < rows[at].sliceCount;
    };
    if (!holds(hint.part))
      hint.part = holds(hint.part + 1) ? hint.part + 1 : trace.rowOf(SliceId(slice)).value;
    return rows[hint.part];
  }
  TrackId track() const { return lane().track; }
  const TrackPlace &place() const { return places.of(track()); }
  bool has(SliceFlag flag) const { return (trace.sliceFlags()[slice] & flag) != 0; }
  bool isWhole() const { return isWholeSlice(trace.sliceFlags()[slice]); }
  bool hasCycles() const {
    const std::span<const int64_t> begins = trace.sliceBeginCycles();
    return !begins.empty() && begins[slice] != Trace::kNoCycles;
  }
  int64_t depth() const {
    int64_t depth = 0;
    for (SliceId at = trace.parentOf(SliceId(slice)); at.isValid(); at = trace.parentOf(at))
      ++depth;
    return depth;
  }
  std::optional<std::string_view> category() const {
    const auto categories = trace.sliceCategories();
    return categories.empty() ? std::nullopt : textOrNull(trace.string(categories[slice]));
  }
};

template <class Value> std::optional<Value> known(bool isKnown, Value value) {
  return isKnown ? std::optional(value) : std::nullopt;
}

constexpr Column<SliceRow> kSliceColumns[] = {
    {"id", "number of the slice; a result with it selects in the timeline",
     [](const SliceRow &row) { return row.slice; }},
    {"name", "scope or operation",
     [](const SliceRow &row) { return row.trace.string(row.trace.sliceNames()[row.slice]); }},
    {"ts", "begin [ns], on the axis of the timeline",
     [](const SliceRow &row) { return Picoseconds(row.trace.sliceBegins()[row.slice]); }},
    {"dur", "duration [ns]; unknown where the begin or the end was not recorded",
     [](const SliceRow &row) {
       return known(row.isWhole(), Picoseconds(row.trace.sliceDurations()[row.slice]));
     }},
    kPlaceColumns<SliceRow>[0],
    kPlaceColumns<SliceRow>[1],
    kPlaceColumns<SliceRow>[2],
    kPlaceColumns<SliceRow>[3],
    kPlaceColumns<SliceRow>[4],
    {
      "parent_id", "innermost slice that contains it, slices.id",
          [](const SliceRow &row) { return row.trace.sliceParents()[row.slice]; }
    },
    { "depth", "slices that contain it", [](const SliceRow &row) { return row.depth(); } },
    {
      "lane", "row of the track that it is drawn on",
          [](const SliceRow &row) { return row.lane().index; }
    },
    {
      "category", "such as async.issue, async.flight or async.wait",
          [](const SliceRow &row) { return row.category(); }
    },
    {
      "cycles", "duration in cycles of the SM, as recorded; unknown as dur",
          [](const SliceRow &row) {
            return row.isWhole() && row.hasCycles()
                       ? std::optional(int64_t{row.trace.sliceCycleDurations()[row.slice]})
                       : std::nullopt;
          }
    },
    {"begin_cycles", "cycle counter of the SM at its begin",
     [](const SliceRow &row) {
       return row.hasCycles() ? std::optional(row.trace.sliceBeginCycles()[row.slice])
                              : std::nullopt;
     }},
    {"arg_set_id", "its arguments, args.arg_set_id",
     [](const SliceRow &row) { return row.trace.sliceArgSets()[row.slice]; }},
    {"is_async", "1: an operation in flight, 0: a scope",
     [](const SliceRow &row) { return row.has(kSliceAsync); }},
    {"has_begin", "0: the begin was not recorded",
     [](const SliceRow &row) { return !row.has(kSliceNoStart); }},
    {"has_end", "0: the end was not recorded",
     [](const SliceRow &row) { return !row.has(kSliceNoEnd); }},
    {"is_divergent", "1: recorded with only some lanes of the warp active",
     [](const SliceRow &row) { return row.has(kSliceDivergent); }},
};
constexpr auto kSliceFactsOfColumns = factsOf(kSliceColumns);
constexpr TableFacts kSliceFacts{"slices", "a scope, wait or operation in flight",
                                 kSliceFactsOfColumns};

constexpr int kSliceId = columnIndex(kSliceColumns, "id");
constexpr int kSliceName = columnIndex(kSliceColumns, "name");
constexpr int kSliceTs = columnIndex(kSliceColumns, "ts");
constexpr int kSliceTrack = columnIndex(kSliceColumns, "track_id");
constexpr int kSliceParent = columnIndex(kSliceColumns, "parent_id");

/// Indexed by id, track, parent and, within each row of a track, by time; a name is compared as a
/// number.
class SliceTable : public ColumnTable<SliceRow> {
public:
  explicit SliceTable(const TableSources &sources)
      : ColumnTable(kSliceFacts, kSliceColumns), m_trace(sources.trace), m_places(sources.places) {}

  uint64_t rowCount() override { return m_trace.sliceCount(); }
  bool isIndexed(const Condition &condition) const override;
  ScanEstimate estimate(std::span<const Condition> conditions) const override;
  RowSelection select(std::span<const Bound> bounds) override;

private:
  SliceRow rowAt(uint64_t row, ReadHint &hint) override {
    return {m_trace, m_places, static_cast<uint32_t>(row), hint};
  }
  void addRows(std::span<const Row> rows, const PicosecondRange &times, const RowRange &ids,
               std::vector<RowRange> &ranges) const;
  void limitToName(std::span<const Bound> bounds, RowSelection &selection);

  const Trace &m_trace;
  const TrackPlaces &m_places;
  std::vector<StringId> m_distinctNames; ///< filled by the first condition on a name
};

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

} // namespace

const TableDeclaration &sliceTable() {
  static constexpr TableDeclaration kTable = declare<SliceTable>(kSliceFacts);
  return kTable;
}

} // namespace pstudio::query
