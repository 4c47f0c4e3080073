// SPDX-License-Identifier: Apache-2.0
// Reads what an attached process wrote to its event and text files, for tests.
#pragma once

#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <QString>

#include "collector/attach/protocol/event_files.h"

namespace pstudio::test {

struct ReadEvent {
  attach::EventKind kind = attach::EventKind::None;
  uint32_t thread = 0;
  std::array<std::byte, attach::kEventBytes - 8> content{};

  template <class Content> Content as() const {
    Content read;
    std::memcpy(static_cast<void *>(&read), content.data(), sizeof read);
    return read;
  }
};

/// Of one process, in the order of the file.
struct ProcessEvents {
  std::vector<ReadEvent> events;
  std::map<uint32_t, std::string> texts;
  std::map<uint32_t, attach::PathNodeEvent> nodes;
  int early = 0;    ///< events that name a node before its PathNode event
  int repeated = 0; ///< PathNode events of a number that is there already

  /// "outer > inner" of a path's number; "-" of 0.
  std::string path(uint32_t node) const;
  std::vector<ReadEvent> of(attach::EventKind kind) const;
};

/// By process, of all files in the folder.
std::map<uint32_t, ProcessEvents> readEvents(const QString &folder);

} // namespace pstudio::test
