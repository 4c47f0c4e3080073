// SPDX-License-Identifier: Apache-2.0
// What LLVM IR has to look like for AMD's GPUs.
#pragma once

#include "core/base/result.h"

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::amd {

/// Says that code objects have version 5; moves variables on the stack to the address space of
/// private memory; aligns shared buffers to 16 bytes; makes shared memory that the launch sizes
/// an external array; and keeps apart what lanes on different ways do together.
void giveDeviceForm(llvm::Module &module);

/// Unsupported, with the source location, for a call of a function that has no body.
Result<void> checkBodies(const llvm::Module &module);

} // namespace pstudio::amd
