// SPDX-License-Identifier: Apache-2.0
// proton-collect targets: the targets of this machine and of the machines of the remote settings.
#pragma once

#include <string>

namespace pstudio::cli {

struct TargetsCommandOptions {
  bool isJson = false;      ///< one object a line, each as soon as it is known
  bool isLocalOnly = false; ///< queries no other machine
};

/// Prints one line for each target, with the reason where it cannot be used, and one for each
/// remote that does not answer. The remotes are queried in parallel, each with its own timeout.
/// Returns an ExitCode: kFailed if no target can be used.
int targetsCommand(const TargetsCommandOptions &options = {});

/// proton-collect counters: prints the names of the hardware counters of a chip, or of this
/// machine's GPU if `chip` is empty.
int countersCommand(const std::string &chip);

} // namespace pstudio::cli
