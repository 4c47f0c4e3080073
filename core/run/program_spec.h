// SPDX-License-Identifier: Apache-2.0
// Specification of a run of a whole program rather than one kernel: a file with its own host code.
#pragma once

#include <filesystem>

#include "core/base/result.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// A program has no arguments and no checks: its host code makes its data and prints its results.
struct ProgramSpec : RunSettings {
  std::filesystem::path file; ///< .mlir, absolute
};

/// Whether a path names a program rather than a run specification: by its extension, ".mlir".
bool isProgramFile(const std::filesystem::path &path);

/// The specification of a program with the defaults. Io, with the system's reason, if the file
/// cannot be read.
Result<ProgramSpec> loadProgramSpec(const std::filesystem::path &file);

} // namespace pstudio
