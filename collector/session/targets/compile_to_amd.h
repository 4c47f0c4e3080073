// SPDX-License-Identifier: Apache-2.0
// A kernel's code for an AMD GPU without a device to run it on.
#pragma once

#include "collector/codegen/to_amd/compile_kernel.h"
#include "collector/session/run_target.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// What a CTA of any of these GPUs has [bytes]: the Shader Programming chapters of AMD's ISA
/// documents, "Local Data Share".
DeviceLimits amdLimits(const amd::Architecture &architecture);

/// Instruments and compiles `spec`'s kernel of `module`, which is consumed, for the architecture
/// that the target names. `signature` says what records in shared memory are left. Unsupported
/// where the target names none or another vendor's; errors of KernelModule and compileKernel().
Result<amd::AmdKernel> compileToAmd(const RunSpec &spec, KernelModule &module,
                                    const KernelSignature &signature, amd::Output output);

} // namespace pstudio
