// SPDX-License-Identifier: Apache-2.0
// Reading and preparing; import and export are in files of their own.
#include "collector/foreign/foreign_module.h"

#include "collector/foreign/text/cta_waits.h"
#include "collector/foreign/text/instruction_places.h"
#include "collector/foreign/text/original_calls.h"
#include "collector/foreign/text/unknown_intrinsics.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

namespace pstudio::foreign {

ForeignModule::ForeignModule(std::unique_ptr<llvm::LLVMContext> context, LlModule source,
                             Markers markers, OriginalCalls calls)
    : m_context(std::move(context)), m_source(std::move(source)), m_markers(std::move(markers)),
      m_calls(std::move(calls)) {
  for (llvm::Function &function : *m_source.module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      m_instructions.push_back(&instruction);
}
ForeignModule::ForeignModule(ForeignModule &&) noexcept = default;
ForeignModule &ForeignModule::operator=(ForeignModule &&) noexcept = default;
ForeignModule::~ForeignModule() {
  m_source.module.reset(); // before its context
}

namespace {

/// True if an operand is, or contains, the address of a block.
bool hasBlockAddress(const llvm::User &user) {
  return llvm::any_of(user.operands(), [](const llvm::Use &use) {
    const auto *constant = llvm::dyn_cast<llvm::Constant>(&*use);
    return constant && !llvm::isa<llvm::GlobalValue>(constant) &&
           (llvm::isa<llvm::BlockAddress>(constant) || hasBlockAddress(*constant));
  });
}

/// Unsupported for an indirect function, whose definition a loader chooses, and for addresses of
/// blocks: devices have neither.
Result<void> checkSymbols(const LlModule &source) {
  for (const llvm::Function &function : *source.module)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (hasBlockAddress(instruction))
        return fail(ErrorCode::Unsupported, "the address of a block cannot be compiled for a GPU",
                    placeOf(instruction, source),
                    "use a switch in place of a branch to an address");
  for (const llvm::GlobalIFunc &function : source.module->ifuncs())
    return fail(ErrorCode::Unsupported,
                "the indirect function (ifunc) " + function.getName().str() +
                    " cannot be compiled for a GPU",
                source.name, "define the function that its resolver chooses");
  return {};
}

} // namespace

Result<ForeignModule> ForeignModule::read(std::string_view text, std::string_view name) {
  auto context = std::make_unique<llvm::LLVMContext>();
  PSTUDIO_TRY_ASSIGN(LlModule source, readLl(text, name, *context));
  noteInstructionPlaces(*source.module);
  PSTUDIO_TRY(checkSymbols(source));
  PSTUDIO_TRY_ASSIGN(OriginalCalls calls, replaceUnknownIntrinsics(source));
  PSTUDIO_TRY_ASSIGN(Markers markers, findMarkers(source));
  const size_t annotations = annotateLaunchFacts(*source.module);
  size_t unnamed = 0;
  for (llvm::GlobalVariable &global : source.module->globals())
    if (!global.hasName()) // MLIR finds globals by name
      global.setName("pstudio.unnamed." + std::to_string(unnamed++));
  ForeignModule read(std::move(context), std::move(source), std::move(markers), std::move(calls));
  read.m_annotationCount = annotations;
  return read;
}

Result<void> ForeignModule::checkIntrinsicsAreKnown() const {
  return foreign::checkIntrinsicsAreKnown(m_source);
}

LaunchMarks ForeignModule::launchMarks(std::string_view kernel) const {
  for (const llvm::Function *function : kernelsOf(*m_source.module))
    if (function->getName() == llvm::StringRef(kernel))
      return foreign::launchMarks(*function);
  return {};
}

std::string ForeignModule::ctaWait(std::string_view kernel) const {
  const llvm::Function *function = m_source.module->getFunction(kernel);
  return function ? ctaWaitOf(*function) : "the file has no such kernel";
}

std::optional<std::string> ForeignModule::targetCpu() const {
  for (const llvm::Function *kernel : kernelsOf(*m_source.module))
    if (kernel->hasFnAttribute("target-cpu"))
      return kernel->getFnAttribute("target-cpu").getValueAsString().str();
  return std::nullopt;
}

} // namespace pstudio::foreign
