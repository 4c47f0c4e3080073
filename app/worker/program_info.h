// SPDX-License-Identifier: Apache-2.0
// Name and version of this program.
#pragma once

#include <string>

namespace pstudio::cli {

/// "proton-collect 0.1.0".
inline std::string programName() {
  return "proton-collect " PSTUDIO_VERSION;
}

} // namespace pstudio::cli
