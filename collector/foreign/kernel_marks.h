// SPDX-License-Identifier: Apache-2.0
// Which functions of a module are kernels, and what the module says of their launch.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace pstudio::foreign {

/// Functions with a body that have a kernel's calling convention (ptx_kernel, amdgpu_kernel) or are
/// named a kernel in !nvvm.annotations, in the module's order.
std::vector<llvm::Function *> kernelsOf(llvm::Module &module);

/// What a module says of a kernel's launch.
struct LaunchMarks {
  std::optional<std::array<uint32_t, 3>>
      block; ///< threads of a CTA (reqntid*, "reqd_work_group_size")
  std::optional<std::array<uint32_t, 3>> cluster; ///< CTAs of a cluster ("nvvm.cluster_dim", ...)
  std::string dynamicShared; ///< name of the launch's shared memory; empty if it uses none
};
LaunchMarks launchMarks(const llvm::Function &kernel);

/// Writes launch facts that a newer LLVM keeps as attributes ("nvvm.reqntid", "nvvm.maxntid",
/// "nvvm.grid_constant" of a parameter, ...) as !nvvm.annotations too, where LLVM 19 looks for
/// them. The attributes stay. Returns how many annotations there were before, which come first.
size_t annotateLaunchFacts(llvm::Module &module);

/// Takes out all annotations but the first `count`.
void keepAnnotations(llvm::Module &module, size_t count);

} // namespace pstudio::foreign
