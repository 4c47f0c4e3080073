// SPDX-License-Identifier: Apache-2.0
// Intrinsics of NVIDIA's GPUs as what the CPU target offers.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::cpu {

/// Replaces calls of llvm.nvvm.* that have a meaning on the CPU target: ids, barriers of the whole
/// CTA, operations of the lanes of a warp, clocks, asynchronous copies, fences, arithmetic. Others
/// stay, for checkSupported() to reject by name.
void replaceNvvmCalls(llvm::Module &module);

} // namespace pstudio::cpu
