// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/amd/pin_products.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace pstudio::amd {
namespace {

using Products = llvm::SmallVector<llvm::CallInst *>;

llvm::StringRef intrinsicOf(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call ? call->getCalledFunction()->getName() : "";
}

bool isClock(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && (call->getIntrinsicID() == llvm::Intrinsic::readcyclecounter ||
                  call->getIntrinsicID() == llvm::Intrinsic::readsteadycounter);
}

bool isProduct(const llvm::Instruction &instruction) {
  const llvm::StringRef name = intrinsicOf(instruction);
  return name.starts_with("llvm.amdgcn.mfma.") || name.starts_with("llvm.amdgcn.smfmac.") ||
         name.starts_with("llvm.amdgcn.wmma.");
}

/// The registers of a value as 32-bit words; null if its size is not a multiple of 32 bits.
llvm::FixedVectorType *wordsOf(llvm::Type *type) {
  const uint64_t bits = type->getPrimitiveSizeInBits();
  if (bits == 0 || bits % 32 != 0)
    return nullptr;
  return llvm::FixedVectorType::get(llvm::Type::getInt32Ty(type->getContext()),
                                    static_cast<unsigned>(bits / 32));
}

/// The first word of `value` through empty assembly, which returns it if `isKept`.
llvm::Value *throughAssembly(llvm::IRBuilder<> &builder, llvm::Value *words, bool isKept) {
  llvm::Value *first = builder.CreateExtractElement(words, uint64_t{0});
  llvm::Type *word = builder.getInt32Ty();
  llvm::Type *result = isKept ? word : builder.getVoidTy();
  const auto assembly =
      llvm::InlineAsm::get(llvm::FunctionType::get(result, {word}, /*isVarArg=*/false), "",
                           isKept ? "=v,0" : "v", /*hasSideEffects=*/true);
  return builder.CreateCall(assembly, {first});
}

/// Orders the operation after the record before it: its first operand depends on assembly after the
/// record.
void pinStart(llvm::CallInst *product) {
  llvm::Value *operand = product->getArgOperand(0);
  llvm::FixedVectorType *type = wordsOf(operand->getType());
  if (!type)
    return;
  llvm::IRBuilder<> builder(product);
  llvm::Value *words = builder.CreateBitCast(operand, type);
  llvm::Value *first = throughAssembly(builder, words, /*isKept=*/true);
  llvm::Value *pinned = builder.CreateInsertElement(words, first, uint64_t{0});
  product->setArgOperand(0, builder.CreateBitCast(pinned, operand->getType()));
}

/// Orders the record after the operation: assembly before the record uses the result.
void pinEnd(llvm::CallInst *product) {
  llvm::FixedVectorType *type = wordsOf(product->getType());
  if (!type)
    return;
  llvm::IRBuilder<> builder(product->getNextNode());
  throughAssembly(builder, builder.CreateBitCast(product, type), /*isKept=*/false);
}

bool isAmong(const Products &products, const llvm::Value *value) {
  return llvm::is_contained(products, value);
}

/// Pins operations of one block with no clock between them. `isAfter`: a clock precedes them;
/// `isBefore`: a clock follows.
void pin(const Products &products, bool isAfter, bool isBefore) {
  for (llvm::CallInst *product : products) {
    const bool isHead = llvm::none_of(
        product->args(), [&](const llvm::Use &use) { return isAmong(products, use.get()); });
    const bool isTail = llvm::none_of(
        product->users(), [&](const llvm::User *user) { return isAmong(products, user); });
    if (isBefore && isTail)
      pinEnd(product);
    if (isAfter && isHead)
      pinStart(product);
  }
}

void pinIn(llvm::BasicBlock &block) {
  Products products;
  bool isAfter = false;
  llvm::SmallVector<llvm::Instruction *> instructions;
  for (llvm::Instruction &instruction : block)
    instructions.push_back(&instruction);
  for (llvm::Instruction *instruction : instructions) {
    if (isProduct(*instruction))
      products.push_back(llvm::cast<llvm::CallInst>(instruction));
    if (!isClock(*instruction))
      continue;
    pin(products, isAfter, /*isBefore=*/true);
    products.clear();
    isAfter = true;
  }
  pin(products, isAfter, /*isBefore=*/false);
}

} // namespace

void pinProducts(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::BasicBlock &block : function)
      pinIn(block);
}

} // namespace pstudio::amd
