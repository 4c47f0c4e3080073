// SPDX-License-Identifier: Apache-2.0
// A call replaces its stand-in; the conversions around the stand-in are removed.
#include "collector/foreign/text/original_calls.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"

namespace pstudio::foreign {
namespace {

const llvm::RemapFlags kMapFlags = llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals;

class Restorer {
public:
  Restorer(llvm::ValueToValueMapTy &map, SourceBlocks &blocks) : m_map(map), m_blocks(blocks) {}

  void restore(const OriginalCall &call) {
    auto *standIn = llvm::dyn_cast_or_null<llvm::CallInst>(m_map.lookup(call.standIn));
    auto *result = llvm::dyn_cast_or_null<llvm::Instruction>(m_map.lookup(call.result));
    auto *function = llvm::dyn_cast_or_null<llvm::Function>(m_map.lookup(call.function));
    if (!standIn || !result || !function || !isOnlyConverted(*standIn, *result))
      return;
    llvm::IRBuilder<> builder(standIn);
    llvm::SmallVector<llvm::Value *> arguments;
    for (const OriginalCall::Argument &argument : call.arguments) {
      arguments.push_back(valueOf(argument, *standIn, builder));
      if (!arguments.back())
        return;
    }
    llvm::CallInst *made = builder.CreateCall(function->getFunctionType(), function, arguments);
    made->setAttributes(call.attributes);
    made->setTailCallKind(call.tail);
    if (llvm::isa<llvm::FPMathOperator>(made))
      made->setFastMathFlags(call.fastMath);
    made->copyMetadata(*standIn);
    m_blocks[made] = m_blocks.lookup(standIn);
    replace(*standIn, *result, *made);
  }

private:
  /// True if only the conversions of the text use the result of the stand-in.
  bool isOnlyConverted(const llvm::Instruction &value, const llvm::Instruction &result) {
    return &value == &result || llvm::all_of(value.users(), [&](const llvm::User *user) {
      const auto *conversion = llvm::cast<llvm::Instruction>(user);
      return m_blocks.contains(conversion) && isOnlyConverted(*conversion, result);
    });
  }

  /// The argument with the parameter type of the intrinsic; null for a value without a counterpart.
  llvm::Value *valueOf(const OriginalCall::Argument &argument, llvm::CallInst &standIn,
                       llvm::IRBuilder<> &builder) {
    if (argument.operand < 0)
      return llvm::MapValue(argument.value, m_map, kMapFlags);
    llvm::Value *now = standIn.getArgOperand(static_cast<unsigned>(argument.operand));
    llvm::Type *type = argument.value->getType();
    if (now->getType() == type)
      return now;
    if (auto *cast = llvm::dyn_cast<llvm::BitCastInst>(now); cast && cast->getSrcTy() == type)
      return cast->getOperand(0);
    return builder.CreateBitCast(now, type);
  }

  void replace(llvm::CallInst &standIn, llvm::Instruction &result, llvm::CallInst &made) {
    const llvm::SmallVector<llvm::WeakTrackingVH> passed(standIn.args());
    if (result.hasName() || standIn.hasName())
      made.takeName(result.hasName() ? &result : &standIn);
    if (!made.getType()->isVoidTy())
      result.replaceAllUsesWith(&made);
    if (&result != &standIn)
      erase(result);
    m_blocks.erase(&standIn);
    standIn.eraseFromParent();
    for (const llvm::WeakTrackingVH &value : passed)
      if (auto *cast = llvm::dyn_cast_or_null<llvm::CastInst>(value))
        erase(*cast);
  }

  void erase(llvm::Instruction &instruction) {
    llvm::RecursivelyDeleteTriviallyDeadInstructions(
        &instruction, nullptr, nullptr,
        [&](llvm::Value *dead) { m_blocks.erase(llvm::cast<llvm::Instruction>(dead)); });
  }

  llvm::ValueToValueMapTy &m_map;
  SourceBlocks &m_blocks;
};

} // namespace

OriginalCall::OriginalCall(llvm::CallInst &call)
    : function(call.getCalledFunction()), attributes(call.getAttributes()),
      tail(call.getTailCallKind()) {
  if (llvm::isa<llvm::FPMathOperator>(call))
    fastMath = call.getFastMathFlags();
  for (llvm::Value *value : call.args())
    arguments.push_back({value});
}

void restoreCalls(const OriginalCalls &calls, llvm::ValueToValueMapTy &map, SourceBlocks &blocks) {
  Restorer restorer(map, blocks);
  for (const OriginalCall &call : calls)
    restorer.restore(call);
}

} // namespace pstudio::foreign
