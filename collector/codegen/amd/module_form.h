// SPDX-License-Identifier: Apache-2.0
// Requirements of the AMDGPU back end on LLVM IR.
#pragma once

#include <array>
#include <cstdint>

#include "core/base/result.h"

#include "llvm/ADT/StringSet.h"

namespace llvm {
class CallInst;
class Function;
class Module;
} // namespace llvm

namespace pstudio::amd {

/// Version of the code objects, multiplied by 100: the value of "amdhsa_code_object_version".
inline constexpr uint32_t kCodeObjectVersion = 500;

/// Sets version 5 of code objects. Moves variables on the stack to the address space of private
/// memory. Aligns shared buffers to 16 bytes. Makes shared memory that the launch sizes an external
/// array. Removes attributes that an earlier optimiser inferred. Marks operations of several lanes
/// so that LLVM does not merge calls in different arms of a branch.
void giveDeviceForm(llvm::Module &module);

/// Removes attributes by which an earlier optimiser marked resources as unused: ids, hidden
/// arguments, local memory. Records may use them. The back end infers the attributes again.
void forgetConclusions(llvm::Function &function);

/// Marks a call that records added, if it is an operation of several lanes or reads a clock, so
/// that LLVM does not merge calls in different arms of a branch: the operation would cover other
/// lanes.
void keepApart(llvm::CallInst &added);

/// The names of the variables in shared memory.
llvm::StringSet<> sharedNames(const llvm::Module &module);

/// Aligns the variables in shared memory that are not among `before` as giveDeviceForm() does.
void declareAddedShared(llvm::Module &module, const llvm::StringSet<> &before);

/// Declares the number of threads of a CTA: without it the back end compiles for at most 256 (1024
/// in LLVM IR of other front ends), and the runtime rejects a launch with more.
void tellBlock(llvm::Function &kernel, const std::array<uint32_t, 3> &block);

/// Allows a * b + c with one rounding, as on NVIDIA's GPUs, everywhere in `module`.
void allowFusedMultiplyAdd(llvm::Module &module);

/// Unsupported, with the source location, for a call of a function that has no body.
Result<void> checkBodies(const llvm::Module &module);

} // namespace pstudio::amd
