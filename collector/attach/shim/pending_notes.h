// SPDX-License-Identifier: Apache-2.0
// Messages of the program before its first use of the driver. They are sent after the connection.
#pragma once

#include <optional>
#include <vector>

#include "collector/attach/protocol/messages.h"

namespace pstudio::attach {

struct PendingNotes {
  std::optional<Interpreter> interpreter;
  std::vector<Notice> notices; ///< the first kMaxPendingNotices
};

inline constexpr size_t kMaxPendingNotices = 64;

// [thread: any]
void keepForLater(Interpreter interpreter);
void keepForLater(Notice notice);
/// Returns a copy. The notes stay stored for children that are forked later.
PendingNotes takePendingNotes();
// Called before and after fork, so that the child has consistent data.
void lockPendingNotes();
void unlockPendingNotes();

} // namespace pstudio::attach
