// SPDX-License-Identifier: Apache-2.0
// What kernels and the driver print to the process's standard output and error.
#pragma once

#include <optional>
#include <string>

#include "collector/session/launch/printed_output.h"

namespace pstudio {

/// From the first to the last of launches that overlap, both go to memory instead. [one thread]
class KernelOutput {
public:
  struct Text {
    std::string output; ///< of kernels: gpu.printf, printf
    std::string errors; ///< of the driver: assertions of kernels
  };

  /// A launch comes that may print.
  void begin();
  /// It has ended. What all of them printed, with the last; else nothing yet.
  Text end();

private:
  unsigned m_launches = 0;
  std::optional<PrintedOutput> m_output;
  std::optional<PrintedOutput> m_errors;
};

} // namespace pstudio
