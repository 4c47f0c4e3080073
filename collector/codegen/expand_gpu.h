// SPDX-License-Identifier: Apache-2.0
// gpu operations that are several steps on the hardware, and what a kernel knows of its launch.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

namespace mlir {
class Pass;
} // namespace mlir

namespace pstudio {

/// On a gpu.module: reductions over a CTA or a warp of `lanes` become shuffles and shared memory,
/// global ids become arithmetic, and the kernel is told the `block` that it will be launched with.
/// A kernel that says another block size itself is an error.
std::unique_ptr<mlir::Pass> createExpandGpuPass(std::array<uint32_t, 3> block, uint32_t lanes);

} // namespace pstudio
