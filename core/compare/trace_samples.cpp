// SPDX-License-Identifier: Apache-2.0
// The durations of each scope of one trace, and the facts of the trace that a comparison states.
#include "core/compare/trace_samples.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <map>
#include <set>
#include <tuple>

#include "core/analysis/overlap/overlap.h"
#include "core/base/number_text.h"
#include "core/base/parallel.h"
#include "core/calltree/trace_tree.h"
#include "core/trace/arg_names.h"
#include "core/trace/launch_coverage.h"
#include "core/trace/slices_range.h"

namespace pstudio::compare {
namespace {

using calltree::kNoNode;

constexpr std::string_view kGpuTimeArg = "launch.gpuTimeNs";
constexpr uint32_t kNoScope = UINT32_MAX;
constexpr uint64_t kPasses = 6; // over all slices: two trees, flights, values, sorting, medians
constexpr uint32_t kSlicesBetweenLooks = 1u << 16; // at the request to stop

/// Of a launch, as the driver measured it. The argument is in whole nanoseconds.
std::optional<int64_t> gpuTimePs(const Trace &trace, const Launch &launch) {
  constexpr int64_t kMost = INT64_MAX / 1000;
  for (const Arg &arg : trace.args(launch.args))
    if (trace.string(arg.key) == kGpuTimeArg &&
        (arg.type == ArgType::Int || arg.type == ArgType::Uint) && arg.intValue >= 0 &&
        arg.intValue <= kMost)
      return arg.intValue * 1000;
  return std::nullopt;
}

/// One wait of one warp for one operation.
struct WaitedSample {
  int64_t value = 0; ///< length of the wait while the operation was in flight; 0 if it was complete
                     ///< before
  SliceId wait;
};

/// The waits for the operations of one channel of a launch.
struct WaitedChannel {
  LaunchId launch;  ///< none: tracks that belong to no launch
  std::string name; ///< of the channel
  std::vector<WaitedSample> samples;
};

WaitedChannel waitedFor(const analysis::LaunchOverlap &launch, const analysis::Channel &channel,
                        SampleUnit unit) {
  WaitedChannel waited{launch.launch, channel.name, {}};
  const double scale = unit == SampleUnit::Cycles ? 1 : launch.picosecondsPerTick;
  for (uint32_t i = 0; i < channel.operationCount; ++i) {
    const analysis::AsyncOperation &operation = launch.operations[channel.firstOperation + i];
    if (!isMeasured(operation.completion))
      continue;
    for (uint32_t v = 0; v < operation.visitCount; ++v) {
      const analysis::OperationVisit &visit = launch.visits[operation.firstVisit + v];
      waited.samples.push_back({std::llround(static_cast<double>(visit.exposed.value) * scale),
                                launch.waits[visit.wait].slice});
    }
  }
  return waited;
}

/// Everything that needs the analysis of overlap.
struct OverlapPart {
  std::vector<WaitedChannel> waits;
  summary::Summary summary;
};

/// The waits that enter the figures of analyzeOverlap(), in its order; not those of launches whose
/// recording cost is subtracted, because the correction moves warps against each other, and of
/// launches without cycles none in cycles. Costs what analyzeOverlap() costs.
OverlapPart overlapPartOf(const Trace &trace, SampleUnit unit) {
  const std::vector<analysis::LaunchOverlap> launches = analysis::analyzeOverlap(trace);
  OverlapPart part{{}, summary::summaryOf(trace, launches)};
  for (const analysis::LaunchOverlap &launch : launches) {
    if (launch.isCostSubtracted || (unit == SampleUnit::Cycles && !launch.isInCycles))
      continue;
    for (const analysis::Channel &channel : launch.channels)
      part.waits.push_back(waitedFor(launch, channel, unit));
  }
  return part;
}

/// Puts slices into scopes: first the scope of each slice, then its duration.
class SampleCollector {
public:
  SampleCollector(const Trace &trace, SampleUnit unit, CompareProgress &progress)
      : m_trace(trace), m_unit(unit), m_progress(progress),
        m_scopeOf(trace.sliceCount(), kNoScope) {
    m_samples.unit = unit;
  }

  TraceSamples collect() &&;

private:
  using Key = std::tuple<ScopeKind, uint32_t, std::string>; // kind, enclosing scope or kernel, name

