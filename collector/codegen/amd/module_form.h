// SPDX-License-Identifier: Apache-2.0
// What LLVM IR has to look like for AMD's GPUs.
#pragma once

#include <array>
#include <cstdint>

#include "core/base/result.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace pstudio::amd {

/// Of the code objects that are made, 100 times: what "amdhsa_code_object_version" says.
inline constexpr uint32_t kCodeObjectVersion = 500;

/// Says that code objects have version 5; moves variables on the stack to the address space of
/// private memory; aligns shared buffers to 16 bytes; makes shared memory that the launch sizes
/// an external array; forgets what an earlier optimiser concluded; and keeps apart what lanes on
/// different ways do together.
void giveDeviceForm(llvm::Module &module);

/// The threads of a CTA are a promise: without it code is made for at most 256 (1024 in LLVM IR of
/// others), and the runtime rejects a launch with more.
void tellBlock(llvm::Function &kernel, const std::array<uint32_t, 3> &block);

/// Lets a * b + c be one rounding, as it is on NVIDIA's GPUs, everywhere in `module`.
void allowFusedMultiplyAdd(llvm::Module &module);

/// Unsupported, with the source location, for a call of a function that has no body.
Result<void> checkBodies(const llvm::Module &module);

} // namespace pstudio::amd
