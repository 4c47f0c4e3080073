// SPDX-License-Identifier: Apache-2.0
// Adds the replayed asynchronous queues of a launch to a trace (arg_names.h), CTA by CTA.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/record/cta_matcher.h"
#include "core/record/queue_args.h"
#include "core/trace/trace_builder.h"

namespace pstudio::record {

/// Collects the slices and instants of a CTA's steps, then adds the flows between them. One per
/// launch. [not thread-safe]
class QueueWriter {
public:
  /// All must outlive the writer. `launch` makes the ids of its flows different from those of
  /// others.
  QueueWriter(TraceBuilder &trace, const OperationTable &operations, OperationArgs &args,
              LaunchId launch);

  /// A CTA of `units` units follows, one unit after the other.
  void beginCta(size_t units);
  /// The scopes and moments of `unit` follow.
  void beginUnit(uint32_t unit, const MatchedUnit &matched, const analysis::PairedQueues &queues);
  /// Category and arguments of a scope, if it is a step.
  void describe(uint32_t scope, SliceInput &slice);
  /// The scope was added to the trace.
  void setScope(uint32_t scope, BuilderSlice slice);
  /// The moments among the unit's steps as instants of `track`; `timeAt` maps cycles. O(steps).
  template <class TimeAt>
  void addMoments(TrackId track, const MatchedUnit &matched, const TimeAt &timeAt) {
    for (uint32_t i = 0; i < matched.steps.size(); ++i)
      if (matched.steps[i].scope == MatchedScope::kNone)
        addMoment(track, matched.steps[i].operation, i, timeAt(matched.steps[i].cycles));
  }
  /// Name, category, arguments and flags of a flight.
  SliceInput describeFlight(const analysis::Flight &flight, const MatchedCta &cta);
  /// Adds the flows (arrows) of the CTA. `flights` are its flights, in their order. O(links).
  void addFlows(std::span<const BuilderSlice> flights, const analysis::PairedQueues &queues);
  /// Adds notes about irregularities of the launch.
  void addNotes();

private:
  void addMoment(TrackId track, uint16_t operation, uint32_t step, Picoseconds time);
  void count(const analysis::PairedQueues &queues);
  const analysis::StreamPlace &placeOf(uint32_t step) const {
    return m_queues->steps[m_unit][step];
  }

  TraceBuilder &m_trace;
  const OperationTable &m_operations;
  OperationArgs &m_names;
  QueueArgs m_args;
  std::array<StringId, analysis::kAsyncSteps> m_categories; // by AsyncStep
  StringId m_flightCategory;
  uint64_t m_flow; // id of the next flow

  const analysis::PairedQueues *m_queues = nullptr; // of the current CTA
  const MatchedUnit *m_matched = nullptr;           // the current unit
  uint32_t m_unit = 0;
  std::vector<uint32_t> m_stepOfScope;         // of the current unit; kNone: no step
  std::vector<std::vector<EventRef>> m_events; // by unit and step
  std::array<uint64_t, analysis::kAsyncPairings> m_steps{};
  std::array<uint64_t, analysis::kAsyncPairings> m_flights{};
  uint64_t m_initialisedAgain = 0;
  uint64_t m_linksLeftOut = 0;
};

} // namespace pstudio::record
