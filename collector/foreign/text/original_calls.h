// SPDX-License-Identifier: Apache-2.0
// Calls of intrinsics as the text has them, which equivalents of the installed LLVM stand in for.
#pragma once

#include <vector>

#include "collector/foreign/text/block_order.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/FMF.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace pstudio::foreign {

/// One call of the text. What it points to lives in the module that was read.
struct OriginalCall {
  OriginalCall(llvm::CallInst &call);

  struct Argument {
    llvm::Value *value; ///< as in the text
    int operand = -1;   ///< of the stand-in that passes it on; -1: none, so the value is a constant
  };

  llvm::Function *function; ///< the intrinsic
  llvm::AttributeList attributes;
  llvm::CallInst::TailCallKind tail;
  llvm::FastMathFlags fastMath;
  llvm::SmallVector<Argument> arguments;
  const llvm::CallInst *standIn = nullptr; ///< what does the work now
  /// The last instruction that converts its result, which the users of the call use; `standIn` if
  /// nothing has to be converted.
  const llvm::Instruction *result = nullptr;
};

using OriginalCalls = std::vector<OriginalCall>;

/// Puts the calls of `calls` into a module that has been made from the one that they are of; `map`
/// leads from values of that one to their counterparts. A call whose stand-in or arguments have no
/// counterpart stays what it is. Keeps `blocks` current. O(calls).
void restoreCalls(const OriginalCalls &calls, llvm::ValueToValueMapTy &map, SourceBlocks &blocks);

} // namespace pstudio::foreign
