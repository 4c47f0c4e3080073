// SPDX-License-Identifier: Apache-2.0
// Inlining, SROA, InstSimplify and memory-blind GVN.
#include "collector/codegen/cpu/neutral_cleanup.h"

#include "collector/codegen/cpu/markers.h"
#include "collector/codegen/llvm/pass_runner.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/ScalarizeMaskedMemIntrin.h"

namespace pstudio::cpu {
namespace {

/// Functions that the kernel calls become part of it; instrumentation must not.
void markForInlining(llvm::Module &module, const llvm::Function &kernel) {
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    if (&function != &kernel)
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
    const bool inlined = isKernelCode(function) && &function != &kernel;
    function.removeFnAttr(inlined ? llvm::Attribute::NoInline : llvm::Attribute::AlwaysInline);
    function.addFnAttr(inlined ? llvm::Attribute::AlwaysInline : llvm::Attribute::NoInline);
  }
}

} // namespace

void cleanUpNeutrally(llvm::Module &module, const llvm::Function &kernel,
                      PassReportBuilder *report) {
  markForInlining(module, kernel);

  llvm::FunctionPassManager perFunction;
  // Masked and gathering accesses become plain ones under branches, which can be checked one by
  // one.
  perFunction.addPass(llvm::ScalarizeMaskedMemIntrinPass());
  perFunction.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  perFunction.addPass(llvm::InstSimplifyPass());
  // Without memory dependence GVN numbers pure values only; it never asks whether a call may write.
  perFunction.addPass(
      llvm::GVNPass(llvm::GVNOptions().setPRE(false).setLoadPRE(false).setMemDep(false)));

  llvm::ModulePassManager passes;
  passes.addPass(llvm::AlwaysInlinerPass());
  passes.addPass(llvm::GlobalDCEPass());
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(perFunction)));
  LlvmPassRunner(nullptr, report).run(std::move(passes), module, "clean up");

  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      function.removeFnAttr(llvm::Attribute::NoInline);
}

} // namespace pstudio::cpu
