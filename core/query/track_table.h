// SPDX-License-Identifier: Apache-2.0
// The tables `tracks`, `launches` and `notes`: few rows each.
#pragma once

#include "core/query/track_places.h"

namespace pstudio::query {

/// The track tree. The trace and the places must outlive it.
class TrackTable : public QueryTable {
public:
  TrackTable(const Trace &trace, const TrackPlaces &places) : m_trace(trace), m_places(places) {}

  static const TableFacts &tableFacts();
  const TableFacts &facts() const override { return tableFacts(); }
  uint64_t rowCount() override { return m_trace.tracks().size(); }
  Cell cell(uint64_t row, int column, ReadHint &hint) override;
  bool isIndexed(const Condition &condition) const override;
  ScanEstimate estimate(std::span<const Condition> conditions) const override;
  RowSelection select(std::span<const Bound> bounds) override;

private:
  int64_t sliceCountOf(const Track &track) const;

  const Trace &m_trace;
  const TrackPlaces &m_places;
};

/// The launches of kernels. The trace must outlive it.
class LaunchTable : public QueryTable {
public:
  explicit LaunchTable(const Trace &trace) : m_trace(trace) {}

  static const TableFacts &tableFacts();
  const TableFacts &facts() const override { return tableFacts(); }
  uint64_t rowCount() override { return m_trace.launches().size(); }
  Cell cell(uint64_t row, int column, ReadHint &hint) override;

private:
  Cell recordCell(const Launch &launch, int column) const;
  Cell timeCell(uint64_t row, int column);

  const Trace &m_trace;
  std::vector<TimeRange> m_times; ///< of the slices of each launch; made by its first cell
};

/// The notes of the reader of the file. The trace must outlive it.
class NoteTable : public QueryTable {
public:
  explicit NoteTable(const Trace &trace) : m_trace(trace) {}

  static const TableFacts &tableFacts();
  const TableFacts &facts() const override { return tableFacts(); }
  uint64_t rowCount() override { return m_trace.notes().size(); }
  Cell cell(uint64_t row, int column, ReadHint &hint) override;

private:
  const Trace &m_trace;
};

} // namespace pstudio::query
