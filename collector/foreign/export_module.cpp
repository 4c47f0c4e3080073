// SPDX-License-Identifier: Apache-2.0
// Translates the module, then restores the instructions of the text.
#include "collector/diagnostics/diagnostics.h"
#include "collector/foreign/changed_signatures.h"
#include "collector/foreign/foreign_module.h"
#include "collector/foreign/text/changed_intrinsics.h"
#include "collector/foreign/text/instruction_places.h"
#include "collector/foreign/transplant.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/ROCDL/ROCDLToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace pstudio::foreign {
namespace {

void registerTranslations(mlir::MLIRContext &context) {
  mlir::DialectRegistry registry;
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerGPUDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  mlir::registerNVVMDialectTranslation(registry);
  mlir::registerROCDLDialectTranslation(registry);
  context.appendDialectRegistry(registry);
}

} // namespace

Result<ForeignModule::Exported> ForeignModule::exportFrom(mlir::Operation *module,
                                                          Compiler compiler) && {
  mlir::MLIRContext &context = *module->getContext();
  registerTranslations(context);
  RecordedSources sources;
  recordSources(context, sources);
  noteReturns(module);
  DiagnosticCollector diagnostics(&context);
  // Verified below, with the names of intrinsics that have other parameters set aside.
  auto made = mlir::translateModuleToLLVMIR(module, *m_context, m_source.name,
                                            /*disableVerification=*/true);
  if (!made)
    return tl::unexpected<Error>(
        diagnostics.error(ErrorCode::CompileFailed, "translation to LLVM IR failed"));
  TransplantCounts counts =
      transplant(*m_source.module, *made, m_instructions, sources,
                 compiler == Compiler::LlvmOfTheText ? m_calls : OriginalCalls());
  if (compiler == Compiler::InstalledLlvm)
    locateInText(*made, m_source);
  forgetInstructionPlaces(*made);
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (llvm::verifyModule(*made, &stream))
    return fail(ErrorCode::CompileFailed,
                "the instrumented module became malformed LLVM IR: " + message, m_source.name);
  if (compiler == Compiler::LlvmOfTheText) {
    keepAnnotations(*made, m_annotationCount);
    restoreChangedIntrinsics(*made);
  } else {
    resolveAliases(*made);
    dropIdlePersonalities(*made);
  }
  m_source.module.reset();
  return Exported{std::move(m_context), std::move(made), counts.restored, counts.added,
                  std::move(counts.addedCalls)};
}

} // namespace pstudio::foreign
