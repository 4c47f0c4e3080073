// SPDX-License-Identifier: Apache-2.0
// Replaces intrinsics of NVIDIA's GPUs by operations of the CPU target.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::cpu {

/// Replaces calls of llvm.nvvm.* that the CPU target implements: ids, barriers of the whole CTA,
/// operations of the lanes of a warp, clocks, asynchronous copies, fences, arithmetic. Others stay,
/// for checkSupported() to reject by name.
void replaceNvvmCalls(llvm::Module &module);

} // namespace pstudio::cpu
