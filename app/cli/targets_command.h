// SPDX-License-Identifier: Apache-2.0
// proton-collect targets: where kernels can run on this machine.
#pragma once

namespace pstudio::cli {

/// Prints one line for each target of this build, with the reason where it cannot be used. Returns
/// an ExitCode: kFailed if none can.
int targetsCommand();

} // namespace pstudio::cli
