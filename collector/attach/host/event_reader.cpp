// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/event_reader.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <unordered_map>

#include "core/base/file_bytes.h"

namespace pstudio::attach {
namespace {

namespace fs = std::filesystem;

template <class T> T contentOf(const std::byte *place) {
  T event;
  std::memcpy(static_cast<void *>(&event), place + offsetof(Event, content), sizeof event);
  return event;
}

template <class T> T wordAt(std::span<const std::byte> bytes, size_t at) {
  T word{};
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

/// Those that readTexts reads.
uint64_t bytesOf(const std::vector<fs::path> &textFiles) {
  uint64_t bytes = 0;
  for (const fs::path &file : textFiles) {
    std::error_code error;
    const uint64_t size = fs::file_size(file, error);
    bytes += error ? 0 : std::min<uint64_t>(size, kTextFileBytes);
  }
  return bytes;
}

class EventReader {
public:
  /// Numbers of path nodes and texts that the files have no space for are damaged.
  EventReader(size_t eventFiles, uint64_t textBytes)
      : m_mostNodes(uint64_t{kEventsInFile} * eventFiles),
        m_mostTexts(textBytes / sizeof(TextHead)) {}

  void readTexts(const fs::path &path) {
    const Result<FileBytes> file = FileBytes::read(path, kTextFileBytes);
    if (!file || !hasHead(file->bytes(), kTextMagic))
      return countFile();
    const std::span<const std::byte> bytes = file->bytes();
    const auto used = wordAt<uint64_t>(bytes, offsetof(TextFileHeader, used));
    const size_t end = std::min<uint64_t>(used, bytes.size());
    size_t at = sizeof(TextFileHeader);
    while (at + sizeof(TextHead) <= end) {
      const auto head = wordAt<TextHead>(bytes, at);
      at += sizeof head;
      if (head.bytes > kMaxTextBytes || head.bytes > end - at || head.text == 0 ||
          head.text > m_mostTexts) {
        ++m_events.losses.damaged;
        return;
      }
      if (head.text >= m_events.texts.size())
        m_events.texts.resize(head.text + size_t{1});
      m_events.texts[head.text].assign(reinterpret_cast<const char *>(bytes.data() + at),
                                       head.bytes);
      at += (head.bytes + size_t{7}) / 8 * 8;
    }
    if (used > bytes.size())
      ++m_events.losses.damaged;
  }

  void readEvents(const fs::path &path) {
    const Result<FileBytes> file = FileBytes::read(path, kMostFileBytes);
    if (!file || !hasHead(file->bytes(), kEventMagic))
      return countFile();
    const std::span<const std::byte> bytes = file->bytes();
    const auto lost = wordAt<uint64_t>(bytes, offsetof(EventFileHeader, lost));
    m_events.losses.events = std::max(m_events.losses.events, lost);
    for (size_t at = kEventBytes; at + kEventBytes <= bytes.size(); at += kEventBytes)
      take(bytes.data() + at);
  }

  ProgramEvents finish() && {
    if (m_events.nodes.empty())
      m_events.nodes.resize(1);
    m_events.nodes[0] = {0, 0, PathNodeKind::Scope, true};
    for (PathNode &node : m_events.nodes)
      repair(node.parent);
    for (HostLaunch &launch : m_events.launches)
      repair(launch.path);
    for (auto &[graph, nodes] : m_events.graphs)
      for (CapturedNode &node : nodes)
        if (node.path != GraphNodeEvent::kNoPath)
          repair(node.path);
    repairTexts(m_events.nodes);
    repairTexts(m_events.kernels);
    repairTexts(m_events.ranges);
    repairTexts(m_events.pathMetrics);
    placeMetricsOfOperations();
    repairTexts(m_events.launchMetrics);
    for (ScopeChange &scope : m_events.scopes)
      repair(scope.path);
    placeMetricsOfScopes();
    for (ProgramMetric &metric : m_events.pathMetrics)
      repair(metric.owner);
    order();
    return std::move(m_events);
  }

private:
  static constexpr uint64_t kMostFileBytes = uint64_t{kEventsInFile + 1} * kEventBytes;
  static constexpr uint64_t kMaxTime = uint64_t{1} << 61; ///< [ns], so that sums fit

  void countFile() { ++m_events.losses.files; }

  static bool hasHead(std::span<const std::byte> bytes, uint32_t magic) {
    return bytes.size() >= kEventBytes && wordAt<uint32_t>(bytes, 0) == magic &&
           wordAt<uint32_t>(bytes, 4) == EventFileHeader().version;
  }

  void take(const std::byte *place) {
    ++m_place;
    uint32_t kind = 0;
    std::memcpy(&kind, place, sizeof kind);
    uint32_t thread = 0;
    std::memcpy(&thread, place + offsetof(Event, thread), sizeof thread);
    switch (static_cast<EventKind>(kind)) {
    case EventKind::None:
      return;
    case EventKind::PathNode:
      return takeNode(contentOf<PathNodeEvent>(place));
    case EventKind::ScopeEnter:
      return takeScope(contentOf<ScopeEvent>(place), thread, true);
    case EventKind::ScopeExit:
      return takeScope(contentOf<ScopeEvent>(place), thread, false);
    case EventKind::RangeBegin:
      return takeRange(contentOf<RangeEvent>(place), true);
    case EventKind::RangeEnd:
      return takeRange(contentOf<RangeEvent>(place), false);
    case EventKind::Launch:
      return takeLaunch(contentOf<LaunchEvent>(place), thread);
    case EventKind::GraphNode:
      return takeGraphNode(contentOf<GraphNodeEvent>(place));
    case EventKind::Metric:
      return takeMetric(contentOf<MetricEvent>(place));
    case EventKind::Session:
      return takeSession(contentOf<SessionEvent>(place));
    default:
      return takeActivity(static_cast<EventKind>(kind), place);
    }
  }

  void takeActivity(EventKind kind, const std::byte *place) {
    switch (kind) {
    case EventKind::Kernel:
      return takeWork(contentOf<KernelActivity>(place), m_events.kernels);
    case EventKind::Copy:
      return takeWork(contentOf<CopyActivity>(place), m_events.copies);
    case EventKind::Set:
      return takeWork(contentOf<CopyActivity>(place), m_events.sets);
    case EventKind::Correlation:
      m_events.correlations.push_back(contentOf<CorrelationEvent>(place));
      return;
    case EventKind::ClockPair:
      return takePair(contentOf<ClockPairEvent>(place));
    case EventKind::Lost:
      m_events.losses.activities += contentOf<LostEvent>(place).activities;
      return;
    default:
      ++m_events.losses.damaged;
    }
  }

  void takeSession(const SessionEvent &event) {
    const auto change = static_cast<uint32_t>(event.change);
    if (change == 0 || change > static_cast<uint32_t>(SessionChange::AdvancePhase))
      ++m_events.losses.damaged;
    else
      m_events.sessions.emplace_back(m_place, event);
  }

  void takeNode(const PathNodeEvent &event) {
    const auto kind = static_cast<uint32_t>(event.kind);
    if (event.node == 0 || event.node > m_mostNodes || event.parent >= event.node || kind == 0 ||
        kind > static_cast<uint32_t>(PathNodeKind::Captured)) {
      ++m_events.losses.damaged;
      return;
    }
    if (event.node >= m_events.nodes.size())
      m_events.nodes.resize(event.node + size_t{1});
    m_events.nodes[event.node] = {event.parent, event.text, event.kind, true};
  }

  void takeScope(const ScopeEvent &event, uint32_t thread, bool isEnter) {
    if (event.time > kMaxTime)
      ++m_events.losses.damaged;
    else
      m_events.scopes.push_back({event.time, event.scope, event.path, thread, isEnter, m_place});
  }

  void takeRange(const RangeEvent &event, bool isBegin) {
    if (event.time > kMaxTime) {
      ++m_events.losses.damaged;
      return;
    }
    if (isBegin) {
      m_openRanges[event.range] = m_events.ranges.size();
      m_events.ranges.push_back({event.time, 0, event.text, m_place});
      return;
    }
    const auto open = m_openRanges.find(event.range);
    if (open == m_openRanges.end())
      return; // its begin was in the parent of the process, or was lost
    ProgramRange &range = m_events.ranges[open->second];
    range.end = std::max(event.time, range.begin);
    m_openRanges.erase(open);
  }

  void takeLaunch(const LaunchEvent &event, uint32_t thread) {
    const auto kind = static_cast<uint32_t>(event.kind);
    if (event.end < event.begin || event.end > kMaxTime || kind == 0 ||
        kind > static_cast<uint32_t>(LaunchKind::Set)) {
      ++m_events.losses.damaged;
      return;
    }
    const bool isNode = (event.flags & kLaunchReplayed) != 0;
    if (event.operation != 0 && !isNode &&
        (event.kind == LaunchKind::Kernel || event.kind == LaunchKind::Graph))
      m_inOperations.emplace_back(event.operation, static_cast<uint32_t>(m_events.launches.size()));
    const bool isGraph = event.kind == LaunchKind::Graph;
    m_events.launches.push_back({event.begin, event.end, event.id, event.number, thread, event.path,
                                 isGraph ? UINT32_MAX : event.kernel, event.flags, event.kind, 0,
                                 m_place, isNode ? event.operation : 0,
                                 isGraph ? event.kernel : UINT32_MAX});
  }

  void takeGraphNode(const GraphNodeEvent &event) {
    if (event.graph == UINT32_MAX)
      ++m_events.losses.damaged;
    else
      m_events.graphs[event.graph].push_back({event.kernel, event.path});
  }

  void takeMetric(const MetricEvent &event) {
    const ProgramMetric metric{event.path, event.text, event.value, event.flags, m_place};
    if ((event.flags & kMetricOfLaunch) != 0)
      m_ofOperations.emplace_back(event.scope, metric);
    else if (event.path == 0 && event.scope != 0)
      m_ofScopes.emplace_back(event.scope, metric);
    else
      m_events.pathMetrics.push_back(metric);
  }

  void takePair(const ClockPairEvent &pair) {
    if (std::max({pair.host, pair.device, pair.uncertainty}) > kMaxTime)
      ++m_events.losses.damaged;
    else
      m_events.clockPairs.push_back(pair);
  }

  template <class T> void takeWork(const T &work, std::vector<T> &all) {
    if (work.begin == 0 || work.end < work.begin || work.end > kMaxTime)
      ++m_events.losses.unfinished;
    else
      all.push_back(work);
  }

  void repair(uint32_t &path) {
    if (path < m_events.nodes.size() && m_events.nodes[path].isKnown)
      return;
    ++m_events.losses.damaged;
    path = 0;
  }

  template <class T> void repairTexts(std::vector<T> &all) {
    for (T &named : all)
      if (named.text >= m_events.texts.size() && named.text != 0) {
        ++m_events.losses.damaged;
        named.text = 0;
      }
  }

  void placeMetricsOfScopes() {
    if (m_ofScopes.empty())
      return;
    std::unordered_map<uint64_t, uint32_t> paths;
    for (const ScopeChange &scope : m_events.scopes)
      if (scope.scope != 0)
        paths.try_emplace(scope.scope, scope.path);
    for (auto &[scope, metric] : m_ofScopes) {
      const auto found = paths.find(scope);
      if (found == paths.end()) {
        ++m_events.losses.damaged;
        continue;
      }
      metric.owner = found->second;
      m_events.pathMetrics.push_back(metric);
    }
  }

  /// Values belong to the first launch of their operation, its name to all launches.
  void placeMetricsOfOperations() {
    using InOperation = std::pair<uint64_t, uint32_t>;
    std::ranges::sort(m_inOperations); // launches of one operation are of one thread, in its order
    for (auto &[operation, metric] : m_ofOperations) {
      const auto launches =
          std::ranges::equal_range(m_inOperations, operation, {}, &InOperation::first);
      if (launches.empty()) {
        ++m_events.losses.metrics;
        continue;
      }
      repair(metric.owner);
      for (const InOperation &launch : launches)
        m_events.launches[launch.second].named = metric.owner;
      metric.owner = launches.front().second;
      m_events.launchMetrics.push_back(metric);
    }
  }

  void order() {
    std::ranges::stable_sort(m_events.correlations, {}, &CorrelationEvent::correlation);
    std::ranges::stable_sort(m_events.clockPairs, {}, &ClockPairEvent::host);
    m_events.launchOrder.resize(m_events.launches.size());
    for (uint32_t i = 0; i < m_events.launchOrder.size(); ++i)
      m_events.launchOrder[i] = i;
    std::ranges::stable_sort(m_events.launchOrder, {},
                             [this](uint32_t i) { return m_events.launches[i].id; });
    for (uint32_t i = 0; i < m_events.launches.size(); ++i)
      if (const HostLaunch &launch = m_events.launches[i]; (launch.flags & kLaunchRecorded) != 0)
        m_events.recorded.try_emplace({launch.kernel, launch.number}, i);
    m_events.launchOfKernel.reserve(m_events.kernels.size());
    for (const KernelActivity &kernel : m_events.kernels)
      m_events.launchOfKernel.push_back(m_events.launchOf(kernel.correlation));
    removeOwn(m_events.copies);
    removeOwn(m_events.sets);
  }

  void removeOwn(std::vector<CopyActivity> &all) const {
    std::erase_if(all, [this](const CopyActivity &copy) {
      const auto found = std::ranges::lower_bound(m_events.correlations, copy.correlation, {},
                                                  &CorrelationEvent::correlation);
      return found != m_events.correlations.end() && found->correlation == copy.correlation &&
             found->launch == kOwnLaunch;
    });
  }

  const uint64_t m_mostNodes;
  const uint64_t m_mostTexts;
  ProgramEvents m_events;
  uint64_t m_place = 0;                                      ///< of the event that is read, from 1
  std::unordered_map<uint64_t, size_t> m_openRanges;         ///< by number: index
  std::vector<std::pair<uint64_t, uint32_t>> m_inOperations; ///< operation, launch
  std::vector<std::pair<uint64_t, ProgramMetric>> m_ofOperations;
  std::vector<std::pair<uint64_t, ProgramMetric>> m_ofScopes;
};

} // namespace

int64_t ProgramEvents::launchWithId(uint64_t id) const {
  const auto byId = [this](uint32_t i) { return launches[i].id; };
  const auto found = std::ranges::lower_bound(launchOrder, id, {}, byId);
  return found != launchOrder.end() && byId(*found) == id ? int64_t{*found} : -1;
}

int64_t ProgramEvents::launchOf(uint32_t correlation) const {
  const auto found =
      std::ranges::lower_bound(correlations, correlation, {}, &CorrelationEvent::correlation);
  return found != correlations.end() && found->correlation == correlation
             ? launchWithId(found->launch)
             : -1;
}

int64_t ProgramEvents::recordedLaunch(uint32_t kernel, uint64_t number) const {
  const auto found = recorded.find({kernel, number});
  return found == recorded.end() ? -1 : int64_t{found->second};
}

std::vector<uint32_t> ProgramEvents::launchesWithoutActivity() const {
  uint64_t last = 0;
  for (const int64_t launch : launchOfKernel)
    if (launch >= 0)
      last = std::max(last, launches[static_cast<size_t>(launch)].id);
  std::vector<uint32_t> found;
  for (const uint32_t i : launchOrder)
    if (const HostLaunch &launch = launches[i];
        launch.id > last && launch.kind == LaunchKind::Kernel && launch.replay == 0 &&
        (launch.flags & kLaunchCaptured) == 0)
      found.push_back(i);
  return found;
}

ProgramEvents readEvents(const std::vector<fs::path> &events, const std::vector<fs::path> &texts) {
  EventReader reader(events.size(), bytesOf(texts));
  for (const fs::path &file : texts)
    reader.readTexts(file);
  for (const fs::path &file : events)
    reader.readEvents(file);
  return std::move(reader).finish();
}

} // namespace pstudio::attach
