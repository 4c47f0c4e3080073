// SPDX-License-Identifier: Apache-2.0
// The asynchronous steps of a launch's units, as the trace contains them.
#pragma once

#include <vector>

#include "core/analysis/overlap/async_facts.h"
#include "core/analysis/overlap/overlap.h"

namespace pstudio::analysis {

/// An operation in flight, as in the trace.
struct FlightRecord {
  SliceId slice;
  uint32_t unit = 0; ///< of LaunchOverlap::units
  uint32_t site = 0; ///< of LaunchOverlap::sites
  uint64_t instance = 0;
  uint64_t stage = 0;
  Ticks begin;
  Ticks end;
  uint8_t flags = 0; ///< SliceFlag bits
  AsyncPairing pairing = AsyncPairing::Certain;
  bool hasInstance = false;
  bool hasStage = false;
  bool isManual = false;
};

struct IssueRecord {
  SliceId slice;
  uint32_t unit = 0;
  uint32_t site = 0;
  uint64_t instance = 0;
  Ticks begin;
  Ticks end;
};

struct ArrivalRecord {
  uint32_t unit = 0;
  uint32_t site = 0;
  Ticks time;
};

/// `wait` observed the completion of `flight`.
struct FlightFlow {
  uint32_t flight = 0; ///< of LaunchRecords::flights
  uint32_t wait = 0;   ///< of LaunchOverlap::waits
};

/// An arrival, or the enter of a wait that arrives, released `wait`.
struct ArrivalFlow {
  uint32_t unit = 0; ///< the unit that arrived
  Ticks time;
  uint32_t wait = 0;
};

struct LaunchRecords {
  std::vector<FlightRecord> flights;      ///< by unit
  std::vector<IssueRecord> issues;        ///< by unit, then begin
  std::vector<ArrivalRecord> arrivals;    ///< by unit, then time
  std::vector<AsyncPairing> waitPairings; ///< of LaunchOverlap::waits
  std::vector<FlightFlow> flightFlows;
  std::vector<ArrivalFlow> arrivalFlows;
};

/// A launch with its tables `ctas`, `units` (without roles), `sites` and `waits` (without target
/// and release), and the input for its operations.
struct RecordedLaunch {
  LaunchOverlap overlap;
  LaunchRecords records;
};

/// All launches of the trace, in order; then, if there are any, the tracks without one. Linear,
/// except for sorts of records that are out of order.
std::vector<RecordedLaunch> readAsyncRecords(const Trace &trace);

} // namespace pstudio::analysis
