// SPDX-License-Identifier: Apache-2.0
#include "core/process/exit_status.h"

#include <csignal>
#include <cstring>

namespace pstudio {

std::string exitText(const ExitStatus &status) {
  if (status.signal == 0)
    return "ended with exit code " + std::to_string(status.exitCode);
  if (status.signal == SIGKILL)
    return "was killed, probably because memory ran out";
  const std::string terminated = "was terminated by ";
  const char *name = ::sigabbrev_np(status.signal);
  if (!name)
    return terminated + "signal " + std::to_string(status.signal);
  return terminated + "SIG" + name + " (" + ::sigdescr_np(status.signal) + ")";
}

} // namespace pstudio
