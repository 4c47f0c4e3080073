// SPDX-License-Identifier: Apache-2.0
#include "core/base/standard_streams.h"

#include <array>

#include <fcntl.h>
#include <unistd.h>

namespace pstudio {

void reserveStandardStreams() {
  // In this order each open() gives the descriptor that is closed.
  for (const int descriptor : std::array{STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(descriptor, F_GETFD) < 0)
      // The wrong direction: a read of such an input, a write to such an output is an error.
      (void)::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

bool hasStandardOutput() {
  const int flags = ::fcntl(STDOUT_FILENO, F_GETFL);
  return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

} // namespace pstudio
