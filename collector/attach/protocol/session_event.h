// SPDX-License-Identifier: Apache-2.0
// Sessions of Triton Proton's API in the event files of a program.
#pragma once

#include <cstdint>

namespace pstudio::attach {

/// Clear removes a phase of the session, and AdvancePhase begins the next phase.
enum class SessionChange : uint32_t {
  Start = 1,
  Activate = 2,
  Deactivate = 3,
  Finalize = 4,
  Clear = 5,
  AdvancePhase = 6,
};

enum SessionFiles : uint32_t { kSessionTree = 1, kSessionTrace = 2 };

/// A session of Triton Proton's API in the program.
struct SessionEvent {
  uint64_t time = 0;
  uint32_t session = 0;
  SessionChange change = SessionChange::Start;
  uint32_t text = 0;  ///< its name, of Start
  uint32_t files = 0; ///< SessionFiles, of Start; 0: the session bounds no files
  uint32_t phase = 0; ///< of Clear
};

} // namespace pstudio::attach
