// SPDX-License-Identifier: Apache-2.0
// The roles of a kernel's warps, and the waits of each role.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/analysis/overlap/channel.h"

namespace pstudio::analysis {

/// Asynchronous steps at one place of the kernel.
struct AsyncPlace {
  std::string name;                ///< of the slices or instants
  std::string source;              ///< "file:line:column", or empty
  std::optional<AsyncQueue> queue; ///< none: manual events
  enum class Step : uint8_t { Issue, Wait, Arrive } step = Step::Issue;
  bool isMatrix = false;     ///< its operations are matrix operations
  uint64_t records = 0;      ///< slices or instants there
  uint64_t withoutIssue = 0; ///< of waits: waits for operations whose issue is not recorded
  uint64_t uncertain = 0;    ///< steps whose order is not certain
  uint64_t cut = 0;          ///< waits whose enter or exit is missing; they are left out
};

/// Time of one kind of wait, per warp of a role.
struct StallFigures {
  uint64_t waits = 0;
  uint64_t blocked = 0;
  int64_t waited = 0;      ///< [ticks], all warps
  double perIteration = 0; ///< [ticks] of one warp; 0 if there are no iterations
  double share = 0;        ///< of the role's active time, 0 to 1
};

/// Warps that act at the same places.
struct WarpRole {
  /// "producer": issues copies that others wait for; "consumer": waits for copies of others;
  /// "copies and computes": does both; "matrix operations", "barriers only"; else the names of its
  /// places. Equal names are numbered.
  std::string name;
  std::vector<uint32_t> places; ///< of LaunchOverlap::sites
  std::vector<uint32_t> units;  ///< of LaunchOverlap::units
  bool isProducer = false;      ///< issues copies that only others wait for
  bool isConsumer = false;      ///< waits for copies
  int64_t active = 0;           ///< [ticks], sum over its warps of end minus begin (AsyncUnit)
  uint64_t iterations = 0;      ///< of one warp: the median number of records at its busiest place
  std::array<StallFigures, kWaitTargets> stalls; ///< by WaitTarget
  StallFigures all;                              ///< of all kinds together
  OverlapFigures figures;                        ///< of the visits of its waits
};

/// A warp, or the unit that records in its place.
struct AsyncUnit {
  TrackId track;
  uint32_t cta = 0;  ///< of LaunchOverlap::ctas
  uint32_t role = 0; ///< of LaunchOverlap::roles; kNoIndex without asynchronous steps
  int64_t number = -1;
  Ticks begin;            ///< of its first slice
  Ticks end;              ///< of its last
  uint32_t firstWait = 0; ///< of LaunchOverlap::waits, ordered by enter
  uint32_t waitCount = 0;
};

struct AsyncCta {
  TrackId track;
  uint32_t firstUnit = 0; ///< of LaunchOverlap::units
  uint32_t unitCount = 0;
  Ticks begin;
  Ticks end;
};

} // namespace pstudio::analysis
