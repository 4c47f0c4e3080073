// SPDX-License-Identifier: Apache-2.0
// The values of the figures that findings are derived from.
#include "core/analysis/overlap/findings/finding_figures.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/overlap/launch_facts.h"
#include "core/analysis/overlap/launch_figures.h"

namespace pstudio::analysis {
namespace {

using Value = std::optional<double>;

Value quotient(double part, double whole) {
  return whole > 0 ? Value(part / whole) : std::nullopt;
}

uint64_t countOf(const LaunchOverlap &launch, Completion completion) {
  uint64_t count = 0;
  for (const Channel &channel : launch.channels)
    count += channel.countOf(completion);
  return count;
}

uint64_t sumOfSites(const LaunchOverlap &launch, uint64_t AsyncPlace::*member) {
  uint64_t sum = 0;
  for (const AsyncPlace &site : launch.sites)
    sum += site.*member;
  return sum;
}

/// Reads the figures of one launch.
class Reader {
public:
  Reader(const Trace &trace, const LaunchOverlap &launch, const FindingSubject &subject)
      : m_trace(trace), m_launch(launch), m_subject(subject) {}

  Value read(Figure figure) const {
    if (figure <= Figure::IsCorrected)
      return ofLaunch(figure);
    if (figure <= Figure::PathWaits)
      return ofPath(figure);
    if (figure <= Figure::PipelineBlocked)
      return ofPipeline(figure);
    if (figure <= Figure::ExposedOutside)
      return ofChannel(figure);
    return figure <= Figure::BlockedShare ? ofSteadyState(figure) : ofRole(figure);
  }

private:
  Value ofLaunch(Figure figure) const;
  Value ofRecords(Figure figure) const;
  Value ofMemory(Figure figure) const;
  Value ofPath(Figure figure) const;
  Value ofPipeline(Figure figure) const;
  Value ofChannel(Figure figure) const;
  Value ofSteadyState(Figure figure) const;
  Value ofRole(Figure figure) const;

