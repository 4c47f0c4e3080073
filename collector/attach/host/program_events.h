// SPDX-License-Identifier: Apache-2.0
// Events of an attached process as tables: its launches, call paths, metrics and device activity.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collector/attach/protocol/event_files.h"

namespace pstudio::attach {

/// One call of the program that starts device work. Times are the host's clock [ns].
struct HostLaunch {
  uint64_t begin = 0, end = 0;
  uint64_t id = 0;
  uint64_t number = 0; ///< launch number of --launch; 0: none
  uint32_t thread = 0;
  uint32_t path = 0;
  uint32_t kernel = 0; ///< UINT32_MAX: none, or not counted
  uint32_t flags = 0;
  LaunchKind kind = LaunchKind::Kernel;
  uint32_t named = 0;          ///< path with the name of its operation; 0: has the kernel's name
  uint64_t place = 0;          ///< in the order of all events of the process
  uint64_t replay = 0;         ///< of a recorded node of a graph: id of the graph's launch; else 0
  uint32_t graph = UINT32_MAX; ///< of a graph's launch: key of ProgramEvents::graphs
};

/// A thread entered or left a scope.
struct ScopeChange {
  uint64_t time = 0;  ///< of the host's clock [ns]
  uint64_t scope = 0; ///< number of this entry; 0: none
  uint32_t path = 0;
  uint32_t thread = 0;
  bool isEnter = false;
  uint64_t place = 0; ///< in the order of all events of the process
};

/// A range of the process, as nvtxRangeStart begins it. Times are the host's clock [ns].
struct ProgramRange {
  uint64_t begin = 0, end = 0; ///< end: 0 if it did not end
  uint32_t text = 0;
  uint64_t place = 0; ///< of its begin, in the order of all events of the process
};

/// A node of the call paths. Node 0 is the root.
struct PathNode {
  uint32_t parent = 0; ///< less than the node's own number
  uint32_t text = 0;
  PathNodeKind kind = PathNodeKind::Scope;
  bool isKnown = false;
};

/// A kernel node of an executable graph.
struct CapturedNode {
  uint32_t kernel = 0;
  uint32_t path = 0; ///< of its capture; GraphNodeEvent::kNoPath: unknown
};

/// A metric of a path, or of one launch.
struct ProgramMetric {
  uint32_t owner = 0; ///< number of the path's node, or index of the launch in `launches`
  uint32_t text = 0;
  uint64_t value = 0; ///< as MetricEvent::value
  uint32_t flags = 0; ///< MetricFlags
  uint64_t place = 0; ///< in the order of all events of the process
};

/// Events that the files of a process lack.
struct EventLosses {
  uint64_t events = 0;     ///< events that the process had no file for
  uint64_t activities = 0; ///< activities that the profiler dropped
  uint64_t damaged = 0;    ///< events and texts that are not valid
  uint64_t unfinished = 0; ///< activities without a begin or an end
  uint64_t files = 0;      ///< files that cannot be read
  uint64_t metrics = 0;    ///< of operations without a launch
};

/// Contents of the event files of one process. Immutable after it is read. Paths in the tables are
/// known nodes or the root.
struct ProgramEvents {
  std::vector<std::string> texts; ///< by number; unknown ones are empty
  std::vector<PathNode> nodes;    ///< by number; unknown ones are children of the root
  std::vector<HostLaunch> launches;
  std::vector<ScopeChange> scopes;
  std::vector<ProgramRange> ranges;
  std::vector<ProgramMetric> pathMetrics;
  std::vector<ProgramMetric> launchMetrics;                ///< by their launch
  std::vector<std::pair<uint64_t, SessionEvent>> sessions; ///< with their places
  std::vector<KernelActivity> kernels;
  std::vector<int64_t> launchOfKernel; ///< for each kernel as launchOf()
  /// Paths of kernels of replayed graphs, by placeCapturedPaths(); 0: that of the launch. May be
  /// empty.
  std::vector<uint32_t> pathOfKernel;
  std::map<uint32_t, std::vector<CapturedNode>> graphs; ///< nodes in their order, by graph
  std::vector<CopyActivity> copies; ///< of the program, without those of the recording
  std::vector<CopyActivity> sets;
  std::vector<CorrelationEvent> correlations; ///< by the profiler's number
  std::vector<ClockPairEvent> clockPairs;     ///< by the host's time
  std::vector<uint32_t> launchOrder;          ///< indices into `launches`, by LaunchEvent::id
  std::map<std::pair<uint32_t, uint64_t>, uint32_t> recorded; ///< kernel, number: launch
  EventLosses losses;

  std::string_view text(uint32_t number) const {
    return number < texts.size() ? std::string_view(texts[number]) : std::string_view();
  }
  /// Index of the launch with this id, or -1. O(log launches).
  int64_t launchWithId(uint64_t id) const;
  /// Index of the launch of an activity, or -1. O(log correlations).
  int64_t launchOf(uint32_t correlation) const;
  /// Call path of the kernel with this index; 0: unknown, or the root.
  uint32_t pathOf(size_t kernel) const {
    if (kernel < pathOfKernel.size() && pathOfKernel[kernel] != 0)
      return pathOfKernel[kernel];
    const int64_t launch = launchOfKernel[kernel];
    return launch < 0 ? 0 : launches[static_cast<size_t>(launch)].path;
  }
  /// Index of the recorded launch with this number, or -1. O(log launches).
  int64_t recordedLaunch(uint32_t kernel, uint64_t number) const;
  /// Kernel launches after the last launch with activity, such as those after another profiler took
  /// CUPTI: indices into `launches`, by id. All kernel launches if no activity refers to its
  /// launch. Captured launches are not included. O(launches + kernels).
  std::vector<uint32_t> launchesWithoutActivity() const;
  bool hasActivity() const { return !kernels.empty() || !copies.empty() || !sets.empty(); }
  bool isEmpty() const {
    return launches.empty() && scopes.empty() && ranges.empty() && !hasActivity();
  }
};

} // namespace pstudio::attach
