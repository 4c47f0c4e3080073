// SPDX-License-Identifier: Apache-2.0
// Event and text files of an attached program, written by hand.
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "collector/attach/protocol/event_files.h"

namespace pstudio::attach {

/// Collects events in their order and writes the files PID.1.events and PID.1.texts.
class FakeEvents {
public:
  uint32_t text(std::string_view text);
  uint32_t node(uint32_t parent, std::string_view name, PathNodeKind kind = PathNodeKind::Scope);
  template <class T> void add(EventKind kind, const T &content, uint32_t thread = 0) {
    std::string place(kEventBytes, '\0');
    std::memcpy(place.data(), &kind, sizeof kind);
    std::memcpy(place.data() + 4, &thread, sizeof thread);
    std::memcpy(place.data() + 8, &content, sizeof content);
    m_events += place;
  }
  /// A launch of the thread 1 from `begin` to `begin` + 1000, and the number of its correlation.
  LaunchEvent launch(uint32_t path, uint32_t kernel, uint64_t number, uint64_t begin,
                     uint32_t flags = 0, uint32_t thread = 1, uint64_t operation = 0);
  /// A kernel on device 0 and stream 7 that belongs to the launch with this id; 0: to none.
  KernelActivity kernel(std::string_view name, uint64_t launch, uint64_t begin, uint64_t end,
                        uint16_t device = 0);

  std::string &events() { return m_events; } ///< the places, without the header
  std::string eventFile() const;
  std::string textFile() const;
  void write(const std::filesystem::path &folder, uint32_t process) const;

private:
  std::string m_events;
  std::string m_texts;
  std::map<std::string, uint32_t, std::less<>> m_numbers;
  uint32_t m_nodes = 0;
  uint64_t m_launches = 0;
  uint32_t m_correlations = 0;
};

} // namespace pstudio::attach
