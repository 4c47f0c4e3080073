// SPDX-License-Identifier: Apache-2.0
// Replaces calls of intrinsics.
#include "collector/codegen/nvidia/math/library_calls.h"

#include <string>
#include <vector>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace pstudio::nvidia {
namespace {

/// The intrinsics that become calls, without the prefix "llvm.".
constexpr llvm::StringLiteral kIntrinsics[] = {"exp",  "exp2", "exp10", "log",  "log2", "log10",
                                               "sin",  "cos",  "tan",   "asin", "acos", "atan",
                                               "sinh", "cosh", "tanh",  "pow",  "powi"};

/// "exp" for llvm.exp; empty for operations that the back end supports, and for all that are not
/// mathematical.
llvm::StringRef libraryName(const llvm::Instruction &instruction) {
  // The back end's remainder is wrong if the quotient does not fit the significand.
  if (instruction.getOpcode() == llvm::Instruction::FRem)
    return "fmod";
  const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!call)
    return "";
  llvm::StringRef name = llvm::Intrinsic::getBaseName(call->getIntrinsicID());
  name.consume_front("llvm.");
  return llvm::is_contained(kIntrinsics, name) ? name : "";
}

/// A library call for scalars.
llvm::Value *callLibrary(llvm::IRBuilder<> &builder, llvm::StringRef name,
                         llvm::SmallVector<llvm::Value *> arguments) {
  llvm::Type *type = arguments.front()->getType();
  llvm::Type *wide = type->isDoubleTy() ? type : builder.getFloatTy();
  llvm::SmallVector<llvm::Type *> parameters;
  for (llvm::Value *&argument : arguments) {
    if (argument->getType() == type)
      argument = builder.CreateFPExt(argument, wide);
    parameters.push_back(argument->getType());
  }
  const std::string symbol = ("__nv_" + name + (type->isDoubleTy() ? "" : "f")).str();
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  const llvm::FunctionCallee function = module.getOrInsertFunction(
      symbol, llvm::FunctionType::get(wide, parameters, /*isVarArg=*/false));
  return builder.CreateFPTrunc(builder.CreateCall(function, arguments), type);
}

llvm::Value *elementAt(llvm::IRBuilder<> &builder, llvm::Value *value, unsigned index) {
  return value->getType()->isVectorTy() ? builder.CreateExtractElement(value, index) : value;
}

llvm::SmallVector<llvm::Value *> operandsOf(llvm::Instruction &instruction) {
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
    return {call->arg_begin(), call->arg_end()};
  return {instruction.op_begin(), instruction.op_end()};
}

void replace(llvm::Instruction &instruction, llvm::StringRef name) {
  llvm::IRBuilder<> builder(&instruction);
  llvm::Type *type = instruction.getType();
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  llvm::Value *result = vector ? llvm::PoisonValue::get(type) : nullptr;
  for (unsigned i = 0; i < (vector ? vector->getNumElements() : 1); ++i) {
    llvm::SmallVector<llvm::Value *> operands = operandsOf(instruction);
    for (llvm::Value *&operand : operands)
      operand = elementAt(builder, operand, i);
    llvm::Value *element = callLibrary(builder, name, operands);
    result = vector ? builder.CreateInsertElement(result, element, i) : element;
  }
  instruction.replaceAllUsesWith(result);
  instruction.eraseFromParent();
}

} // namespace

void callLibraryFunctions(llvm::Module &module) {
  std::vector<llvm::Instruction *> found;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (!libraryName(instruction).empty())
        found.push_back(&instruction);
  for (llvm::Instruction *instruction : found)
    replace(*instruction, libraryName(*instruction));
}

} // namespace pstudio::nvidia
