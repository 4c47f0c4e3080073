// SPDX-License-Identifier: Apache-2.0
// Finished twins on disk, in the cache of compiled kernels.
#pragma once

#include <optional>
#include <string>

#include "collector/attach/host/twin_code.h"

namespace pstudio::attach {

/// Inputs of a twin's code, besides this program.
struct TwinParts {
  std::string llvmIr;   ///< of the original
  std::string metadata; ///< with the compiler's version and options
  std::string mode;
  std::string kernel;
  std::string backEnd; ///< "Triton", or the path of a ptxas
};

std::string twinKey(const TwinParts &parts);

/// The twin with this key; nullopt if there is none, or if it cannot be read. [thread: any]
std::optional<TwinCode> findTwin(const std::string &key, const InstrumentationMode &mode);

/// Stores the twin. If that fails, it is compiled again at the next use. [thread: any]
void keepTwin(const std::string &key, const TwinCode &code);

} // namespace pstudio::attach
