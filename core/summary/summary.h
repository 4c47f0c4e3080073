// SPDX-License-Identifier: Apache-2.0
// The answer first: a trace in a few lines, of which every view shows the same.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/overlap/overlap.h"
#include "core/trace/trace.h"

namespace pstudio::summary {

/// Content that a line summarises: its link leads there.
enum class Topic : uint8_t {
  None,
  Timeline,   ///< SummaryLine::slice
  Overlap,    ///< asynchronous operations
  Memory,     ///< memory accesses
  Statistics, ///< durations of scopes
};

/// One line. Every text is complete without the others.
struct SummaryLine {
  std::string name;                 ///< "GPU time"
  std::optional<std::string> value; ///< "223 us"; none: unknown
  std::string detail = {};          ///< the number that supports the value; may be empty
  Topic topic = Topic::None;
  SliceId slice = {}; ///< evidence; none without it

  bool operator==(const SummaryLine &) const = default;
};

/// The lines of a trace, with their heading.
struct Summary {
  std::string title;   ///< the kernel, or the trace
  std::string subject; ///< "NVIDIA H200, 16 x 32 x 1 CTAs of 384 x 1 x 1 threads"
  std::vector<SummaryLine> lines;

  bool operator==(const Summary &) const = default;
};

/// "overlap", "memory", "statistics", "timeline"; "" of none.
std::string_view nameOf(Topic topic);

/// Largest number of accesses whose findings are part of a summary: about 0.1 s. With more, the
/// summary names the panel that counts them.
inline constexpr uint64_t kMostSummaryAccesses = 1'000'000;
/// Largest number of slices whose self times are part of a summary.
inline constexpr uint64_t kMostSummarySlices = 2'000'000;

/// \param trace  as recorded. \param overlaps  analyzeOverlap() of it.
///
/// A trace with a launch and without GPU activity: kernel, device, GPU time, waves and residency,
/// the bound with the number that supports it, the first three findings, coverage of the records.
/// Of several launches the one with the longest GPU time, the first one without GPU times. A trace
/// with GPU activity: steps, the busiest kernels, the idle share of the GPU. Any other trace: its
/// content. O(slices log slices + accesses). [thread: any]
Summary summaryOf(const Trace &trace, std::span<const analysis::LaunchOverlap> overlaps);

} // namespace pstudio::summary
