// SPDX-License-Identifier: Apache-2.0
// Sessions that a program started, and what happened while each was active.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collector/attach/host/program_events.h"

namespace pstudio::attach {

/// Places of events, first and one past the last, between which a session was active.
struct SessionPart {
  uint64_t first = 0;
  uint64_t end = UINT64_MAX; ///< UINT64_MAX: to the end of the program
  uint32_t phase = 0;
};

/// A session of the API of Triton Proton that bounds files.
struct ProgramSession {
  std::string name;
  uint32_t files = 0;             ///< SessionFiles
  uint32_t number = 0;            ///< of the program
  uint32_t phase = 0;             ///< the last one
  std::vector<SessionPart> parts; ///< ascending, disjoint; without those that are cleared

  bool contains(uint64_t place) const;
};

/// In the order of their starts. Sessions without files are left out. O(session events).
std::vector<ProgramSession> sessionsIn(const ProgramEvents &events);

/// The session that the program started last with this number, with the parts of one phase or of
/// all (WantTree::kAllPhases). Without parts if there is none.
ProgramSession sessionWithNumber(const ProgramEvents &events, uint32_t number, uint32_t phase);

/// The launches, scopes and metrics of the session's active parts, and the activity of these
/// launches. A launch keeps its whole path, with scopes that were entered before. Activities that
/// name no launch are left out: their time says not which session launched them. O(events).
ProgramEvents eventsOf(const ProgramEvents &events, const ProgramSession &session);

} // namespace pstudio::attach
