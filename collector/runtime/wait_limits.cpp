// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/wait_limits.h"

#include <cstdio>

#include "core/base/check.h"

namespace pstudio {

Error givenUp(WaitEnd end, const std::string &doing, const WaitLimits &limits) {
  if (end == WaitEnd::Cancelled)
    return {ErrorCode::Cancelled, doing + ": stopped by the user", "", ""};
  PSTUDIO_CHECK(end == WaitEnd::TimedOut);
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%g", limits.seconds);
  return {ErrorCode::RunFailed, doing + ": not done within the time limit of " + seconds + " s", "",
          "raise the time limit, or look for a loop or a barrier that never ends"};
}

} // namespace pstudio
