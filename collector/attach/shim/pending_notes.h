// SPDX-License-Identifier: Apache-2.0
// What the program had to say before it used the driver, for the server when it does.
#pragma once

#include <optional>
#include <vector>

#include "collector/attach/protocol/messages.h"

namespace pstudio::attach {

struct PendingNotes {
  std::optional<Interpreter> interpreter;
  std::vector<Notice> notices; ///< the first kMostPendingNotices of them
};

inline constexpr size_t kMostPendingNotices = 64;

// [thread: any]
void keepForLater(Interpreter interpreter);
void keepForLater(Notice notice);
/// A copy: a child that is forked later begins with the same.
PendingNotes takePendingNotes();
// Around fork, so that the child gets them whole.
void lockPendingNotes();
void unlockPendingNotes();

} // namespace pstudio::attach
