// SPDX-License-Identifier: Apache-2.0
// Calls of intrinsics in the text that equivalents of the installed LLVM replace.
#pragma once

#include <vector>

#include "collector/foreign/text/block_order.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/FMF.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace pstudio::foreign {

/// One call of the text. Its pointers refer to the module that was read.
struct OriginalCall {
  OriginalCall(llvm::CallInst &call);

  struct Argument {
    llvm::Value *value; ///< as in the text
    int operand = -1;   ///< index in the stand-in; -1: none, so the value itself is passed
  };

  llvm::Function *function; ///< the intrinsic
  llvm::AttributeList attributes;
  llvm::CallInst::TailCallKind tail;
  llvm::FastMathFlags fastMath;
  llvm::SmallVector<Argument> arguments;
  const llvm::CallInst *standIn = nullptr; ///< the call that replaces it
  /// The last instruction that converts its result, which the users of the call use; `standIn` if
  /// nothing has to be converted.
  const llvm::Instruction *result = nullptr;
};

using OriginalCalls = std::vector<OriginalCall>;

/// Restores the calls of `calls` in a module that was made from the module of the calls; `map` maps
/// values of that module to their counterparts. A call whose stand-in or arguments have no
/// counterpart keeps its stand-in. Updates `blocks`. O(calls).
void restoreCalls(const OriginalCalls &calls, llvm::ValueToValueMapTy &map, SourceBlocks &blocks);

} // namespace pstudio::foreign
