// SPDX-License-Identifier: Apache-2.0
// From an instrumented gpu-dialect kernel to PTX, in this process and without a toolkit.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "collector/codegen/kernel_module.h"
#include "collector/codegen/nvidia/architecture.h"

namespace pstudio::nvidia {

/// A kernel as the driver takes it. Its parameters are those of the gpu.func in order, a pointer
/// for each memref and then the profile buffer if the kernel has records.
struct PtxKernel {
  std::string text;  ///< a whole PTX module
  std::string entry; ///< name of the .entry in it
  Architecture architecture;
  uint64_t staticSharedBytes = 0; ///< shared memory that the module declares itself [bytes]
  /// Shared memory that the module expects at launch, for workgroup buffers too large for a static
  /// declaration (48 KiB); the specification's own dynamic bytes come behind it [bytes].
  uint64_t launchSharedBytes = 0;
};

struct CompileOptions {
  Architecture architecture;
  std::array<uint32_t, 3> block{1, 1, 1}; ///< threads of a CTA: bounds registers, tells uniform ids
  RecordLanes lanes = RecordLanes::All;
};

/// Lowers `kernel` to PTX. The MLIR module is consumed: only load it again after this.
/// CompileFailed with the source location of the operation that is to blame; Unsupported for what
/// has no lowering (named). About 0.1 s.
Result<PtxKernel> compileKernel(KernelModule &module, std::string_view kernel,
                                const CompileOptions &options);

} // namespace pstudio::nvidia
