// SPDX-License-Identifier: Apache-2.0
// Compiles an instrumented gpu-dialect kernel to a code object for AMD's GPUs, in this process
// except for the linker.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "collector/codegen/amd/emit_code.h"
#include "collector/codegen/kernel_module.h"
#include "collector/pipeline/pipeline.h"

namespace pstudio::amd {

struct CompileOptions {
  Architecture architecture;
  std::array<uint32_t, 3> block{1, 1, 1}; ///< threads of a CTA; sets register limit and uniform ids
  uint32_t referencePeriodNs = 0;         ///< of the reference clock; 0: that of the family [ns]
  bool hasScheduleBarriers = false;       ///< AmdRecordOptions
  Output output = Output::CodeObject;
};

/// The options for records.
AmdRecordOptions recordOptions(const CompileOptions &options);

/// Rejects, by name and place, operations of `kernel` that no AMD GPU supports, before the module
/// is changed: Unsupported for instructions of NVIDIA's GPUs, inline assembly in MLIR, and kernels
/// in LLVM IR that are not for this architecture (checkForeign()).
Result<void> checkPortable(const KernelModule &module, std::string_view kernel,
                           const Architecture &architecture);

/// Lowers `kernel`. The MLIR module is consumed: only load it again after this. CompileFailed with
/// the source location of the operation that failed; Unsupported, by name, for operations without a
/// lowering, as checkPortable(), and callbacks. About 0.1 s.
Result<AmdKernel> compileKernel(KernelModule &module, std::string_view kernel,
                                const CompileOptions &options);

} // namespace pstudio::amd
