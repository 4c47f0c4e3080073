// SPDX-License-Identifier: Apache-2.0
// Functions with records and their calls: parameters, results and side effects that are not in the
// text.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/InstrTypes.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace pstudio::foreign {

/// Removes the attributes that `made` has from `source` and that contradict its own result type:
/// those of the result, and "returned" and "sret" of parameters.
void dropContradictedAttributes(const llvm::Function &source, llvm::Function &made);

/// Removes attributes that are invalid for a function with records: that it accesses no memory,
/// does not synchronise, or may be executed speculatively. Its calls are no longer `musttail`,
/// because records follow them. Calls of the function lose the same attributes.
void dropPromisesOfNoRecords(llvm::Function &function);

/// True if `made` is the call `source` of a function whose parameters or results differ from those
/// of the text.
bool hasOtherSignature(const llvm::Instruction &source, const llvm::Instruction &made);

/// Copies to `made` the properties of the call `source` in the text: calling convention, attributes
/// of parameters and of the call, metadata. `bundles` are the operand bundles of `source` with the
/// operands of `made`'s function. Returns the call, which is a new one if there are bundles; `made`
/// is erased then.
llvm::CallBase *restoreCallSite(const llvm::CallBase &source, llvm::CallBase &made,
                                llvm::ArrayRef<llvm::OperandBundleDef> bundles);

/// Replaces aliases of removed functions by the functions.
void dropEmptyAliases(llvm::Module &module);

/// Replaces all aliases by their aliasees. Device code is already linked, so no other definition
/// can replace a weak one.
void resolveAliases(llvm::Module &module);

/// Removes the personality of functions that handle no exceptions: it would be a call of a function
/// that devices do not have.
void dropIdlePersonalities(llvm::Module &module);

} // namespace pstudio::foreign