  uint32_t scope(ScopeKind kind, const std::string &kernel, uint32_t parent, std::string_view name);
  uint32_t kernelNumber(const std::string &kernel);
  std::string kernelOf(LaunchId launch) const;
  void addTree(TracePart part);
  void addFlights();
  void addLaunches();
  void addSlices();
  void addSlice(uint32_t slice, ScopeSamples &scope);
  bool isWait(uint32_t slice) const;
  void addWaits(std::vector<WaitedChannel> channels);
  void sortValues();
  void findMedians();

  /// Calls work(slice) for each slice, unless it is stopped.
  template <class Work> void forSlices(const Work &work) {
    const auto count = static_cast<uint32_t>(m_scopeOf.size());
    for (uint32_t begin = 0; begin < count && !m_progress.isStopped();) {
      const uint32_t end = begin + std::min(count - begin, kSlicesBetweenLooks);
      for (uint32_t slice = begin; slice < end; ++slice)
        work(slice);
      m_progress.add(end - begin);
      begin = end;
    }
  }

  const Trace &m_trace;
  SampleUnit m_unit;
  CompareProgress &m_progress;
  std::vector<uint32_t> m_scopeOf; ///< by slice
  std::map<Key, uint32_t> m_scopes;
  std::map<std::string, uint32_t> m_kernels;
  std::map<uint32_t, std::vector<WaitedSample>> m_waits; ///< by scope
  TraceSamples m_samples;
};

uint32_t SampleCollector::kernelNumber(const std::string &kernel) {
  return m_kernels.try_emplace(kernel, static_cast<uint32_t>(m_kernels.size())).first->second;
}

std::string SampleCollector::kernelOf(LaunchId launch) const {
  return launch.isValid() ? std::string(m_trace.string(m_trace.launches()[launch.value].kernel))
                          : std::string();
}

/// \param parent  kNoScope: an outermost scope of the kernel.
uint32_t SampleCollector::scope(ScopeKind kind, const std::string &kernel, uint32_t parent,
                                std::string_view name) {
  // Kernels are numbered from the other end, so that none is the number of a scope.
  const uint32_t place = parent == kNoScope ? UINT32_MAX - 1 - kernelNumber(kernel) : parent;
  const auto [found, isNew] =
      m_scopes.try_emplace(Key{kind, place, name}, static_cast<uint32_t>(m_samples.scopes.size()));
  if (!isNew)
    return found->second;
  std::vector<std::string> path;
  if (parent != kNoScope)
    path = m_samples.scopes[parent].path;
  if (isOfSlices(kind))
    path.emplace_back(name);
  ScopeSamples &added = m_samples.scopes.emplace_back();
  added.kind = kind;
  added.kernel = kernel;
  added.path = std::move(path);
  return found->second;
}

/// Scopes of tracks with equal paths are one: names of processes and threads differ between runs.
void SampleCollector::addTree(TracePart part) {
  const TraceTree tree = treeOfTrace(m_trace, part, m_progress.stop());
  std::vector<uint32_t> scopeOfNode(tree.tree.nodes().size(), kNoScope);
  std::string kernel;
  for (calltree::NodeId node = 0; node < scopeOfNode.size(); ++node) {
    const calltree::Node &place = tree.tree.node(node);
    if (place.depth == 1)
      kernel = part == TracePart::Kernels ? tree.tree.name(node) : std::string_view();
    if (place.depth >= 2)
      scopeOfNode[node] =
          scope(ScopeKind::Scope, kernel, place.depth == 2 ? kNoScope : scopeOfNode[place.parent],
                tree.tree.name(node));
  }
  for (size_t slice = 0; slice < tree.nodeOfSlice.size(); ++slice)
    if (const calltree::NodeId node = tree.nodeOfSlice[slice]; node != kNoNode)
      m_scopeOf[slice] = scopeOfNode[node];
  m_progress.add(m_scopeOf.size());
}

void SampleCollector::addFlights() {
  const auto names = m_trace.sliceNames();
  for (const Row &row : m_trace.rows()) {
    if (m_progress.isStopped())
      return;
    std::string kernel;
    StringId name;
    uint32_t flight = kNoScope;
    for (uint32_t i = 0; i < row.sliceCount; ++i) {
      const uint32_t slice = row.firstSlice.value + i;
      if (m_scopeOf[slice] != kNoScope)
        continue;
      if (flight == kNoScope)
        kernel = kernelOf(launchOf(m_trace, row.track));
      if (flight == kNoScope || names[slice] != name)
        flight = scope(ScopeKind::Flight, kernel, kNoScope, m_trace.string(names[slice]));
      name = names[slice];
      m_scopeOf[slice] = flight;
    }
    m_progress.add(row.sliceCount);
  }
}

void SampleCollector::addLaunches() {
  const auto launches = m_trace.launches();
  std::vector<std::optional<TimeRange>> ranges(launches.size());
  for (const Row &row : m_trace.rows()) {
    const LaunchId launch = launchOf(m_trace, row.track);
    if (!launch.isValid() || row.sliceCount == 0)
      continue;
    ranges[launch.value] = hullOf(ranges[launch.value], *slicesRange(m_trace, row));
  }
  std::optional<Picoseconds> first;
  for (size_t i = 0; i < launches.size(); ++i) {
    const std::string kernel(m_trace.string(launches[i].kernel));
    if (std::ranges::find(m_samples.facts.kernels, kernel) == m_samples.facts.kernels.end())
      m_samples.facts.kernels.push_back(kernel);
    const auto add = [&](ScopeKind kind, int64_t picoseconds) {
      ScopeSamples &samples = m_samples.scopes[scope(kind, kernel, kNoScope, {})];
      const Picoseconds begin = ranges[i] ? ranges[i]->begin : Picoseconds();
      samples.begin = samples.values.empty() ? begin : std::min(samples.begin, begin);
      samples.values.push_back(picoseconds);
    };
    if (ranges[i]) {
      first = first ? std::min(*first, ranges[i]->begin) : ranges[i]->begin;
      add(ScopeKind::Launch, ranges[i]->length().value);
    }
    if (const std::optional<int64_t> gpuTime = gpuTimePs(m_trace, launches[i]))
      add(ScopeKind::GpuTime, *gpuTime);
  }
  m_samples.facts.launchBegin = first.value_or(m_trace.timeRange().begin);
}

void SampleCollector::addSlice(uint32_t slice, ScopeSamples &samples) {
  TraceFacts &facts = m_samples.facts;
  if (!isWholeSlice(m_trace.sliceFlags()[slice])) {
    ++facts.incompleteSlices;
    return;
  }
  int64_t value = m_trace.sliceDurations()[slice];
  if (m_unit == SampleUnit::Cycles) {
    const auto begins = m_trace.sliceBeginCycles();
    if (begins.empty() || begins[slice] == Trace::kNoCycles) {
      ++facts.slicesWithoutCycles;
      return;
    }
    value = m_trace.sliceCycleDurations()[slice];
  }
  const auto begin = Picoseconds(m_trace.sliceBegins()[slice]);
  if (!samples.first.isValid() || begin < samples.begin) {
    samples.first = SliceId(slice);
    samples.begin = begin;
  }
  if (samples.values.empty())
    samples.isOfWaits = isWait(slice);
  samples.values.push_back(value);
}

bool SampleCollector::isWait(uint32_t slice) const {
  const auto categories = m_trace.sliceCategories();
  return !categories.empty() && m_trace.string(categories[slice]) == kAsyncWaitCategory;
}

void SampleCollector::addSlices() {
  std::vector<size_t> counts(m_samples.scopes.size(), 0);
  for (const uint32_t scope : m_scopeOf)
    ++counts[scope];
  for (size_t i = 0; i < counts.size(); ++i)
    m_samples.scopes[i].values.reserve(m_samples.scopes[i].values.size() + counts[i]);
  forSlices([this](uint32_t slice) { addSlice(slice, m_samples.scopes[m_scopeOf[slice]]); });
}

/// The overlap: launches with equal names of a channel are one, as with scopes.
void SampleCollector::addWaits(std::vector<WaitedChannel> channels) {
  for (WaitedChannel &channel : channels) {
    const uint32_t index =
        scope(ScopeKind::Waited, kernelOf(channel.launch), kNoScope, channel.name);
    ScopeSamples &samples = m_samples.scopes[index];
    samples.isOfWaits = true;
    for (const WaitedSample &sample : channel.samples) {
      const Picoseconds begin = m_trace.sliceTime(sample.wait).begin;
      if (!samples.first.isValid() || begin < samples.begin) {
        samples.first = sample.wait;
        samples.begin = begin;
      }
      samples.values.push_back(sample.value);
    }
    std::vector<WaitedSample> &waits = m_waits[index];
    waits.insert(waits.end(), channel.samples.begin(), channel.samples.end());
  }
}

void SampleCollector::sortValues() {
  parallelFor(m_samples.scopes.size(), 0, [this](size_t i) {
    ScopeSamples &scope = m_samples.scopes[i];
    if (m_progress.isStopped())
      return;
    scope.figures = analysis::distributionOf(scope.values);
    std::ranges::sort(scope.values);
    m_progress.add(scope.values.size());
  });
}

void SampleCollector::findMedians() {
  const auto durations =
      m_unit == SampleUnit::Cycles ? m_trace.sliceCycleDurations() : m_trace.sliceDurations();
  for (const auto &[index, waits] : m_waits) {
    ScopeSamples &scope = m_samples.scopes[index];
    const auto median = std::ranges::find(waits, scope.figures.median, &WaitedSample::value);
    if (median != waits.end())
      scope.median = median->wait;
  }
  if (durations.empty())
    return;
  forSlices([&](uint32_t slice) {
    ScopeSamples &scope = m_samples.scopes[m_scopeOf[slice]];
    if (!scope.median.isValid() && !scope.values.empty() &&
        durations[slice] == scope.figures.median && isWholeSlice(m_trace.sliceFlags()[slice]))
      scope.median = SliceId(slice);
  });
}

TraceSamples SampleCollector::collect() && {
  // The analysis of overlap takes as long as the rest, and uses one core.
  std::future<OverlapPart> overlap =
      std::async(std::launch::async, overlapPartOf, std::cref(m_trace), m_unit);
  addLaunches();
  addTree(TracePart::Kernels);
  addTree(TracePart::Tracks);
  addFlights();
  if (!m_progress.isStopped()) { // else some slices have no scope
    addSlices();
    OverlapPart part = overlap.get();
    m_samples.facts.summary = std::move(part.summary);
    addWaits(std::move(part.waits));
    sortValues();
    findMedians();
  }
  if (m_progress.isStopped())
    m_samples.scopes.clear();
  std::erase_if(m_samples.scopes, [](const ScopeSamples &scope) { return scope.values.empty(); });
  return std::move(m_samples);
}

std::vector<std::string> ascending(const std::set<std::string> &texts) {
  return {texts.begin(), texts.end()};
}

void addLaunchFacts(const Trace &trace, TraceFacts &facts) {
  std::set<std::string> targets, grids, sampled;
  std::set<TimeBase> bases;
  for (uint32_t i = 0; i < trace.launches().size(); ++i) {
    const Launch &launch = trace.launches()[i];
    if (std::string part = partText(coverageOf(trace, LaunchId(i))); !part.empty())
      sampled.insert(std::move(part));
    targets.emplace(trace.string(launch.target));
    if (launch.grid[0] != 0)
      grids.insert(extentsText(launch.grid) + " of " + extentsText(launch.block));
    bases.insert(launch.timeBase);
    facts.isCostSubtracted = facts.isCostSubtracted || launch.isCostSubtracted;
  }
  facts.targets = ascending(targets);
  facts.grids = ascending(grids);
  facts.sampled = ascending(sampled);
  if (bases.size() == 1)
    facts.timeBase = *bases.begin();
}

void addFacts(const Trace &trace, TraceFacts &facts) {
  facts.title = trace.info().title;
  if (trace.timeRange() != TimeRange())
    facts.length = trace.timeRange().length();
  facts.records = recordCounts(trace);
  for (const Note &note : trace.notes())
    facts.lossNotes += note.severity == Note::Severity::Info ? 0 : 1;
  addLaunchFacts(trace, facts);
  std::vector<double> rates;
  for (const ClockLine &clock : trace.clocks())
    if (clock.base == TimeBase::Measured)
      rates.push_back(clock.picosecondsPerCycle);
  if (rates.empty())
    return;
  std::ranges::nth_element(rates, rates.begin() + static_cast<ptrdiff_t>(rates.size() / 2));
  facts.psPerCycle = rates[rates.size() / 2];
}

} // namespace

uint64_t sampleSteps(const Trace &trace) {
  return kPasses * trace.sliceCount();
}

TraceSamples samplesOf(const Trace &trace, SampleUnit unit, CompareProgress *progress) {
  CompareProgress unwatched;
  TraceSamples samples =
      SampleCollector(trace, unit, progress != nullptr ? *progress : unwatched).collect();
  addFacts(trace, samples.facts);
  return samples;
}

} // namespace pstudio::compare
