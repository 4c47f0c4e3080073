// SPDX-License-Identifier: Apache-2.0
// The tables `instants`, `counters`, `flows` and `args`.
#pragma once

#include "core/query/track_places.h"

namespace pstudio::query {

/// Points in time. Indexed by id, track and time. The trace and the places must outlive it.
class InstantTable : public QueryTable {
public:
  InstantTable(const Trace &trace, const TrackPlaces &places) : m_trace(trace), m_places(places) {}

  static const TableFacts &tableFacts();
  const TableFacts &facts() const override { return tableFacts(); }
  uint64_t rowCount() override { return m_trace.instants().size(); }
  Cell cell(uint64_t row, int column, ReadHint &hint) override;
  bool isIndexed(const Condition &condition) const override;
  ScanEstimate estimate(std::span<const Condition> conditions) const override;
  RowSelection select(std::span<const Bound> bounds) override;

private:
  const Trace &m_trace;
  const TrackPlaces &m_places;
};

/// Samples of counters. Indexed by track and time. The trace and the places must outlive it.
class CounterTable : public QueryTable {
public:
  CounterTable(const Trace &trace, const TrackPlaces &places);

  static const TableFacts &tableFacts();
  const TableFacts &facts() const override { return tableFacts(); }
  uint64_t rowCount() override { return m_trace.samples().size(); }
  Cell cell(uint64_t row, int column, ReadHint &hint) override;
  bool isIndexed(const Condition &condition) const override;
  ScanEstimate estimate(std::span<const Condition> conditions) const override;
  RowSelection select(std::span<const Bound> bounds) override;

private:
  TrackId trackOf(uint64_t sample, ReadHint &hint) const;

  const Trace &m_trace;
  const TrackPlaces &m_places;
  std::vector<TrackId> m_counters; ///< tracks with samples, in the order of the samples
};

/// Arrows between events. The trace must outlive it.
class FlowTable : public QueryTable {
public:
  explicit FlowTable(const Trace &trace) : m_trace(trace) {}

  static const TableFacts &tableFacts();
  const TableFacts &facts() const override { return tableFacts(); }
  uint64_t rowCount() override { return m_trace.flows().size(); }
  Cell cell(uint64_t row, int column, ReadHint &hint) override;

private:
  const Trace &m_trace;
};

/// Arguments of slices, instants, tracks and launches. Indexed by their set. The trace must outlive
/// it.
class ArgTable : public QueryTable {
public:
  explicit ArgTable(const Trace &trace);

  static const TableFacts &tableFacts();
  const TableFacts &facts() const override { return tableFacts(); }
  uint64_t rowCount() override { return m_all.size(); }
  Cell cell(uint64_t row, int column, ReadHint &hint) override;
  bool isIndexed(const Condition &condition) const override;
  ScanEstimate estimate(std::span<const Condition> conditions) const override;
  RowSelection select(std::span<const Bound> bounds) override;

private:
  uint64_t beginOf(uint64_t set) const;

  const Trace &m_trace;
  std::span<const Arg> m_all; ///< of all sets, one after the other
};

/// The value of an argument, as its type has it.
Cell argCell(const Trace &trace, const Arg &arg);

} // namespace pstudio::query
