// SPDX-License-Identifier: Apache-2.0
// The executable file of a command: whether it exists, and whether a library can be preloaded.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/result.h"

namespace pstudio::attach {

/// The file that a command of this name starts: in the folders of PATH if the name has no slash.
/// The name itself if there is none.
std::filesystem::path programPath(const std::string &program);

/// Io, with the system's reason, if `program` does not exist or cannot be executed.
Result<void> requireProgram(const std::string &program);

/// True for a set-user-ID or set-group-ID program, for which the loader ignores LD_PRELOAD.
bool changesUser(const std::filesystem::path &program);

/// True for an ELF file without the path of a loader (PT_INTERP): no loader reads LD_PRELOAD.
bool isStaticProgram(const std::filesystem::path &program);

} // namespace pstudio::attach
