// SPDX-License-Identifier: Apache-2.0
// What is known of a specification's kernel before a device is there.
#pragma once

#include <cstdint>

#include "collector/codegen/kernel_module.h"
#include "collector/session/argument_binding.h"
#include "core/run/run_spec.h"

namespace pstudio {

class ProgressSink;

/// A kernel as its file has it, and arguments for it. Move-only.
struct KernelSetup {
  KernelModule module; ///< nothing was done to it yet
  KernelSignature signature;
  BoundArguments arguments;
};

/// InvalidInput if the launch of the specification contradicts the kernel's file.
Result<void> checkLaunch(const RunSpec &spec, const KernelSignature &signature);

/// Reads the kernel file and makes the buffers, for `launches` launches. Everything that can be
/// wrong in a specification is found here: errors of KernelModule, BoundArguments and
/// validateCheck() and checkLaunch().
Result<KernelSetup> setUpKernel(const RunSpec &spec, uint32_t launches, ProgressSink &progress);

} // namespace pstudio
