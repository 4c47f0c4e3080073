// SPDX-License-Identifier: Apache-2.0
// The comparison of two traces, made off the window's thread.
#include "viewer/widgets/compare/compare_job.h"

namespace pstudio {

using namespace compare;

std::shared_ptr<const TraceSamples> CompareJob::samples(const std::shared_ptr<const Trace> &trace,
                                                        SampleUnit unit) {
  std::erase_if(m_kept, [](const Kept &kept) { return kept.trace.expired(); });
  for (const Kept &kept : m_kept)
    if (kept.trace.lock() == trace && kept.samples->unit == unit)
      return kept.samples;
  constexpr size_t kMostKept = 2;
  if (m_kept.size() >= kMostKept)
    m_kept.erase(m_kept.begin());
  m_kept.push_back({trace, std::make_shared<const TraceSamples>(samplesOf(*trace, unit))});
  return m_kept.back().samples;
}

CompareOutcome CompareJob::run(const CompareRequest &request, const std::stop_token &stop) {
  const auto stopped = [] {
    return CompareOutcome{fail(ErrorCode::Cancelled, "cancelled"), nullptr};
  };
  const auto baseline = samples(request.baseline, request.unit);
  if (stop.stop_requested())
    return stopped();
  const auto candidate = samples(request.candidate, request.unit);
  if (stop.stop_requested())
    return stopped();
  Result<TraceComparison> made =
      compareTraces(*request.baseline, *baseline, *request.candidate, *candidate, request.options);
  if (!made)
    return {tl::unexpected(std::move(made.error())), nullptr};
  std::shared_ptr<AlignedLanes> lanes;
  if (request.wantsLanes)
    lanes = std::make_shared<AlignedLanes>(std::vector<AlignedTrace>{
        {request.baseline, "Baseline (A): " + request.baselineTitle, made->aligned.baseline},
        {request.candidate, "Candidate (B): " + request.candidateTitle, made->aligned.candidate}});
  return {std::make_shared<const TraceComparison>(std::move(*made)), std::move(lanes)};
}

void CompareJob::start(CompareRequest request, std::function<void(CompareOutcome)> done) {
  m_work.start(
      [this, request = std::move(request), done = std::move(done)](const std::stop_token &stop) {
        CompareOutcome outcome = run(request, stop);
        if (!stop.stop_requested())
          done(std::move(outcome));
      });
}

} // namespace pstudio
