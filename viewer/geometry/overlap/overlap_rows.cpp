// SPDX-License-Identifier: Apache-2.0
// Converts the analysis of a launch to the rows of the iteration view.
#include "viewer/geometry/overlap/overlap_rows.h"

#include <algorithm>
#include <cmath>

namespace pstudio {
namespace {

using analysis::AsyncOperation;
using analysis::AsyncStream;
using analysis::Channel;
using analysis::Completion;
using analysis::Distribution;
using analysis::IterationFigures;
using analysis::LaunchOverlap;
using analysis::OperationVisit;
using analysis::PipelinePart;

IterationPart partOf(PipelinePart part) {
  switch (part) {
  case PipelinePart::Prologue:
    return IterationPart::Prologue;
  case PipelinePart::Epilogue:
    return IterationPart::Epilogue;
  case PipelinePart::Steady:
    break;
  }
  return IterationPart::Steady;
}

/// Distributions over several operations, in ticks from the issue of each operation.
struct Places {
  Distribution loopStart, issueEnd, enter, exit, exposed, use;
  uint64_t visits = 0;
  uint64_t readyBefore = 0;
};

/// An operation and its part of the pipeline.
struct PlacedOperation {
  uint32_t operation = 0;
  IterationPart part = IterationPart::Steady;
};

class RowMaker {
public:
  RowMaker(const LaunchOverlap &launch, const Channel &channel, IterationAlignment alignment)
      : m_launch(launch), m_channel(channel), m_alignment(alignment) {}

  IterationRow rowOf(const IterationFigures &figures) const {
    const Places places{figures.loopStart,      figures.issueEnd,           figures.enter,
                        figures.exit,           figures.figures.exposed,    figures.use,
                        figures.figures.visits, figures.figures.readyBefore};
    IterationRow row = place(places);
    row.instance = static_cast<int64_t>(figures.instance);
    row.lastInstance = static_cast<int64_t>(figures.lastInstance);
    row.stage = static_cast<int32_t>(figures.stage);
    row.part = partOf(figures.part);
    return row;
  }

  /// The row of `operations`, which are not empty and become one row.
  IterationRow rowOf(std::span<const PlacedOperation> operations, const Distribution &use) {
    const AsyncOperation &first = m_launch.operations[operations.front().operation];
    Places places = gather(operations);
    places.use = use;
    IterationRow row = place(places);
    row.instance = row.lastInstance = static_cast<int64_t>(first.instance);
    row.stage = static_cast<int32_t>(first.stage);
    row.part = operations.front().part;
    row.slice = first.flight;
    return row;
  }

  /// Sets the slice of each row, which a click selects: the operation whose waited time is nearest
  /// to the median of the row.
  void findSlices(std::vector<IterationRow> &rows) const {
    std::vector<int64_t> nearest(rows.size(), INT64_MAX);
    for (uint32_t i = 0; i < m_channel.operationCount; ++i) {
      const AsyncOperation &operation = m_launch.operations[m_channel.firstOperation + i];
      const auto index = rowOfInstance(rows, operation.instance);
      if (!index)
        continue;
      // An operation without a visit is used only if the row has no other.
      int64_t distance = INT64_MAX - 1;
      if (operation.visitCount > 0) {
        const Picoseconds exposed =
            time(static_cast<double>(m_launch.visits[operation.firstVisit].exposed.value));
        distance = std::abs((exposed - rows[*index].exposed.median).value);
      }
      if (distance < nearest[*index]) {
        nearest[*index] = distance;
        rows[*index].slice = operation.flight;
      }
    }
  }

private:
  Picoseconds time(double ticks) const { return timeOf(m_launch, ticks); }
  Picoseconds time(int64_t ticks) const { return timeOf(m_launch, static_cast<double>(ticks)); }

  Spread spread(const Distribution &distribution, Picoseconds from = {}) const {
    return {time(distribution.low) + from, time(distribution.median) + from,
            time(distribution.high) + from};
  }

  IterationRow place(const Places &places) const {
    IterationRow row;
    const Picoseconds zero = m_alignment == IterationAlignment::Loop && places.loopStart.count > 0
                                 ? Picoseconds(0) - time(places.loopStart.median)
                                 : Picoseconds(0);
    row.issueBegin = zero;
    row.issueEnd = zero + time(places.issueEnd.median);
    row.visits = places.visits;
    row.isUnfinished = places.visits == 0;
    if (row.isUnfinished) {
      row.waitEnter = row.waitExit = row.workEnd = row.issueEnd;
      row.exit = {row.issueEnd, row.issueEnd, row.issueEnd};
      return row;
    }
    row.waitEnter = zero + time(places.enter.median);
    row.exit = spread(places.exit, zero);
    row.exposed = spread(places.exposed);
    row.isReadyBefore = 2 * places.readyBefore > places.visits;
    // The bar is as long as the median of the waited time beside it. The medians of entry and exit
    // can differ by another length.
    row.waitExit = row.isReadyBefore ? row.waitEnter
                                     : std::max(row.waitEnter, row.issueBegin) + row.exposed.median;
    row.workEnd = row.waitExit;
    if (places.use.count > 0)
      row.workEnd = row.waitExit + time(places.use.median);
    return row;
  }

