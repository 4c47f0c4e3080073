// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/cpu/host_machine.h"

#include <string>

#include "llvm/Support/TargetSelect.h"

namespace pstudio::cpu {

tl::unexpected<Error> llvmError(std::string_view what, llvm::Error error) {
  return fail(ErrorCode::CompileFailed,
              std::string(what) + ": " + llvm::toString(std::move(error)));
}

namespace {

/// Features that are not used, so that a program has the same results on every machine.
constexpr const char *kLeftOut[] = {"avx512bf16", "avxneconvert", "avx512fp16"};

} // namespace

Result<llvm::orc::JITTargetMachineBuilder> hostMachine(std::string_view processor) {
  // Registration in LLVM's own registry; harmless when repeated.
  if (llvm::InitializeNativeTarget() || llvm::InitializeNativeTargetAsmPrinter())
    return fail(ErrorCode::Unsupported, "this LLVM cannot generate code for this machine");
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return llvmError("cannot determine the host's target machine", builder.takeError());
  if (!processor.empty()) {
    builder->setCPU(std::string(processor));
    builder->getFeatures() = llvm::SubtargetFeatures();
  }
  if (builder->getTargetTriple().isX86())
    for (const char *feature : kLeftOut)
      builder->getFeatures().AddFeature(feature, false);
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  return std::move(*builder);
}

} // namespace pstudio::cpu
