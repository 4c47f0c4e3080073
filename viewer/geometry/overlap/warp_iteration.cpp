// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/overlap/warp_iteration.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/trace/slices_range.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/overlap/overlap_summary.h"
#include "viewer/geometry/timeline/grouping.h"

namespace pstudio {
namespace {

using analysis::AsyncOperation;
using analysis::kNoIndex;
using analysis::LaunchOverlap;

/// One iteration of a warp.
struct Extent {
  uint64_t instance = 0;
  SliceId step;
  TimeRange time;
};

struct Loop {
  uint32_t launch = 0, channel = 0, unit = 0;
  std::vector<Extent> extents; ///< by begin

  const Extent *at(Picoseconds time) const {
    const auto after = std::ranges::upper_bound(
        extents, time, {}, [](const Extent &extent) { return extent.time.begin; });
    if (after == extents.begin() || std::prev(after)->time.end <= time)
      return nullptr;
    return &*std::prev(after);
  }
  const Extent *numbered(uint64_t instance) const {
    const auto found = std::ranges::find(extents, instance, &Extent::instance);
    return found == extents.end() ? nullptr : &*found;
  }
  size_t indexOf(const Extent &extent) const {
    return static_cast<size_t>(&extent - extents.data());
  }
};

/// Whether a warp issues an operation or waits for it.
bool takesPart(const LaunchOverlap &launch, const AsyncOperation &operation, uint32_t unit) {
  if (operation.issuer == unit)
    return true;
  for (uint32_t v = 0; v < operation.visitCount; ++v)
    if (launch.waits[launch.visits[operation.firstVisit + v].wait].unit == unit)
      return true;
  return false;
}

/// Calls work(operation) for the operations of a channel.
template <class Work>
void forOperationsOf(const LaunchOverlap &launch, uint32_t channel, const Work &work) {
  const analysis::Channel &all = launch.channels[channel];
  for (uint32_t s = 0; s < all.streamCount; ++s) {
    const analysis::AsyncStream &stream = launch.streams[all.firstStream + s];
    for (uint32_t i = 0; i < stream.operationCount; ++i)
      work(launch.operations[stream.firstOperation + i]);
  }
}

/// The earliest step of each instance; only waits if there is one.
std::map<uint64_t, SliceId> stepsOf(const LaunchOverlap &launch, uint32_t channel, uint32_t unit,
                                    const Trace &times) {
  std::map<uint64_t, SliceId> waits, issues;
  const auto keepFirst = [&times](std::map<uint64_t, SliceId> &steps, uint64_t instance,
                                  SliceId step) {
    if (!step.isValid())
      return;
    const auto [found, isNew] = steps.try_emplace(instance, step);
    if (!isNew && times.sliceTime(step).begin < times.sliceTime(found->second).begin)
      found->second = step;
  };
  forOperationsOf(launch, channel, [&](const AsyncOperation &operation) {
    if (operation.issuer == unit)
      keepFirst(issues, operation.instance, operation.issue);
    for (uint32_t v = 0; v < operation.visitCount; ++v) {
      const analysis::AsyncWait &wait = launch.waits[launch.visits[operation.firstVisit + v].wait];
      if (wait.unit == unit)
        keepFirst(waits, operation.instance, wait.slice);
    }
  });
  return waits.empty() ? issues : waits;
}

/// The median of the lengths, the lower one of an even number; 0 of none.
Picoseconds medianLength(std::vector<int64_t> lengths) {
  if (lengths.empty())
    return {};
  const auto middle = lengths.begin() + static_cast<ptrdiff_t>((lengths.size() - 1) / 2);
  std::ranges::nth_element(lengths, middle);
  return Picoseconds(*middle);
}

/// Sets the end of the last iteration, which no other one ends.
void endLast(const Trace &times, TrackId track, std::vector<Extent> &extents) {
  std::vector<int64_t> lengths;
  for (size_t i = 0; i + 1 < extents.size(); ++i)
    lengths.push_back(extents[i].time.length().value);
  const auto whole = slicesRange(times, times.track(track));
  if (lengths.empty() || !whole)
    return;
  TimeRange &last = extents.back().time;
  const Picoseconds median = medianLength(std::move(lengths));
  const bool isShort = whole->end - last.begin <= median + median;
  last.end = std::max(last.end, isShort ? whole->end : last.begin + median);
}

Loop loopOf(const OverlapData &overlap, const Trace &times, uint32_t launch, uint32_t channel,
            uint32_t unit) {
  Loop loop{launch, channel, unit, {}};
  for (const auto &[instance, step] : stepsOf(overlap.launches()[launch], channel, unit, times))
    loop.extents.push_back({instance, step, times.sliceTime(step)});
  std::ranges::stable_sort(loop.extents, {},
                           [](const Extent &extent) { return extent.time.begin; });
  for (size_t i = 0; i + 1 < loop.extents.size(); ++i)
    loop.extents[i].time.end = std::max(loop.extents[i + 1].time.begin, loop.extents[i].time.begin);
  endLast(times, overlap.launches()[launch].units[unit].track, loop.extents);
  return loop;
}

WarpIteration made(const Loop &loop, const Extent &extent) {
  std::vector<int64_t> lengths;
  for (const Extent &each : loop.extents)
    lengths.push_back(each.time.length().value);
  return {loop.launch,          loop.channel,        loop.unit,   extent.instance,
          loop.indexOf(extent), loop.extents.size(), extent.time, medianLength(std::move(lengths)),
          extent.step};
}

/// The unit of a track; kNoIndex for tracks without steps.
uint32_t unitOf(const LaunchOverlap &launch, TrackId track) {
  const auto found = std::ranges::find(launch.units, track, &analysis::AsyncUnit::track);
  return found == launch.units.end() ? kNoIndex
                                     : static_cast<uint32_t>(found - launch.units.begin());
}

/// Of a slice that is a step or a flight.
std::optional<WarpIteration> iterationOfOperation(const OverlapData &overlap, const Trace &times,
                                                  OperationRef ref, TrackId track) {
  const LaunchOverlap &launch = overlap.launches()[ref.launch];
  const AsyncOperation &operation = overlap.operation(ref);
  if (operation.channel >= launch.channels.size())
    return std::nullopt;
  uint32_t unit = unitOf(launch, track);
  if (unit == kNoIndex)
    unit = operation.issuer;
  if (unit == kNoIndex)
    return std::nullopt;
  const Loop loop = loopOf(overlap, times, ref.launch, operation.channel, unit);
  const Extent *extent = loop.numbered(operation.instance);
  return extent != nullptr ? std::optional(made(loop, *extent)) : std::nullopt;
}

/// Of any other slice: the channel of its warp with most iterations; of equal ones that of copies,
/// which come first.
std::optional<WarpIteration> iterationOfScope(const OverlapData &overlap, const Trace &times,
                                              SliceId slice, TrackId track) {
  std::optional<WarpIteration> best;
  for (uint32_t l = 0; l < overlap.launches().size(); ++l) {
    const LaunchOverlap &launch = overlap.launches()[l];
    const uint32_t unit = unitOf(launch, track);
    for (uint32_t channel = 0; unit != kNoIndex && channel < launch.channels.size(); ++channel) {
      const Loop loop = loopOf(overlap, times, l, channel, unit);
      const Extent *extent = loop.at(times.sliceTime(slice).begin);
      if (extent != nullptr && loop.extents.size() > 1 &&
          (!best || loop.extents.size() > best->count))
        best = made(loop, *extent);
    }
  }
  return best;
}

/// Identifies a part in each iteration.
using PartKey = std::tuple<uint32_t, uint32_t, bool, uint32_t>; // name, category, flight, order

struct Occurrence {
  size_t iteration;
  PartKey key;
  SliceId slice;
};

/// All parts of all iterations of the warp.
class PartCollector {
public:
  PartCollector(const OverlapData &overlap, const Trace &times, const Loop &loop)
      : m_launch(overlap.launches()[loop.launch]), m_times(times), m_loop(loop) {
    addSlices();
    addFlights();
  }

