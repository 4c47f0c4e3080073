// SPDX-License-Identifier: Apache-2.0
// The table `counters`: samples of counters.
#include "core/query/column_table.h"
#include "core/query/event_rows.h"

namespace pstudio::query {
namespace {

struct CounterRow {
  const Trace &trace;
  const TrackPlaces &places;
  uint64_t id;
  TrackId counter;

  const Track &facts() const { return trace.track(counter); }
  TrackId track() const { return counter; }
  const TrackPlace &place() const { return places.of(counter); }
};

constexpr Column<CounterRow> kCounterColumns[] = {
    {"id", "number of the sample", [](const CounterRow &row) { return row.id; }},
    {"name", "name of the counter",
     [](const CounterRow &row) { return row.trace.string(row.facts().name); }},
    {"ts", "time [ns]; the value holds until the next sample of the track",
     [](const CounterRow &row) { return row.trace.samples()[row.id].time; }},
    {"value", "value",
     [](const CounterRow &row) { return double{row.trace.samples()[row.id].value}; }},
    {"unit", "unit of the value",
     [](const CounterRow &row) { return textOrNull(row.trace.string(row.facts().unit)); }},
    kPlaceColumns<CounterRow>[0],
    kPlaceColumns<CounterRow>[1],
    kPlaceColumns<CounterRow>[2],
    kPlaceColumns<CounterRow>[3],
    kPlaceColumns<CounterRow>[4],
};
constexpr auto kCounterColumnFacts = factsOf(kCounterColumns);
constexpr TableFacts kCounterFacts{"counters", "a sample of a counter", kCounterColumnFacts};
constexpr int kCounterTs = columnIndex(kCounterColumns, "ts");
constexpr int kCounterTrack = columnIndex(kCounterColumns, "track_id");

/// Indexed by track and time.
class CounterTable : public ColumnTable<CounterRow> {
public:
  explicit CounterTable(const TableSources &sources)
      : ColumnTable(kCounterFacts, kCounterColumns), m_trace(sources.trace),
        m_places(sources.places) {
    for (uint32_t i = 0; i < m_trace.tracks().size(); ++i)
      if (m_trace.tracks()[i].sampleCount > 0)
        m_counters.push_back(TrackId(i));
  }

  uint64_t rowCount() override { return m_trace.samples().size(); }
  bool isIndexed(const Condition &condition) const override {
    return condition.column == kCounterTs ||
           (condition.column == kCounterTrack && condition.relation == Relation::Equal);
  }

  ScanEstimate estimate(std::span<const Condition> conditions) const override {
    return eventEstimate(conditions, m_trace.samples().size(), m_counters.size(), kCounterTrack,
                         kCounterTs);
  }

  RowSelection select(std::span<const Bound> bounds) override {
    RowSelection selection;
    const PicosecondRange times = picosecondRange(bounds, kCounterTs);
    for (const Track &track : tracksOf(m_trace, bounds, kCounterTrack))
      if (track.sampleCount > 0)
        addEvents(m_trace.samples(), track.firstSample, track.sampleCount, times, selection.ranges);
    return selection;
  }

private:
  CounterRow rowAt(uint64_t row, ReadHint &hint) override {
    return {m_trace, m_places, row, trackOf(row, hint)};
  }
  TrackId trackOf(uint64_t sample, ReadHint &hint) const {
    const auto holds = [&](size_t at) {
      if (at >= m_counters.size())
        return false;
      const Track &track = m_trace.track(m_counters[at]);
      return sample >= track.firstSample && sample - track.firstSample < track.sampleCount;
    };
    if (!holds(hint.part)) {
      const auto after = std::ranges::upper_bound(
          m_counters, sample, {}, [&](TrackId id) { return m_trace.track(id).firstSample; });
      hint.part = static_cast<size_t>(after - m_counters.begin()) - 1;
    }
    return m_counters[hint.part];
  }

  const Trace &m_trace;
  const TrackPlaces &m_places;
  std::vector<TrackId> m_counters; ///< tracks with samples, in the order of the samples
};

} // namespace

const TableDeclaration &counterTable() {
  static constexpr TableDeclaration kTable = declare<CounterTable>(kCounterFacts);
  return kTable;
}

} // namespace pstudio::query
