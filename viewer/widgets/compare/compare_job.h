// SPDX-License-Identifier: Apache-2.0
// The comparison of two traces, made off the window's thread.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "core/compare/trace_comparison.h"
#include "viewer/geometry/compare/aligned_lanes.h"
#include "viewer/models/latest_job.h"

namespace pstudio {

/// What is compared.
struct CompareRequest {
  std::shared_ptr<const Trace> baseline;
  std::shared_ptr<const Trace> candidate;
  std::string baselineTitle;
  std::string candidateTitle;
  compare::SampleUnit unit = compare::SampleUnit::Time;
  compare::CompareOptions options;
  bool wantsLanes = true; ///< the traces are not those of the last result
};

/// What came of it.
struct CompareOutcome {
  Result<std::shared_ptr<const compare::TraceComparison>> comparison;
  std::shared_ptr<AlignedLanes> lanes; ///< baseline, candidate; null if not wanted, or on failure
};

/// Keeps the samples of the last two traces, so that another threshold or matching is immediate.
/// [calls from one thread]
class CompareJob {
public:
  /// `done` is called on the job's thread, and not for a request that a later one replaced.
  void start(CompareRequest request, std::function<void(CompareOutcome)> done);
  void cancel() { m_work.cancel(); }

private:
  struct Kept {
    std::weak_ptr<const Trace> trace;
    std::shared_ptr<const compare::TraceSamples> samples;
  };
  std::shared_ptr<const compare::TraceSamples> samples(const std::shared_ptr<const Trace> &trace,
                                                       compare::SampleUnit unit);
  CompareOutcome run(const CompareRequest &request, const std::stop_token &stop);

  std::vector<Kept> m_kept; ///< used on the job's thread only
  LatestJob m_work;         ///< last: uses the above
};

} // namespace pstudio
