// SPDX-License-Identifier: Apache-2.0
// Detects whether the CTAs of a kernel may wait for each other, for kernels in MLIR and LLVM IR.
#pragma once

#include <string>
#include <string_view>

namespace pstudio {

class KernelModule;

/// The reason why CTAs of `kernel` may wait for other CTAs of the grid (foreign/cta_waits.h);
/// empty: they never do. Kernels in MLIR are not analysed and have a reason. Call it before
/// KernelModule::instrument().
std::string ctaWaitOf(const KernelModule &module, std::string_view kernel);

} // namespace pstudio
