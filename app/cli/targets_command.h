// SPDX-License-Identifier: Apache-2.0
// proton-collect targets: where kernels can run on this machine.
#pragma once

#include <string>

namespace pstudio::cli {

/// Prints one line for each target of this build, with the reason where it cannot be used. Returns
/// an ExitCode: kFailed if none can.
int targetsCommand();

/// proton-collect counters: prints the names of the hardware counters of a chip, or of this
/// machine's GPU if `chip` is empty.
int countersCommand(const std::string &chip);

} // namespace pstudio::cli
