// SPDX-License-Identifier: Apache-2.0
// proton-collect worker: runs one request for another process.
#pragma once

#include <cstdint>

namespace pstudio::cli {

/// Limits of the files that a worker receives from another machine.
struct WorkerCommandOptions {
  uint32_t mostFiles = 4096;
  uint64_t mostBytes = uint64_t{64} << 30; ///< of all files of a run
};

/// Serves the worker protocol (core/worker/PROTOCOL.md) on standard input and output until its one
/// run has ended. Then ends the process at once, without destructors and exit handlers, with an
/// ExitCode: kDone if it sent a result or an error to the application, kFailed if it could not.
[[noreturn]] void workerCommand(const WorkerCommandOptions &options = {});

} // namespace pstudio::cli