  Places gather(std::span<const PlacedOperation> operations) {
    for (std::vector<int64_t> *values : {&m_loop, &m_issue, &m_enter, &m_exit, &m_exposed})
      values->clear();
    Places places;
    for (const PlacedOperation &placed : operations) {
      const AsyncOperation &operation = m_launch.operations[placed.operation];
      const int64_t zero = operation.issueBegin.value;
      m_loop.push_back(operation.loopStart.value - zero);
      m_issue.push_back(operation.issueEnd.value - zero);
      if (!isMeasured(operation.completion))
        continue;
      for (uint32_t v = 0; v < operation.visitCount; ++v) {
        const OperationVisit &visit = m_launch.visits[operation.firstVisit + v];
        const analysis::AsyncWait &wait = m_launch.waits[visit.wait];
        m_enter.push_back(wait.enter.value - zero);
        m_exit.push_back(wait.exit.value - zero);
        m_exposed.push_back(visit.exposed.value);
        places.readyBefore += wait.hasBlocked ? 0 : 1;
      }
    }
    places.visits = m_exposed.size();
    places.loopStart = analysis::distributionOf(m_loop);
    places.issueEnd = analysis::distributionOf(m_issue);
    places.enter = analysis::distributionOf(m_enter);
    places.exit = analysis::distributionOf(m_exit);
    places.exposed = analysis::distributionOf(m_exposed);
    return places;
  }

  const LaunchOverlap &m_launch;
  const Channel &m_channel;
  IterationAlignment m_alignment;
  std::vector<int64_t> m_loop, m_issue, m_enter, m_exit, m_exposed;
};

/// The operations of the channel in one CTA or in all, by instance.
std::vector<PlacedOperation> placedOperations(const LaunchOverlap &launch, const Channel &channel,
                                              std::optional<uint32_t> cta) {
  std::vector<PlacedOperation> placed;
  for (uint32_t s = 0; s < channel.streamCount; ++s) {
    const AsyncStream &stream = launch.streams[channel.firstStream + s];
    if (cta && stream.cta != *cta)
      continue;
    for (uint32_t i = 0; i < stream.operationCount; ++i) {
      IterationPart part = IterationPart::Steady;
      if (i < stream.prologue)
        part = IterationPart::Prologue;
      else if (i + stream.epilogue >= stream.operationCount)
        part = IterationPart::Epilogue;
      placed.push_back({stream.firstOperation + i, part});
    }
  }
  std::ranges::stable_sort(placed, {}, [&launch](const PlacedOperation &p) {
    return launch.operations[p.operation].instance;
  });
  return placed;
}

/// Time of the work after the wait in the iteration, over all CTAs.
Distribution useOf(const Channel &channel, uint64_t instance) {
  const auto behind =
      std::ranges::upper_bound(channel.iterations, instance, {}, &IterationFigures::instance);
  if (behind == channel.iterations.begin() || std::prev(behind)->lastInstance < instance)
    return {};
  return std::prev(behind)->use;
}

/// Distribution of the median work times of the steady iterations; of all iterations without a
/// steady state.
Distribution steadyUse(const Channel &channel) {
  std::vector<int64_t> medians;
  for (const IterationFigures &iteration : channel.iterations)
    if (iteration.use.count > 0 && (iteration.part == PipelinePart::Steady || !channel.steadyRange))
      medians.push_back(iteration.use.median);
  return analysis::distributionOf(medians);
}

/// Marks the iterations whose operations are all excluded from the figures, with the reason.
void markUncertain(const LaunchOverlap &launch, const Channel &channel,
                   std::vector<IterationRow> &rows) {
  for (uint32_t i = 0; i < channel.operationCount; ++i) {
    const AsyncOperation &operation = launch.operations[channel.firstOperation + i];
    const bool isUncertain = operation.completion == Completion::Uncertain;
    if (!isUncertain && operation.completion != Completion::WaitUnknown)
      continue;
    const auto row = rowOfInstance(rows, operation.instance);
    if (!row || !rows[*row].isUnfinished)
      continue;
    (isUncertain ? rows[*row].isUncertain : rows[*row].isWaitUnknown) = true;
  }
}

} // namespace

Picoseconds timeOf(const LaunchOverlap &launch, double ticks) {
  return Picoseconds(std::llround(ticks * launch.picosecondsPerTick));
}

std::optional<OverlapChoice> openingChoice(const OverlapData &data) {
  const auto launch = data.firstWithOperations();
  if (!launch)
    return std::nullopt;
  OverlapChoice choice;
  choice.launch = *launch;
  const LaunchOverlap &first = data.launches()[*launch];
  if (first.pipeline.channel < first.channels.size())
    choice.channel = first.pipeline.channel;
  return choice;
}

IterationTable iterationTable(const LaunchOverlap &launch, uint32_t index,
                              std::optional<uint32_t> cta, IterationAlignment alignment) {
  const Channel &channel = launch.channels[index];
  RowMaker maker(launch, channel, alignment);
  IterationTable table;
  const std::vector<PlacedOperation> placed = placedOperations(launch, channel, cta);
  if (!cta) {
    for (const IterationFigures &iteration : channel.iterations)
      table.rows.push_back(maker.rowOf(iteration));
    maker.findSlices(table.rows);
  }
  for (size_t i = 0; cta && i < placed.size();) {
    const uint64_t instance = launch.operations[placed[i].operation].instance;
    size_t end = i;
    while (end < placed.size() && launch.operations[placed[end].operation].instance == instance)
      ++end;
    table.rows.push_back(
        maker.rowOf(std::span(placed).subspan(i, end - i), useOf(channel, instance)));
    i = end;
  }
  markUncertain(launch, channel, table.rows);
  std::vector<PlacedOperation> steady;
  std::ranges::copy_if(placed, std::back_inserter(steady), [&](const PlacedOperation &p) {
    return p.part == IterationPart::Steady && isMeasured(launch.operations[p.operation].completion);
  });
  const std::span<const PlacedOperation> summed = steady.empty() ? std::span(placed) : steady;
  if (!summed.empty()) {
    table.summary = maker.rowOf(summed, steadyUse(channel));
    table.summary->stage = -1;
    table.summary->instance = table.summary->lastInstance = -1;
    table.summary->slice = SliceId();
  }
  return table;
}

} // namespace pstudio
