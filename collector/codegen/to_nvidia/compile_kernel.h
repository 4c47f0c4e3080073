// SPDX-License-Identifier: Apache-2.0
// Compiles an instrumented gpu-dialect kernel to PTX, in this process and without a toolkit.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "collector/codegen/kernel_module.h"
#include "collector/codegen/nvidia/architecture.h"
#include "collector/codegen/nvidia/math_functions.h"
#include "collector/codegen/nvidia/ptx_kernel.h"
#include "collector/foreign/compiler.h"

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace pstudio::nvidia {

struct CompileOptions {
  Architecture architecture;
  std::array<uint32_t, 3> block{1, 1, 1}; ///< threads of a CTA; sets register limit and uniform ids
  RecordLanes lanes = RecordLanes::All;
  MathFunctions math = MathFunctions::Best;
  /// Compiler of LLVM IR that is printed; all other code is compiled here.
  foreign::Compiler compiler = foreign::Compiler::InstalledLlvm;
};

/// LLVM IR with the context that it lives in.
struct LoweredIr {
  LoweredIr(std::unique_ptr<llvm::LLVMContext> c, std::unique_ptr<llvm::Module> m);
  LoweredIr(LoweredIr &&) noexcept;
  LoweredIr &operator=(LoweredIr &&) noexcept;
  ~LoweredIr();

  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
};

/// Lowers `kernel` to LLVM IR for NVIDIA's GPUs, before any optimisation. Of a module that was read
/// from LLVM IR all kernels stay. Consumes the MLIR module. Errors as compileKernel().
Result<LoweredIr> lowerKernel(KernelModule &module, std::string_view kernel,
                              const CompileOptions &options);

/// Lowers `kernel` to PTX. The MLIR module is consumed: only load it again after this.
/// CompileFailed with the source location of the operation that failed; Unsupported, by name, for
/// operations without a lowering. About 0.1 s. Of a module that was lifted from PTX the result is
/// the PTX with the code of the kernel replaced, or as it is if the kernel has no records; errors
/// also of foreign::spliceEntries().
Result<PtxKernel> compileKernel(KernelModule &module, std::string_view kernel,
                                const CompileOptions &options);

} // namespace pstudio::nvidia
