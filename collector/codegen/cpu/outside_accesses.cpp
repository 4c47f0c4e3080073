// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/cpu/outside_accesses.h"

#include <optional>

#include "collector/codegen/cpu/markers.h"
#include "collector/codegen/cpu/pointer_objects.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace pstudio::cpu {
namespace {

/// Follows the uses of one local array at constant offsets, as SROA does: each use once.
class OutsideAccess {
public:
  OutsideAccess(llvm::AllocaInst &array, uint64_t bytes)
      : m_layout(array.getModule()->getDataLayout()), m_bytes(static_cast<int64_t>(bytes)) {
    addUses(array, 0);
  }

  /// True if an access has a byte outside of the array.
  bool exists() {
    while (!m_pending.empty()) {
      const auto [use, offset] = m_pending.pop_back_val();
      if (isOutside(*use, offset))
        return true;
      follow(*use, offset);
    }
    return false;
  }

private:
  void addUses(llvm::Value &value, int64_t offset) {
    for (llvm::Use &use : value.uses())
      if (m_seen.insert(&use).second)
        m_pending.push_back({&use, offset});
  }

  void follow(llvm::Use &use, int64_t offset) {
    llvm::User &user = *use.getUser();
    if (auto *address = llvm::dyn_cast<llvm::GEPOperator>(&user)) {
      llvm::APInt further(64, 0);
      if (address->accumulateConstantOffset(m_layout, further))
        addUses(user, offset + further.getSExtValue());
    } else if (llvm::isa<llvm::BitCastInst, llvm::AddrSpaceCastInst, llvm::PHINode,
                         llvm::SelectInst>(user)) {
      addUses(user, offset);
    }
  }

  bool isOutside(const llvm::Use &use, int64_t offset) const {
    const std::optional<int64_t> bytes = accessedBytes(use);
    return bytes && (offset < 0 || offset > m_bytes || *bytes > m_bytes - offset);
  }

  /// Bytes of an access through the use, 1 if they are known at run time only; none if it is no
  /// access.
  std::optional<int64_t> accessedBytes(const llvm::Use &use) const {
    llvm::User *user = use.getUser();
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(user))
      return bytesOf(load->getType());
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user))
      return use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex()
                 ? bytesOf(store->getValueOperand()->getType())
                 : std::nullopt;
    if (const auto *memory = llvm::dyn_cast<llvm::MemIntrinsic>(user)) {
      const auto *length = llvm::dyn_cast<llvm::ConstantInt>(memory->getLength());
      return length ? length->getSExtValue() : 1;
    }
    return std::nullopt;
  }

  std::optional<int64_t> bytesOf(llvm::Type *type) const {
    return static_cast<int64_t>(m_layout.getTypeStoreSize(type).getKnownMinValue());
  }

  const llvm::DataLayout &m_layout;
  const int64_t m_bytes;
  llvm::SmallVector<std::pair<llvm::Use *, int64_t>, 16> m_pending;
  llvm::SmallPtrSet<llvm::Use *, 16> m_seen;
};

} // namespace

llvm::PreservedAnalyses KeepOutsideAccessesPass::run(llvm::Function &function,
                                                     llvm::FunctionAnalysisManager &) {
  const llvm::DataLayout &layout = function.getParent()->getDataLayout();
  llvm::SmallVector<llvm::AllocaInst *, 4> kept;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *array = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      if (const std::optional<uint64_t> bytes = fixedBytesOf(*array, layout);
          bytes && OutsideAccess(*array, *bytes).exists())
        kept.push_back(array);
  for (llvm::AllocaInst *array : kept) {
    llvm::IRBuilder<> builder(array->getNextNode());
    builder.CreateCall(
        marker(*function.getParent(), markers::kEscape, builder.getVoidTy(), {array->getType()}),
        {array});
  }
  return kept.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

void removeEscapes(llvm::Module &module) {
  llvm::Function *escape = module.getFunction(ref(markers::kEscape));
  if (!escape)
    return;
  for (llvm::User *call : llvm::make_early_inc_range(escape->users()))
    llvm::cast<llvm::Instruction>(call)->eraseFromParent();
  escape->eraseFromParent();
}

} // namespace pstudio::cpu