  const std::vector<Occurrence> &all() const { return m_all; }

  Picoseconds medianOf(const PartKey &key) const {
    std::vector<int64_t> lengths;
    for (const Occurrence &part : m_all)
      if (part.key == key && isWholeSlice(m_times.sliceFlags()[part.slice.value]))
        lengths.push_back(m_times.sliceDurations()[part.slice.value]);
    return medianLength(std::move(lengths));
  }

private:
  void add(size_t iteration, SliceId slice, bool isFlight) {
    const Slice facts = m_times.slice(slice);
    const uint32_t category = facts.category.isValid() ? facts.category.value : 0;
    uint32_t &order = m_orders[{iteration, facts.name.value, category, isFlight}];
    m_all.push_back({iteration, {facts.name.value, category, isFlight, order++}, slice});
  }

  void addSlices() {
    const Track &track = m_times.track(m_launch.units[m_loop.unit].track);
    for (uint32_t r = 0; r < track.rowCount; ++r) {
      const Row &row = m_times.row(RowId(track.firstRow.value + r));
      for (uint32_t i = 0; i < row.sliceCount; ++i) {
        const SliceId slice(row.firstSlice.value + i);
        if (const Extent *extent = m_loop.at(m_times.sliceTime(slice).begin))
          add(m_loop.indexOf(*extent), slice, false);
      }
    }
  }

