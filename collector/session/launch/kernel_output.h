// SPDX-License-Identifier: Apache-2.0
// Captures the output of kernels and of the driver to the process's standard output and error.
#pragma once

#include <optional>
#include <string>

#include "collector/session/launch/printed_output.h"

namespace pstudio {

/// Redirects both channels to memory while launches that may print run. [one thread]
class KernelOutput {
public:
  struct Text {
    std::string output; ///< of kernels: gpu.printf, printf
    std::string errors; ///< of the driver: assertions of kernels
  };

  /// Announces a launch that may print.
  void begin();
  /// Reports the end of such a launch. The last one of overlapping launches returns the output of
  /// all; the others return empty text.
  Text end();

private:
  unsigned m_launches = 0;
  std::optional<PrintedOutput> m_output;
  std::optional<PrintedOutput> m_errors;
};

} // namespace pstudio
