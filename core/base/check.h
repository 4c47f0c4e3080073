// SPDX-License-Identifier: Apache-2.0
// Checks for our own bugs; never for data that comes from a file, a GPU, a driver or a user.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace pstudio::detail {
[[noreturn]] inline void checkFailed(const char *condition, const char *file, int line) {
  std::fprintf(stderr, "%s:%d: internal error: %s does not hold\n", file, line, condition);
  std::abort();
}
} // namespace pstudio::detail

/// Ends the process with file and line when `condition` is false. Always on. The condition must
/// have no side effects.
#define PSTUDIO_CHECK(condition)                                                                   \
  do {                                                                                             \
    if (!(condition)) [[unlikely]]                                                                 \
      ::pstudio::detail::checkFailed(#condition, __FILE__, __LINE__);                              \
  } while (false)

/// As PSTUDIO_CHECK, for conditions on hot paths: compiled out of release builds.
#ifdef NDEBUG
#define PSTUDIO_DCHECK(condition) static_cast<void>(0)
#else
#define PSTUDIO_DCHECK(condition) PSTUDIO_CHECK(condition)
#endif
