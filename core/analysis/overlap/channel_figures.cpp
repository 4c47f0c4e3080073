// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/channel_figures.h"

#include <algorithm>
#include <array>
#include <span>

#include "core/analysis/overlap/figure_collector.h"
#include "core/analysis/overlap/operation_groups.h"
#include "core/analysis/overlap/pipeline_parts.h"
#include "core/analysis/overlap/stream_depth.h"
#include "core/analysis/overlap/wait_use.h"

namespace pstudio::analysis {
namespace {

/// Gathers the operations of one row.
class IterationRow {
public:
  IterationRow(const LaunchOverlap &launch, const WaitUse &use)
      : m_launch(launch), m_use(use), m_figures(launch) {}

  void add(const AsyncOperation &operation, PipelinePart part) {
    if (m_isEmpty) {
      m_row.instance = operation.instance;
      m_row.stage = operation.stage;
      m_isEmpty = false;
    }
    m_row.lastInstance = operation.instance;
    ++m_parts[static_cast<size_t>(part)];
    const Ticks issue = operation.issueBegin;
    m_loopStarts.push_back((operation.loopStart - issue).value);
    m_issueEnds.push_back((operation.issueEnd - issue).value);
    for (uint32_t i = 0; i < operation.visitCount && isMeasured(operation.completion); ++i)
      add(m_launch.visits[operation.firstVisit + i], issue);
    m_figures.addOperation(operation);
  }

  IterationFigures take() {
    m_row.part = static_cast<PipelinePart>(std::max_element(m_parts.begin(), m_parts.end()) -
                                           m_parts.begin());
    m_row.figures = m_figures.take();
    m_row.loopStart = taken(m_loopStarts);
    m_row.issueEnd = taken(m_issueEnds);
    m_row.enter = taken(m_enters);
    m_row.exit = taken(m_exits);
    m_row.use = taken(m_uses);
    m_parts = {};
    m_isEmpty = true;
    return m_row;
  }

private:
  void add(const OperationVisit &visit, Ticks issue) {
    const AsyncWait &wait = m_launch.waits[visit.wait];
    m_enters.push_back((wait.enter - issue).value);
    m_exits.push_back((wait.exit - issue).value);
    if (const Ticks until = m_use.usedUntil[visit.wait]; until != WaitUse::kNever)
      m_uses.push_back((until - wait.exit).value);
  }

  static Distribution taken(std::vector<int64_t> &values) {
    const Distribution result = distributionOf(values);
    values.clear();
    return result;
  }

  const LaunchOverlap &m_launch;
  const WaitUse &m_use;
  FigureCollector m_figures;
  IterationFigures m_row;
  std::array<uint64_t, 3> m_parts{}; // by PipelinePart
  std::vector<int64_t> m_loopStarts, m_issueEnds, m_enters, m_exits, m_uses;
  bool m_isEmpty = true;
};

void findSteadyRange(Channel &channel) {
  const auto isSteady = [](const IterationFigures &row) {
    return row.part == PipelinePart::Steady;
  };
  const auto &rows = channel.iterations;
  const auto first = std::ranges::find_if(rows, isSteady);
  const auto last = std::find_if(rows.rbegin(), rows.rend(), isSteady).base();
  if (last - first >= static_cast<ptrdiff_t>(kMinSteadyIterations))
    channel.steadyRange = {static_cast<uint32_t>(first - rows.begin()),
                           static_cast<uint32_t>(last - rows.begin())};
}

/// Fills `iterations` and `steadyRange`. `parts`: of the channel's operations, in order. Linear,
/// except for a sort of the instances.
void fillIterations(const LaunchOverlap &launch, const WaitUse &use, Channel &channel,
                    std::span<const PipelinePart> parts) {
  const auto operations =
      std::span(launch.operations).subspan(channel.firstOperation, channel.operationCount);
  const OperationGroups groups =
      groupBy(operations, [](const AsyncOperation &operation) { return operation.instance; });
  const size_t perRow = (groups.keys.size() + kMaxIterationRows - 1) / kMaxIterationRows;
  IterationRow row(launch, use);
  for (size_t g = 0; g < groups.keys.size();) {
    for (size_t n = 0; n < perRow && g < groups.keys.size(); ++n, ++g)
      for (const uint32_t i : groups.of(g))
        row.add(operations[i], parts[i]);
    channel.iterations.push_back(row.take());
  }
  findSteadyRange(channel);
}

/// The parts of a channel's operations, in their order.
std::vector<PipelinePart> partsOf(const LaunchOverlap &launch, const Channel &channel) {
  std::vector<PipelinePart> parts;
  parts.reserve(channel.operationCount);
  for (uint32_t s = 0; s < channel.streamCount; ++s) {
    const AsyncStream &stream = launch.streams[channel.firstStream + s];
    for (uint32_t rank = 0; rank < stream.operationCount; ++rank)
      parts.push_back(partOf(stream, rank));
  }
  return parts;
}

class ChannelFigures {
public:
  ChannelFigures(LaunchOverlap &launch, const WaitUse &use)
      : m_launch(launch), m_use(use), m_collector(launch), m_isWaitCounted(launch.waits.size()) {}

