// SPDX-License-Identifier: Apache-2.0
// Preparation of a specification's kernel that needs no device.
#pragma once

#include <cstdint>

#include "collector/codegen/kernel_module.h"
#include "collector/session/argument_binding.h"
#include "core/run/run_spec.h"

namespace pstudio {

class ProgressSink;

/// The kernel of a file, and its arguments. Move-only.
struct KernelSetup {
  KernelModule module; ///< as it was read
  KernelSignature signature;
  BoundArguments arguments;
};

/// InvalidInput if the launch of the specification contradicts the kernel's file.
Result<void> checkLaunch(const RunSpec &spec, const KernelSignature &signature);

/// Reads the kernel file and creates the buffers, for `launches` launches. Detects all errors of a
/// specification: errors of KernelModule, BoundArguments, validateCheck() and checkLaunch().
Result<KernelSetup> setUpKernel(const RunSpec &spec, uint32_t launches, ProgressSink &progress);

} // namespace pstudio
