// SPDX-License-Identifier: Apache-2.0
// The longer pieces of IR.
#include "collector/codegen/nvidia/math/ir_arithmetic.h"

#include "collector/codegen/nvidia/math/trigonometric.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

namespace pstudio::nvidia {
namespace {

constexpr const char *kTableName = "pstudio.two_over_pi";

llvm::GlobalVariable *twoOverPiTable(llvm::Module &module) {
  if (llvm::GlobalVariable *table = module.getNamedGlobal(kTableName))
    return table;
  llvm::Constant *words = llvm::ConstantDataArray::get(
      module.getContext(), llvm::ArrayRef<uint32_t>(kTwoOverPi.data(), kTwoOverPi.size()));
  return new llvm::GlobalVariable(module, words->getType(), /*isConstant=*/true,
                                  llvm::GlobalValue::PrivateLinkage, words, kTableName);
}

} // namespace

IrArithmetic::Int IrArithmetic::toSignedInt(llvm::Value *x) {
  return {&m_builder, m_builder.CreateIntrinsic(llvm::Intrinsic::fptosi_sat,
                                                {m_builder.getInt32Ty(), x->getType()}, {x})};
}

IrArithmetic::Double IrArithmetic::powerOfTwoInDouble(Int k) {
  llvm::Value *wide = m_builder.CreateSExt(k.value, m_builder.getInt64Ty());
  llvm::Value *exponent = m_builder.CreateShl(m_builder.CreateAdd(wide, m_builder.getInt64(1023)),
                                              m_builder.getInt64(52));
  return {&m_builder, m_builder.CreateBitCast(exponent, m_builder.getDoubleTy())};
}

IrArithmetic::Int IrArithmetic::wordOfTwoOverPi(Int index) {
  llvm::GlobalVariable *table = twoOverPiTable(*m_builder.GetInsertBlock()->getModule());
  llvm::Value *address =
      m_builder.CreateGEP(table->getValueType(), table, {m_builder.getInt32(0), index.value});
  return {&m_builder, m_builder.CreateLoad(m_builder.getInt32Ty(), address)};
}

IrArithmetic::Branch IrArithmetic::beginBranch(Bool condition) {
  llvm::Function *function = m_builder.GetInsertBlock()->getParent();
  llvm::LLVMContext &context = m_builder.getContext();
  const Branch branch{llvm::BasicBlock::Create(context, "then", function),
                      llvm::BasicBlock::Create(context, "else", function),
                      llvm::BasicBlock::Create(context, "join", function)};
  m_builder.CreateCondBr(condition.value, branch.then, branch.otherwise);
  return branch;
}

llvm::Value *IrArithmetic::join(llvm::BasicBlock *a, llvm::Value *va, llvm::BasicBlock *b,
                                llvm::Value *vb) {
  llvm::PHINode *phi = m_builder.CreatePHI(va->getType(), 2);
  phi->addIncoming(va, a);
  phi->addIncoming(vb, b);
  return phi;
}

} // namespace pstudio::nvidia
