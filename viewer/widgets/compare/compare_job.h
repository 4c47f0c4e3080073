// SPDX-License-Identifier: Apache-2.0
// The comparison of traces with a baseline, made off the window's thread.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "core/compare/trace_comparison.h"
#include "viewer/geometry/compare/aligned_lanes.h"
#include "viewer/models/job.h"

namespace pstudio {

/// A trace that is compared with the baseline.
struct CompareCandidate {
  std::shared_ptr<const Trace> trace; ///< not null
  std::string title;
  std::vector<compare::Rename> renames; ///< matches of its scopes with those of the baseline
};

/// The traces to compare, and the options.
struct CompareRequest {
  std::shared_ptr<const Trace> baseline; ///< not null
  std::string baselineTitle;
  std::vector<CompareCandidate> candidates; ///< at least one
  compare::SampleUnit unit = compare::SampleUnit::Time;
  compare::CompareOptions options; ///< for each candidate, with its own renames
  bool wantsLanes = true;          ///< make the lanes: the last result has other traces
};

/// One for each candidate, in their order.
using Comparisons = std::vector<compare::TraceComparison>;

/// Result of a comparison.
struct CompareOutcome {
  Result<std::shared_ptr<const Comparisons>> comparisons;
  /// Baseline, candidates; null if not requested, or on failure. Colours are those of the first
  /// candidate.
  std::shared_ptr<AlignedLanes> lanes;
};

/// "B", or "B2" of several.
std::string candidateLetter(size_t index, size_t count);

/// Keeps the samples of the traces of the last request, so that another threshold or matching is
/// immediate. [calls from one thread]
class CompareJob {
public:
  /// \param owner  has the job as a member
  explicit CompareJob(QObject *owner) : m_work(owner) {}
  /// `done` is called on the owner's thread, and not for a request that a later one replaced or
  /// that was cancelled.
  void start(CompareRequest request, std::function<void(CompareOutcome)> done);
  /// Ends within a second, also in the destructor: single scopes are sorted to the end.
  void cancel() { m_work.cancel(); }
  /// Of the last request, [0, 1].
  double fraction() const;

private:
  using Progress = compare::CompareProgress;
  struct Kept {
    std::weak_ptr<const Trace> trace;
    std::shared_ptr<const compare::TraceSamples> samples;
  };
  /// The progress of the last request; the job has a stop token only once it runs.
  struct Shared {
    std::mutex mutex;
    std::shared_ptr<const Progress> progress; ///< null before the first request runs
  };
  std::shared_ptr<const compare::TraceSamples> kept(const std::shared_ptr<const Trace> &trace,
                                                    compare::SampleUnit unit) const;
  std::shared_ptr<const compare::TraceSamples>
  samples(const std::shared_ptr<const Trace> &trace, compare::SampleUnit unit, Progress &progress);
  void forget(const CompareRequest &request);
  CompareOutcome run(const CompareRequest &request, Progress &progress);

  std::vector<Kept> m_kept; ///< used on the job's thread only
  mutable Shared m_shared;
  Job m_work; ///< last: uses the above
};

} // namespace pstudio
