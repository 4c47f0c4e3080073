// SPDX-License-Identifier: Apache-2.0
// What this program calls itself.
#pragma once

#include <string>

namespace pstudio::cli {

/// "proton-collect 0.1.0".
inline std::string programName() {
  return "proton-collect " PSTUDIO_VERSION;
}

} // namespace pstudio::cli
