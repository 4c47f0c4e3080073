// SPDX-License-Identifier: Apache-2.0
// Compiles kernels in LLVM IR, of any front end, to code of the CPU target.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "collector/codegen/cpu/cpu_program.h"
#include "core/base/result.h"

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace pstudio {
class PassReportBuilder;
} // namespace pstudio

namespace pstudio::cpu {

/// Additional behaviour of the code.
struct CompileOptions {
  /// The code reports every access to the runtime (runtime/cpu/access_trace.h). Costs nothing in
  /// the model.
  bool tracesAccesses = false;
  /// Of hostMachine(): empty for this machine, or a lesser processor. For tests.
  std::string processor = {};
};

/// The host's data layout string, which modules of front ends must have.
Result<std::string> hostDataLayout();

/// Compiles `kernel` of `module`. The module calls intrinsics.h for features that a GPU has in
/// hardware and keeps workgroup memory in globals of address space 3. The stages, in order
/// (README.md gives the reasons for it):
///   inline and clean up, insert costs, number sites, check accesses and divisions, lower shared
///   memory, thread the context, optimise for the host, generate code.
/// Fails with Unsupported for code without an implementation on the CPU (inline assembly, unknown
/// functions), with its name and source location, and with CompileFailed for IR that does not
/// verify. LLVM's passes are reported to `report` unless it is null.
Result<CpuProgram> compileIr(std::unique_ptr<llvm::LLVMContext> context,
                             std::unique_ptr<llvm::Module> module, std::string_view kernel,
                             PassReportBuilder *report = nullptr,
                             const CompileOptions &options = {});

/// compileIr() of a module in LLVM's text or bitcode form. `name` stands for the file in messages.
Result<CpuProgram> compileIrText(std::string_view text, std::string_view name,
                                 std::string_view kernel);

/// A program from CpuProgram::object() and map() of this build on a machine of the same
/// hostIdentity(). CompileFailed for an object file that cannot be linked.
Result<CpuProgram> loadObject(std::string_view object, ProgramMap map);

/// Properties of this host that machine code depends on: triple, processor and its features.
Result<std::string> hostIdentity();

} // namespace pstudio::cpu
