// SPDX-License-Identifier: Apache-2.0
// What the instrumentation is told about a launch.
#pragma once

#include "collector/codegen/kernel_module.h"
#include "collector/session/run_target.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// Segments in shared memory get what the kernel, its dynamic shared memory included, leaves of the
/// device's limit.
inline InstrumentOptions instrumentOptions(const RunSpec &spec, const KernelSignature &signature,
                                           const DeviceLimits &limits) {
  const uint64_t used = signature.staticSharedBytes + spec.dynamicSharedBytes;
  InstrumentOptions options;
  options.mode = spec.mode;
  options.threadsPerCta = static_cast<uint32_t>(extentProduct(spec.block));
  options.lanesPerWarp = limits.lanesPerWarp;
  options.sharedBytesFree = used < limits.sharedBytesPerCta ? limits.sharedBytesPerCta - used : 0;
  options.counterBytesPerUnit = limits.counterBytesPerWarp;
  return options;
}

} // namespace pstudio
