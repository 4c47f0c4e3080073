// SPDX-License-Identifier: Apache-2.0
// Compiles an instrumented gpu-dialect kernel to a program of the CPU target.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "collector/codegen/cpu/compile_ir.h"
#include "collector/codegen/cpu/cpu_program.h"
#include "collector/codegen/kernel_module.h"

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace pstudio::cpu {

/// A kernel in LLVM IR, with every operation of the source expressed by intrinsics.h. Move-only.
class LoweredKernel {
public:
  LoweredKernel(std::unique_ptr<llvm::LLVMContext> context, std::unique_ptr<llvm::Module> module,
                std::string kernel, PassReportBuilder *report = nullptr);
  LoweredKernel(LoweredKernel &&) noexcept;
  LoweredKernel &operator=(LoweredKernel &&) noexcept;
  ~LoweredKernel();

  /// Machine code; see compileIr().
  Result<CpuProgram> compile(const CompileOptions &options = {}) &&;

private:
  std::unique_ptr<llvm::LLVMContext> m_context;
  std::unique_ptr<llvm::Module> m_module; ///< lives in m_context
  std::string m_kernel;
  PassReportBuilder *m_report;
};

/// Lowers `kernel` to LLVM IR. The MLIR module is consumed: only load it again after this. Fails
/// with CompileFailed and the source location of the operation that failed.
Result<LoweredKernel> lowerKernel(KernelModule &module, std::string_view kernel);

} // namespace pstudio::cpu
