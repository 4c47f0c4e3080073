// SPDX-License-Identifier: Apache-2.0
// LLVM's own diagnostics as Errors.
#pragma once

#include <string>

#include "core/base/result.h"
#include "llvm/IR/DiagnosticHandler.h"

namespace llvm {
class DiagnosticInfo;
class LLVMContext;
} // namespace llvm

namespace pstudio {

/// Collects the errors that LLVM reports about a context's modules during its lifetime; remarks and
/// warnings are dropped. May be nested: the inner one collects. [thread: the context's]
class LlvmMessages {
public:
  explicit LlvmMessages(llvm::LLVMContext &context);
  ~LlvmMessages();
  LlvmMessages(const LlvmMessages &) = delete;
  LlvmMessages &operator=(const LlvmMessages &) = delete;

  /// CompileFailed with the first error that was reported, if there was one.
  Result<void> check() const;

private:
  static void add(const llvm::DiagnosticInfo *diagnostic, void *self);

  llvm::LLVMContext &m_context;
  llvm::DiagnosticHandler::DiagnosticHandlerTy m_former;
  void *m_formerObject = nullptr; ///< of m_former
  Error m_first;
};

} // namespace pstudio
