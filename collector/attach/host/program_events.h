// SPDX-License-Identifier: Apache-2.0
// What an attached process did, as tables: its launches, call paths, metrics and device activity.
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
  uint64_t number = 0; ///< as --launch counts; 0: has none
  uint32_t thread = 0;
  uint32_t path = 0;
  uint32_t kernel = 0; ///< UINT32_MAX: none, or not counted
  uint32_t flags = 0;
  LaunchKind kind = LaunchKind::Kernel;
  uint32_t named = 0; ///< path with the name that an operation gives it; 0: has the kernel's name
};

/// A thread entered or left a scope.
struct ScopeChange {
  uint64_t time = 0;  ///< of the host's clock [ns]
  uint64_t scope = 0; ///< number of this entry; 0: has none
  uint32_t path = 0;
  uint32_t thread = 0;
  bool isEnter = false;
};

/// A node of the call paths. Node 0 is the root.
struct PathNode {
  uint32_t parent = 0; ///< less than the node's own number
  uint32_t text = 0;
  PathNodeKind kind = PathNodeKind::Scope;
  bool isKnown = false;
};

/// A metric of a path, or of one launch.
struct ProgramMetric {
  uint32_t owner = 0; ///< number of the path's node, or place of the launch in `launches`
  uint32_t text = 0;
  uint64_t value = 0; ///< as MetricEvent::value
  uint32_t flags = 0; ///< MetricFlags
};

/// What the files of a process lack.
struct EventLosses {
  uint64_t events = 0;     ///< the process had no file for them
  uint64_t activities = 0; ///< the profiler dropped them
  uint64_t damaged = 0;    ///< events and texts that cannot be understood
  uint64_t unfinished = 0; ///< activities without a begin or an end
  uint64_t files = 0;      ///< files that cannot be read
  uint64_t metrics = 0;    ///< of operations without a launch
};

/// Everything that the event files of one process contain. Immutable once it is read. Paths that
/// tables name are known nodes or the root.
struct ProgramEvents {
  std::vector<std::string> texts; ///< by number; unknown ones are empty
  std::vector<PathNode> nodes;    ///< by number; unknown ones are children of the root
  std::vector<HostLaunch> launches;
  std::vector<ScopeChange> scopes;
  std::vector<ProgramMetric> pathMetrics;
  std::vector<ProgramMetric> launchMetrics;                ///< by their launch
  std::vector<std::pair<uint64_t, SessionEvent>> sessions; ///< with the number of launches before
  std::vector<KernelActivity> kernels;
  std::vector<int64_t> launchOfKernel; ///< for each kernel as launchOf()
  std::vector<CopyActivity> copies;    ///< of the program, none that the recording made
  std::vector<CopyActivity> sets;
  std::vector<CorrelationEvent> correlations; ///< by the profiler's number
  std::vector<ClockPairEvent> clockPairs;     ///< by the host's time
  std::vector<uint32_t> launchOrder;          ///< places in `launches`, by LaunchEvent::id
  std::map<std::pair<uint32_t, uint64_t>, uint32_t> recorded; ///< kernel, number: launch
  EventLosses losses;

  std::string_view text(uint32_t number) const {
    return number < texts.size() ? std::string_view(texts[number]) : std::string_view();
  }
  /// The place of the launch with this id, or -1. O(log launches).
  int64_t launchWithId(uint64_t id) const;
  /// The place of the launch that an activity belongs to, or -1. O(log correlations).
  int64_t launchOf(uint32_t correlation) const;
  /// The place of the launch with this number that was recorded, or -1. O(log launches).
  int64_t recordedLaunch(uint32_t kernel, uint64_t number) const;
  /// Launches of kernels after the last one that has activity, as after CUPTI was left to another
  /// profiler: places in `launches`, by id. All of them if no kernel names its launch. Captured
  /// ones are left out. O(launches + kernels).
  std::vector<uint32_t> launchesWithoutActivity() const;
  bool hasActivity() const { return !kernels.empty() || !copies.empty() || !sets.empty(); }
  bool isEmpty() const { return launches.empty() && scopes.empty() && !hasActivity(); }
};

} // namespace pstudio::attach
