// SPDX-License-Identifier: Apache-2.0
#include "core/summary/program_summary.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/base/number_text.h"
#include "core/statistics/duration_figures.h"
#include "core/trace/launch_coverage.h"
#include "core/trace/trace_span.h"

namespace pstudio::summary {
namespace {

constexpr size_t kNames = 3;
constexpr std::string_view kStepPrefix = "ProfilerStep#";
/// Of kernels, as the readers and other profilers name them.
constexpr std::array<std::string_view, 3> kKernelCategories{"kernel", "kernel_dispatch", "graph"};
/// Of other work of a GPU.
constexpr std::array<std::string_view, 6> kCopyCategories{
    "copy", "memset", "memory_copy", "gpu_memcpy", "gpu_memset", "gpu_memory_copy"};

enum class Work : uint8_t { None, Kernel, Copy };

/// The kind of work of each category.
class WorkKinds {
public:
  explicit WorkKinds(const Trace &trace) : m_trace(trace), m_categories(trace.sliceCategories()) {}

  bool isPossible() const { return !m_categories.empty(); }
  Work of(uint32_t slice) {
    const StringId category = m_categories[slice];
    if (!category.isValid())
      return Work::None;
    const auto [found, isNew] = m_kinds.try_emplace(category, Work::None);
    if (isNew)
      found->second = kindOf(m_trace.string(category));
    return found->second;
  }

private:
  static Work kindOf(std::string_view name) {
    if (std::ranges::find(kKernelCategories, name) != kKernelCategories.end())
      return Work::Kernel;
    return std::ranges::find(kCopyCategories, name) != kCopyCategories.end() ? Work::Copy
                                                                             : Work::None;
  }

  const Trace &m_trace;
  Categories m_categories;
  std::map<StringId, Work> m_kinds;
};

/// Slices of one name.
struct NameTime {
  uint64_t count = 0;
  int64_t totalPs = 0;
  SliceId longest;
  int64_t longestPs = -1;

