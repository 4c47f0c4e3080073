// SPDX-License-Identifier: Apache-2.0
// LLVM's errors name at most a node of its instruction selection. To find the instruction, each one
// is compiled alone.
#include "collector/codegen/stages/generate_code.h"

#include <chrono>
#include <optional>
#include <set>

#include "collector/codegen/llvm/crash_guard.h"
#include "collector/codegen/stages/faithful_passes.h"
#include "collector/codegen/stages/llvm_messages.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace pstudio {
namespace {

constexpr size_t kMaxText = 200; ///< of an instruction in a message

Result<std::string> generateUnlocated(llvm::Module &module, llvm::TargetMachine &machine,
                                      llvm::CodeGenFileType type, CodePasses selected) {
  const LlvmMessages messages(module.getContext());
  Result<std::string> code = guarded("", [&]() -> Result<std::string> {
    llvm::SmallString<0> text;
    llvm::raw_svector_ostream stream(text);
    llvm::legacy::PassManager passes;
    FaithfulPasses faithful(passes);
    llvm::legacy::PassManagerBase &receiver =
        selected == CodePasses::Faithful ? static_cast<llvm::legacy::PassManagerBase &>(faithful)
                                         : passes;
    if (machine.addPassesToEmitFile(receiver, stream, nullptr, type))
      return fail(ErrorCode::Unsupported,
                  "this LLVM cannot write code for " + machine.getTargetTriple().str());
    passes.run(module);
    return text.str().str();
  });
  PSTUDIO_TRY(messages.check());
  return code;
}

/// A constant that refers to nothing of its module.
bool isPlain(const llvm::Value &value) {
  const auto *constant = llvm::dyn_cast<llvm::Constant>(&value);
  if (!constant || llvm::isa<llvm::GlobalValue>(constant))
    return false;
  return llvm::all_of(constant->operands(), [](const llvm::Use &use) { return isPlain(*use); });
}

bool isTried(const llvm::Instruction &instruction) {
  if (instruction.isTerminator() || llvm::isa<llvm::PHINode, llvm::DbgInfoIntrinsic>(instruction))
    return false;
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call)
    return true;
  const llvm::Function *callee = call->getCalledFunction();
  return call->isInlineAsm() || (callee && callee->isIntrinsic());
}

std::string textOf(const llvm::Instruction &instruction) {
  std::string text;
  llvm::raw_string_ostream(text) << instruction;
  text = llvm::StringRef(text).split(", !").first.trim().str();
  return text.size() <= kMaxText ? text : text.substr(0, kMaxText) + " ...";
}

std::string placeOf(const llvm::Instruction &instruction) {
  const llvm::DILocation *location = instruction.getDebugLoc();
  if (!location || location->getLine() == 0)
    return {};
  std::string file = location->getFilename().str();
  if (!file.starts_with("/") && !location->getDirectory().empty())
    file = location->getDirectory().str() + "/" + file;
  return file + ":" + std::to_string(location->getLine()) + ":" +
         std::to_string(location->getColumn());
}

/// Opcode, types and callee: the code generator treats instructions with equal text alike.
std::string kindOf(const llvm::Instruction &instruction) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << instruction.getOpcodeName() << ' ' << *instruction.getType();
  for (const llvm::Use &use : instruction.operands())
    stream << ' ' << *use->getType();
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    if (const auto *assembly = llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()))
      stream << assembly->getAsmString() << assembly->getConstraintString();
    else
      stream << call->getCalledOperand()->getName();
  }
  return text;
}

/// A module with a function that executes `instruction` for its parameters and stores the result.
std::unique_ptr<llvm::Module> moduleOf(const llvm::Instruction &instruction) {
  const llvm::Module &from = *instruction.getModule();
  auto module = std::make_unique<llvm::Module>("one instruction", from.getContext());
  module->setTargetTriple(from.getTargetTriple());
  module->setDataLayout(from.getDataLayout());
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  llvm::SmallVector<unsigned> passed;
  llvm::SmallVector<llvm::Type *> types;
  for (const llvm::Use &use : instruction.operands()) {
    const bool isCallee = call && call->isCallee(&use);
    if (isCallee || isPlain(*use) || llvm::isa<llvm::MetadataAsValue, llvm::InlineAsm>(*use))
      continue;
    passed.push_back(use.getOperandNo());
    types.push_back(use->getType());
  }
  types.push_back(llvm::PointerType::get(from.getContext(), 0));
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(from.getContext()), types, false);
  auto *function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "k", *module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(from.getContext(), "", function));
  llvm::Instruction *copy = builder.Insert(instruction.clone());
  copy->dropUnknownNonDebugMetadata();
  copy->setDebugLoc({});
  for (const auto &[place, operand] : llvm::enumerate(passed))
    copy->setOperand(operand, function->getArg(static_cast<unsigned>(place)));
  if (call && call->getCalledFunction())
    llvm::cast<llvm::CallBase>(copy)->setCalledFunction(
        module->getOrInsertFunction(call->getCalledFunction()->getName(), call->getFunctionType(),
                                    call->getCalledFunction()->getAttributes()));
  if (copy->getType()->isSized())
    builder.CreateStore(copy, function->getArg(static_cast<unsigned>(passed.size())));
  builder.CreateRetVoid();
  return module;
}

/// The error of the instruction alone; nullopt if it has code.
std::optional<Error> errorOf(const llvm::Instruction &instruction, llvm::TargetMachine &machine) {
  const std::unique_ptr<llvm::Module> module = moduleOf(instruction);
  const Result<std::string> code =
      generateUnlocated(*module, machine, llvm::CodeGenFileType::AssemblyFile, CodePasses::All);
  return code ? std::nullopt : std::optional(code.error());
}

} // namespace

Error withInstruction(Error error, const llvm::Module &module, llvm::TargetMachine &machine) {
  std::set<std::string> seen;
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      if (!isTried(instruction) || !seen.insert(kindOf(instruction)).second)
        continue;
      if (const std::optional<Error> own = errorOf(instruction, machine)) {
        error.message = own->message + ": " + textOf(instruction);
        if (std::string place = placeOf(instruction); !place.empty())
          error.where = std::move(place);
        return error;
      }
    }
  return error;
}

Result<std::string> generateCode(llvm::Module &module, llvm::TargetMachine &machine,
                                 llvm::CodeGenFileType type, CodePasses selected) {
  const std::unique_ptr<llvm::Module> before = llvm::CloneModule(module);
  Result<std::string> code = generateUnlocated(module, machine, type, selected);
  if (!code && code.error().code == ErrorCode::CompileFailed)
    return tl::unexpected<Error>(withInstruction(code.error(), *before, machine));
  return code;
}

Result<std::string> generateAssembly(llvm::Module &module, llvm::TargetMachine &machine,
                                     IrLanguage language, const std::string &step,
                                     PassReportBuilder *report, CodePasses selected) {
  const auto begin = std::chrono::steady_clock::now();
  PSTUDIO_TRY_ASSIGN(std::string text,
                     generateCode(module, machine, llvm::CodeGenFileType::AssemblyFile, selected));
  if (report) {
    const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - begin;
    report->beginStage("generate code", language);
    report->addTranslation(step, "module", Nanoseconds(time.count()), text);
  }
  return text;
}

} // namespace pstudio
