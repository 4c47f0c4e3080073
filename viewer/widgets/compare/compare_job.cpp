// SPDX-License-Identifier: Apache-2.0
// The comparison of traces with a baseline, made off the window's thread.
#include "viewer/widgets/compare/compare_job.h"

#include <algorithm>

namespace pstudio {

using namespace compare;

namespace {

CompareOutcome failedOutcome(Error error) {
  return {tl::unexpected(std::move(error)), nullptr};
}

/// An error of one of several candidates names it.
Error ofCandidate(Error error, const CompareRequest &request, size_t index) {
  if (request.candidates.size() > 1)
    error.message = candidateLetter(index, request.candidates.size()) + " (" +
                    request.candidates[index].title + "): " + error.message;
  return error;
}

std::shared_ptr<AlignedLanes> lanesOf(const CompareRequest &request,
                                      const Comparisons &comparisons) {
  std::vector<AlignedTrace> lanes = {{request.baseline, "Baseline (A): " + request.baselineTitle,
                                      comparisons.front().aligned.baseline}};
  for (size_t i = 0; i < comparisons.size(); ++i)
    lanes.push_back({request.candidates[i].trace,
                     "Candidate (" + candidateLetter(i, comparisons.size()) +
                         "): " + request.candidates[i].title,
                     comparisons[i].aligned.candidate});
  return std::make_shared<AlignedLanes>(std::move(lanes), 1);
}

} // namespace

std::string candidateLetter(size_t index, size_t count) {
  return count == 1 ? "B" : "B" + std::to_string(index + 1);
}

std::shared_ptr<const TraceSamples> CompareJob::kept(const std::shared_ptr<const Trace> &trace,
                                                     SampleUnit unit) const {
  for (const Kept &kept : m_kept)
    if (kept.trace.lock() == trace && kept.samples->unit == unit)
      return kept.samples;
  return nullptr;
}

std::shared_ptr<const TraceSamples> CompareJob::samples(const std::shared_ptr<const Trace> &trace,
                                                        SampleUnit unit, Progress &progress) {
  if (auto known = kept(trace, unit))
    return known;
  auto made = std::make_shared<const TraceSamples>(samplesOf(*trace, unit, &progress));
  if (!progress.isStopped())
    m_kept.push_back({trace, made});
  return made;
}

/// Samples of traces that the request does not name.
void CompareJob::forget(const CompareRequest &request) {
  std::erase_if(m_kept, [&](const Kept &kept) {
    const auto trace = kept.trace.lock();
    return kept.samples->unit != request.unit ||
           (trace != request.baseline &&
            std::ranges::find(request.candidates, trace, &CompareCandidate::trace) ==
                request.candidates.end());
  });
}

CompareOutcome CompareJob::run(const CompareRequest &request, Progress &progress) {
  forget(request);
  uint64_t steps = kept(request.baseline, request.unit) ? 0 : sampleSteps(*request.baseline);
  for (const CompareCandidate &candidate : request.candidates)
    if (!kept(candidate.trace, request.unit))
      steps += sampleSteps(*candidate.trace);
  progress.expect(steps);
  const auto baseline = samples(request.baseline, request.unit, progress);
  auto comparisons = std::make_shared<Comparisons>();
  for (size_t i = 0; i < request.candidates.size(); ++i) {
    const CompareCandidate &candidate = request.candidates[i];
    const auto own = samples(candidate.trace, request.unit, progress);
    CompareOptions options = request.options;
    options.renames = candidate.renames;
    Result<TraceComparison> made = compareTraces(*request.baseline, *baseline, *candidate.trace,
                                                 *own, options, progress.stop());
    if (!made)
      return failedOutcome(ofCandidate(std::move(made.error()), request, i));
    comparisons->push_back(std::move(*made));
  }
  auto lanes = request.wantsLanes ? lanesOf(request, *comparisons) : nullptr;
  return {std::move(comparisons), std::move(lanes)};
}

void CompareJob::start(CompareRequest request, std::function<void(CompareOutcome)> done) {
  {
    const std::lock_guard lock(m_shared.mutex);
    m_shared.progress = nullptr;
  }
  m_work.start(
      [this, request = std::move(request)](const std::stop_token &stop) {
        const auto progress = std::make_shared<Progress>(stop);
        {
          const std::lock_guard lock(m_shared.mutex);
          m_shared.progress = progress;
        }
        return run(request, *progress);
      },
      std::move(done));
}

double CompareJob::fraction() const {
  const std::lock_guard lock(m_shared.mutex);
  return m_shared.progress ? m_shared.progress->fraction() : 0;
}

} // namespace pstudio
