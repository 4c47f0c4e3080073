// SPDX-License-Identifier: Apache-2.0
// Makes a kernel advance its thread's virtual clock.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::cpu {

/// Inserts markers::kAdvance with the sum of the costs since the last one: before every point that
/// may observe the clock, and at the end of each block. Instructions that only feed
/// instrumentation, or whose results are unused, cost nothing: a kernel costs the same with and
/// without its records.
void insertCosts(llvm::Module &module);

} // namespace pstudio::cpu
