// SPDX-License-Identifier: Apache-2.0
// The events and texts that victims left in a folder.
#pragma once

#include <array>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "collector/attach/protocol/event_files.h"
#include "tests/collector/attach/shim/attached_run.h"

namespace pstudio::test {

struct ReadEvent {
  attach::EventKind kind = attach::EventKind::None;
  uint32_t thread = 0;
  std::array<std::byte, attach::kEventBytes - 8> content{};

  template <class T> T as() const {
    T value;
    std::memcpy(&value, content.data(), sizeof value);
    return value;
  }
};

/// Those of all processes, in the order of their files.
class EventFiles {
public:
  explicit EventFiles(const AttachedRun &attached);

  /// The contents of all events of a kind.
  template <class T> std::vector<T> all(attach::EventKind kind) const {
    std::vector<T> found;
    for (const ReadEvent &event : events)
      if (event.kind == kind)
        found.push_back(event.as<T>());
    return found;
  }
  std::vector<attach::LaunchEvent> launches() const {
    return all<attach::LaunchEvent>(attach::EventKind::Launch);
  }
  std::vector<attach::KernelActivity> kernels() const {
    return all<attach::KernelActivity>(attach::EventKind::Kernel);
  }
  /// The launch of an activity; 0: none is known.
  uint64_t launchOf(uint32_t correlation) const;
  /// Of all LostEvents.
  uint64_t lostActivities() const;

  std::vector<ReadEvent> events;
  std::map<uint32_t, std::string> texts;
  int files = 0; ///< of events

private:
  void readEvents(const std::string &bytes);
  void readTexts(const std::string &bytes);
};

} // namespace pstudio::test
