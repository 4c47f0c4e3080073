// SPDX-License-Identifier: Apache-2.0
// The table `tracks`: the track tree.
#include "core/query/column_table.h"
#include "core/trace/trace_text.h"

namespace pstudio::query {
namespace {

struct TrackRow {
  const Trace &trace;
  const TrackPlaces &places;
  TrackId id;

  TrackId track() const { return id; }
  const TrackPlace &place() const { return places.of(id); }
  const Track &facts() const { return trace.track(id); }
  int64_t sliceCount() const {
    int64_t count = 0;
    for (uint32_t i = 0; i < facts().rowCount; ++i)
      count += trace.row(RowId(facts().firstRow.value + i)).sliceCount;
    return count;
  }
};

constexpr Column<TrackRow> kTrackColumns[] = {
    {"id", "number of the track", [](const TrackRow &row) { return row.id; }},
    {"name", "such as warp 0",
     [](const TrackRow &row) { return row.trace.string(row.facts().name); }},
    {"kind", "group, process, thread, kernel, launch, sm, cta, warp, async or counter",
     [](const TrackRow &row) { return trackKindName(row.facts().kind); }},
    {"parent_id", "track that contains it, tracks.id",
     [](const TrackRow &row) { return row.facts().parent; }},
    {"number", "number of the SM, CTA, warp, process or thread",
     [](const TrackRow &row) { return numberOrNull(row.facts().number); }},
    {"unit", "unit of a counter",
     [](const TrackRow &row) { return textOrNull(row.trace.string(row.facts().unit)); }},
    kPlaceColumns<TrackRow>[1],
    kPlaceColumns<TrackRow>[2],
    kPlaceColumns<TrackRow>[3],
    kPlaceColumns<TrackRow>[4],
    {
      "slice_count", "slices on the track, without those of its children",
          [](const TrackRow &row) { return row.sliceCount(); }
    },
    {
      "arg_set_id", "its arguments, args.arg_set_id",
          [](const TrackRow &row) { return row.facts().args; }
    },
};
constexpr auto kTrackColumnFacts = factsOf(kTrackColumns);
constexpr TableFacts kTrackFacts{"tracks", "a line of the timeline with a name", kTrackColumnFacts};
constexpr int kTrackId = columnIndex(kTrackColumns, "id");

class TrackTable : public ColumnTable<TrackRow> {
public:
  explicit TrackTable(const TableSources &sources)
      : ColumnTable(kTrackFacts, kTrackColumns), m_trace(sources.trace), m_places(sources.places) {}

  uint64_t rowCount() override { return m_trace.tracks().size(); }
  bool isIndexed(const Condition &condition) const override { return condition.column == kTrackId; }
  ScanEstimate estimate(std::span<const Condition> conditions) const override {
    const double tracks = static_cast<double>(m_trace.tracks().size()) + 1;
    const double part = hasEqual(conditions, kTrackId) ? 1 / tracks : conditions.empty() ? 1 : 0.25;
    return {tracks * part, tracks * part};
  }
  RowSelection select(std::span<const Bound> bounds) override {
    return {.ranges = {rowRange(bounds, kTrackId, rowCount())}};
  }

private:
  TrackRow rowAt(uint64_t row, ReadHint &) override {
    return {m_trace, m_places, TrackId(static_cast<uint32_t>(row))};
  }

  const Trace &m_trace;
  const TrackPlaces &m_places;
};

} // namespace

const TableDeclaration &trackTable() {
  static constexpr TableDeclaration kTable = declare<TrackTable>(kTrackFacts);
  return kTable;
}

} // namespace pstudio::query
