// SPDX-License-Identifier: Apache-2.0
// Binds, optimises and generates code.
#include "collector/program/host/host_code.h"

#include "collector/codegen/cpu/host_jit.h"
#include "collector/codegen/cpu/host_machine.h"
#include "collector/codegen/stages/optimise_ir.h"
#include "collector/program/host/bind_runtime.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/OptimizationLevel.h"

namespace pstudio::program {

struct HostCode::State {
  std::unique_ptr<llvm::orc::LLJIT> jit;
  llvm::orc::ExecutorAddr entry;
  bool hasResult = false;
};

HostIr::HostIr(std::unique_ptr<llvm::LLVMContext> llvmContext,
               std::unique_ptr<llvm::Module> llvmModule)
    : context(std::move(llvmContext)), module(std::move(llvmModule)) {}
HostIr::HostIr(HostIr &&) noexcept = default;
HostIr &HostIr::operator=(HostIr &&other) noexcept {
  std::swap(context, other.context);
  std::swap(module, other.module);
  return *this;
}
HostIr::~HostIr() = default;

HostCode::HostCode(std::unique_ptr<State> state) : m_state(std::move(state)) {}
HostCode::HostCode(HostCode &&) noexcept = default;
HostCode &HostCode::operator=(HostCode &&) noexcept = default;
HostCode::~HostCode() = default;

namespace {

constexpr const char *kEntry = "pstudio.main";

/// i64 pstudio.main(): calls main() and widens its result.
Result<void> addEntry(llvm::Module &module) {
  llvm::Function *main = module.getFunction("main");
  if (!main || main->isDeclaration())
    return fail(ErrorCode::InvalidInput, "the program has no function main");
  const llvm::Type *result = main->getReturnType();
  if (main->arg_size() != 0 || !(result->isVoidTy() || result->isIntegerTy()))
    return fail(ErrorCode::InvalidInput,
                "main must take no arguments and return nothing or an integer", {},
                "make the data in main itself");
  llvm::LLVMContext &context = module.getContext();
  auto *entry =
      llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getInt64Ty(context), false),
                             llvm::GlobalValue::ExternalLinkage, kEntry, module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", entry));
  llvm::Value *value = builder.CreateCall(main);
  builder.CreateRet(result->isVoidTy() ? builder.getInt64(0)
                                       : builder.CreateSExtOrTrunc(value, builder.getInt64Ty()));
  main->setLinkage(llvm::GlobalValue::InternalLinkage);
  return {};
}

std::vector<cpu::NamedAddress> symbolsFor(std::span<const RuntimeFunction> functions,
                                          ProgramRun &run) {
  std::vector<cpu::NamedAddress> symbols{{std::string(kRunSymbol), &run}};
  for (const RuntimeFunction &function : functions) {
    symbols.push_back({symbolOf(function), function.address});
    // The code generator also emits calls of memcpy, expf and similar functions.
    if (!function.takesRun)
      symbols.push_back({std::string(function.name), function.address});
  }
  return symbols;
}

} // namespace

Result<HostCode> HostCode::compile(HostIr ir, std::span<const RuntimeFunction> functions,
                                   ProgramRun &run) {
  PSTUDIO_TRY_ASSIGN(llvm::orc::JITTargetMachineBuilder builder, cpu::hostMachine());
  auto machine = builder.createTargetMachine();
  if (!machine)
    return cpu::llvmError("cannot generate code for this machine", machine.takeError());
  ir.module->setTargetTriple((*machine)->getTargetTriple().str());
  ir.module->setDataLayout((*machine)->createDataLayout());
  PSTUDIO_TRY(addEntry(*ir.module));
  insertPolls(*ir.module);
  PSTUDIO_TRY(bindRuntime(*ir.module, functions));
  PSTUDIO_TRY(verifyIr(*ir.module, "internal error: the host part became malformed LLVM IR"));
  optimiseIr(*ir.module, **machine, llvm::OptimizationLevel::O2); // which splits coroutines

  PSTUDIO_TRY_ASSIGN(auto jit, cpu::makeHostJit(std::move(builder), symbolsFor(functions, run)));
  if (auto error = jit->addIRModule({std::move(ir.module), std::move(ir.context)}))
    return cpu::llvmError("cannot add the host part to the JIT", std::move(error));
  auto entry = jit->lookup(kEntry);
  if (!entry)
    return cpu::llvmError("cannot generate code of the host part", entry.takeError());
  auto state = std::make_unique<State>();
  state->entry = *entry;
  state->jit = std::move(jit);
  return HostCode(std::move(state));
}

// The sanitizer reads a signature before the entry of a function. Generated code has none.
#if defined(__clang__)
__attribute__((no_sanitize("function")))
#endif
int64_t
HostCode::main() const {
  return m_state->entry.toPtr<int64_t (*)()>()();
}

} // namespace pstudio::program
