// SPDX-License-Identifier: Apache-2.0
#include "core/summary/summary.h"

#include "core/summary/kernel_summary.h"
#include "core/summary/program_summary.h"

namespace pstudio::summary {

std::string_view nameOf(Topic topic) {
  switch (topic) {
  case Topic::Timeline:
    return "timeline";
  case Topic::Overlap:
    return "overlap";
  case Topic::Memory:
    return "memory";
  case Topic::Statistics:
    return "statistics";
  case Topic::None:
    break;
  }
  return {};
}

Summary summaryOf(const Trace &trace, std::span<const analysis::LaunchOverlap> overlaps) {
  if (hasGpuActivity(trace))
    return programSummary(trace);
  return trace.launches().empty() ? contentSummary(trace) : kernelSummary(trace, overlaps);
}

} // namespace pstudio::summary
