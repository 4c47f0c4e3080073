// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocprof/dispatch_alignment.h"

#include <algorithm>
#include <map>

namespace pstudio::rocprof {
namespace {

using Intervals = std::vector<Interval>;
using ByKernel = std::map<std::string, Intervals>;

constexpr int64_t kRoundingNs = 1000;
constexpr int64_t kPartsOfDrift = 10'000; // one in so many: 100 ppm

int64_t absoluteNs(const Trace &trace, Picoseconds time) {
  return trace.info().origin.value + floorToNanoseconds(time).value;
}

void sortAll(ByKernel &kernels) {
  for (auto &[name, intervals] : kernels)
    std::ranges::sort(intervals, {}, &Interval::beginNs);
}

/// From the first to the last record of every launch whose times were measured.
ByKernel launchesOf(const Trace &trace) {
  std::vector<TimeRange> ranges(trace.launches().size());
  for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
    const Slice slice = trace.slice(SliceId(i));
    const LaunchId launch = trace.track(slice.track).launch;
    if (!launch.isValid() || !isWholeSlice(slice.flags))
      continue;
    TimeRange &range = ranges[launch.value];
    const bool isFirst = range.isEmpty();
    range.begin = isFirst ? slice.time.begin : std::min(range.begin, slice.time.begin);
    range.end = isFirst ? slice.time.end : std::max(range.end, slice.time.end);
  }
  ByKernel kernels;
  for (size_t i = 0; i < ranges.size(); ++i) {
    const Launch &launch = trace.launches()[i];
    if (launch.timeBase == TimeBase::Measured && !ranges[i].isEmpty())
      kernels[plainKernelName(trace.string(launch.kernel))].push_back(
          {absoluteNs(trace, ranges[i].begin), absoluteNs(trace, ranges[i].end)});
  }
  sortAll(kernels);
  return kernels;
}

ByKernel dispatchesOf(const Trace &trace) {
  ByKernel kernels;
  for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
    const Slice slice = trace.slice(SliceId(i));
    if (trace.string(slice.category) == kDispatchCategory)
      kernels[plainKernelName(trace.string(slice.name))].push_back(
          {absoluteNs(trace, slice.time.begin), absoluteNs(trace, slice.time.end)});
  }
  sortAll(kernels);
  return kernels;
}

/// Offsets that are possible.
struct Bounds {
  int64_t low = INT64_MIN;
  int64_t high = INT64_MAX;

  /// No record of `launch` is before `dispatch` began or after it ended.
  void narrow(const Interval &launch, const Interval &dispatch) {
    low = std::max(low, launch.endNs - dispatch.endNs);
    high = std::min(high, launch.beginNs - dispatch.beginNs);
  }
};

/// The bounds if launch i is dispatch `first` + i.
Bounds boundsOf(Bounds bounds, const Intervals &launches, const Intervals &dispatches,
                size_t first) {
  for (size_t i = 0; i < launches.size(); ++i)
    bounds.narrow(launches[i], dispatches[first + i]);
  return bounds;
}

class Aligner {
public:
  explicit Aligner(int64_t slackNs) : m_slackNs(slackNs) {}

  Result<void> add(const std::string &kernel, const Intervals &launches,
                   const Intervals &dispatches) {
    if (dispatches.size() < launches.size())
      return fail(ErrorCode::InvalidInput,
                  "rocprofv3 saw kernel " + kernel + " " + std::to_string(dispatches.size()) +
                      " times, the records are of " + std::to_string(launches.size()) + " launches",
                  {}, "both files have to be of the same run");
    const Bounds before = m_bounds;
    size_t fitting = 0;
    for (size_t first = dispatches.size() - launches.size() + 1; first-- > 0;) {
      const Bounds bounds = boundsOf(before, launches, dispatches, first);
      if (bounds.low > bounds.high && bounds.low - bounds.high > m_slackNs)
        continue;
      if (fitting++ == 0)
        m_bounds = bounds;
    }
    if (fitting == 0)
      return fail(ErrorCode::InvalidInput,
                  "no dispatches of kernel " + kernel + " enclose its records in time", {},
                  "both files have to be of the same run");
    m_result.isAmbiguous |= fitting > 1;
    m_result.launches += launches.size();
    m_result.others += dispatches.size() - launches.size();
    return {};
  }

  Alignment result() const {
    Alignment result = m_result;
    result.offsetNs = m_bounds.low + (m_bounds.high - m_bounds.low) / 2;
    result.uncertaintyNs = static_cast<double>(std::abs(m_bounds.high - m_bounds.low)) / 2.0 + 1.0;
    return result;
  }

private:
  const int64_t m_slackNs;
  Bounds m_bounds;
  Alignment m_result;
};

std::string namesOf(const ByKernel &kernels) {
  std::string names;
  for (const auto &[name, intervals] : kernels)
    names += (names.empty() ? "" : ", ") + name;
  return names;
}

int64_t slackNs(const ByKernel &launches) {
  int64_t first = INT64_MAX;
  int64_t last = INT64_MIN;
  for (const auto &[name, intervals] : launches) {
    first = std::min(first, intervals.front().beginNs);
    last = std::max(last, intervals.back().endNs);
  }
  return kRoundingNs + (last - first) / kPartsOfDrift;
}

} // namespace

std::string plainKernelName(std::string_view name) {
  name = name.substr(0, name.find('('));
  if (const size_t clone = name.find(" [clone"); clone != std::string_view::npos)
    name = name.substr(0, clone);
  if (name.ends_with(".kd"))
    name.remove_suffix(3);
  return std::string(name);
}

Result<Alignment> alignDispatches(const Trace &recorded, const Trace &traced) {
  const ByKernel launches = launchesOf(recorded);
  if (launches.empty())
    return fail(ErrorCode::InvalidInput, "there are no records of a launch with measured times", {},
                "the first file has to be of a run on an AMD GPU, with instrumentation");
  const ByKernel dispatches = dispatchesOf(traced);
  if (dispatches.empty())
    return fail(ErrorCode::InvalidInput, "there are no kernel dispatches of rocprofv3", {},
                "record with rocprofv3 --kernel-trace; any of its output formats will do");
  Aligner aligner(slackNs(launches));
  for (const auto &[kernel, intervals] : launches) {
    const auto seen = dispatches.find(kernel);
    if (seen == dispatches.end())
      return fail(ErrorCode::InvalidInput,
                  "rocprofv3 saw no kernel " + kernel + ", but " + namesOf(dispatches), {},
                  "both files have to be of the same run");
    PSTUDIO_TRY(aligner.add(kernel, intervals, seen->second));
  }
  return aligner.result();
}

} // namespace pstudio::rocprof
