// SPDX-License-Identifier: Apache-2.0
// The host part of a program: LLVM IR, and the same as machine code of this machine.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "collector/program/host/runtime_function.h"
#include "core/base/result.h"

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace pstudio::program {

/// A module and its context. Move-only.
struct HostIr {
  HostIr(std::unique_ptr<llvm::LLVMContext> context, std::unique_ptr<llvm::Module> module);
  HostIr(HostIr &&) noexcept;
  HostIr &operator=(HostIr &&) noexcept;
  ~HostIr();

  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module; ///< lives in `context`
};

/// Compiled host code. Move-only.
class HostCode {
public:
  /// Binds what the module declares to `functions` and gives those that take one the run as their
  /// first argument, known when the code is made: there is no global. Loops call
  /// "pstudioPoll". `run` must outlive every call of main().
  /// Unsupported, with the place of a call, for a function that is in no table or is declared with
  /// other parameters; InvalidInput for a main() that takes arguments.
  static Result<HostCode> compile(HostIr ir, std::span<const RuntimeFunction> functions,
                                  ProgramRun &run);
  HostCode(HostCode &&) noexcept;
  HostCode &operator=(HostCode &&) noexcept;
  ~HostCode();

  /// Calls main(); its result, 0 if it has none. Does not return if the run leaves it.
  int64_t main() const;

private:
  struct State;
  explicit HostCode(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
};

} // namespace pstudio::program
