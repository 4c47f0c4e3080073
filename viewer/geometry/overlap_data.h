// SPDX-License-Identifier: Apache-2.0
// Results of the analysis of asynchronous operations in one trace, and the operation of each slice.
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
  uint32_t launch = 0;    ///< index into OverlapData::launches()
  uint32_t operation = 0; ///< index into LaunchOverlap::operations
  bool operator==(const OperationRef &) const = default;
};

/// Drawing parameters of an operation in flight in a timeline.
struct FlightMark {
  SliceId flight;
  /// Time from the latest entry of a blocked wait to the end of the flight, in recorded times. 0 if
  /// no wait blocked.
  Picoseconds waited;
  bool isOpen = false; ///< completed at an unknown time before the end of the slice
};

/// The overlap analysis compares warps, so it uses recorded times: subtracting the recording cost
/// shifts warps relative to each other (correctRecordingCost()). Slices have the same ids in both
/// times, so a timeline of corrected times uses the same arrows and marks. Immutable. [thread: any]
class OverlapData {
public:
  /// Analyses the trace, which has recorded times. Cost: see analyzeOverlap(); less than 1 s for a
  /// million operations.
  explicit OverlapData(std::shared_ptr<const Trace> trace);
  /// Uses existing results instead of an analysis.
  OverlapData(std::shared_ptr<const Trace> trace, std::vector<analysis::LaunchOverlap> launches);

  const Trace &trace() const { return *m_trace; }
  const std::shared_ptr<const Trace> &sharedTrace() const { return m_trace; }
  std::span<const analysis::LaunchOverlap> launches() const { return m_launches; }
  /// Index of the first launch with operations; nothing if there is none.
  std::optional<uint32_t> firstWithOperations() const;
  /// The reason why no launch has operations, as text.
  std::string missing() const;

  const analysis::AsyncOperation &operation(OperationRef ref) const {
    return m_launches[ref.launch].operations[ref.operation];
  }
  /// The operation that this slice is in flight for, issues, or waits for (the newest of several).
  /// O(log slices).
  std::optional<OperationRef> operationOf(SliceId slice) const;
  /// Index into LaunchOverlap::ctas; kNoIndex if unknown.
  uint32_t ctaOf(OperationRef ref) const;
  /// Drawing parameters of the slice; null if it is not an operation in flight. O(log slices).
  const FlightMark *markOf(SliceId slice) const;

  /// Arrows issue -> wait -> next slice of the waiter, for the operation of `slice`; at most
  /// kMaxArrows. Empty if the slice has no operation.
  std::vector<Flow> arrowsOf(SliceId slice) const;
  static constexpr size_t kMaxArrows = 64;

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

/// The slice of the waiter's track that begins first at or after the end of `wait`, at the depth of
/// `wait` or deeper; none if there is none. O(rows of the track * log slices).
SliceId sliceBehind(const Trace &trace, SliceId wait);

} // namespace pstudio
