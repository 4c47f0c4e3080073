// SPDX-License-Identifier: Apache-2.0
// A kernel without its instrumentation.
#pragma once

#include "collector/codegen/kernel_module.h"
#include "collector/session/run_target.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// The original kernel of `module`, which is instrumented and not yet lowered. The result can be
/// compiled to measure the SM resources of the instrumentation. Errors of KernelModule.
Result<KernelModule> plainKernel(const KernelModule &module, const RunSpec &spec,
                                 const DeviceLimits &limits);

} // namespace pstudio
