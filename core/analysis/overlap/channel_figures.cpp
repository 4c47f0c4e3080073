// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/channel_figures.h"

#include <algorithm>

#include "core/analysis/overlap/figure_collector.h"
#include "core/analysis/overlap/iteration_figures.h"
#include "core/analysis/overlap/operation_groups.h"
#include "core/analysis/overlap/pipeline_parts.h"
#include "core/analysis/overlap/stream_depth.h"

namespace pstudio::analysis {
namespace {

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

/// Means over streams, each weighted with the time that it is in use.
void ChannelFigures::fillDepth(Channel &channel) {
  StreamDepth depth;
  for (uint32_t s = 0; s < channel.streamCount; ++s)
    depth.add(m_launch, m_launch.streams[channel.firstStream + s]);
  channel.meanDepth = depth.mean();
  channel.mostDepth = depth.most();
}

/// The visits of all channels whose waits are for `target`; the figures of a channel that is the
/// only one are taken over.
OverlapFigures figuresFor(const LaunchOverlap &launch, WaitTarget target) {
  std::vector<const Channel *> channels;
  for (const Channel &channel : launch.channels)
    if (waitTargetOf(channel.queue) == target)
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

WaitTarget waitTargetOf(std::optional<AsyncQueue> queue) {
  if (!queue)
    return WaitTarget::Manual;
  return *queue == AsyncQueue::MatrixGroup ? WaitTarget::Matrix : WaitTarget::Copies;
}

void fillChannelFigures(LaunchOverlap &launch, const WaitUse &use) {
  ChannelFigures figures(launch, use);
  for (Channel &channel : launch.channels)
    figures.fill(channel);
  launch.copies = figuresFor(launch, WaitTarget::Copies);
  launch.matrix = figuresFor(launch, WaitTarget::Matrix);
}

} // namespace pstudio::analysis
