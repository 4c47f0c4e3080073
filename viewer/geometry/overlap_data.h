// SPDX-License-Identifier: Apache-2.0
// What the analysis of asynchronous operations found in one trace, and which slice belongs to what.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/overlap/overlap.h"
#include "core/trace/trace.h"

namespace pstudio {

/// An operation of a launch.
struct OperationRef {
  uint32_t launch = 0;    ///< of OverlapData::launches()
  uint32_t operation = 0; ///< of LaunchOverlap::operations
  bool operator==(const OperationRef &) const = default;
};

/// How a timeline draws an operation in flight.
struct FlightMark {
  SliceId flight;
  /// For this long before its end it was waited for, in times as recorded; 0 if nothing blocked.
  Picoseconds waited;
  bool isOpen = false; ///< it was complete at an unknown time before its end
};

/// Overlap compares warps, so it is analysed in times as recorded: subtracting the recording cost
/// moves warps against each other (correctRecordingCost()). The slices have the same ids in both
/// times, so that a timeline of corrected times takes its arrows and marks from here, too.
/// Immutable. [thread: any]
class OverlapData {
public:
  /// Analyses the trace, which is as recorded: see analyzeOverlap() for the cost; below 1 s for a
  /// million operations.
  explicit OverlapData(std::shared_ptr<const Trace> trace);
  /// With results that are known.
  OverlapData(std::shared_ptr<const Trace> trace, std::vector<analysis::LaunchOverlap> launches);

  const Trace &trace() const { return *m_trace; }
  const std::shared_ptr<const Trace> &sharedTrace() const { return m_trace; }
  std::span<const analysis::LaunchOverlap> launches() const { return m_launches; }
  /// Index of the first launch with operations; nothing if there is none.
  std::optional<uint32_t> firstWithOperations() const;
  /// Why no launch has any, in words.
  std::string missing() const;

  const analysis::AsyncOperation &operation(OperationRef ref) const {
    return m_launches[ref.launch].operations[ref.operation];
  }
  /// The operation that this slice is in flight for, issues, or waits for (the newest of several).
  /// O(log slices).
  std::optional<OperationRef> operationOf(SliceId slice) const;
  /// Of LaunchOverlap::ctas; kNoIndex if it is not known.
  uint32_t ctaOf(OperationRef ref) const;
  /// How to draw this slice; null if it is no operation in flight. O(log slices).
  const FlightMark *markOf(SliceId slice) const;

  /// Arrows issue -> wait -> what the waiter did next, of the operation that `slice` belongs to; at
  /// most kMostArrows. Empty if it belongs to none.
  std::vector<Flow> arrowsOf(SliceId slice) const;
  static constexpr size_t kMostArrows = 64;

private:
  struct SliceEntry {
    SliceId slice;
    OperationRef ref;
  };
  void indexLaunch(uint32_t launch);
  FlightMark markFor(const analysis::LaunchOverlap &launch,
                     const analysis::AsyncOperation &operation) const;

  std::shared_ptr<const Trace> m_trace;
  std::vector<analysis::LaunchOverlap> m_launches;
  std::vector<SliceEntry> m_slices; ///< by slice
  std::vector<FlightMark> m_marks;  ///< by flight
};

/// The slice of the waiter's track that begins first behind the end of `wait`, at its depth or
/// deeper; none if there is none. O(rows of the track * log slices).
SliceId sliceBehind(const Trace &trace, SliceId wait);

} // namespace pstudio
