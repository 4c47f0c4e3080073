// SPDX-License-Identifier: Apache-2.0
// Functions with records and their calls: parameters, results and side effects that the text lacks.
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

/// Removes what a function with records must not promise: that it accesses no memory, that it does
/// not synchronise, that it may be executed speculatively. Calls in it need not be tail calls any
/// more, as records follow them. The calls of it promise no more than it does.
void dropPromisesOfNoRecords(llvm::Function &function);

/// Whether `made` is the call `source` of a function whose parameters or results are not those of
/// the text any more.
bool hasOtherSignature(const llvm::Instruction &source, const llvm::Instruction &made);

/// Gives `made` what the text states about the call `source`: calling convention, attributes of
/// parameters and of the call, metadata. `bundles` are the operand bundles of `source` with the
/// operands of `made`'s function. Returns the call, which is a new one if there are bundles; `made`
/// is erased then.
llvm::CallBase *restoreCallSite(const llvm::CallBase &source, llvm::CallBase &made,
                                llvm::ArrayRef<llvm::OperandBundleDef> bundles);

/// Replaces aliases of functions that are gone by the functions.
void dropEmptyAliases(llvm::Module &module);

/// Replaces all aliases by what they are aliases of: code for a device is linked already, so that
/// no other definition can take the place of a weak one.
void resolveAliases(llvm::Module &module);

/// Removes the personality of functions that handle no exceptions: it would be a call of a function
/// that devices do not have.
void dropIdlePersonalities(llvm::Module &module);

} // namespace pstudio::foreign
