// SPDX-License-Identifier: Apache-2.0
// Runs a command unchanged and records chosen launches of its kernels.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/attach/attach_request.h"
#include "core/base/result.h"

namespace pstudio::attach {

/// Paths of the files that attaching uses.
struct AttachPlaces {
  std::filesystem::path program; ///< proton-collect, for `instrument`
  std::filesystem::path preload; ///< libpstudio_attach.so; empty: nothing is preloaded
  std::filesystem::path python;  ///< the folder that contains the package proton_studio
};

/// Paths for this program, installed or in its build folder. Unsupported if the library is missing.
Result<AttachPlaces> findAttachPlaces();

struct AttachOutcome {
  int exitCode = 0;    ///< the program's; 128 + signal if one killed it
  std::string summary; ///< for standard error: written files and kernels that were not instrumented
  std::string listing; ///< for standard output; empty unless the request lists
  std::optional<Error> failure = {}; ///< why the program ran and `output` is not complete
};

/// Runs the command to its end and writes `output`. Fails only if the command was not started.
/// While the command runs, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1 and SIGUSR2 are blocked and
/// forwarded to it. [thread: main, while no other thread runs]
Result<AttachOutcome> attach(const AttachRequest &request, const AttachPlaces &places);

} // namespace pstudio::attach
