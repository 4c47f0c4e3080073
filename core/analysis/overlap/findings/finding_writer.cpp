// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/findings/finding_writer.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/overlap/pipeline_parts.h"
#include "core/base/number_text.h"

namespace pstudio::analysis {
namespace {

/// The visits with most exposed time.
class Worst {
public:
  void add(Ticks exposed, SliceId slice) {
    m_all.push_back({-exposed.value, slice});
    if (m_all.size() >= 4 * kFindingSlices)
      shrink();
  }

  std::vector<SliceId> take() {
    shrink();
    std::vector<SliceId> slices;
    for (const auto &[exposed, slice] : m_all)
      slices.push_back(slice);
    return slices;
  }

private:
  void shrink() {
    std::ranges::sort(m_all);
    const auto same = std::ranges::unique(m_all); // one wait for several operations
    m_all.erase(same.begin(), same.end());
    m_all.resize(std::min(m_all.size(), kFindingSlices));
  }

  std::vector<std::pair<int64_t, SliceId>> m_all;
};

std::string timeText(const FindingInput &input, double ticks) {
  const Picoseconds time(std::llround(ticks * input.launch.picosecondsPerTick));
  return input.times.text ? input.times.text(time) : durationText(time);
}

/// A time and its cycles in the order of the input's times.
std::string timeWithCycles(const FindingInput &input, const std::string &time,
                           const std::string &cycles) {
  if (!input.launch.isInCycles)
    return time;
  return input.times.areCyclesFirst ? cycles + " (" + time + ")" : time + " (" + cycles + ")";
}

} // namespace

std::string ticksText(const FindingInput &input, double ticks) {
  const auto whole = static_cast<uint64_t>(std::llround(std::abs(ticks)));
  return timeWithCycles(input, timeText(input, ticks),
                        (ticks < 0 && whole > 0 ? "-" : "") + countText(whole, "cycle", "cycles"));
}

std::string partText(const FindingInput &input, double part, double whole) {
  const auto count = [](double ticks) { return static_cast<uint64_t>(std::llround(ticks)); };
  return timeWithCycles(input, timeText(input, part) + " of " + timeText(input, whole),
                        countText(count(part)) + " of " +
                            countText(count(whole), "cycle", "cycles"));
}

FindingNumber ticksNumber(const LaunchOverlap &launch, std::string name, double ticks) {
  return {std::move(name), ticks, launch.isInCycles ? "cycles" : "ps"};
}

FindingNumber percentNumber(std::string name, double share) {
  return {std::move(name), share * 100, "%"};
}

Finding::Severity besideHidden(const Channel &channel, Finding::Severity severity) {
  constexpr double kMostlyHidden = 0.95;
  const auto isHidden = [](const OverlapFigures &figures) {
    return figures.hiddenShare().value_or(0) > kMostlyHidden;
  };
  return isHidden(channel.figures) || isHidden(channel.steady)
             ? std::min(severity, Finding::Severity::Notice)
             : severity;
}

std::vector<SliceId> worstWaits(const LaunchOverlap &launch, uint32_t channel, uint32_t stage,
                                bool isSteadyOnly) {
  Worst worst;
  const Channel &which = launch.channels[channel];
  for (uint32_t s = 0; s < which.streamCount; ++s) {
    const AsyncStream &stream = launch.streams[which.firstStream + s];
    for (uint32_t rank = 0; rank < stream.operationCount; ++rank) {
      const AsyncOperation &operation = launch.operations[stream.firstOperation + rank];
      if ((stage != kNoIndex && operation.stage != stage) ||
          (isSteadyOnly && partOf(stream, rank) != PipelinePart::Steady))
        continue;
      for (uint32_t i = 0; i < operation.visitCount; ++i) {
        const OperationVisit &visit = launch.visits[operation.firstVisit + i];
        if (visit.exposed + visit.late > Ticks())
          worst.add(visit.exposed + visit.late, launch.waits[visit.wait].slice);
      }
    }
  }
  return worst.take();
}

std::vector<SliceId> steadyFlights(const LaunchOverlap &launch, uint32_t channel) {
  std::vector<SliceId> slices;
  const Channel &which = launch.channels[channel];
  for (uint32_t s = 0; s < which.streamCount; ++s) {
    const AsyncStream &stream = launch.streams[which.firstStream + s];
    const uint32_t end = stream.operationCount - stream.epilogue;
    for (uint32_t rank = stream.prologue; rank < end; ++rank) {
      if (slices.size() == kFindingSlices)
        return slices;
      slices.push_back(launch.operations[stream.firstOperation + rank].flight);
    }
  }
  return slices;
}

} // namespace pstudio::analysis
