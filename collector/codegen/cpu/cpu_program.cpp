// SPDX-License-Identifier: Apache-2.0
// Runs the stages over a module and turns it into machine code.
#include "collector/codegen/cpu/cpu_program.h"

#include <memory>

#include "collector/codegen/cpu/access_checks.h"
#include "collector/codegen/cpu/block_costs.h"
#include "collector/codegen/cpu/compile_ir.h"
#include "collector/codegen/cpu/context_threading.h"
#include "collector/codegen/cpu/division_checks.h"
#include "collector/codegen/cpu/host_jit.h"
#include "collector/codegen/cpu/host_machine.h"
#include "collector/codegen/cpu/markers.h"
#include "collector/codegen/cpu/merged_loops.h"
#include "collector/codegen/cpu/outside_accesses.h"
#include "collector/codegen/cpu/program_sites.h"
#include "collector/codegen/cpu/shared_memory.h"
#include "collector/codegen/cpu/stack_checks.h"
#include "collector/codegen/cpu/supported_ir.h"
#include "collector/codegen/stages/generate_code.h"
#include "collector/codegen/llvm/crash_guard.h"
#include "collector/codegen/llvm/pass_runner.h"
#include "collector/codegen/stages/optimise_ir.h"
#include "collector/runtime/cpu/runtime_calls.h"
#include "llvm/ExecutionEngine/ObjectCache.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/ExpandVariadics.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/ScalarizeMaskedMemIntrin.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace pstudio::cpu {

struct CpuProgram::Code {
  explicit Code(std::unique_ptr<llvm::orc::LLJIT> made) : jit(std::move(made)) {}
  std::unique_ptr<llvm::orc::LLJIT> jit;
};

CpuProgram::CpuProgram(std::unique_ptr<Code> code, KernelEntry entry, ProgramMap map,
                       std::string object)
    : m_code(std::move(code)), m_entry(entry), m_map(std::move(map)), m_object(std::move(object)) {}
CpuProgram::CpuProgram(CpuProgram &&) noexcept = default;
CpuProgram &CpuProgram::operator=(CpuProgram &&) noexcept = default;
CpuProgram::~CpuProgram() = default;

Result<void *> CpuProgram::addressOf(std::string_view global) const {
  auto address = m_code->jit->lookup(ref(global));
  if (!address)
    return fail(ErrorCode::InvalidInput, "the program has no global " + std::string(global) + ": " +
                                             llvm::toString(address.takeError()));
  return address->toPtr<void *>();
}

namespace {

/// Functions that the kernel calls become part of it; instrumentation must not.
void markForInlining(llvm::Module &module, const llvm::Function &kernel) {
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    if (&function != &kernel)
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
    const bool inlined = isKernelCode(function) && &function != &kernel;
    function.removeFnAttr(llvm::Attribute::OptimizeNone); // which demands noinline
    function.removeFnAttr(inlined ? llvm::Attribute::NoInline : llvm::Attribute::AlwaysInline);
    function.addFnAttr(inlined ? llvm::Attribute::AlwaysInline : llvm::Attribute::NoInline);
  }
}

/// Inlines the functions that `kernel` calls, promotes stack slots to values and merges equal pure
/// computations. Only transformations that ignore calls with side effects are used: their changes
/// to the kernel's instructions, and so the kernel's modelled cost, are independent of records
/// between the instructions. Instrumentation functions stay calls. The passes are reported to
/// `report` unless it is null.
void cleanUpNeutrally(llvm::Module &module, const llvm::Function &kernel,
                      PassReportBuilder *report) {
  markForInlining(module, kernel);

  llvm::FunctionPassManager perFunction;
  // Masked and gathering accesses become plain ones under branches, which can be checked one by
  // one.
  perFunction.addPass(llvm::ScalarizeMaskedMemIntrinPass());
  perFunction.addPass(KeepOutsideAccessesPass());
  perFunction.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  perFunction.addPass(llvm::InstSimplifyPass());
  // Without memory dependence GVN numbers pure values only; it does not depend on whether a call
  // may write.
  perFunction.addPass(
      llvm::GVNPass(llvm::GVNOptions().setPRE(false).setLoadPRE(false).setMemDep(false)));

  llvm::ModulePassManager passes;
  passes.addPass(llvm::AlwaysInlinerPass());
  passes.addPass(llvm::GlobalDCEPass());
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(perFunction)));
  LlvmPassRunner(nullptr, report).run(std::move(passes), module, "clean up");
  removeEscapes(module);

  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      function.removeFnAttr(llvm::Attribute::NoInline);
}

