// SPDX-License-Identifier: Apache-2.0
// Lowers an instrumented kernel that was read from LLVM IR for AMD's GPUs back to LLVM IR.
#pragma once

#include "collector/codegen/to_amd/compile_kernel.h"
#include "collector/foreign/foreign_module.h"

namespace pstudio::amd {

/// Checks that the file that `module` was read from can be compiled for `architecture`: it must be
/// for AMD's GPUs (target triple, data layout, code objects of version 5 or later); `kernel` must
/// be for this processor and its wave size if it names any, and have no parameters by value.
/// Unsupported, with the properties of the file, otherwise. `module` must be of LLVM IR.
Result<void> checkForeign(const KernelModule &module, std::string_view kernel,
                          const Architecture &architecture);

/// Checks the part of checkForeign() that holds for all kernels of a file, on any chip. Unsupported
/// otherwise.
Result<void> checkForeignFile(const KernelModule &module);

/// LLVM IR of all kernels of `module`: the original instructions, and records as calls of the back
/// end's intrinsics. The module is consumed. Errors as pstudio::lowerForeign().
Result<foreign::ForeignModule::Exported>
lowerForeign(KernelModule &module, const CompileOptions &options,
             foreign::Compiler compiler = foreign::Compiler::InstalledLlvm);

/// Adds the block of the launches to `kernel` of `lowered`. Unsupported if the kernel's own limit
/// of threads per CTA is lower.
Result<void> fitBlock(llvm::Module &lowered, std::string_view kernel,
                      const std::array<uint32_t, 3> &block);

} // namespace pstudio::amd
