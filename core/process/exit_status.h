// SPDX-License-Identifier: Apache-2.0
// Exit status of a process, as a value and in words.
#pragma once

#include <string>

namespace pstudio {

/// Exit status of a process.
struct ExitStatus {
  int exitCode = 0; ///< valid if signal is 0
  int signal = 0;   ///< the signal that terminated it, or 0
};

/// "ended with exit code 3", "was terminated by SIGSEGV (Segmentation fault)" or "was killed,
/// probably because memory ran out".
std::string exitText(const ExitStatus &status);

} // namespace pstudio