  const Trace &m_trace;
  const LaunchOverlap &m_launch;
  const FindingSubject &m_subject;
};

Value Reader::ofRecords(Figure figure) const {
  if (!m_launch.launch.isValid())
    return std::nullopt;
  const Launch &facts = m_trace.launches()[m_launch.launch.value];
  const auto written = static_cast<double>(facts.recordsWritten);
  const auto dropped = static_cast<double>(facts.recordsDropped);
  if (figure == Figure::DroppedShare)
    return quotient(dropped, written);
  return figure == Figure::RecordsWritten ? written : dropped;
}

Value Reader::ofMemory(Figure figure) const {
  const auto used = launchNumber(m_trace, m_launch.launch, "shared memory");
  const auto limit = launchNumber(m_trace, m_launch.launch, "shared memory limit");
  if (!used || !limit || *used > *limit)
    return std::nullopt;
  return figure == Figure::SharedMemory ? *used : *limit - *used;
}

Value Reader::ofLaunch(Figure figure) const {
  const auto count = [this](Completion kind) { return double(countOf(m_launch, kind)); };
  switch (figure) {
  case Figure::Operations:
    return double(m_launch.operations.size());
  case Figure::RecordsWritten:
  case Figure::RecordsDropped:
  case Figure::DroppedShare:
    return ofRecords(figure);
  case Figure::NotCertain:
    return count(Completion::Uncertain);
  case Figure::IssueNotRecorded:
    return double(issuesNotRecorded(m_launch));
  case Figure::CutWaits:
    return double(sumOfSites(m_launch, &AsyncPlace::cut));
  case Figure::UncertainShare:
    return quotient(*ofLaunch(Figure::NotCertain) + *ofLaunch(Figure::IssueNotRecorded) +
                        *ofLaunch(Figure::CutWaits),
                    *ofLaunch(Figure::Operations));
  case Figure::NeverWaited:
    return count(Completion::NeverWaited);
  case Figure::WaitNotRecorded:
    return count(Completion::WaitUnknown);
  case Figure::ManualOperations:
    return double(m_launch.manualOperations);
  case Figure::WithoutScope:
    return count(Completion::EndOnly);
  case Figure::UnmeasuredEmptyWaits:
    return double(std::ranges::count_if(m_launch.waitThresholds, isUnmeasured));
  case Figure::UnknownBlocking:
    return double(std::ranges::count_if(m_launch.channels, [this](const Channel &channel) {
      return !isBlockingKnown(m_launch, channel);
    }));
  case Figure::MatrixInFlight:
    return double(matrixInFlight(m_launch));
  case Figure::ConsumersStarved:
    return consumersStarved(m_launch);
  case Figure::IsCorrected:
    return m_launch.isCostSubtracted ? 1 : 0;
  default:
    return ofMemory(figure);
  }
}

Value Reader::ofPath(Figure figure) const {
  const CriticalPath &path = m_launch.criticalPath;
  if (path.total <= 0)
    return std::nullopt;
  const auto shareOf = [&path](PathKind kind) {
    return double(path.ticks[static_cast<size_t>(kind)]) / double(path.total);
  };
  switch (figure) {
  case Figure::PathCopies:
    return shareOf(PathKind::Copy);
  case Figure::PathMatrix:
    return shareOf(PathKind::Matrix);
  case Figure::PathCompute:
    return shareOf(PathKind::Compute);
  case Figure::PathIssue:
    return shareOf(PathKind::Issue);
  case Figure::PathSynchronization:
    return shareOf(PathKind::Synchronization);
  case Figure::PathWaits:
    return shareOf(PathKind::Wait);
  default:
    return double(path.total);
  }
}

Value Reader::ofPipeline(Figure figure) const {
  const PipelineTest &test = m_launch.pipeline;
  if (test.channel == kNoIndex)
    return std::nullopt;
  switch (figure) {
  case Figure::Bound:
    return double(test.bound);
  case Figure::Load:
    return double(test.load);
  case Figure::Compute:
    return double(test.compute);
  case Figure::Stages:
    return double(test.stages);
  case Figure::NeededStages:
    return stagesNeeded(test);
  case Figure::Groups:
    return test.groups;
  case Figure::TimeToSpare:
    return test.timeToSpare();
  default:
    return test.blockedShare;
  }
}

Value Reader::ofChannel(Figure figure) const {
  if (m_subject.channel >= m_launch.channels.size())
    return std::nullopt;
  const Channel &channel = m_launch.channels[m_subject.channel];
  if (figure == Figure::WaitedShare)
    return waitedShare(m_launch, channel);
  if (!channel.steadyRange || channel.steady.visits == 0)
    return std::nullopt;
  const OverlapFigures &steady = channel.steady;
  const Value hidden = steady.hiddenShare();
  switch (figure) {
  case Figure::SteadyHidden:
    return hidden;
  case Figure::SteadyExposed:
    return hidden ? Value(1 - *hidden) : std::nullopt;
  case Figure::LateMedian:
    return double(steady.late.median);
  case Figure::LateShare:
    return quotient(double(steady.late.sum), double(steady.late.sum + steady.exposed.sum));
  default: {
    const Value inside = quotient(double(steady.exposed.sum), double(channel.figures.exposed.sum));
    return inside ? Value(1 - *inside) : std::nullopt;
  }
  }
}

Value Reader::ofSteadyState(Figure figure) const {
  if (m_subject.channel >= m_launch.channels.size())
    return std::nullopt;
  const Channel &channel = m_launch.channels[m_subject.channel];
  const OverlapFigures *steady = &channel.steady;
  for (const StageFigures &stage : channel.stages)
    if (stage.stage == m_subject.stage)
      steady = &stage.steady;
  if (!channel.steadyRange || steady->visits == 0)
    return std::nullopt;
  switch (figure) {
  case Figure::WaitedMean:
    return steady->exposed.mean();
  case Figure::WaitedMedian:
    return double(steady->exposed.median);
  case Figure::InFlightMean:
    return steady->inFlight.mean();
  default:
    return 1 - steady->readyShare();
  }
}

Value Reader::ofRole(Figure figure) const {
  if (m_subject.role >= m_launch.roles.size())
    return std::nullopt;
  const WarpRole &role = m_launch.roles[m_subject.role];
  if (figure == Figure::RoleIterations)
    return double(role.iterations);
  const StallFigures &stall = role.stalls[static_cast<size_t>(m_subject.target)];
  if (stall.waits == 0)
    return std::nullopt;
  if (figure == Figure::RoleShare)
    return stall.share;
  return figure == Figure::RolePerIteration ? Value(stall.perIteration)
                                            : quotient(double(stall.blocked), double(stall.waits));
}

} // namespace

std::optional<uint32_t> stagesNeeded(const PipelineTest &test) {
  constexpr double kMost = 1000; // a larger number is not useful advice
  if (test.compute <= 0)
    return std::nullopt;
  const double needed = static_cast<double>(test.load + test.compute) /
                        (test.groups * static_cast<double>(test.compute));
  return needed > kMost ? std::nullopt : std::optional(static_cast<uint32_t>(std::ceil(needed)));
}

std::optional<double> figureValue(const Trace &trace, const LaunchOverlap &launch,
                                  const FindingSubject &subject, Figure figure) {
  return Reader(trace, launch, subject).read(figure);
}

} // namespace pstudio::analysis
