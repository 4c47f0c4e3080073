// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/cpu/host_jit.h"

#include "collector/codegen/cpu/host_machine.h"
#include "collector/runtime/cpu/compiler_functions.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"

namespace pstudio::cpu {
namespace {

using llvm::orc::LLJIT;

llvm::orc::SymbolMap symbolsOf(LLJIT &jit, const std::vector<NamedAddress> &functions) {
  llvm::orc::SymbolMap symbols;
  const auto define = [&](std::string_view name, void *address) {
    symbols[jit.mangleAndIntern({name.data(), name.size()})] = {
        llvm::orc::ExecutorAddr::fromPtr(address), llvm::JITSymbolFlags::Exported};
  };
  for (const calls::Symbol &function : compilerFunctions())
    define(function.name, function.address);
  for (const NamedAddress &function : functions)
    define(function.name, function.address);
  return symbols;
}

} // namespace

Result<std::unique_ptr<LLJIT>> makeHostJit(llvm::orc::JITTargetMachineBuilder machine,
                                           const std::vector<NamedAddress> &functions,
                                           llvm::ObjectCache *cache) {
  using Compiler = std::unique_ptr<llvm::orc::IRCompileLayer::IRCompiler>;
  const auto makeCompiler =
      [cache](llvm::orc::JITTargetMachineBuilder made) -> llvm::Expected<Compiler> {
    auto target = made.createTargetMachine();
    if (!target)
      return target.takeError();
    return std::make_unique<llvm::orc::TMOwningSimpleCompiler>(std::move(*target), cache);
  };
  auto jit = llvm::orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(machine))
                 .setCompileFunctionCreator(makeCompiler)
                 // The platform for LLVM IR resolves its own functions in the process.
                 .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                 // On other architectures the table of functions is empty.
                 .setLinkProcessSymbolsByDefault(compilerFunctions().empty())
                 .create();
  if (!jit)
    return llvmError("cannot start the JIT", jit.takeError());
  if (auto error =
          (*jit)->getMainJITDylib().define(llvm::orc::absoluteSymbols(symbolsOf(**jit, functions))))
    return llvmError("cannot define the runtime's functions", std::move(error));
  return std::move(*jit);
}

} // namespace pstudio::cpu
