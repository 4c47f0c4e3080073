// SPDX-License-Identifier: Apache-2.0
// The just-in-time compiler of kernels and host code.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "llvm/ExecutionEngine/ObjectCache.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"

namespace pstudio::cpu {

/// A function, or a value, of this process.
struct NamedAddress {
  std::string name;
  void *address = nullptr;
};

/// A JIT for `machine` whose code can call `functions`, by their names, and the functions that the
/// code generator calls by itself (runtime/cpu/compiler_functions.h). It resolves no other names:
/// whether a program links does not depend on the libraries that this process has loaded. `cache`,
/// if any, receives the object files and must outlive the JIT's compiles.
Result<std::unique_ptr<llvm::orc::LLJIT>> makeHostJit(llvm::orc::JITTargetMachineBuilder machine,
                                                      const std::vector<NamedAddress> &functions,
                                                      llvm::ObjectCache *cache = nullptr);

} // namespace pstudio::cpu
