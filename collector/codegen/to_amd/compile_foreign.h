// SPDX-License-Identifier: Apache-2.0
// From an instrumented kernel of LLVM IR for AMD's GPUs to LLVM IR again.
#pragma once

#include "collector/codegen/to_amd/compile_kernel.h"
#include "collector/foreign/foreign_module.h"

namespace pstudio::amd {

/// Whether the file that `module` was read from can become code for `architecture`: it has to be
/// for AMD's GPUs (target triple, data layout, code objects of version 5 or later), and `kernel`
/// for this processor and its wave size if it names any, and take nothing by value. Unsupported
/// with what the file says instead. `module` must be of LLVM IR.
Result<void> checkForeign(const KernelModule &module, std::string_view kernel,
                          const Architecture &architecture);

/// LLVM IR of all kernels of `module`: its own instructions as they were, records as calls of the
/// back end's intrinsics. The module is consumed. Errors as pstudio::lowerForeign().
Result<foreign::ForeignModule::Exported> lowerForeign(KernelModule &module,
                                                      const CompileOptions &options);

/// Tells `kernel` of `lowered` the block of its launches. Unsupported if it says itself that its
/// CTAs have fewer threads at most.
Result<void> fitBlock(llvm::Module &lowered, std::string_view kernel,
                      const std::array<uint32_t, 3> &block);

} // namespace pstudio::amd