  void add(SliceId slice, int64_t length) {
    ++count;
    totalPs = statistics::saturatedSum(totalPs, length);
    if (length > longestPs) {
      longestPs = length;
      longest = slice;
    }
  }
};

/// Time of the GPUs in a trace.
struct GpuTime {
  std::map<TrackId, std::vector<TimeRange>> work; ///< by the root of the track
  std::map<StringId, NameTime> kernels;
  int64_t kernelPs = 0; ///< sum
};

TrackId rootOf(const Trace &trace, TrackId track) {
  while (trace.track(track).parent.isValid())
    track = trace.track(track).parent;
  return track;
}

GpuTime gpuTimeIn(const Trace &trace) {
  GpuTime time;
  WorkKinds kinds(trace);
  for (const Row &row : trace.rows()) {
    TrackId root;
    for (uint32_t i = 0; i < row.sliceCount && kinds.isPossible(); ++i) {
      const uint32_t slice = row.firstSlice.value + i;
      const Work kind = kinds.of(slice);
      if (kind == Work::None)
        continue;
      if (!root.isValid())
        root = rootOf(trace, row.track);
      time.work[root].push_back(trace.sliceTime(SliceId(slice)));
      if (kind != Work::Kernel || !isWholeSlice(trace.sliceFlags()[slice]))
        continue;
      const int64_t length = trace.sliceDurations()[slice];
      time.kernels[trace.sliceNames()[slice]].add(SliceId(slice), length);
      time.kernelPs = statistics::saturatedSum(time.kernelPs, length);
    }
  }
  return time;
}

/// Length of the union of the ranges.
int64_t unionPs(std::vector<TimeRange> ranges) {
  std::ranges::sort(ranges);
  int64_t sum = 0, end = INT64_MIN;
  for (const TimeRange &range : ranges) {
    const int64_t begin = std::max(end, range.begin.value);
    if (range.end.value > begin)
      sum = statistics::saturatedSum(sum, lengthBetween(Picoseconds(begin), range.end).value);
    end = std::max(end, range.end.value);
  }
  return sum;
}

/// Of all GPUs together, from the first work to the last one of any.
SummaryLine idleLine(const GpuTime &time) {
  SummaryLine line{"GPU idle", std::nullopt, {}, Topic::Timeline, {}};
  int64_t begin = INT64_MAX, end = INT64_MIN, busy = 0;
  for (const auto &[root, ranges] : time.work) {
    busy = statistics::saturatedSum(busy, unionPs(ranges));
    for (const TimeRange &range : ranges) {
      begin = std::min(begin, range.begin.value);
      end = std::max(end, range.end.value);
    }
  }
  if (end <= begin)
    return line;
  const Picoseconds length = lengthBetween(Picoseconds(begin), Picoseconds(end));
  const double whole = static_cast<double>(length.value) * static_cast<double>(time.work.size());
  line.value = percentText(1 - static_cast<double>(busy) / whole, 3);
  line.detail = "of " + durationText(length) + " from the first to the last work of " +
                (time.work.size() == 1 ? "the GPU" : countText(time.work.size()) + " GPUs");
  return line;
}

SummaryLine lengthLine(const Trace &trace) {
  SummaryLine line{"length", std::nullopt, {}, Topic::Timeline, {}};
  if (trace.timeRange() != TimeRange())
    line.value = durationText(trace.timeRange().length());
  return line;
}

SummaryLine stepsLine(const Trace &trace) {
  SummaryLine line{"steps", std::nullopt, {}, Topic::Timeline, {}};
  std::map<StringId, bool> isStep;
  std::map<std::string_view, std::pair<SliceId, int64_t>> steps; // each once, the longest
  const auto names = trace.sliceNames();
  for (const NameUse &use : trace.nameUses())
    if (trace.string(use.name).starts_with(kStepPrefix))
      isStep[use.name] = true;
  for (uint32_t i = 0; i < names.size() && !isStep.empty(); ++i)
    if (isStep.contains(names[i]) && isWholeSlice(trace.sliceFlags()[i])) {
      auto &[slice, length] = steps[trace.string(names[i])];
      if (!slice.isValid() || trace.sliceDurations()[i] > length) {
        slice = SliceId(i);
        length = trace.sliceDurations()[i];
      }
    }
  if (steps.empty())
    return line;
  std::vector<std::pair<int64_t, SliceId>> lengths;
  for (const auto &[name, step] : steps)
    lengths.emplace_back(step.second, step.first);
  std::ranges::sort(lengths);
  const auto &[median, slice] = lengths[(lengths.size() - 1) / 2];
  line.value = countText(steps.size());
  line.detail = "median " + durationText(Picoseconds(median)) + ", longest " +
                durationText(Picoseconds(lengths.back().first));
  line.slice = slice;
  return line;
}

/// By time, the most first.
void addKernels(const Trace &trace, const GpuTime &time, std::vector<SummaryLine> &lines) {
  std::vector<std::pair<StringId, NameTime>> kernels(time.kernels.begin(), time.kernels.end());
  std::ranges::stable_sort(
      kernels, [](const auto &a, const auto &b) { return a.second.totalPs > b.second.totalPs; });
  for (size_t i = 0; i < std::min(kernels.size(), kNames); ++i) {
    const auto &[name, kernel] = kernels[i];
    std::string detail = durationText(Picoseconds(kernel.totalPs)) + " in " +
                         countText(kernel.count, "launch", "launches");
    if (time.kernelPs > 0)
      detail +=
          ", " +
          percentText(static_cast<double>(kernel.totalPs) / static_cast<double>(time.kernelPs), 3) +
          " of the time of all kernels";
    lines.push_back({"kernel " + std::to_string(i + 1), std::string(trace.string(name)),
                     std::move(detail), Topic::Timeline, kernel.longest});
  }
}

SummaryLine insideLine(const Trace &trace) {
  SummaryLine line{"records", std::nullopt, {}, Topic::Timeline, {}};
  if (trace.launches().empty()) {
    line.value = "activity only";
    line.detail = "no launch has records inside of its kernel";
    return line;
  }
  line.value = countText(trace.launches().size(), "launch", "launches");
  const std::string part = partText(coverageOf(trace));
  line.detail = part.empty() ? "inside of its kernel, all CTAs" : "inside of its kernel, " + part;
  return line;
}

uint64_t lossNotes(const Trace &trace) {
  uint64_t count = 0;
  for (const Note &note : trace.notes())
    count += note.severity == Note::Severity::Info ? 0 : 1;
  return count;
}

} // namespace

bool hasGpuActivity(const Trace &trace) {
  WorkKinds kinds(trace);
  for (uint32_t i = 0; i < trace.sliceCount() && kinds.isPossible(); ++i)
    if (kinds.of(i) != Work::None)
      return true;
  return false;
}

Summary programSummary(const Trace &trace) {
  const GpuTime time = gpuTimeIn(trace);
  Summary summary{trace.info().title, {}, {lengthLine(trace), stepsLine(trace), idleLine(time)}};
  for (const auto &[root, ranges] : time.work)
    summary.subject +=
        (summary.subject.empty() ? "" : ", ") + std::string(trace.string(trace.track(root).name));
  addKernels(trace, time, summary.lines);
  summary.lines.push_back(insideLine(trace));
  return summary;
}

Summary contentSummary(const Trace &trace) {
  const TraceInfo &info = trace.info();
  Summary summary{info.title, info.producer, {lengthLine(trace)}};
  SummaryLine slices{"slices", countText(trace.sliceCount()), {}, Topic::Statistics, {}};
  slices.detail = "on " + countText(trace.tracks().size(), "track", "tracks");
  if (!trace.instants().empty())
    slices.detail += ", " + countText(trace.instants().size(), "instant", "instants");
  if (!trace.samples().empty())
    slices.detail += ", " + countText(trace.samples().size(), "counter value", "counter values");
  summary.lines.push_back(std::move(slices));
  std::vector<NameUse> uses(trace.nameUses().begin(), trace.nameUses().end());
  const size_t shown = std::min(uses.size(), kNames);
  std::ranges::partial_sort(uses, uses.begin() + static_cast<ptrdiff_t>(shown),
                            [](const NameUse &a, const NameUse &b) { return a.total > b.total; });
  for (size_t i = 0; i < shown; ++i)
    summary.lines.push_back(
        {"most time " + std::to_string(i + 1),
         std::string(trace.string(uses[i].name)),
         durationText(uses[i].total) + " in " + countText(uses[i].wholeCount, "slice", "slices"),
         Topic::Statistics,
         {}});
  const uint64_t lost = lossNotes(trace);
  summary.lines.push_back({"lost data",
                           lost == 0 ? "none reported" : countText(lost, "note", "notes"),
                           {},
                           Topic::None,
                           {}});
  return summary;
}

} // namespace pstudio::summary