/// Removes the attributes by which other front ends select their own machine.
void forgetForeignMachine(llvm::Module &module) {
  for (llvm::Function &function : module) {
    function.removeFnAttr("target-cpu");
    function.removeFnAttr("target-features");
    function.setCallingConv(llvm::CallingConv::C);
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        call->setCallingConv(llvm::CallingConv::C);
  }
  if (llvm::NamedMDNode *annotations = module.getNamedMetadata("nvvm.annotations"))
    annotations->eraseFromParent();
}

/// Variable arguments in memory, as the module's own machine passes them: the code that reads them
/// is of that machine.
void expandVariadics(llvm::Module &module) {
  const bool isVariadic =
      llvm::any_of(module, [](const llvm::Function &function) { return function.isVarArg(); });
  if (!isVariadic)
    return;
  llvm::ModulePassManager passes;
  passes.addPass(llvm::ExpandVariadicsPass(llvm::ExpandVariadicsMode::Lowering));
  LlvmPassRunner(nullptr, nullptr).run(std::move(passes), module, "expand variadic functions");
}

/// Everything before host-dependent optimisation.
Result<ProgramMap> lower(llvm::Module &module, const std::string &kernel, PassReportBuilder *report,
                         const CompileOptions &options) {
  ProgramMap map;
  PSTUDIO_TRY(checkSupported(module));
  const llvm::Function *function = module.getFunction(kernel);
  if (!function || function->isDeclaration())
    return fail(ErrorCode::InvalidInput, "the module has no function " + kernel);
  setIntrinsicAttributes(module);
  cleanUpNeutrally(module, *function, report);
  PSTUDIO_TRY(checkStackUse(module));
  insertCosts(module);
  for (llvm::Function &kernelCode : module)
    if (isKernelCode(kernelCode))
      separateMergedLoops(kernelCode); // after insertCosts(): the added branches have no cost
  insertSites(module, map);
  insertAccessChecks(module, *function, map, options.tracesAccesses);
  insertDivisionChecks(module, map);
  insertStackChecks(module, map);
  lowerSharedMemory(module, map);
  PSTUDIO_TRY(threadContext(module, kernel));
  PSTUDIO_TRY(verifyIr(module, "internal error: the CPU target made malformed LLVM IR"));
  return map;
}

std::vector<NamedAddress> runtimeFunctions() {
  std::vector<NamedAddress> functions;
  for (const calls::Symbol &symbol : calls::symbols())
    functions.push_back({std::string(symbol.name), symbol.address});
  return functions;
}

/// Keeps the object file that the JIT compiles.
class ObjectKeeper final : public llvm::ObjectCache {
public:
  void notifyObjectCompiled(const llvm::Module *, llvm::MemoryBufferRef object) override {
    m_object = object.getBuffer().str();
  }
  std::unique_ptr<llvm::MemoryBuffer> getObject(const llvm::Module *) override { return nullptr; }
  std::string take() { return std::move(m_object); }

private:
  std::string m_object;
};

Result<KernelEntry> entryOf(llvm::orc::LLJIT &jit) {
  auto entry = jit.lookup("pstudio_entry");
  if (!entry)
    return llvmError("cannot generate code", entry.takeError());
  return entry->toPtr<KernelEntry>();
}

/// The code of a module whose kernel entryOf() finds.
Result<KernelEntry> compileWith(llvm::orc::LLJIT &jit, llvm::orc::ThreadSafeModule module) {
  if (auto error = jit.addIRModule(std::move(module)))
    return llvmError("cannot add the kernel to the JIT", std::move(error));
  return entryOf(jit);
}

} // namespace

