// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/amd/compile_ir.h"

#include "collector/codegen/amd/emit_code.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/TargetParser/Triple.h"

namespace pstudio::amd {

Result<std::string> codeObjectOfIr(std::string_view text, std::string_view document,
                                   std::string_view kernel, std::string_view architecture) {
  PSTUDIO_TRY_ASSIGN(const Architecture chip, architectureNamed(architecture));
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const llvm::MemoryBufferRef buffer(llvm::StringRef(text.data(), text.size()),
                                     llvm::StringRef(document.data(), document.size()));
  const std::unique_ptr<llvm::Module> module = llvm::parseAssembly(buffer, diagnostic, context);
  if (!module)
    return fail(ErrorCode::InvalidFormat, diagnostic.getMessage().str(),
                std::string(document) + ":" + std::to_string(diagnostic.getLineNo()) + ":" +
                    std::to_string(diagnostic.getColumnNo() + 1));
  if (!llvm::Triple(module->getTargetTriple()).isAMDGCN())
    return fail(ErrorCode::InvalidInput,
                "the target triple is \"" + module->getTargetTriple() + "\", not AMD's",
                std::string(document));
  PSTUDIO_TRY_ASSIGN(AmdKernel compiled, emitCode(*module, kernel, chip, Output::CodeObject));
  return std::move(compiled.codeObject);
}

} // namespace pstudio::amd
