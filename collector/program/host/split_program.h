// SPDX-License-Identifier: Apache-2.0
// A program's file as its parts: the modules of kernels, and the host code.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "collector/program/host/call_site.h"
#include "collector/program/host/host_code.h"
#include "core/base/result.h"

namespace pstudio::program {

/// One gpu.module of a program.
struct KernelModuleText {
  std::string name; ///< also what host code hands to mgpuModuleLoad
  std::string text; ///< MLIR with the locations of the program's file, for KernelModule::parse
};

struct ProgramParts {
  std::vector<KernelModuleText> kernelModules;
  /// By the number that host code gives to "pstudioAtCall" right before the call.
  std::vector<CallSite> sites;
  HostIr host;
};

/// Reads a program, applies its transform script if it has one, moves the bodies of gpu.launch to
/// kernels of their own and lowers everything outside of gpu.modules to LLVM IR, in which GPU
/// operations are calls of MLIR's mgpu* interface. Functions whose GPU operations are synchronous
/// are made asynchronous where their lowering needs it. Errors: Io; CompileFailed with
/// file:line:column; InvalidInput without a function main; Unsupported for a gpu.binary.
Result<ProgramParts> splitProgram(const std::filesystem::path &file);

} // namespace pstudio::program
