// SPDX-License-Identifier: Apache-2.0
// Comparison of two traces scope by scope: changes of durations and their confidence.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/compare/alignment.h"
#include "core/compare/ratio_interval.h"
#include "core/compare/scope_matching.h"
#include "core/compare/trace_samples.h"

namespace pstudio::compare {

/// Options of a comparison, and the threshold of a difference.
struct CompareOptions {
  std::vector<Rename> renames;
  Alignment alignment;
  /// Share of the baseline, > 0: smaller changes count as the same, larger ones as regressions.
  double threshold = 0.05;
  uint32_t resamples = 2000;
};

/// In the order of the rows: regressions come first.
enum class Verdict : uint8_t {
  Slower,        ///< the interval of the ratio is above 1 and reaches beyond the threshold
  Unknown,       ///< the interval contains 1 and reaches beyond the threshold, or there is none
  Faster,        ///< the interval is below 1 and reaches beyond the threshold
  Same,          ///< the interval is within the threshold, or all durations are equal
  OnlyBaseline,  ///< the candidate has no such scope
  OnlyCandidate, ///< the baseline has no such scope
};

/// A scope in one of the traces.
struct ScopeSide {
  std::string name;   ///< scopeText()
  std::string kernel; ///< empty for slices of no launch
  std::string path;   ///< pathText()
  analysis::Distribution figures;
  SliceId median;                 ///< an instance of median duration; none for launches
  std::optional<int64_t> startPs; ///< begin of the first instance after the aligned moment
  std::vector<std::string> names; ///< of `path`: names may contain what separates them there
};

/// A row of the comparison.
struct ScopeComparison {
  ScopeKind kind = ScopeKind::Scope;
  MatchKind match = MatchKind::None;
  bool isInCycles = false; ///< unit of the figures; else picoseconds
  std::optional<ScopeSide> baseline;
  std::optional<ScopeSide> candidate;
  /// Ratio, interval, difference and verdict are of the means, and the verdict also of the totals;
  /// else of the medians. True for waits, and for scopes of which one median is 0.
  bool isByMean = false;
  std::optional<double> ratio; ///< none if unmatched or only the baseline's is 0
  std::optional<RatioInterval> interval;
  Verdict verdict = Verdict::Unknown;
  std::string reason;        ///< of an unknown verdict; else empty
  bool isRegression = false; ///< slower, and the ratio is beyond the threshold

  const ScopeSide &anySide() const { return candidate ? *candidate : *baseline; }
  /// Difference of the medians or means; none if unmatched.
  std::optional<int64_t> difference() const;
};

/// The whole comparison.
struct TraceComparison {
  TraceFacts baseline;
  TraceFacts candidate;
  SampleUnit unit = SampleUnit::Time;
  CompareOptions options;
  AlignedTimes aligned;
  /// GPU times and launches first (orderOf()). Then by verdict, regressions before other slower
  /// ones, then the largest change first: difference of the medians times instances.
  std::vector<ScopeComparison> scopes;
  std::vector<std::string> warnings; ///< why the figures may mislead; one sentence each

  size_t countOf(Verdict verdict) const;
  size_t countOf(MatchKind kind) const;
  size_t regressions() const;
};

/// "slower", "unknown", "faster", "same", "only in the baseline", "only in the candidate".
std::string_view nameOf(Verdict verdict);
/// "+" slower, "?" unknown, "-" faster, "=" same; "<" and ">" for scopes of one trace.
std::string_view signOf(Verdict verdict);

/// Compares two traces with their samples, which have the same unit. InvalidInput for an alignment
/// that a trace does not have, Cancelled after a stop. O(scopes * resamples * log resamples), on
/// all cores.
Result<TraceComparison> compareTraces(const Trace &baseline, const TraceSamples &baselineSamples,
                                      const Trace &candidate, const TraceSamples &candidateSamples,
                                      const CompareOptions &options,
                                      const std::stop_token &stop = {});

} // namespace pstudio::compare
