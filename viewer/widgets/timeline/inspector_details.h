// SPDX-License-Identifier: Apache-2.0
// The data of one slice for the inspector, gathered from the trace; no widget, no formatting.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/source/trace_places.h"
#include "core/trace/call_path.h"
#include "core/trace/cost_correction.h"
#include "core/trace/trace.h"
#include "viewer/geometry/timeline/recording_unit.h"

namespace pstudio {

/// The place where a slice was recorded: the numbers of its track and the track's parents.
/// nullopt = unknown.
struct SlicePlace {
  RecordingUnitText unit; ///< that recorded it: a warp, a thread, ...
  std::optional<int64_t> cta;
  std::optional<int64_t> sm;
  std::string kernel; ///< empty if the slice belongs to no launch
  std::string track;  ///< name of the slice's own track
};

/// Durations of all slices of one name on one track, in order of their begin. Slices without a
/// recorded begin or end have the length of their bar in the list and are in no other figure.
struct SameScope {
  std::vector<int64_t> durationsPs; ///< at most kMaxInstances
  std::vector<SliceId> slices;      ///< likewise
  size_t selected = 0;              ///< index of the described slice
  bool isTruncated = false; ///< the track has more than kMaxInstances; these surround the slice
  size_t wholeCount = 0;    ///< slices with both ends; 0: there are no figures
  Picoseconds shortest;
  Picoseconds median; ///< the lower one of an even number
  Picoseconds longest;
};

/// Values of one name that the slice's unit recorded while the slice lasted, its end included.
struct SliceValues {
  std::string name;
  std::string unit; ///< of the values, or empty
  size_t count = 0; ///< at least 1
  double first = 0, last = 0;
  double least = 0, most = 0; ///< of those that are numbers; NaN if none is
  bool operator==(const SliceValues &) const = default;
};

/// All details of one slice.
struct SliceDetails {
  Slice slice;
  SlicePlace place;
  std::vector<SliceId> path; ///< from the outermost parent to the slice itself
  std::vector<Call> calls;   ///< from the kernel to the slice's function; texts of the trace
  std::optional<SourcePlace> source;
  std::vector<SliceValues> values; ///< in the order of the unit's counters
  SameScope sameScope;
  std::optional<ClockLine> clock;        ///< of the slice's track, unless it is a model's
  std::optional<CorrectedDuration> cost; ///< none if the cost of recording is not known
};

/// Limit of the instances that describeSlice() examines: bounds its time to a few milliseconds.
constexpr size_t kMaxInstances = 200000;

/// Gathers the details. `recorded` is the trace as recorded, where `trace` has its recording cost
/// subtracted; else the same trace. O(depth + min(slices of the track, kMaxInstances) + records of
/// the CTA).
SliceDetails describeSlice(const Trace &trace, const Trace &recorded, SliceId id);

} // namespace pstudio
