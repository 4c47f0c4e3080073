// SPDX-License-Identifier: Apache-2.0
// Compiles a kernel for an AMD GPU without a device.
#pragma once

#include "collector/codegen/to_amd/compile_kernel.h"
#include "collector/session/run_target.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// Limits of a CTA on a GPU of the architecture [bytes]. Source: chapter Shader Programming, "Local
/// Data Share", of AMD's ISA documents.
DeviceLimits amdLimits(const amd::Architecture &architecture);

/// Instruments and compiles the kernel of `spec` in `module`, which is consumed, for the
/// architecture in the target's name. `signature` provides the kernel's use of shared memory, which
/// limits records there. InvalidInput if the target names no architecture. Unsupported for a target
/// of another vendor. Errors of KernelModule and compileKernel().
Result<amd::AmdKernel> compileToAmd(const RunSpec &spec, KernelModule &module,
                                    const KernelSignature &signature, amd::Output output);

/// amd::instrumentedIr(): the kernels of an instrumented module as LLVM IR.
Result<std::string> instrumentForAmd(KernelModule &module, std::string_view chip,
                                     const std::array<uint32_t, 3> &block);

} // namespace pstudio
