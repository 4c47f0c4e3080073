// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/pipeline_test_run.h"

#include <algorithm>

#include "core/analysis/overlap/channel_figures.h"
#include "core/analysis/overlap/channel_order.h"
#include "core/analysis/overlap/pipeline_parts.h"

namespace pstudio::analysis {
namespace {

/// Collects the inputs of the test.
class PipelineInputs {
public:
  PipelineInputs(const LaunchOverlap &launch, const WaitUse &use, const Channel &channel)
      : m_launch(launch), m_use(use), m_channel(channel) {
    if (const WaitThreshold *threshold = launch.thresholdOf(channel.queue))
      m_threshold = threshold->length;
  }

  void gather() {
    std::vector<uint32_t> lastStream(m_launch.units.size(), kNoIndex);
    for (uint32_t s = 0; s < m_channel.streamCount; ++s) {
      const AsyncStream &stream = m_launch.streams[m_channel.firstStream + s];
      for (uint32_t rank = 0; rank < stream.operationCount; ++rank) {
        const AsyncOperation &operation = m_launch.operations[stream.firstOperation + rank];
        if (isMeasured(operation.completion))
          gather(operation, partOf(stream, rank), s, lastStream);
      }
    }
  }

  void fill(PipelineTest &test);

private:
  void fillLoad(PipelineTest &test);
  void gather(const AsyncOperation &operation, PipelinePart part, uint32_t stream,
              std::vector<uint32_t> &lastStream) {
    const bool isSteady = part == PipelinePart::Steady;
    const Ticks load = operation.completeBefore - operation.issueBegin;
    if (hasClearlyBlocked(operation))
      (isSteady ? m_steadyLoads : m_otherLoads).push_back(load.value);
    else
      (isSteady ? m_steadyLimits : m_otherLimits).push_back(load.value);
    for (uint32_t i = 0; i < operation.visitCount; ++i) {
      const uint32_t index = m_launch.visits[operation.firstVisit + i].wait;
      const AsyncWait &wait = m_launch.waits[index];
      m_waiters += lastStream[wait.unit] != stream;
      lastStream[wait.unit] = stream;
      ++m_visits;
      if (!isSteady)
        continue;
      m_ahead.push_back(workAhead(operation, index));
      ++m_steadyVisits;
      m_blocked += wait.hasBlocked;
      if (m_use.nextEnter[index] != WaitUse::kNever)
        m_computes.push_back((m_use.nextEnter[index] - wait.exit).value);
    }
    ++m_operations;
  }

  /// True if a wait for it took more than twice the threshold. A wait slightly above the threshold
  /// may have been empty and does not measure the load.
  bool hasClearlyBlocked(const AsyncOperation &operation) const {
    if (operation.completion != Completion::Blocked)
      return false;
    for (uint32_t i = 0; i < operation.visitCount; ++i) {
      const AsyncWait &wait = m_launch.waits[m_launch.visits[operation.firstVisit + i].wait];
      if (wait.waited() > m_threshold + m_threshold)
        return true;
    }
    return false;
  }

  /// Time from the issue to the enter of a wait for it, without the blocked waits of the warp at
  /// that site in between.
  int64_t workAhead(const AsyncOperation &operation, uint32_t index) const {
    constexpr uint32_t kMaxLooked = 64; // limit of the search: pipelines are less deep
    const AsyncWait &wait = m_launch.waits[index];
    const uint32_t first = m_launch.units[wait.unit].firstWait;
    int64_t ahead = (wait.enter - operation.issueBegin).value;
    for (uint32_t i = index; i > first && index - i < kMaxLooked; --i) {
      const AsyncWait &other = m_launch.waits[i - 1];
      if (other.exit <= operation.issueBegin)
        break;
      if (other.site == wait.site && other.hasBlocked)
        ahead -= (other.exit - std::max(other.enter, operation.issueBegin)).value;
    }
    return std::max<int64_t>(ahead, 0);
  }

