// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/codegen/nvidia/device_math_jit.h"

#include <map>

#include "collector/codegen/nvidia/math/built_in_functions.h"
#include "tests/collector/host_arithmetic.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace pstudio::test {

struct DeviceMathJit::State {
  std::unique_ptr<llvm::orc::LLJIT> jit;
};

namespace {

float ex2(float x) {
  return HostArithmetic().ex2(x);
}
float lg2(float x) {
  return HostArithmetic().lg2(x);
}
float rsqrt(float x) {
  return HostArithmetic().rsqrt(x);
}
float divide(float a, float b) {
  return HostArithmetic().divideApproximately(a, b);
}

/// Host functions that replace the chip's instructions.
const std::map<std::string, llvm::orc::ExecutorAddr> kChip = {
    {"llvm.nvvm.ex2.approx.f", llvm::orc::ExecutorAddr::fromPtr(&ex2)},
    {"llvm.nvvm.lg2.approx.f", llvm::orc::ExecutorAddr::fromPtr(&lg2)},
    {"llvm.nvvm.rsqrt.approx.f", llvm::orc::ExecutorAddr::fromPtr(&rsqrt)},
    {"llvm.nvvm.div.approx.f", llvm::orc::ExecutorAddr::fromPtr(&divide)},
};

tl::unexpected<Error> failed(llvm::Error error) {
  return fail(ErrorCode::CompileFailed, llvm::toString(std::move(error)));
}

/// Declares the function, which is kept although nothing calls it.
void declare(llvm::Module &module, const std::string &name) {
  llvm::Type *number = llvm::Type::getFloatTy(module.getContext());
  const bool isBinary = name == "__nv_powf" || name == "__nv_atan2f";
  const llvm::SmallVector<llvm::Type *> parameters(isBinary ? 2 : 1, number);
  auto *type = llvm::FunctionType::get(number, parameters, /*isVarArg=*/false);
  llvm::appendToUsed(
      module, {llvm::cast<llvm::Function>(module.getOrInsertFunction(name, type).getCallee())});
}

/// Replaces calls of the chip's instructions by calls of host functions, which are defined by
/// address.
llvm::orc::SymbolMap replaceChip(llvm::Module &module, llvm::orc::LLJIT &jit) {
  llvm::orc::SymbolMap symbols;
  for (const auto &[name, standIn] : kChip)
    if (llvm::Function *instruction = module.getFunction(name)) {
      const std::string hostName = "host." + name;
      instruction->replaceAllUsesWith(
          module.getOrInsertFunction(hostName, instruction->getFunctionType()).getCallee());
      symbols[jit.mangleAndIntern(hostName)] = {standIn, llvm::JITSymbolFlags::Exported};
    }
  return symbols;
}

} // namespace

DeviceMathJit::DeviceMathJit(std::unique_ptr<State> state) : m_state(std::move(state)) {}
DeviceMathJit::DeviceMathJit(DeviceMathJit &&) noexcept = default;
DeviceMathJit &DeviceMathJit::operator=(DeviceMathJit &&) noexcept = default;
DeviceMathJit::~DeviceMathJit() = default;

Result<DeviceMathJit> DeviceMathJit::compile(const std::vector<std::string> &names) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto jit = llvm::orc::LLJITBuilder().create();
  if (!jit)
    return failed(jit.takeError());
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = std::make_unique<llvm::Module>("math", *context);
  module->setDataLayout((*jit)->getDataLayout());
  for (const std::string &name : names)
    declare(*module, name);
  nvidia::defineBuiltInFunctions(*module);
  for (const std::string &name : names) {
    llvm::Function *function = module->getFunction(name);
    if (function->isDeclaration())
      return fail(ErrorCode::Unsupported, "no function " + name);
    function->setLinkage(llvm::GlobalValue::ExternalLinkage);
  }
  llvm::orc::SymbolMap chip = replaceChip(*module, **jit);
  if (!chip.empty())
    if (llvm::Error error =
            (*jit)->getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(chip))))
      return failed(std::move(error));
  if (llvm::Error error = (*jit)->addIRModule({std::move(module), std::move(context)}))
    return failed(std::move(error));
  return DeviceMathJit(std::make_unique<State>(State{std::move(*jit)}));
}

uintptr_t DeviceMathJit::address(std::string_view name) const {
  auto found = m_state->jit->lookup(llvm::StringRef(name));
  if (!found) {
    llvm::consumeError(found.takeError());
    return 0;
  }
  return static_cast<uintptr_t>(found->getValue());
}

} // namespace pstudio::test
