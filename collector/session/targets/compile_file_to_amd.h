// SPDX-License-Identifier: Apache-2.0
// Compiles a kernel that another program launches for an AMD GPU.
#pragma once

#include "collector/codegen/to_amd/compile_kernel.h"
#include "core/run/run_spec.h"

namespace pstudio {

struct AmdFileKernel {
  InstrumentedKernel records;
  amd::AmdKernel code;
};

/// Instruments and compiles the kernel of `spec` in `module`, which is consumed, as compileToAmd(),
/// for launches whose dynamic LDS is unknown: records are in LDS only if the mode requests it.
/// `mostSlots`: InstrumentRequest::mostSlots.
Result<AmdFileKernel> compileFileToAmd(const RunSpec &spec, KernelModule &module,
                                       uint32_t mostSlots);

} // namespace pstudio
