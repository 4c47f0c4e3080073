// SPDX-License-Identifier: Apache-2.0
// Sessions that a program started, and what happened while each was active.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "collector/attach/host/program_events.h"

namespace pstudio::attach {

/// A session of the API of Triton Proton that bounds files.
struct ProgramSession {
  std::string name;
  uint32_t files = 0; ///< SessionFiles
  /// Places of events between which it was active: first and one past the last; UINT64_MAX: to the
  /// end of the program.
  std::vector<std::pair<uint64_t, uint64_t>> parts;

  bool contains(uint64_t place) const;
};

/// In the order of their starts. Sessions without files are left out. O(session events).
std::vector<ProgramSession> sessionsIn(const ProgramEvents &events);

/// The launches, scopes and metrics of the session's active parts, and the activity of these
/// launches. A launch keeps its whole path, with scopes that were entered before. Activities that
/// name no launch are left out: their time says not which session launched them. O(events).
ProgramEvents eventsOf(const ProgramEvents &events, const ProgramSession &session);

} // namespace pstudio::attach
