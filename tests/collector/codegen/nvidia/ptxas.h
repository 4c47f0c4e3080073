// SPDX-License-Identifier: Apache-2.0
// The toolkit's assembler, where there is one: registers and spills of a kernel without a GPU.
#pragma once

#include <filesystem>
#include <optional>

#include "collector/codegen/nvidia/ptx_kernel.h"
#include "tests/collector/codegen/nvidia/resource_report.h"

namespace pstudio::nvidia {

/// ptxas of the toolkit, or on the PATH. nullopt if there is none.
std::optional<std::filesystem::path> findPtxas();

/// Assembles the kernel and discards the code. CompileFailed with the output of ptxas if it rejects
/// the kernel or takes longer than `timeLimitSeconds`; Io if it cannot be run. Blocks; usually 0.1
/// s.
Result<ResourceReport> assemble(const std::filesystem::path &ptxas, const PtxKernel &kernel,
                                double timeLimitSeconds = 60.0);

} // namespace pstudio::nvidia
