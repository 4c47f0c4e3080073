// SPDX-License-Identifier: Apache-2.0
#include "core/trace/record_counts.h"

#include <algorithm>

#include "core/base/coverage_text.h"
#include "core/trace/arg_names.h"

namespace pstudio {

std::optional<double> coveredPart(const Trace &trace, const Launch &launch) {
  for (const Arg &arg : trace.args(launch.args))
    if (arg.type == ArgType::Double && trace.string(arg.key) == kCoveredPartArg)
      return arg.doubleValue;
  return std::nullopt;
}

std::string coveredText(const Trace &trace) {
  std::optional<double> least, most;
  for (const Launch &launch : trace.launches())
    if (const auto part = coveredPart(trace, launch)) {
      least = std::min(least.value_or(*part), *part);
      most = std::max(most.value_or(*part), *part);
    }
  if (!least)
    return {};
  constexpr int kDigits = 3;
  const std::string from = coverageText(*least, kDigits), to = coverageText(*most, kDigits);
  return "records cover " + (from == to ? from : from + " to " + to) + " of the time";
}

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
