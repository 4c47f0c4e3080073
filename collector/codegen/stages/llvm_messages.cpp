// SPDX-License-Identifier: Apache-2.0
// Keeps the first error that LLVM reports; its default handler would end the process.
#include "collector/codegen/stages/llvm_messages.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"

namespace pstudio {

LlvmMessages::LlvmMessages(llvm::LLVMContext &context)
    : m_context(context), m_former(context.getDiagnosticHandlerCallBack()),
      m_formerObject(context.getDiagnosticContext()) {
  m_context.setDiagnosticHandlerCallBack(&LlvmMessages::add, this);
}

LlvmMessages::~LlvmMessages() {
  m_context.setDiagnosticHandlerCallBack(m_former, m_formerObject);
}

void LlvmMessages::add(const llvm::DiagnosticInfo *diagnostic, void *self) {
  Error &first = static_cast<LlvmMessages *>(self)->m_first;
  if (diagnostic->getSeverity() != llvm::DS_Error || !first.message.empty())
    return;
  llvm::raw_string_ostream stream(first.message);
  llvm::DiagnosticPrinterRawOStream printer(stream);
  diagnostic->print(printer);
  first.code = ErrorCode::CompileFailed;
}

Result<void> LlvmMessages::check() const {
  if (m_first.message.empty())
    return {};
  return tl::unexpected<Error>(m_first);
}

} // namespace pstudio
