// SPDX-License-Identifier: Apache-2.0
#include "core/trace/record_counts.h"

namespace pstudio {

std::optional<RecordCounts> recordCounts(const Launch &launch) {
  const RecordCounts counts{launch.recordsWritten, launch.recordsDropped, launch.recordsUnmatched};
  if (launch.grid[0] == 0 && counts == RecordCounts())
    return std::nullopt;
  return counts;
}

std::optional<RecordCounts> recordCounts(const Trace &trace) {
  std::optional<RecordCounts> sum;
  for (const Launch &launch : trace.launches())
    if (const auto counts = recordCounts(launch)) {
      RecordCounts &all = sum ? *sum : sum.emplace();
      all.written += counts->written;
      all.dropped += counts->dropped;
      all.unmatched += counts->unmatched;
    }
  return sum;
}

} // namespace pstudio