  void fill(Channel &channel);

private:
  std::span<const AsyncOperation> operationsOf(const Channel &channel) const {
    return std::span(m_launch.operations).subspan(channel.firstOperation, channel.operationCount);
  }
  void countCompletions(Channel &channel);
  void fillStages(Channel &channel, const std::vector<PipelinePart> &parts);
  void fillWhole(Channel &channel, const std::vector<PipelinePart> &parts);
  void fillDepth(Channel &channel);

  LaunchOverlap &m_launch;
  const WaitUse &m_use;
  FigureCollector m_collector;
  std::vector<bool> m_isWaitCounted;
};

void ChannelFigures::fill(Channel &channel) {
  const std::vector<PipelinePart> parts = partsOf(m_launch, channel);
  countCompletions(channel);
  fillIterations(m_launch, m_use, channel, parts);
  fillWhole(channel, parts);
  fillStages(channel, parts);
  fillDepth(channel);
}

void ChannelFigures::countCompletions(Channel &channel) {
  std::vector<uint32_t> counted;
  for (const AsyncOperation &operation : operationsOf(channel)) {
    ++channel.completions[static_cast<size_t>(operation.completion)];
    for (uint32_t i = 0; i < operation.visitCount; ++i) {
      const uint32_t wait = m_launch.visits[operation.firstVisit + i].wait;
      if (m_isWaitCounted[wait])
        continue;
      m_isWaitCounted[wait] = true;
      counted.push_back(wait);
      channel.waitedOnce += m_launch.waits[wait].waited().value;
    }
  }
  for (const uint32_t wait : counted)
    m_isWaitCounted[wait] = false;
}

void ChannelFigures::fillWhole(Channel &channel, const std::vector<PipelinePart> &parts) {
  const auto operations = operationsOf(channel);
  for (const AsyncOperation &operation : operations)
    m_collector.addOperation(operation);
  channel.figures = m_collector.take();
  if (!channel.steadyRange)
    return;
  for (size_t i = 0; i < operations.size(); ++i)
    if (parts[i] == PipelinePart::Steady)
      m_collector.addOperation(operations[i]);
  channel.steady = m_collector.take();
}

void ChannelFigures::fillStages(Channel &channel, const std::vector<PipelinePart> &parts) {
  const auto operations = operationsOf(channel);
  const OperationGroups groups = groupBy(
      operations, [](const AsyncOperation &operation) { return uint64_t{operation.stage}; });
  for (size_t g = 0; g < groups.keys.size(); ++g) {
    StageFigures stage;
    stage.stage = static_cast<uint32_t>(groups.keys[g]);
    if (groups.keys.size() == 1) {
      stage.figures = channel.figures;
      stage.steady = channel.steady;
      channel.stages.push_back(stage);
      return;
    }
    for (const uint32_t i : groups.of(g))
      m_collector.addOperation(operations[i]);
    stage.figures = m_collector.take();
    if (channel.steadyRange) {
      for (const uint32_t i : groups.of(g))
        if (parts[i] == PipelinePart::Steady)
          m_collector.addOperation(operations[i]);
      stage.steady = m_collector.take();
    }
    channel.stages.push_back(stage);
  }
}

/// Mean depth over streams, each weighted with the time in which it is in use.
void ChannelFigures::fillDepth(Channel &channel) {
  StreamDepth depth;
  for (uint32_t s = 0; s < channel.streamCount; ++s)
    depth.add(m_launch, m_launch.streams[channel.firstStream + s]);
  channel.meanDepth = depth.mean();
  channel.mostDepth = depth.most();
}

WaitTarget targetOfIssues(std::optional<AsyncQueue> queue, bool isMatrix) {
  if (!queue)
    return WaitTarget::Manual;
  return isMatrix ? WaitTarget::Matrix : WaitTarget::Copies;
}

/// Figures over the visits of all channels whose waits have this target. The figures of a single
/// channel are reused.
OverlapFigures figuresFor(const LaunchOverlap &launch, WaitTarget target) {
  std::vector<const Channel *> channels;
  for (const Channel &channel : launch.channels)
    if (waitTargetOf(channel) == target)
      channels.push_back(&channel);
  if (channels.size() == 1)
    return channels[0]->figures;
  FigureCollector collector(launch);
  for (const Channel *channel : channels)
    for (uint32_t i = 0; i < channel->operationCount; ++i)
      collector.addOperation(launch.operations[channel->firstOperation + i]);
  return collector.take();
}

} // namespace

WaitTarget waitTargetOf(const Channel &channel) {
  return targetOfIssues(channel.queue, channel.isMatrix);
}

WaitTarget waitTargetOf(const AsyncPlace &issue) {
  return targetOfIssues(issue.queue, issue.isMatrix);
}

void fillChannelFigures(LaunchOverlap &launch, const WaitUse &use) {
  ChannelFigures figures(launch, use);
  for (Channel &channel : launch.channels)
    figures.fill(channel);
  launch.copies = figuresFor(launch, WaitTarget::Copies);
  launch.matrix = figuresFor(launch, WaitTarget::Matrix);
}

} // namespace pstudio::analysis