  const LaunchOverlap &m_launch;
  const WaitUse &m_use;
  const Channel &m_channel;
  Ticks m_threshold;
  std::vector<int64_t> m_steadyLoads, m_otherLoads, m_steadyLimits, m_otherLimits, m_computes,
      m_ahead;
  uint64_t m_operations = 0;
  uint64_t m_visits = 0;
  uint64_t m_steadyVisits = 0;
  uint64_t m_blocked = 0;
  uint64_t m_waiters = 0; // pairs of a unit and a stream that it waits for
};

/// Selects the source of the load. If the steady state never waited, the first loads may be longer
/// than the upper limits of the steady state allow: then the limit is the better figure. The
/// comparison allows for the threshold, because shorter waits count as empty.
void PipelineInputs::fillLoad(PipelineTest &test) {
  using Source = PipelineTest::LoadSource;
  const auto use = [&](Source source, const Distribution &loads) {
    test.loadSource = source;
    test.loads = loads.count;
    test.load = loads.median;
  };
  const Distribution limits =
      distributionOf(m_steadyLimits.empty() ? m_otherLimits : m_steadyLimits);
  const Distribution others = distributionOf(m_otherLoads);
  if (!m_steadyLoads.empty())
    use(Source::Steady, distributionOf(m_steadyLoads));
  else if (others.count > 0 &&
           (m_steadyLimits.empty() || others.median <= limits.median + m_threshold.value))
    use(Source::All, others);
  else
    use(Source::UpperLimit, limits);
}

void PipelineInputs::fill(PipelineTest &test) {
  fillLoad(test);
  test.computes = m_computes.size();
  test.compute = distributionOf(m_computes).median;
  test.ahead = distributionOf(m_ahead).median;
  if (countsPerCta(m_channel.queue) || test.compute <= 0)
    test.stages = m_channel.stageCount();
  else
    test.stages = static_cast<uint32_t>(1 + (test.ahead + test.compute / 2) / test.compute);
  if (m_visits > 0 && m_channel.streamCount > 0) {
    const double perStream = double(m_waiters) / double(m_channel.streamCount);
    test.groups = std::max(1.0, perStream * double(m_operations) / double(m_visits));
  }
  test.blockedShare = m_steadyVisits == 0 ? 0 : double(m_blocked) / double(m_steadyVisits);
  test.slack = test.groups * test.stages * static_cast<double>(test.compute) -
               static_cast<double>(test.load + test.compute);
}

/// The channel of copies with most operations: channels are in this order.
uint32_t busiestCopies(const LaunchOverlap &launch) {
  for (uint32_t i = 0; i < launch.channels.size(); ++i)
    if (waitTargetOf(launch.channels[i]) != WaitTarget::Matrix &&
        launch.channels[i].figures.visits > 0)
      return i;
  return kNoIndex;
}

bool isThresholdMeasured(const LaunchOverlap &launch, const Channel &channel) {
  const WaitThreshold *threshold = launch.thresholdOf(channel.queue);
  return threshold != nullptr && threshold->source == WaitThreshold::Source::Measured;
}

/// Share of blocked waits in the steady state. With fewer it does not wait for loads.
constexpr double kSeldomBlocked = 0.05;

/// True if warps lost time in the steady state, as measured.
bool hasLostTime(const PipelineTest &test, const OverlapFigures &steady) {
  const double exposed = steady.exposed.mean();
  const double iteration = exposed + static_cast<double>(test.compute);
  return 1 - steady.hiddenShare().value_or(1) >= PipelineTest::kMinWaited ||
         exposed >= PipelineTest::kMinWaited * iteration;
}

/// True if the blocking waits were for loads. A few long waits among many empty ones do not make
/// the steady state load-bound.
bool isOfLoads(const PipelineTest &test) {
  using Source = PipelineTest::LoadSource;
  return test.loadSource == Source::Steady ||
         (test.loadSource == Source::All && test.blockedShare > kSeldomBlocked);
}

/// All inputs depend on which waits blocked, so the bound is unknown without a measured threshold.
void decide(PipelineTest &test, const OverlapFigures &steady, bool isThresholdMeasured) {
  using Bound = PipelineTest::Bound;
  if (test.computes == 0)
    test.reason =
        "no warp waits twice in the steady state, so the compute time of an iteration is unknown";
  else if (!isThresholdMeasured)
    test.reason =
        "the duration of a wait that need not wait was not measured, so the blocking waits are unknown";
  else if (!hasLostTime(test, steady))
    test.bound = Bound::Compute; // the steady state did not wait for loads, whatever their duration
  else if (test.slack < 0 && isOfLoads(test))
    test.bound = Bound::Load;
  else
    test.reason = "warps wait in the steady state although loads of the measured length would "
                  "complete in time; the measured waits have precedence";
}

} // namespace

PipelineTest testPipeline(const LaunchOverlap &launch, const WaitUse &use) {
  PipelineTest test;
  test.channel = busiestCopies(launch);
  if (test.channel == kNoIndex) {
    test.reason = "no copy has a wait";
    return test;
  }
  const Channel &channel = launch.channels[test.channel];
  PipelineInputs inputs(launch, use, channel);
  inputs.gather();
  inputs.fill(test);
  if (!channel.steadyRange)
    test.reason = "no steady state: less than " + std::to_string(kMinSteadyIterations) + " of " +
                  std::to_string(channel.iterations.size()) +
                  " iterations are neither prologue nor epilogue";
  else if (launch.isCostSubtracted)
    test.reason = "the recording cost was subtracted from these times, which shifts warps relative "
                  "to each other";
  else
    decide(test, channel.steady, isThresholdMeasured(launch, channel));
  return test;
}

} // namespace pstudio::analysis