Result<std::string> hostDataLayout() {
  PSTUDIO_TRY_ASSIGN(llvm::orc::JITTargetMachineBuilder machine, hostMachine());
  auto layout = machine.getDefaultDataLayoutForTarget();
  if (!layout)
    return llvmError("cannot lay data out for this machine", layout.takeError());
  return layout->getStringRepresentation();
}

Result<CpuProgram> compileIr(std::unique_ptr<llvm::LLVMContext> context,
                             std::unique_ptr<llvm::Module> module, std::string_view kernel,
                             PassReportBuilder *report, const CompileOptions &options) {
  // Destroys the module before its context, whichever parameter a compiler destroys first.
  llvm::orc::ThreadSafeModule owned(std::move(module), std::move(context));
  llvm::Module &ir = *owned.getModuleUnlocked();
  PSTUDIO_TRY_ASSIGN(llvm::orc::JITTargetMachineBuilder builder, hostMachine(options.processor));
  auto machine = builder.createTargetMachine();
  if (!machine)
    return llvmError("cannot generate code for this machine", machine.takeError());
  expandVariadics(ir);
  lowerMatrices(ir, report);
  forgetForeignMachine(ir);
  ir.setTargetTriple((*machine)->getTargetTriple().str());
  ir.setDataLayout((*machine)->createDataLayout());
  PSTUDIO_TRY_ASSIGN(ProgramMap map, lower(ir, std::string(kernel), report, options));
  optimiseIr(ir, **machine, llvm::OptimizationLevel::O2, report);

  ObjectKeeper keeper;
  PSTUDIO_TRY_ASSIGN(auto jit, makeHostJit(std::move(builder), runtimeFunctions(), &keeper));
  const llvm::orc::ThreadSafeContext sharedContext = owned.getContext(); // of `before`, too
  const std::unique_ptr<llvm::Module> before = llvm::CloneModule(ir);
  Result<KernelEntry> entry = fail(ErrorCode::CompileFailed, "no code");
  if (std::optional<Error> crash =
          runGuarded([&] { entry = compileWith(*jit, std::move(owned)); })) {
    static_cast<void>(jit.release()); // the JIT's state is undefined after a crash
    return tl::unexpected<Error>(withInstruction(*std::move(crash), *before, **machine));
  }
  PSTUDIO_TRY(entry);
  return CpuProgram(std::make_unique<CpuProgram::Code>(std::move(jit)), *entry, std::move(map),
                    keeper.take());
}

Result<CpuProgram> loadObject(std::string_view object, ProgramMap map) {
  PSTUDIO_TRY_ASSIGN(llvm::orc::JITTargetMachineBuilder builder, hostMachine());
  PSTUDIO_TRY_ASSIGN(auto jit, makeHostJit(std::move(builder), runtimeFunctions()));
  if (auto error =
          jit->addObjectFile(llvm::MemoryBuffer::getMemBufferCopy(ref(object), "cached kernel")))
    return llvmError("cannot load the cached kernel", std::move(error));
  PSTUDIO_TRY_ASSIGN(const KernelEntry entry, entryOf(*jit));
  return CpuProgram(std::make_unique<CpuProgram::Code>(std::move(jit)), entry, std::move(map),
                    std::string(object));
}

Result<std::string> hostIdentity() {
  PSTUDIO_TRY_ASSIGN(const llvm::orc::JITTargetMachineBuilder machine, hostMachine());
  return machine.getTargetTriple().str() + " " + machine.getCPU() + " " +
         machine.getFeatures().getString();
}

Result<CpuProgram> compileIrText(std::string_view text, std::string_view name,
                                 std::string_view kernel) {
  auto context = std::make_unique<llvm::LLVMContext>();
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseIR(llvm::MemoryBufferRef(ref(text), ref(name)), diagnostic, *context);
  if (!module)
    return fail(ErrorCode::CompileFailed, diagnostic.getMessage().str(),
                std::string(name) + ":" + std::to_string(diagnostic.getLineNo()) + ":" +
                    std::to_string(diagnostic.getColumnNo() + 1));
  return compileIr(std::move(context), std::move(module), kernel);
}

} // namespace pstudio::cpu
