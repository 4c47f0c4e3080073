// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/iteration_figures.h"

#include <algorithm>
#include <array>

#include "core/analysis/overlap/figure_collector.h"
#include "core/analysis/overlap/operation_groups.h"

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
  if (last - first >= static_cast<ptrdiff_t>(kLeastSteadyIterations))
    channel.steadyRange = {static_cast<uint32_t>(first - rows.begin()),
                           static_cast<uint32_t>(last - rows.begin())};
}

} // namespace

void fillIterations(const LaunchOverlap &launch, const WaitUse &use, Channel &channel,
                    std::span<const PipelinePart> parts) {
  const auto operations =
      std::span(launch.operations).subspan(channel.firstOperation, channel.operationCount);
  const OperationGroups groups =
      groupBy(operations, [](const AsyncOperation &operation) { return operation.instance; });
  const size_t perRow = (groups.keys.size() + kMostIterationRows - 1) / kMostIterationRows;
  IterationRow row(launch, use);
  for (size_t g = 0; g < groups.keys.size();) {
    for (size_t n = 0; n < perRow && g < groups.keys.size(); ++n, ++g)
      for (const uint32_t i : groups.of(g))
        row.add(operations[i], parts[i]);
    channel.iterations.push_back(row.take());
  }
  findSteadyRange(channel);
}

} // namespace pstudio::analysis
