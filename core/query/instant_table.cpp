// SPDX-License-Identifier: Apache-2.0
// The table `instants`: points in time.
#include "core/query/column_table.h"
#include "core/query/event_rows.h"

namespace pstudio::query {
namespace {

struct InstantRow {
  const Trace &trace;
  const TrackPlaces &places;
  uint64_t id;

  const Instant &instant() const { return trace.instants()[id]; }
  TrackId track() const { return instant().track; }
  const TrackPlace &place() const { return places.of(track()); }
};

constexpr Column<InstantRow> kInstantColumns[] = {
    {"id", "number of the instant", [](const InstantRow &row) { return row.id; }},
    {"name", "its name",
     [](const InstantRow &row) { return row.trace.string(row.instant().name); }},
    {"ts", "time [ns]", [](const InstantRow &row) { return row.instant().time; }},
    kPlaceColumns<InstantRow>[0],
    kPlaceColumns<InstantRow>[1],
    kPlaceColumns<InstantRow>[2],
    kPlaceColumns<InstantRow>[3],
    kPlaceColumns<InstantRow>[4],
    {
      "category", "such as async.arrive",
          [](const InstantRow &row) { return textOrNull(row.trace.string(row.instant().category)); }
    },
    {
      "arg_set_id", "its arguments, args.arg_set_id",
          [](const InstantRow &row) { return row.instant().args; }
    },
};
constexpr auto kInstantColumnFacts = factsOf(kInstantColumns);
constexpr TableFacts kInstantFacts{"instants", "a point in time on a track", kInstantColumnFacts};
constexpr int kInstantId = columnIndex(kInstantColumns, "id");
constexpr int kInstantTs = columnIndex(kInstantColumns, "ts");
constexpr int kInstantTrack = columnIndex(kInstantColumns, "track_id");

/// Indexed by id, track and time.
class InstantTable : public ColumnTable<InstantRow> {
public:
  explicit InstantTable(const TableSources &sources)
      : ColumnTable(kInstantFacts, kInstantColumns), m_trace(sources.trace),
        m_places(sources.places) {}

  uint64_t rowCount() override { return m_trace.instants().size(); }
  bool isIndexed(const Condition &condition) const override {
    return condition.column == kInstantId || condition.column == kInstantTs ||
           (condition.column == kInstantTrack && condition.relation == Relation::Equal);
  }

  ScanEstimate estimate(std::span<const Condition> conditions) const override {
    if (hasEqual(conditions, kInstantId))
      return {1, 1};
    return eventEstimate(conditions, m_trace.instants().size(), m_trace.tracks().size(),
                         kInstantTrack, kInstantTs);
  }

  RowSelection select(std::span<const Bound> bounds) override {
    const RowRange ids = rowRange(bounds, kInstantId, rowCount());
    RowSelection selection;
    if (!hasBound(bounds, kInstantTrack) && !hasBound(bounds, kInstantTs)) {
      selection.ranges.push_back(ids);
      return selection;
    }
    const PicosecondRange times = picosecondRange(bounds, kInstantTs);
    for (const Track &track : tracksOf(m_trace, bounds, kInstantTrack))
      if (track.instantCount > 0)
        addEvents(m_trace.instants(), track.firstInstant, track.instantCount, times,
                  selection.ranges);
    return selection;
  }

private:
  InstantRow rowAt(uint64_t row, ReadHint &) override { return {m_trace, m_places, row}; }

  const Trace &m_trace;
  const TrackPlaces &m_places;
};

} // namespace

const TableDeclaration &instantTable() {
  static constexpr TableDeclaration kTable = declare<InstantTable>(kInstantFacts);
  return kTable;
}

} // namespace pstudio::query
