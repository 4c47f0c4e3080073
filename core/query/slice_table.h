// SPDX-License-Identifier: Apache-2.0
// The table `slices`: every slice of the trace.
#pragma once

#include "core/query/track_places.h"

namespace pstudio::query {

/// Indexed by id, track, parent and, within each row of a track, by time; a name is compared as a
/// number. The trace and the places must outlive it.
class SliceTable : public QueryTable {
public:
  SliceTable(const Trace &trace, const TrackPlaces &places) : m_trace(trace), m_places(places) {}

  static const TableFacts &tableFacts();
  const TableFacts &facts() const override { return tableFacts(); }
  uint64_t rowCount() override { return m_trace.sliceCount(); }
  Cell cell(uint64_t row, int column, ReadHint &hint) override;
  bool isIndexed(const Condition &condition) const override;
  ScanEstimate estimate(std::span<const Condition> conditions) const override;
  RowSelection select(std::span<const Bound> bounds) override;

private:
  const Row &laneOf(uint32_t slice, ReadHint &hint) const;
  Cell timeCell(uint32_t slice, int column) const;
  int64_t depthOf(SliceId slice) const;
  void addRows(std::span<const Row> rows, const PicosecondRange &times, const RowRange &ids,
               std::vector<RowRange> &ranges) const;
  void limitToName(std::span<const Bound> bounds, RowSelection &selection);

  const Trace &m_trace;
  const TrackPlaces &m_places;
  std::vector<StringId> m_distinctNames; ///< filled by the first condition on a name
};

} // namespace pstudio::query