  void addFlights() {
    std::map<uint64_t, size_t> numbers;
    for (const Extent &extent : m_loop.extents)
      numbers[extent.instance] = m_loop.indexOf(extent);
    forOperationsOf(m_launch, m_loop.channel, [&](const AsyncOperation &operation) {
      const auto found = numbers.find(operation.instance);
      if (found != numbers.end() && operation.flight.isValid() &&
          takesPart(m_launch, operation, m_loop.unit))
        add(found->second, operation.flight, true);
    });
  }

  const LaunchOverlap &m_launch;
  const Trace &m_times;
  const Loop &m_loop;
  std::vector<Occurrence> m_all;
  std::map<std::tuple<size_t, uint32_t, uint32_t, bool>, uint32_t> m_orders;
};

Loop loopOf(const OverlapData &overlap, const Trace &times, const WarpIteration &iteration) {
  return loopOf(overlap, times, iteration.launch, iteration.channel, iteration.unit);
}

} // namespace

std::optional<WarpIteration> iterationOf(const OverlapData &overlap, const Trace &times,
                                         SliceId slice) {
  if (!slice.isValid())
    return std::nullopt;
  const TrackId track = times.row(times.rowOf(slice)).track;
  if (const auto ref = overlap.operationOf(slice))
    if (const auto found = iterationOfOperation(overlap, times, *ref, track))
      return found;
  return iterationOfScope(overlap, times, slice, track);
}

std::vector<WarpIterationPart> iterationParts(const OverlapData &overlap, const Trace &times,
                                              const WarpIteration &iteration) {
  const Loop loop = loopOf(overlap, times, iteration);
  const PartCollector parts(overlap, times, loop);
  std::vector<WarpIterationPart> result;
  for (const Occurrence &part : parts.all()) {
    if (part.iteration != iteration.index)
      continue;
    const TimeRange time = times.sliceTime(part.slice);
    WarpIterationPart &added = result.emplace_back();
    added.slice = part.slice;
    added.isFlight = std::get<2>(part.key);
    added.begin = time.begin - iteration.time.begin;
    if (isWholeSlice(times.sliceFlags()[part.slice.value])) {
      added.length = time.length();
      added.difference = time.length() - parts.medianOf(part.key);
    }
  }
  std::ranges::stable_sort(result, {}, &WarpIterationPart::begin);
  return result;
}

SliceId sliceOfNeighbour(const OverlapData &overlap, const Trace &times,
                         const WarpIteration &iteration, SliceId slice, int direction) {
  const Loop loop = loopOf(overlap, times, iteration);
  if ((direction < 0 && iteration.index == 0) ||
      (direction > 0 && iteration.index + 1 >= loop.extents.size()))
    return {};
  const size_t next = direction > 0 ? iteration.index + 1 : iteration.index - 1;
  const PartCollector parts(overlap, times, loop);
  const auto own = std::ranges::find(parts.all(), slice, &Occurrence::slice);
  if (own != parts.all().end())
    for (const Occurrence &part : parts.all())
      if (part.iteration == next && part.key == own->key)
        return part.slice;
  return loop.extents[next].step;
}

std::string iterationName(const OverlapData &overlap, const WarpIteration &iteration) {
  const LaunchOverlap &launch = overlap.launches()[iteration.launch];
  const analysis::AsyncUnit &unit = launch.units[iteration.unit];
  std::string name =
      "iteration " + countText(iteration.instance) + ", " + trackLabel(overlap.trace(), unit.track);
  if (unit.cta < launch.ctas.size())
    name += ", " + ctaName(overlap.trace(), launch, unit.cta);
  return name;
}

std::string medianDifferenceText(Picoseconds difference) {
  if (difference.value == 0)
    return "as the median";
  const Picoseconds length(difference.value < 0 ? -difference.value : difference.value);
  return (difference.value < 0 ? "-" : "+") + formatShort(length);
}

} // namespace pstudio
