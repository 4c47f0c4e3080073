// SPDX-License-Identifier: Apache-2.0
// A kernel's code without a device to run it on.
#pragma once

#include "collector/codegen/kernel_module.h"
#include "collector/codegen/nvidia/ptx_kernel.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// Instruments and compiles `spec`'s kernel of `module`, which is consumed, for the architecture
/// that the target names or that of the device. `signature` says what records in shared memory are
/// left. Unsupported where no architecture is known; errors of KernelModule and compileKernel().
Result<nvidia::PtxKernel> compileToPtx(const RunSpec &spec, KernelModule &module,
                                       const KernelSignature &signature);

} // namespace pstudio
