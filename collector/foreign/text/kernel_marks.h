// SPDX-License-Identifier: Apache-2.0
// The kernels of a module, and the rules of the module for their launches.
#pragma once

#include <string>
#include <vector>

#include "core/run/launch_rules.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace pstudio::foreign {

/// Functions with a body that have a kernel's calling convention (ptx_kernel, amdgpu_kernel) or are
/// named a kernel in !nvvm.annotations, in the module's order.
std::vector<llvm::Function *> kernelsOf(llvm::Module &module);

/// Rules of a module for a kernel's launch.
struct LaunchMarks {
  std::vector<LaunchRule> rules;
  std::string dynamicShared; ///< name of the launch's shared memory; empty if it uses none
};
/// From !nvvm.annotations (reqntid*, maxntid*, cluster_dim_*, maxclusterrank), from AMD's metadata
/// `reqd_work_group_size` and from the attribute "amdgpu-flat-work-group-size".
LaunchMarks launchMarks(const llvm::Function &kernel);

/// Writes launch facts that a newer LLVM keeps as attributes ("nvvm.reqntid", "nvvm.maxntid",
/// "nvvm.grid_constant" of a parameter, ...) as !nvvm.annotations too, where LLVM 19 reads them.
/// The attributes stay. Returns the previous number of annotations, which come first.
size_t annotateLaunchFacts(llvm::Module &module);

/// Removes all annotations except the first `count`.
void keepAnnotations(llvm::Module &module, size_t count);

} // namespace pstudio::foreign
