// SPDX-License-Identifier: Apache-2.0
// A trace as a report for a review: one HTML file with pictures, tables and notes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/review/review.h"
#include "core/trace/trace.h"

namespace pstudio {

/// The content of a report.
struct TraceReport {
  std::shared_ptr<const Trace> trace; ///< as recorded
  review::ReadReview review;
  std::vector<std::string> views; ///< names of kept views; empty: all of them
};

/// A complete document without references to other files and without scripts, light or dark as the
/// reader's system is: the summary, badges, the timeline and the kept views, notes, statistics of
/// scopes, overlap and memory accesses where the trace has them, launches, and the notes of its
/// file reader. Unknown values are a dash. InvalidInput for an unknown view name. [thread: gui,
/// with a QApplication]
Result<std::string> traceReportHtml(const TraceReport &report);

} // namespace pstudio
