// SPDX-License-Identifier: Apache-2.0
// Which scopes a trace has and how much of the warps' time is inside each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace pstudio {

/// One name of scopes, asynchronous operations, instants or recorded values over the whole trace.
struct ScopeShare {
  StringId id;
  std::string name;
  uint64_t count = 0;
  uint64_t openCount = 0; ///< of `count`: without a recorded begin or end, so without a duration
  Picoseconds total;      ///< sum of the durations; of scopes, else of operations in flight
  Picoseconds shortest;
  Picoseconds longest;
  bool hasDurations = false; ///< `total`, `shortest` and `longest` are known
  bool isAsync = false;      ///< operations in flight only: they overlap, so they have no share
  bool isRest = false;       ///< time that no scope has, in a row of its own: no name of slices
  /// statistics::shareOf() the time of all warps. Nested scopes count in each of their parents.
  /// nullopt for asynchronous operations, for scopes without a duration, and for calls of the host
  /// beside warps.
  std::optional<double> share;
  /// Of values that kernels recorded, which have no durations: "3 .. 128 rows"; else empty.
  std::string range;
  bool isInstant = false; ///< points in time: they have neither durations nor a share
};

/// The scopes of a trace, largest share first, with rows for the time that no scope has (the shares
/// are those of core/statistics/time_shares.h), then calls of the host, asynchronous operations,
/// instants, and values, by name where nothing else differs. O(slices + names); 10 million slices
/// take about 0.1 s. [thread: any]
std::vector<ScopeShare> scopeShares(const Trace &trace);

/// The text of the legend beside a scope: its share, "async" of operations in flight, "not
/// recorded" of scopes without a duration, the total of calls of the host, the range of values.
std::string scopeShareText(const ScopeShare &scope);

} // namespace pstudio
