// SPDX-License-Identifier: Apache-2.0
// Expands gpu operations that need several instructions, and adds facts about the launch to
// kernels.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

namespace mlir {
class Pass;
} // namespace mlir

namespace pstudio {

/// On a gpu.module: global ids, the number of a warp of `lanes` lanes and the count of warps become
/// arithmetic, shuffles of 64 bits become two of 32, and the kernel gets the `block` of its launch.
/// A kernel whose own attribute contradicts `block` is an error. Comes after
/// createExpandReductionsPass().
std::unique_ptr<mlir::Pass> createExpandGpuPass(std::array<uint32_t, 3> block, uint32_t lanes);

} // namespace pstudio
