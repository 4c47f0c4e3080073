// SPDX-License-Identifier: Apache-2.0
// Finished twins on disk, in the cache of compiled kernels.
#pragma once

#include <optional>
#include <string>

#include "collector/attach/host/twin_code.h"

namespace pstudio::attach {

/// Everything that the code of a twin depends on, besides this program.
struct TwinParts {
  std::string llvmIr;   ///< of the original
  std::string metadata; ///< with the compiler's version and options
  std::string mode;
  std::string kernel;
  std::string backEnd; ///< "Triton", or the path of a ptxas
};

std::string twinKey(const TwinParts &parts);

/// The twin with this key; none if there is none, or if it cannot be read any more. [thread: any]
std::optional<TwinCode> findTwin(const std::string &key, const InstrumentationMode &mode);

/// Keeps it. What cannot be kept is made again. [thread: any]
void keepTwin(const std::string &key, const TwinCode &code);

} // namespace pstudio::attach
