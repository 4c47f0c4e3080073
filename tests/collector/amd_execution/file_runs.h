// SPDX-License-Identifier: Apache-2.0
// Runs of kernels in files of LLVM IR on the interpreted GPU.
#pragma once

#include <optional>
#include <string>

#include "core/trace/trace.h"
#include "tests/collector/session/watched_target.h"

namespace pstudio::test {

/// A kernel in a file of LLVM IR, and a launch of it.
struct FileKernel {
  std::string file;
  std::string function;
  std::string launch;    ///< members of a run specification: grid, block, dynamic_shared_bytes
  std::string arguments; ///< the elements of its "arguments"
};

struct FileRun {
  Buffers buffers;       ///< after the launch
  Trace trace;           ///< without launches if nothing is instrumented
  uint64_t executed = 0; ///< wave instructions
};

/// Runs `kernel` on `chip` with an instrumentation mode. `order`: seed of the order of waves;
/// none: in turn.
Result<FileRun> runFile(const FileKernel &kernel, const std::string &mode, const std::string &chip,
                        std::optional<uint64_t> order = {});

} // namespace pstudio::test
