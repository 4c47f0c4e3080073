// SPDX-License-Identifier: Apache-2.0
// Which functions of a module are kernels, and what the module says of their launch.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace pstudio::foreign {

/// Functions with a body that have a kernel's calling convention (ptx_kernel, amdgpu_kernel) or are
/// named a kernel in !nvvm.annotations, in the module's order.
std::vector<llvm::Function *> kernelsOf(llvm::Module &module);

/// Threads of a CTA that `kernel` has to be launched with, if the module fixes them
/// ("nvvm.reqntid" or the annotation reqntid*).
std::optional<std::array<uint32_t, 3>> requiredBlock(const llvm::Function &kernel);

/// Writes launch facts that a newer LLVM keeps as attributes ("nvvm.reqntid", "nvvm.maxntid", ...)
/// as !nvvm.annotations too, where LLVM 19 looks for them. The attributes stay.
void annotateLaunchFacts(llvm::Module &module);

} // namespace pstudio::foreign
